"""``python -m benchmarks``: see `benchmarks.bench`."""

from benchmarks.bench import main

main()
