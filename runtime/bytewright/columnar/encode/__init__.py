"""Record batches to bytes, by the kernel."""
