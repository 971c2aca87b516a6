"""Programs that write, follow, ingest, replay and query the same logs for an hour, and are killed: ``make soak``."""
