"""Checks the bytes that a failed test printed: ``python -m bytewright.testing SPEC BYTES`` (zlib, in base 85)."""

from __future__ import annotations

import base64
import sys
import zlib

from bytewright.codec import registry
from bytewright.oracles.kaitai_difference import oracle_difference
from bytewright.testing.checks import check_rewrite, check_tree_of, check_views_of


def main(spec: str, text: str) -> int:
    """Make all checks that need no model; gives the exit status."""
    codec = registry.codec(spec)
    data = zlib.decompress(base64.b85decode(text))
    sys.stdout.write(f"{len(data)} bytes: {data[:64].hex(' ')}{' …' if len(data) > 64 else ''}\n")
    model = codec.parse(data, strict=True)
    sys.stdout.write(f"{model!r}\n")
    check_rewrite(codec, data)
    again = codec.to_bytes(codec.parse(data), canonical=True)
    assert again == data, f"rebuilt, it is {again.hex(' ')}"
    found = oracle_difference(codec, data)
    assert found is None, found
    check_tree_of(codec, data)
    check_views_of(codec, data)
    sys.stdout.write("good\n")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python -m bytewright.testing SPEC BYTES")
    sys.exit(main(*sys.argv[1:]))
