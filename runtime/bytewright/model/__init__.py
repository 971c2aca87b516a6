"""What structures of a format are made of: typed structures, number formats, look-ups. Knows no streams."""
