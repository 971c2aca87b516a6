"""What runs programs over sources and rows, and gives Arrow columns or bytes."""
