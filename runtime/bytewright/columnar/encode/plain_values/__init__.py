"""What a root, or code beside a spec, says of structures in plain values."""
