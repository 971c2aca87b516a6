"""Where fields lie in a record, as expressions over earlier fields."""
