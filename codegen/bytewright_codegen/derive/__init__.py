"""Which fields follow from others, and how."""
