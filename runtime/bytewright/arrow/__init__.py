"""Arrow's types and arrays, laid out as the rest expects them, and rows as JSON Lines. Knows no formats."""
