"""What Deephaven's intraday binary logs mean: sets of records applied as an import server does, and a logger."""
