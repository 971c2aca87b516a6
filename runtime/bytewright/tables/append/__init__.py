"""Files that grow by records: appending to them, and how far they can be read meanwhile."""
