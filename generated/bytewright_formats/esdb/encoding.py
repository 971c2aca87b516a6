"""ESDB: what the kernel needs to make records of rows, besides its plans.

Generated from specs/esdb/esdb.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable

from bytewright.generated_api import encoding as rt
from bytewright.generated_api.encoding import Mirror, MirroredList

from ..sstable.model import Entry
from .model import Group, Section, SectionPage

MIRRORS: dict[tuple[type, str], Callable[[rt.MirrorPlan], Mirror]] = {
    (SectionPage, "sections"): lambda plan: Mirror(
        plan,
        element=Section,
        parameter="entry",
        entry=Entry,
        asked=("key",),
        lists=(MirroredList(Group, there=lambda self: self.is_group),),
    ),
}
"""By class and field, how columns become structures without bytes that stand for the elements of another list."""
