"""What a view is, as data: its columns, their types in Arrow, and how values become arrays."""
