"""How functions are compiled, linked and kept, and what all of them use."""
