"""Where bytes come from and go to: sources, file systems, files that appear whole, commits. Knows no formats."""
