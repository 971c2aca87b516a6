"""Generated strategies and tests."""
