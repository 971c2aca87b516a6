"""Plans for reading: records, rows, pages of indexes."""
