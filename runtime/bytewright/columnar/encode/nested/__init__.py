"""Encodes files whose rows are elements of lists in lists: what lies inside first, then what is around it."""
