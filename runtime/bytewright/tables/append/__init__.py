"""Files that grow: records appended to what is there."""
