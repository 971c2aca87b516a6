"""Plans for writing: rows, elements of lists, columns of entries."""
