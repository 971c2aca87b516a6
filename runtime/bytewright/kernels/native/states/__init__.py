"""What stands where in the states that drivers hand to loops: numbers, so that drivers need no Numba."""
