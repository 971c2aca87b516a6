"""What the language means by names and types, as passes ask for it."""
