"""The loops that a driver calls: each is one compiled function."""
