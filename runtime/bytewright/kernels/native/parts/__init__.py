"""Parts of the kernel: one function each, in the module named for it; see `kernels/native/machine/part_table.py`."""
