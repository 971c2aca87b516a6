"""What holds of a declaration before anything is made of it: sizes, dependencies, scopes, solutions."""
