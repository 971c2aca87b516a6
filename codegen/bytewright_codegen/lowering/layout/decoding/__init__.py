"""What lies in bytes that have to be decoded first."""
