"""Reports of weather stations, from rows one by one, and from columns."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import xxhash

from bytewright.columns import Container, ContainerBatch, HashField, LayoutGroup

SEED = 99


def usual() -> list[dict[str, Any]]:
    """The stations that there are unless others are told."""
    return [
        station("beach", 40_000, ("heat", "degrees"), ("gusts", "gusts")),
        station("lake", 7, ("heat", "degrees")),
        station("peak", 515, ("sky", "sky"), ("weight", "pressure"), ("cold", "degrees"), ("gusts", "gusts")),
    ]


def station(name: str, number: int, *instruments: tuple[str, str]) -> dict[str, Any]:
    """One station; of its instruments name and kind."""
    return {"name": name, "number": number, "instruments": [{"name": one, "kind": kind} for one, kind in instruments]}


def stations(text: str) -> list[dict[str, Any]]:
    """The stations of a file."""
    found: list[dict[str, Any]] = json.loads(text)
    return found


def seal(observer: bytes, remark: bytes) -> int:
    """What seals a report."""
    first, second = (xxhash.xxh32(part, seed=SEED).intdigest() for part in (observer, remark))
    return first << 32 | second


def bulletins(rows: Iterable[Mapping[str, Any]], options: Mapping[str, Any]) -> dict[str, Any]:
    """A bulletin for each day."""
    days: dict[int, list[Any]] = {}
    for row in rows:
        days.setdefault(row["day"], []).append(report(row, options["stations"]))
    return {"bulletins": [{"day": day, "reports": reports} for day, reports in sorted(days.items())]}


def report(row: Mapping[str, Any], known: Any) -> dict[str, Any]:
    """The report of a row."""
    where = next((one for one in known if one.name == row["station"]), None)
    if where is None:
        raise ValueError(f"there is no station {row['station']}")
    readings = [{"value": reading(row[one.name], one.kind.label)} for one in where.instruments]
    names = {"observer": row["observer"], "remark": remark(row["observer"])}
    body = {name: {"name": {"text": text}} for name, text in names.items()}
    return {"number": where.number, "body": {**body, "seal": row["seal"], "readings": readings}}


def remark(observer: str) -> str:
    """What stands beside the name of an observer."""
    return f"by {observer}"


def reading(value: Any, kind: str) -> Any:
    """What an instrument has read."""
    if kind == "sky":
        return {"name": {"text": value}}
    return {"gusts": {"gusts": value}} if kind == "gusts" else value


def columns(rows: pa.Table, options: Mapping[str, Any], files: Any = None) -> Iterator[ContainerBatch]:
    """The same in columns: so many rows at a time, of which a bulletin may go on in the next."""
    owners = np.zeros(len(rows), np.int64) if files is None else files
    days = rows["day"].to_numpy()
    order = np.lexsort((days, owners))
    for first in range(0, len(rows), 4):
        some = order[first : first + 4]
        behind = order[first + 4 : first + 5]
        ends = [*(np.flatnonzero(np.diff(days[some]) | np.diff(owners[some])) + 1), len(some)]
        wholes = []
        for begin, end in zip([0, *ends], ends, strict=False):
            last = some[end - 1]
            more = (
                end == len(some) and len(behind) and (days[last], owners[last]) == (days[behind[0]], owners[behind[0]])
            )
            wholes.append(Container({"day": int(days[last])}, some[begin:end], bool(more)))
        yield ContainerBatch(wholes, list(alike(rows, some, options["stations"])))


def alike(rows: pa.Table, some: Any, known: Any) -> Iterator[LayoutGroup]:
    """The reports of some rows, those of a station together."""
    held: Any = rows.take(pa.array(some)).combine_chunks()
    names = held["station"].to_pylist()
    for unknown in set(names) - {one.name for one in known}:
        raise ValueError(f"there is no station {unknown}")
    observers = held["observer"].combine_chunks()
    common: dict[str, Any] = {
        "body.observer.name.text": observers,
        "body.remark.name.text": pa.array(map(remark, observers.to_pylist()), pa.string()),
    }
    for one in known:
        chosen = np.array([place for place, name in enumerate(names) if name == one.name], np.int64)
        if len(chosen):
            said = held["seal"].take(pa.array(chosen)).combine_chunks().cast(pa.uint64())
            seals = HashField(["body.observer.name", "body.remark.name"], SEED, pa.uint64(), partial(sealed, said))
            fields = {"number": pa.array([one.number] * len(held), pa.uint16()), "body.seal": seals, **common}
            for place, instrument in enumerate(one.instruments):
                within = {"sky": ".name.text", "gusts": ".gusts.gusts"}.get(instrument.kind.label, "")
                fields[f"body.readings.{place}.value{within}"] = held[instrument.name].combine_chunks()
            yield LayoutGroup(some[chosen], fields, chosen)


def sealed(said: Any, observers: Any, remarks: Any) -> Any:
    """The seals that rows say, and where they say none, those of digests."""
    found = pa.array(observers.astype(np.uint64) << np.uint64(32) | remarks.astype(np.uint64), pa.uint64())
    return pc.coalesce(said, found)
