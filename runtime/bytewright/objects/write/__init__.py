"""Objects to bytes: an output, places, fix-ups, and what generated writers call."""
