"""Mutants of the runtime and the compiler: how many small faults the tests notice (``make mutants``)."""
