"""ESDB with spaces: what the kernel needs to make records of rows, besides its plans.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable

from bytewright.generated_api import encoding as rt
from bytewright.generated_api.encoding import Mirror, MirroredList

from ..sstable.model import Entry
from .model import Group, References, Section, SectionPage

MIRRORS: dict[tuple[type, str], Callable[[rt.MirrorPlan], Mirror]] = {
    (SectionPage, "sections"): lambda plan: Mirror(
        plan,
        element=Section,
        parameter="entry",
        entry=Entry,
        asked=("key",),
        lists=(
            MirroredList(
                Group,
                there=lambda self: self.is_group,
                process=rt.Process("bytewright.codecs.snappy_chunks", 4096),
                until=lambda here: here.size - here.pos <= 1,
            ),
            MirroredList(
                References,
                there=lambda self: not self.is_group,
                process=rt.Process("bytewright.codecs.snappy_chunks", 4096),
                until=lambda here: here.size - here.pos <= 1,
            ),
        ),
    ),
}
"""By class and field, how columns become structures without bytes that stand for the elements of another list."""
