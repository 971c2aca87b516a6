"""Indexes of records beside files: how they are made. What they are, and how they are read: `record_index`."""
