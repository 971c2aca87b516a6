"""Before a file is scanned: whether the kernel can, what its header says, and the plan for it."""
