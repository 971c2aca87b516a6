"""From types and views to plans of the kernel, or the reason why there is none."""
