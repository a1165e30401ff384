"""Keyflower: what people read and see."""
