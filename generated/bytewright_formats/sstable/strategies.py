"""Sorted string table: models for tests, of files that stand beside the spec.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

import base64
import zlib

from hypothesis.strategies import SearchStrategy, sampled_from

from bytewright.generated_api.strategies import Goal

from . import CODEC
from .model import Sstable

SAMPLES = {
    "samples/empty_db.sst": ("c-muNU|?VbVuk~s7H(ib<uEaDz(wNrzr4ZAA;rr;1PK4#(5+JHej5OFi48^"),
}
"""The files, compressed and as text, by name."""


def models() -> SearchStrategy[Sstable]:
    """Models of whole files."""
    return sampled_from(sorted(SAMPLES)).map(lambda name: model_of(SAMPLES[name]))


def model_of(text: str) -> Sstable:
    """The model of a file."""
    found: Sstable = CODEC.parse(zlib.decompress(base64.b85decode(text)))
    return found


GOALS: tuple[Goal, ...] = ()
"""What models are to cover: nothing, as they are none that could be drawn otherwise."""
