"""Names of log files: which table and partition a log belongs to, and where it stands among the logs of these."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from bytewright.errors import WriteError

TableSet = Literal["System", "User"]

_NAME = re.compile(
    r"(?P<namespace>[^./]+)\.(?P<table>[^./]+)\.(?P<table_set>System|User)\.(?P<internal>[^/]+)\.(?P<column>[^./]+)"
    r"\.bin\.(?P<order>[^/]+)"
)
_FORMER_NAME = re.compile(
    r"(?P<namespace>[^./]+)\.(?P<table>[^./]+)\.(?P<internal>[^/]+?)\.bin\.(?P<column>[^./]+)\.(?P<order>[^/]+)"
)
_TIME = "%Y-%m-%d.%H%M%S.%f%z"


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of a table, as the names of its logs say it.

    Attributes:
        namespace: the namespace of the table.
        table: its name.
        internal: the internal partition: which of several loggers wrote the log.
        column: value of the partitioning column, usually a date.
        table_set: whether the table is a system's or a user's; None in names of the former form, which don't say it.
    """

    namespace: str
    table: str
    internal: str
    column: str
    table_set: TableSet | None = "System"

    @property
    def full_table(self) -> str:
        """The name of the table, with its namespace and set."""
        return f"{self.namespace}.{self.table}.{self.table_set or 'System'}"

    def file_name(self, moment: datetime) -> str:
        """The documented name of a log of this partition that begins at a moment.

        Args:
            moment: when the log begins, with its zone; names order logs to the millisecond.

        Raises:
            WriteError: a part of the name can't be told from its neighbours.
        """
        if moment.tzinfo is None:
            raise WriteError("a moment without a zone", found=moment.isoformat())
        stamp = moment.strftime("%Y-%m-%d.%H%M%S.") + f"{moment.microsecond // 1000:03d}" + moment.strftime("%z")
        name = f"{self.full_table}.{self.internal}.{self.column}.bin.{stamp}"
        found = LogName.parse(name)
        if found is None or found.partition != replace(self, table_set=self.table_set or "System"):
            expected = "namespace, table and column partition without dots or slashes, none of them empty"
            raise WriteError("name of a log", expected=expected, found=name)
        return name


@dataclass(frozen=True, slots=True)
class LogName:
    """What the name of a log says.

    Attributes:
        partition: which partition the rows belong to.
        order: the last part of the name, which orders the logs of a partition.
    """

    partition: Partition
    order: str

    @classmethod
    def parse(cls, name: str) -> LogName | None:
        """Read the name of a file: ``NAMESPACE.TABLE.SET.INTERNAL.COLUMN.bin.TIME``, or, of older systems,
        ``NAMESPACE.TABLE.INTERNAL.bin.COLUMN.SORTABLE``; None where it has neither form."""
        found = _NAME.fullmatch(name) or _FORMER_NAME.fullmatch(name)
        if found is None:
            return None
        said = found.groupdict()
        partition = Partition(
            said["namespace"],
            said["table"],
            said["internal"],
            said["column"],
            said.get("table_set"),  # type: ignore[arg-type]
        )
        return cls(partition, said["order"])

    @property
    def place(self) -> tuple[bool, datetime, str]:
        """What sorts the logs of a partition: the moment in the name, whatever its zone; behind these, other names."""
        try:
            return False, datetime.strptime(self.order, _TIME).astimezone(UTC), self.order
        except ValueError:
            return True, datetime.min.replace(tzinfo=UTC), self.order
