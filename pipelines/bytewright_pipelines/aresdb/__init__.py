"""Tables of AresDB: what the upserts in redo logs make of them."""
