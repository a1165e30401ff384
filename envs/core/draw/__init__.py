"""Pictures: SVG tools, tables laid out for a window, pixels."""
