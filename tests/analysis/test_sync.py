"""``-sync`` adds to what tells the beginning of a record, or forbids it."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path

import pytest

import bytewright
from bytewright.errors import SpecError
from bytewright.kernels.plan.beginning import Mark
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.style import style

SPEC = """
meta: {{id: ticks, endian: le}}
seq: [{{id: records, type: tick, repeat: eos}}]
types:
  tick:
    {type}
    seq:
      - {{id: time, type: u4{time}}}
      - {{id: kind, type: u2, valid: {{max: 7}}{kind}}}
      - {{id: len, type: u2}}
      - {{id: body, size: len}}
      - {{id: crc, type: u4, -checksum: {{algorithm: crc32, from: time, to: body}}{crc}}}
"""
TIME = Mark(0, "u4le", ((1 << 30, (1 << 31) - 1),))
KIND = Mark(4, "u2le", ((0, 7),))


def _codec(folder: Path, *, type: str = "", time: str = "", kind: str = "", crc: str = "") -> bytewright.Codec:
    path = folder / "ticks.ksy"
    path.write_text(SPEC.format(type=type, time=time, kind=kind, crc=crc), encoding="utf-8")
    return bytewright.load(str(path))


@pytest.mark.parametrize(
    ("said", "marks", "bits", "sums"),
    [
        ({}, (KIND,), 13, 32),
        ({"time": ", -sync: {min: 0x40000000, max: 0x7fffffff}"}, (TIME, KIND), 15, 32),
        ({"time": ", -sync: {any-of: [1, 2]}"}, (Mark(0, "u4le", ((1, 2),)), KIND), 44, 32),
        ({"kind": ", -sync: 3"}, (Mark(4, "u2le", ((3, 3),)),), 16, 32),
        ({"kind": ", -sync: false"}, (), 0, 32),
        ({"crc": ", -sync: false"}, (KIND,), 13, 0),
    ],
)  # fmt: skip
def test_evidence(said: dict[str, str], marks: tuple[Mark, ...], bits: float, sums: int, tmp_path: Path) -> None:
    known = _codec(tmp_path, **said).beginning
    assert known is not None
    assert (known.marks, known.bits, known.sums) == (marks, bits, sums)


def _log(times: list[int]) -> tuple[bytes, list[int]]:
    rng, data, edges = random.Random(2), b"", []
    for time in times:
        edges.append(len(data))
        body = rng.randbytes(rng.randrange(20))
        head = struct.pack("<IHH", time, 1, len(body)) + body
        data += head + struct.pack("<I", zlib.crc32(head))
    return data, edges


def test_what_is_found(tmp_path: Path) -> None:
    """What doesn't fit a rule is read, but not found behind damage; without evidence nothing is looked for."""
    times = [*range(100, 120), 7, *range(121, 140)]
    data, edges = _log(times)
    torn = bytearray(data)
    torn[edges[19] + 7] = 0xFF

    def found(data: bytes, **said: str) -> list[int]:
        table = bytewright.open(data, _codec(tmp_path, **said), mode="DROPMALFORMED", columns=["time"])
        return [int(time) for time in table.to_table()["time"].to_pylist()]

    assert found(data, time=", -sync: {min: 100}") == times
    assert found(bytes(torn)) == [*times[:19], *times[20:]]
    assert found(bytes(torn), time=", -sync: {min: 100}") == [*times[:19], *times[21:]]
    assert found(bytes(torn), type="-sync: false") == times[:19]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"time": ", -sync: true"}, "can't be compared with a boolean"),
        ({"time": ", -sync: {expr: _ > 1}"}, "unknown key"),
        ({"time": ", -sync: {min: 1, eq: 2}"}, "'-sync' needs one of"),
        ({"time": ", if: true, -sync: {min: 1}"}, "'-sync' needs constants of a number at the same place"),
        ({"crc": ", -sync: {min: 1}"}, "'-sync' needs constants of a number at the same place"),
        ({"time": ", -sync: {min: _io.size}"}, "'-sync' needs constants"),
        ({"type": "-sync: {min: 1}"}, "'-sync' of a type can only be false"),
    ],
)
def test_refusals(said: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=message):
        _codec(tmp_path, **said)


DECLARED = """
from construct import Bytes, GreedyRange, Int16ul, Int32ul, Struct, this
from bytewright.construct import Keyed

tick = Struct("time" / Keyed(Int32ul, sync={"max": 99}), "kind" / Keyed(Int16ul, valid={"max": 7}, sync=False))
log = Struct("records" / GreedyRange(TICK))
"""


@pytest.mark.parametrize("around", [False, True])
def test_construct(around: bool, tmp_path: Path) -> None:
    path = tmp_path / "log.py"
    path.write_text(DECLARED.replace("TICK", "Keyed(tick, sync=False)" if around else "tick"), encoding="utf-8")
    known = bytewright.load(str(path), trust=[str(path)]).beginning
    assert (known is None) if around else (known is not None and known.marks == (Mark(0, "u4le", ((0, 99),)),))


def test_sync_in_no_record(tmp_path: Path) -> None:
    """On a type that is in no list it has no effect, which lint says; in the records, and what they hold, it has."""
    path = tmp_path / "heads.ksy"
    path.write_text(
        "meta: {id: heads, endian: le}\n"
        "seq: [{id: head, type: head}, {id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  head: {seq: [{id: version, type: u4, -sync: 1}]}\n"
        "  record: {seq: [{id: inner, type: inner}]}\n"
        "  inner: {seq: [{id: mark, type: u4, -sync: 7}]}\n",
        encoding="utf-8",
    )
    (found,) = style(resolved(path))
    assert (found.severity, found.loc.line) == ("warning", 4)
    assert "'-sync' of 'version' has no effect: 'head' is in no list of records" in found.render()
