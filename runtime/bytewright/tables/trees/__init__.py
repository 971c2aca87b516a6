"""Files by what their bytes are: their trees as rows, how two differ, and single values that are changed."""
