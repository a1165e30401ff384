"""Village: what people read and see."""
