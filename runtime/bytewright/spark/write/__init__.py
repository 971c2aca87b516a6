"""Writing from Spark: what a task writes, and where it goes."""
