"""What `bytewright_pipelines.aresdb.in_spark` asks of Spark, in this process: its tasks run as they are, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.types import spark_schema

Task = Callable[[Iterator[pa.RecordBatch]], Iterator[pa.RecordBatch]]


@dataclass
class Frame:
    """A DataFrame: a table for each partition.

    Attributes:
        parts: these.
        chunk: rows of the batches that tasks are given.
    """

    parts: list[pa.Table]
    chunk: int = 5

    @property
    def columns(self) -> list[str]:
        return self.parts[0].column_names

    def mapInArrow(self, task: Task, schema: Any) -> Frame:  # noqa: N802
        made = []
        for part in self.parts:
            batches = [batch for batch in task(iter(part.to_batches(max_chunksize=self.chunk))) if batch.num_rows]
            if not isinstance(schema, str):
                assert all(spark_schema(batch.schema) == schema for batch in batches)
            made.append(pa.Table.from_batches(batches) if batches else None)
        known = next((part for part in made if part is not None), None)
        empty = pa.table({}) if known is None else known.schema.empty_table()
        return Frame([empty if part is None else part for part in made], self.chunk)

    def unionByName(self, other: Frame) -> Frame:  # noqa: N802
        return Frame(self.parts + other.parts, self.chunk)

    def repartitionById(self, count: int, column: str) -> Frame:  # noqa: N802
        whole = self.toArrow()
        if not len(whole):
            return Frame([whole] * count, self.chunk)
        return Frame([whole.filter(pc.field(column) == number) for number in range(count)], self.chunk)

    def sortWithinPartitions(self, *names: str) -> Frame:  # noqa: N802
        order = [(name, "ascending") for name in names]
        return Frame([part.sort_by(order) if len(part) else part for part in self.parts], self.chunk)

    sort = sortWithinPartitions

    def toArrow(self) -> pa.Table:  # noqa: N802
        return pa.concat_tables([part for part in self.parts if part.num_columns] or self.parts[:1])

    def collect(self) -> Sequence[Any]:
        return self.toArrow().to_pylist()

    def toLocalIterator(self) -> Iterator[Any]:  # noqa: N802
        return iter(sorted(self.collect(), key=lambda row: row["number"]))


class Session:
    """A session of Spark."""

    def range(self, start: int, end: int, step: int, parts: int) -> Frame:
        numbers = pa.table({"id": pa.array(range(start, end, step), pa.int64())})
        return Frame([numbers.slice(at, 1) for at in range(parts)])
