"""Back ends: plans become Python, documentation and tests."""
