"""Generated Python: models, readers, writers."""
