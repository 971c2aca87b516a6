"""What is measured: a module per group, with a function ``run(bench)``; its first line is the title of its section."""

GROUPS = (
    *("batches", "rows", "samples", "events", "lookups", "payloads", "encoding", "examples", "objects", "shapes"),
    *("threads", "memory", "first_row", "replay", "small_files", "spark", "streams", "segments", "outer_structures"),
    *("needles", "loops", "ablations", "rivals"),
)
"""In this order. A group may be left out where what it measures can't be had."""
