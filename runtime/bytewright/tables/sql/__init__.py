"""SQL over files, by DuckDB: paths in quotes are tables."""
