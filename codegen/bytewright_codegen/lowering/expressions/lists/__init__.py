"""Lists in expressions: elements by their numbers, and beside what asks for them; lists that a spec writes out."""
