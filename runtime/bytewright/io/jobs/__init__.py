"""Jobs that write into a directory: their journals, and who holds them."""
