"""Other readers of the same declarations, and comparisons with them: the stock Kaitai parser, and Construct."""
