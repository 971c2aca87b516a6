"""Which records are bad: whatever a declaration checks, in whatever position, all engines refuse the same records."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa
import pytest
from kaitaistruct import KaitaiStream, KaitaiStructError
from tests.support.both import agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright import cli
from bytewright.codec.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.kernels.plan import RowPlan
from bytewright.oracles import kaitai_engine
from bytewright_codegen.front.ksy import load as load_ksy
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.load import load
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.semantics.resolve import resolve

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Mode = Literal["FAILFAST", "PERMISSIVE", "DROPMALFORMED"]


@dataclass(frozen=True)
class Case:
    """Fields with a check, bytes that meet it, and bytes that break it and nothing else.

    Attributes:
        name: the member that is blamed, or the one that holds it.
        seq: the fields, as the text of a spec.
        good: their bytes.
        bad: as many bytes.
        values: value instances.
        types: types, one a line.
        stock: whether the parser of kaitai-struct-compiler makes the check, too.
    """

    name: str
    seq: str
    good: bytes
    bad: bytes
    values: str = ""
    types: str = ""
    stock: bool = True


def _value(name: str, type: str, good: bytes, bad: bytes, rule: str) -> Case:
    """A rule for a value that is calculated of one field, ``_``."""
    values = f"{name}: {{value: {rule.replace('_ ', f'of_{name} ', 1)}}}"
    return Case(name, f"{{id: of_{name}, {type}}}", good, bad, values, stock=False)


_F4, _F8 = struct.Struct("<f").pack, struct.Struct("<d").pack
_NAN = float("nan")
_SUM = zlib.crc32(b"ab").to_bytes(4, "little")
CASES = (
    Case("equal", "{id: equal, type: u1, valid: 7}", b"\7", b"\x08"),
    Case("least", "{id: least, type: s2, valid: {min: -3}}", b"\xfd\xff", b"\xfc\xff"),
    Case("most", f"{{id: most, type: u8, valid: {{max: {1 << 63}}}}}", bytes(7) + b"\x80", b"\1" + bytes(6) + b"\x80"),
    Case("any", "{id: any, type: s4be, valid: {any-of: [1, -1]}}", b"\xff" * 4, b"\xff\xff\xff\xfe"),
    Case("expr", "{id: expr, type: u2, valid: {expr: _ % 3 == 0}}", b"\3\0", b"\4\0"),
    Case("same", "{id: other, type: u1}, {id: same, type: u1, valid: other}", b"\5\5", b"\5\6"),
    Case("enumerated", "{id: enumerated, type: u1, enum: e, valid: {in-enum: true}}", b"\1", b"\2"),
    Case("float", "{id: float, type: f4, valid: {min: 0.5, max: 2}}", _F4(1), _F4(_NAN)),
    Case("double", "{id: double, type: f8, valid: 1.5}", _F8(1.5), _F8(-1.5)),
    Case("bits", "{id: bits, type: b3, valid: 5}, {id: b5, type: b5}", b"\x05", b"\x04"),
    Case("wide", "{id: wide, type: b12, valid: {max: 9}}, {id: b4, type: b4}", b"\x09\xf0", b"\x0a\xf0"),
    Case("flag", "{id: flag, type: b1, valid: true}, {id: b7, type: b7}", b"\x01", b"\x02"),
    Case("text", "{id: text, size: 2, type: str, valid: '\"ab\"'}", b"ab", b"ac"),
    Case("texts", "{id: texts, size: 2, type: str, valid: {any-of: ['\"ab\"', '\"cd\"']}}", b"cd", b"ce"),
    Case("bytes", "{id: bytes, size: 2, valid: '[1, 2]'}", b"\1\2", b"\1\3"),
    Case("numbers", "{id: numbers, type: u1, repeat: expr, repeat-expr: 2, valid: {max: 9}}", b"\1\2", b"\1\x0a"),
    Case("row", "{id: row, type: u1, repeat: expr, repeat-expr: 2, valid: {expr: _ == _index}}", b"\0\1", b"\0\2"),
    Case("_unnamed", "{contents: [1, 2]}", b"\1\2", b"\1\3"),
    Case("magic", "{id: magic, contents: ab}", b"ab", b"aa"),
    Case("strz.s", "{id: strz, size: 3, type: strz_3}", b"ab\0", b"abc", types="strz_3: {seq: [{id: s, type: strz}]}"),
    Case(
        "mark.s",
        "{id: mark, size: 3, type: marked}",
        b"a;b",
        b"abc",
        types="marked: {seq: [{id: s, terminator: 0x3b}, {id: r, size-eos: true}]}",
    ),
    Case(
        "sum",
        "{id: data, size: 2}, {id: sum, type: u4, -checksum: {algorithm: crc32, from: data, to: data}}",
        b"ab" + _SUM,
        b"ac" + _SUM,
        stock=False,
    ),
    Case(
        "sized.n",
        "{id: sized, size: 3, type: sized}",
        b"\2ab",
        b"\3ab",
        types="sized: {seq: [{id: n, type: u1}, {id: d, size: n}]}",
    ),
    Case(
        "counted.n",
        "{id: counted, size: 3, type: counted}",
        b"\2ab",
        b"\3ab",
        types="counted: {seq: [{id: n, type: u1}, {id: d, type: u1, repeat: expr, repeat-expr: n}]}",
    ),
    Case(
        "below.n",
        "{id: below, type: below}",
        b"\2",
        b"\1",
        types="below: {seq: [{id: n, type: u1}, {id: d, size: n - 2}]}",
    ),
    Case(
        "whole.x",
        "{id: whole, size: 4, type: whole}",
        b"\2ab\0",
        b"\3ab\0",
        types="whole: {seq: [{id: n, type: u1}, {id: x, type: pairs, size: n}, {id: y, size-eos: true}]}\n"
        "pairs: {seq: [{id: d, type: u2, repeat: eos}]}",
    ),
    Case("utf8", "{id: utf8, size: 2, type: str}", b"ab", b"a\xff"),
    Case("ascii", "{id: ascii, size: 2, type: str, encoding: ASCII}", b"ab", b"a\x80"),
    Case("sjis", "{id: sjis, size: 2, type: str, encoding: UTF-16LE}", b"ab", b"\0\xd8"),
    Case(
        "points",
        "{id: points, type: point, repeat: expr, repeat-expr: 2}",
        b"\1\2",
        b"\1\x0a",
        types="point: {seq: [{id: x, type: u1, valid: {max: 9}}]}",
    ),
    _value("v_equal", "type: u1", b"\1", b"\2", "_ < 2, -valid: true"),
    _value("v_least", "type: u1", b"\3", b"\2", "_ - 2, -valid: {min: 1}"),
    _value("v_most", "type: u1", b"\3", b"\5", "_ + 2, -valid: {max: 6}"),
    _value("v_any", "type: u1", b"\3", b"\4", "_ * 2, -valid: {any-of: [6, 10]}"),
    _value("v_expr", "type: u1", b"\3", b"\4", "_ + 1, -valid: {expr: _ % 2 == 0}"),
    _value("v_enum", "type: u1", b"\0", b"\1", "_ + 1, enum: e, -valid: {in-enum: true}"),
    _value("v_if", "type: u1", b"\3", b"\1", "_ + 1, if: of_v_if < 2, -valid: 1"),
    _value("v_text", "type: str, size: 2", b"ab", b"ac", "_ , -valid: '\"ab\"'"),
    _value("v_float", "type: f4", _F4(1), _F4(9), "_ * 2, -valid: {max: 4.0}"),
    _value("v_same", "type: u1", b"\4", b"\5", "_ - 1, -valid: other - 2"),
    Case(
        "v_points",
        "{id: v_points, type: v_point, repeat: expr, repeat-expr: 2}",
        b"\1\2",
        b"\1\x0a",
        types="v_point: {seq: [{id: x, type: u1}], instances: {y: {value: x + 1, -valid: {max: 9}}}}",
        stock=False,
    ),
)
"""What can refuse a record, of all that kernels check."""

GOOD = b"".join(case.good for case in CASES)
_META = "meta: {id: toy, endian: le, bit-endian: le, encoding: UTF-8}\nenums: {e: {1: one, 3: three}}\n"
_SEQ, _VALUES = ", ".join(case.seq for case in CASES), ", ".join(case.values for case in CASES if case.values)
_TYPES = "\n".join(f"  {line}" for case in CASES for line in case.types.splitlines())
_BODY = f"  checked: {{seq: [{_SEQ}], instances: {{{_VALUES}}}}}\n{_TYPES}\n"
_FRAMED = f"""{_META}
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: len, type: u2}}, {{id: body, type: body, size: len}}]}}
  body:
    seq:
      - {{id: direct, type: checked}}
      - {{id: nested, type: nested}}
      - {{id: listed, type: checked, repeat: expr, repeat-expr: 1}}
      - {{id: kind, type: u1}}
      - {{id: chosen, type: {{switch-on: kind, cases: {{1: checked, 2: nested}}}}}}
      - {{id: there, type: checked, if: kind == 1}}
      - {{id: told, type: told(kind)}}
      - {{id: len_boxed, type: u1}}
      - {{id: boxed, type: checked, size: len_boxed}}
      - {{id: len_many, type: u1}}
      - {{id: many, type: many, size: len_many}}
  nested: {{seq: [{{id: inner, type: checked}}]}}
  told: {{params: [{{id: kind, type: u1}}], seq: [{{id: inner, type: checked}}, {{id: again, type: u1, valid: kind}}]}}
  many: {{seq: [{{id: inner, type: checked, repeat: eos}}]}}
{_BODY}"""
POSITIONS = {
    "direct": "direct",
    "nested": "nested.inner",
    "listed": "listed[0]",
    "chosen": "chosen",
    "there": "there",
    "told": "told.inner",
    "boxed": "boxed",
    "many": "many.inner[0]",
}
"""Where in a record the checked structure lies, and the way there."""
_UNFRAMED = f"""{_META}
seq: [{{id: header, type: checked}}, {{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: x, type: checked}}]}}
{_BODY}"""
_ROOT = f"{_META}seq: [{_SEQ}]\ninstances: {{{_VALUES}}}\ntypes:\n{_TYPES}"
_PLACED = f"""{_META}
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{{id: len, type: u2}}, {{id: body, type: body, size: len}}]}}
  body: {{seq: [{{id: ofs, type: u1}}], instances: {{placed: {{pos: ofs, type: checked}}}}}}
{_BODY}
-views: {{rows: {{each: 'records[*]', columns: [{{id: equal, value: _.body.placed.equal}}, {{id: n, value: _.len}}]}}}}
"""


def _broken(case: Case) -> bytes:
    return b"".join(one.bad if one is case else one.good for one in CASES)


def _sized(data: bytes) -> bytes:
    return len(data).to_bytes(2, "little") + data


def _record(position: str = "", case: Case | None = None, kind: int = 1) -> bytes:
    """A record, in which one structure breaks the check of a case."""
    found = dict.fromkeys(POSITIONS, GOOD)
    if case is not None:
        found[position] = _broken(case)
    number = bytes((kind,))
    parts = [found["direct"], found["nested"], found["listed"], number, found["chosen"]]
    parts += [found["there"] if kind == 1 else b"", found["told"], number]
    parts += [bytes((len(GOOD),)), found["boxed"], bytes((len(GOOD),)), found["many"]]
    return _sized(b"".join(parts))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("checks")


def _codec(folder: Path, name: str, text: str) -> Codec:
    path = folder / name / "toy.ksy"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    codec = load(path)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    return codec


@pytest.fixture(scope="module")
def framed(folder: Path) -> Codec:
    return _codec(folder, "framed", _FRAMED)


@pytest.fixture(scope="module")
def unframed(folder: Path) -> Codec:
    return _codec(folder, "unframed", _UNFRAMED)


@dataclass
class Seen:
    """What an engine makes of a file."""

    rows: list[dict[str, Any]]
    errors: list[tuple[str, int | None, str | None]]
    malformed: int
    of_kernel: int


def _seen(
    codec: Codec,
    data: bytes,
    engine: Any,
    mode: Mode,
    columns: list[str] | None = None,
    options: dict[str, str] | None = None,
) -> Seen:
    if options is None:
        options = {"includeError": "true"} if mode == "PERMISSIVE" and columns is None else {}
    table = bytewright.open(data, codec, engine=engine, mode=mode, columns=columns, options=options)
    errors: list[Any] = []
    rows = [row for batch in table.to_batches(on_error=errors.append) for row in batch.to_pylist()]
    found = [(str(error), error.offset, error.field) for error in errors]
    return Seen(rows, found, table.malformed, table.counted["columns"])


def _alike(codec: Codec, data: bytes, mode: Mode, columns: list[str] | None = None) -> Seen:
    """What both engines make of a file."""
    objects = _seen(codec, data, "objects", mode, columns)
    kernel = _seen(codec, data, "columns", mode, columns)
    assert (kernel.rows, kernel.errors, kernel.malformed) == (objects.rows, objects.errors, objects.malformed)
    return kernel


@pytest.mark.parametrize("position", POSITIONS)
def test_a_record_that_breaks_one_check(framed: Codec, position: str) -> None:
    behind = _record() + _record(kind=2 if position != "told" else 1)  # which prove where the bad one ends
    data = _record() + b"".join(_record(position, case) + behind for case in CASES)
    found = _alike(framed, data, "PERMISSIVE")
    for number, (case, row) in enumerate(zip(CASES, found.rows[1::3], strict=True)):
        field = f"records[{3 * number + 1}].body.{POSITIONS[position]}.{case.name}"
        assert row["_error"]["field"].startswith(field), case
    good = [row for number, row in enumerate(found.rows) if number % 3 != 1]
    assert all(row["_error"] is None for row in good)
    assert found.of_kernel == len(good)  # good records are none that objects read
    assert _alike(framed, data, "DROPMALFORMED", ["len"]).malformed == len(CASES)


@pytest.mark.parametrize("number", range(len(CASES)), ids=lambda number: CASES[number].name)
def test_no_column_is_needed_to_find_it(framed: Codec, number: int) -> None:
    position = list(POSITIONS)[number % len(POSITIONS)]
    data = _record() + _record(position, CASES[number])
    found = _alike(framed, data, "FAILFAST", ["len"])
    assert len(found.rows) == len(found.errors) == 1
    with pytest.raises(ReadError):
        bytewright.open(data, framed, engine="columns").dataset().count_rows()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_records_without_a_length_and_the_header(unframed: Codec, case: Case) -> None:
    found = _alike(unframed, GOOD * 2 + _broken(case) + GOOD, "FAILFAST")
    assert len(found.rows) == 1
    assert (found.errors[0][2] or "").startswith(f"records[1].x.{case.name}")
    found = _alike(unframed, _broken(case) + GOOD, "FAILFAST")
    assert found.rows == []
    assert (found.errors[0][2] or "").startswith(f"header.{case.name}")


def test_a_file_that_is_one_row(folder: Path) -> None:
    codec = _codec(folder, "root", _ROOT)
    assert _alike(codec, GOOD, "FAILFAST").errors == []
    for case in CASES:
        found = _alike(codec, _broken(case), "FAILFAST")
        assert (found.errors[0][2] or "").startswith(case.name)


def test_what_lies_at_a_place_of_its_own(folder: Path) -> None:
    codec = _codec(folder, "placed", _PLACED)
    good, bad = _sized(b"\1" + GOOD), [_sized(b"\1" + _broken(case)) for case in CASES]
    found = _alike(codec, b"".join([good, *bad, good]), "PERMISSIVE")
    for number, (case, row) in enumerate(zip(CASES, found.rows[1:-1], strict=True), 1):
        assert row["_error"]["field"].startswith(f"records[{number}].body.placed.{case.name}"), case
    for data in bad:
        assert len(_alike(codec, good + data, "FAILFAST", ["equal"]).errors) == 1


def test_elements_that_cost_no_more_than_themselves(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: boxes, type: box, repeat: eos}]\n"
        "types:\n"
        "  box: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}\n"
        "  body: {seq: [{id: items, type: item, repeat: eos}]}\n"
        "  item: {seq: [{id: len, type: u1}, {id: data, type: data, size: len}]}\n"
        "  data: {seq: [{id: x, type: u1}], instances: {y: {value: x * 2, -valid: {max: 6}}}}\n"
        "-views: {rows: {each: 'boxes[*].body.items[*]', columns: [{id: x, value: _.data.x}]}}"
    )
    found = _alike(codec, b"\6\1\1\1\4\1\3\2\1\2", "PERMISSIVE", ["x"])
    assert found.rows == [{"x": 1}, {"x": None}, {"x": 3}, {"x": 2}]


@pytest.mark.slow
def test_the_stock_parser_refuses_what_it_checks(framed: Codec) -> None:
    toolchain.install()
    parser = kaitai_engine.parser_of(framed)

    def refuses(data: bytes) -> bool:
        try:
            parser(KaitaiStream(io.BytesIO(data)))
        except (KaitaiStructError, EOFError, UnicodeDecodeError):
            return True
        return False

    assert not refuses(_record() + _record(kind=2))
    for position in POSITIONS:
        wrong = [case.name for case in CASES if refuses(_record(position, case)) != case.stock]
        assert wrong == [], position


# --- that only what bounds reading is checked ------------------------------------------------------------------------

_BOUND = {"strz.s", "mark.s", "sized.n", "counted.n", "below.n", "whole.x", "utf8", "ascii", "sjis"}
"""Cases in which something has no end, or no value."""


def _of_frames(codec: Codec, data: bytes, mode: Mode = "PERMISSIVE", **arguments: Any) -> list[Seen]:
    """What the engines make of a file of which they check no more than its frames."""
    found = []
    for engine in ("objects", "columns"):
        options = {"checks": "frames"} | ({"includeError": "true"} if mode == "PERMISSIVE" else {})
        found.append(_seen(codec, data, engine, mode, options=options, **arguments))
    assert [list(map(repr, seen.rows)) for seen in found[1:]] == [list(map(repr, found[0].rows))]  # one is not a number
    assert (found[1].errors, found[1].malformed) == (found[0].errors, found[0].malformed)
    return found


@pytest.mark.parametrize("position", POSITIONS)
def test_frames_alone_are_checked(framed: Codec, position: str) -> None:
    behind = _record() + _record(kind=2 if position != "told" else 1)
    data = _record() + b"".join(_record(position, case) + behind for case in CASES)
    kernel = _of_frames(framed, data)[1]
    for case, row in zip(CASES, kernel.rows[1::3], strict=True):
        assert (row["_error"] is not None) == (case.name in _BOUND), case
    assert kernel.of_kernel == len(kernel.rows) - len(_BOUND)  # what breaks a rule is nothing that objects look at
    assert _of_frames(framed, data, "DROPMALFORMED", columns=["len"])[0].malformed == len(_BOUND)


def test_frames_alone_of_the_header(unframed: Codec) -> None:
    for case in CASES:
        found = _of_frames(unframed, _broken(case) + GOOD + _broken(case) + GOOD, "FAILFAST")[0]
        assert len(found.rows) == (0 if case.name in _BOUND else 3), case
        assert len(found.errors) == (case.name in _BOUND)


def test_rules_of_what_others_are_read_by_stay(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record:\n"
        "    seq:\n"
        "      - {id: len, type: u1, valid: {max: 3}}\n"
        "      - {id: kind, type: u1, valid: {max: 3}}\n"
        "      - {id: shown, type: u8, valid: {max: 3}}\n"
        "      - {id: data, size: len}\n"
        "      - {id: more, type: u1, if: kind == 0}\n"
    )

    def record(length: int, kind: int, shown: int) -> bytes:
        return bytes((length, kind)) + shown.to_bytes(8, "little") + bytes(length)

    good = record(2, 1, 0)
    for wrong, errors in ((record(4, 1, 0), 1), (record(2, 4, 0), 1), (record(2, 1, (1 << 64) - 1), 0)):
        assert len(_of_frames(codec, good + wrong, "FAILFAST")[0].errors) == errors
        assert len(_of_frames(codec, good + wrong, "FAILFAST")[1].rows) == 2 - errors
        with pytest.raises(ReadError):
            bytewright.open(good + wrong, codec).to_table()


def test_frames_alone_of_lists_in_lists(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: boxes, type: box, repeat: eos}]\n"
        "types:\n"
        "  box:\n"
        "    seq:\n"
        "      - {id: len, type: u1}\n"
        "      - {id: body, type: body, size: len}\n"
        "      - {id: sum, type: u4, -checksum: {algorithm: adler32, from: body, to: body}}\n"
        "  body: {seq: [{id: magic, contents: [7]}, {id: items, type: item, repeat: eos}]}\n"
        "  item: {seq: [{id: len, type: u1}, {id: data, type: data, size: len}]}\n"
        "  data: {seq: [{id: x, type: u1, valid: {max: 3}}]}\n"
        "-views: {rows: {each: 'boxes[*].body.items[*]', columns: [{id: x, value: _.data.x}]}}"
    )

    def box(*items: int) -> bytes:
        body = b"\7" + b"".join(bytes((1, item)) for item in items)
        return bytes((len(body),)) + body + zlib.adler32(body).to_bytes(4, "little")

    data = box(1, 2) + box() + box(3)
    options = {"checks": "frames"}
    for place, value, rows in ((1, 9, [1, 2, 3]), (3, 9, [9, 2, 3]), (7, 9, [1, 2, 3]), (2, 9, [])):
        broken = data[:place] + bytes((value,)) + data[place + 1 :]
        found = _of_frames(codec, broken, "FAILFAST")[1]
        assert ([row["x"] for row in found.rows], len(found.errors)) == (rows, not rows), place
    assert agree_when_damaged(codec, data, options=options)[1] < agree_when_damaged(codec, data)[1]


def test_rules_that_ask_for_what_is_not_there(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        "types:\n"
        "  record: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}\n"
        "  body:\n"
        "    seq:\n"
        "      - {id: by, type: u1}\n"
        "      - {id: n, type: u1, repeat: expr, repeat-expr: 3}\n"
        "      - {id: x, type: u1, valid: {expr: 12 / by > _}}\n"
        "      - {id: y, type: u1, valid: 'n[by]'}\n"
    )
    data = b"".join(b"\6" + bytes((by, 7, 8, 9, 1, 8)) for by in (1, 0, 1, 200, 1))
    assert [row["body"]["x"] for row in _of_frames(codec, data, columns=["body"])[1].rows] == [1] * 5
    assert _alike(codec, data, "DROPMALFORMED").malformed == 2


def test_frames_alone_contradict_checksums(framed: Codec) -> None:
    with pytest.raises(OptionError, match="verifyChecksum=report has no effect where checksums aren't looked at"):
        bytewright.open(b"", framed, options={"checks": "frames", "verifyChecksum": "report"})
    bytewright.open(b"", framed, options={"checks": "frames", "verifyChecksum": "skip"})


def test_writers_and_tools_check_all(framed: Codec, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = {"checks": "frames"}
    with pytest.raises(OptionError, match="option checks has no effect on writing rows"):
        bytewright.write(pa.table({}), folder / "new", framed, options=options)
    with pytest.raises(OptionError, match="option checks has no effect on writing rows"):
        bytewright.append(folder / "new", framed, options=options)
    file, spec = folder / "file", folder / "framed" / "toy.ksy"
    file.write_bytes(_record())
    for command in (["check", file], ["repair", file, "-o", folder / "new"], ["compact", folder]):
        assert cli.main([*map(str, command), "--spec", str(spec), "--option", "checks=frames"]) != 0
        assert "option checks has no effect on checking files" in capsys.readouterr().err


def test_frames_alone_in_sql_and_spark(framed: Codec, folder: Path, spark: SparkSession) -> None:
    path, spec = folder / "with_frames", str(folder / "framed" / "toy.ksy")
    path.write_bytes(_record() + b"".join(_record("direct", case) + 2 * _record() for case in CASES))
    bound = sum(case.name in _BOUND for case in CASES)
    for checks, bad in (("asked", len(CASES)), ("frames", bound)):
        options = {"mode": "DROPMALFORMED", "checks": checks}
        rows = 1 + 3 * len(CASES) - bad
        expected = {"n": rows, "total": rows * (len(_record()) - 2)}
        (found,) = bytewright.sql(f"select count(*) as n, sum(len) as total from '{path}'", framed, options).to_pylist()
        assert found == expected
        frame = spark.read.format("bytewright").options(**options).option("spec", spec).load(str(path))
        assert frame.count() == rows
        (row,) = frame.selectExpr("count(len) as n", "sum(len) as total").collect()
        assert row.asDict() == expected


# --- that none is forgotten ------------------------------------------------------------------------------------------

_KINDS = {"valid", "contents", "encoding", "terminator", "process", "-checksum", "-valid", "type"}
"""Kinds of checks that kernels make."""
_PROCESSED = "{id: len, type: u1}, {id: hidden, size: len, process: xor(7), type: inner}"
_OF_KINDS = f"""{_META}
seq: [{{id: records, type: record, repeat: eos}}]
types:
  record: {{seq: [{_SEQ}, {_PROCESSED}], instances: {{{_VALUES}}}}}
  inner: {{seq: [{{id: x, type: u1, valid: 1}}]}}
{_TYPES}
"""


def test_a_plan_without_a_check_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "toy.ksy"
    path.write_text(_OF_KINDS, encoding="utf-8")
    library = resolve(load_ksy(path))
    carry = Steps.carry
    kinds: set[str] = set()
    left_out = ""

    def kept(checks: tuple[StatedCheck, ...]) -> Iterator[StatedCheck]:
        for check in checks:
            kinds.add(check.kind)
            if check.kind != left_out:
                yield check

    monkeypatch.setattr(Steps, "carry", lambda self, structure, *checks: carry(self, structure, *kept(checks)))
    assert isinstance(plan(library)["toy"].row_plans["rows"], RowPlan)
    assert kinds == _KINDS
    for left_out in sorted(_KINDS):
        made = plan(library)["toy"].rows["rows"]
        reasons = [made.reason] if isinstance(made, NoPlan) else [one.reason for one in made.lazy.values()]
        assert any("checks that the kernel doesn't make here" in reason for reason in reasons), left_out


@pytest.mark.parametrize(
    ("seq", "types", "good", "bad"),
    [
        (
            "{id: xs, type: x, repeat: expr, repeat-expr: 2, -valid: {unique: _.a}}",
            "x: {seq: [{id: a, type: str, size: 2, encoding: UTF-16LE}]}",
            b"a\0b\0",
            b"a\0a\0",
        ),
        ("{id: t, type: str, size: 8, -type: {json: {a: int}}}", "", b'{"a": 1}', b'{"a":""}'),
    ],
    ids=["-valid: {unique: …} of texts in UTF-16", "-type"],
)
def test_checks_that_only_objects_make(compiled: Compile, seq: str, types: str, good: bytes, bad: bytes) -> None:
    codec = compiled(
        "seq: [{id: records, type: record, repeat: eos}]\n"
        f"types: {{record: {{seq: [{{id: len, type: u1}}, {{id: body, type: body, size: len}}]}}, "
        f"body: {{seq: [{seq}]}}{', ' if types else ''}{types}}}"
    )
    assert codec.views[0].columns[1].by_objects
    data = b"".join(bytes((len(one),)) + one for one in (good, bad, good))
    for columns, bad_records in ((None, 1), (["len"], 0)):  # the body is lazy
        table = bytewright.open(data, codec, mode="DROPMALFORMED", columns=columns)
        assert sum(batch.num_rows for batch in table.to_batches()) == 3 - bad_records
        assert table.malformed == bad_records
