"""Some of what views show: columns, small batches, parts of a file, modes, metadata."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.support.both import numbers

import bytewright
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import ReadError
from bytewright.views.evaluate.framing import WHOLE

_TIMES = 3
Shown = tuple[list[str], str, int]
_TOLD = {"includeMetadata": True, "includeError": True, "columnNameOfCorruptRecord": "bad bytes"}


def check_chosen(codec: Codec, data: bytes, random: Random) -> None:
    """Both engines show the same of whatever is chosen of a file, and as much in parts as of all of it."""
    for view in codec.views:
        if capability.refusal(codec, view, parse(codec)) is not None:
            continue
        names = bytewright.open(data, codec, view.name).schema.names
        for _ in range(_TIMES):
            chosen: dict[str, Any] = {"batch_rows": random.choice((1, 2, 3, 7))}
            chosen["options"] = {
                "mode": random.choice(("FAILFAST", "PERMISSIVE", "DROPMALFORMED")),
                **(_TOLD if random.random() < 0.4 else {}),
            }
            if random.random() < 0.6 and names:
                chosen["columns"] = random.sample(names, random.randint(1, len(names)))
            wanted = _shown(codec, data, view.name, "objects", 0, chosen)
            tells = "includeMetadata" not in chosen["options"] or capability.tells_places(codec, view)
            asked = chosen.get("columns", names)
            apart = [column.id for column in view.columns if column.by_objects and column.id in asked]
            tells = tells and (view.where is not None or not apart)
            by_kernels = tells and capability.refusal(codec, view, parse(codec, chosen["options"])) is None
            for engine in ("objects", "columns") if by_kernels else ("objects",):
                for most in {0, random.randint(1, 1 + len(data))}:
                    found = _shown(codec, data, view.name, engine, most, chosen)
                    assert found == wanted, (
                        f"view {view.name}: {engine}, parts of {most} bytes, {chosen}: {_unlike(found, wanted)}"
                    )


def _unlike(found: Shown, wanted: Shown) -> str:
    """What of two results is not the same."""
    pairs = [*zip(found[0], wanted[0], strict=False), *zip(found[1:], wanted[1:], strict=True)]
    pairs.append((str(len(found[0])), str(len(wanted[0]))))
    return next(f"{one!r} in place of {other!r}" for one, other in pairs if one != other)


def _shown(codec: Codec, data: bytes, view: str, engine: Any, most: int, chosen: Any) -> Shown:
    """Rows, the error and how many records were bad; the file in parts of ``most`` bytes, if any."""
    table = bytewright.open(data, codec, view, engine=engine, **chosen)
    rows: list[str] = []
    error = ""
    for part in table.splits(most) if most else [WHOLE]:
        try:
            for batch in table.to_batches(part=part):
                assert 0 < batch.num_rows <= chosen["batch_rows"]
                assert batch.schema.equals(table.schema)
                batch.validate(full=True)
                rows += map(repr, numbers(batch).to_pylist())
        except ReadError as bad:
            error = str(bad)
            break
    return rows, error, table.malformed
