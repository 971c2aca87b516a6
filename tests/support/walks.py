"""How walks are run: by machine code of their own, or word by word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bytewright.columnar.scan.preparation import program_pool
from bytewright.kernels.drivers import walk_codes
from bytewright.kernels.program import assembled


@contextmanager
def walks(*, made: bool) -> Iterator[None]:
    """Scans whose walks have machine code from the first byte on, or never get any."""
    before = walk_codes.SOUGHT, walk_codes.MADE, walk_codes._may_make, assembled._kept, program_pool._SCANS
    walk_codes._may_make = True
    walk_codes.SOUGHT, walk_codes.MADE = (0, 0) if made else (1 << 62, 1 << 62)
    assembled._kept, program_pool._SCANS = {}, program_pool.Pool(4)
    try:
        yield
    finally:
        walk_codes.SOUGHT, walk_codes.MADE, walk_codes._may_make, assembled._kept, program_pool._SCANS = before
