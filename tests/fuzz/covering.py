"""Object readers, guided by what they cover: atheris (libFuzzer) for one codec, in a process of its own.

``python -m tests.fuzz.covering CODEC SEED SECONDS FOLDER``: inputs that are found to lead somewhere new stay in
``FOLDER/CODEC`` for the next time; one that ends the process lies in ``FOLDER`` as ``CODEC-crash-…``.
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

INSTRUMENTED = [
    "bytewright_formats",
    "bytewright.objects.read",
    "bytewright.codecs",
]
LONGEST = 16 << 10
"""Bytes of an input."""


def main() -> None:
    """Run libFuzzer; it ends the process."""
    name, seed, seconds, place = sys.argv[1:]
    with atheris.instrument_imports(include=INSTRUMENTED):
        from tests.fuzz.cases import check_reader, corpora

        codec, paths = corpora()[name]
    folder = Path(place)
    kept, seeds = folder / name, folder / f"{name}-begin"
    for each in (kept, seeds):
        each.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(path for path in paths if path.stat().st_size <= LONGEST):
        (seeds / str(number)).write_bytes(path.read_bytes())

    def one(data: bytes) -> None:
        check_reader(codec, data)

    flags = [f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST}", "-timeout=60", "-rss_limit_mb=4096"]
    flags += [f"-artifact_prefix={folder}/{name}-", "-print_final_stats=1", str(kept), str(seeds)]
    atheris.Setup([sys.argv[0], *flags], one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
