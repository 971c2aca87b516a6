"""Walks over the records of files whose rows nobody asks for."""

from __future__ import annotations

from dataclasses import replace

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.schema.view import View
from bytewright.tables.engines import Engines
from bytewright.tables.inputs import Input
from bytewright.tree.record_places import MakeWalk
from bytewright.views.evaluate.framing import WHOLE, Walk


def walk_of(codec: Codec, file: Input, settings: Settings) -> MakeWalk:
    """What makes walks over the records of a file: by their lengths, or as the kernel reads them.

    Args:
        codec: the format.
        file: the file.
        settings: the options.
    """
    settings = replace(settings, mode="FAILFAST", given=frozenset())

    def made() -> Walk | None:
        view = records_view(codec)
        if view is None:
            return None
        return Engines(codec, view, settings, "auto", strict=False).walk(file, WHOLE)

    return made


def records_view(codec: Codec) -> View | None:
    """The view of the fewest levels by which the records of a format are gone through one by one; None: there is
    none."""
    if codec.begin is None:
        return None
    views = [view for view in codec.views if view.each_field == codec.records_field != ""]
    return min(views, key=lambda view: len(view.deeper), default=None)
