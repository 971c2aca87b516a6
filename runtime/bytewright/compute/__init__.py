"""Computations over whole columns, for code beside a spec."""
