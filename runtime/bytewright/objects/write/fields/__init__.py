"""Fields of a structure before they are written: checked, made what is stored, derived from others."""
