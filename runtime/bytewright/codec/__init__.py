"""What a format is to the rest: its codec, its options, its values in plain Python, and whom to trust."""
