"""Elements of lists: by their numbers, and beside what asks for them."""
