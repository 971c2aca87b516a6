"""Damage without end: what `make test` tries some of, tried for as long as one likes. See `tests.fuzz.__main__`."""
