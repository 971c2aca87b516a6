"""Faults that were repaired once, put back into today's code: would fuzzing find them? See `__main__`."""
