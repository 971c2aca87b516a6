"""What formats mean, on Spark."""
