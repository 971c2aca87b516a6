"""Spark's processes: Java, its logs, progress, failures in workers."""
