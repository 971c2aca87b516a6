"""What plans are written out of for the files of a header: its values, names, needs, and constants."""
