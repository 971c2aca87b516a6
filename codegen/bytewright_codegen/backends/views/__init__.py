"""Generated views and schemas."""
