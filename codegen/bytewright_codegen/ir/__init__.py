"""The schema IR: what a declaration means, typed, frozen and serialisable."""
