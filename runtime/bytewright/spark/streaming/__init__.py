"""Streams of files: what has been read so far, what comes next, and cleaning up behind."""
