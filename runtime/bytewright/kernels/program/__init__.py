"""Plans to programs: instructions and registers for the compiled loops."""
