"""Generated plans of the kernel."""
