"""The parts of the kernel: one function each, in the module named for it; see `machine/part_table.py`."""
