"""Reading in Spark: what the driver plans, and what a task reads."""
