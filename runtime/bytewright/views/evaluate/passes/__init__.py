"""Passes over the steps of a view: what the elements of lists give, and what is kept of them."""
