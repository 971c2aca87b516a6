"""``bytewright explain``."""

from pathlib import Path

import pytest

import bytewright
from bytewright.cli import main
from bytewright.errors import WriteError
from bytewright_codegen.explain.command import SECTIONS, USUAL
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.serial import from_json
from bytewright_codegen.semantics.resolve import resolve

FIXTURES = Path(__file__).parents[1] / "pipeline" / "fixtures"
TOYS = Path(__file__).parents[1] / "toys"
GRID = FIXTURES / "readme" / "grid.ksy"


def explain(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["explain", *words])
    captured = capsys.readouterr()
    return status, captured.out, captured.err


@pytest.mark.parametrize("sections", [USUAL, SECTIONS])
def test_all_sections_in_order(capsys: pytest.CaptureFixture[str], sections: tuple[str, ...]):
    asked = () if sections == USUAL else [word for section in reversed(sections) for word in ("--section", section)]
    status, out, err = explain(capsys, str(GRID), *asked)
    assert (status, err) == (0, "")
    headings = [line for line in out.splitlines() if line.isupper() and line.isalpha()]
    assert headings == [section.upper() for section in sections]


def test_some_sections(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(GRID), "--section", "types", "--section", "derive")
    assert "TYPES" in out
    assert "DERIVE" in out
    assert "SCOPES" not in out


def test_types_say_where_everything_lies(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(GRID), "--section", "types")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "15 + 2·num_columns 4 + 4·num_columns f4be edges × num_columns + 1" in lines
    assert "0, bits 4–6 3 bits b3 kind enum kind; a member of its enum" in lines
    assert "pair 2 bytes" in lines


RECORDS = """\
grid
0. magic: bytes = 47 52 49 44
1. made: u8be
2. num_rows: u2be
must be ≥ 1 and ≤ 1000
3. num_columns: u1
4. weights: u2be, num_columns times
an element takes at least 2 bytes; blame num_columns
5. edges: f4be, num_columns + 1 times
an element takes at least 4 bytes; blame num_columns
6. (unnamed): bytes, in (-_io.pos) % 4 bytes
a size that leads outside: blame the field itself
7. columns: column, num_columns times, the records of the file
an element takes at least 4 bytes; blame num_columns
8. notes: text in UTF-8, repeated to the end, up to 00
column
0. wide: b1be as a boolean
1. kind: b3be
enum kind
must be a member of its enum
2. level: b12be
3. key: u1
must be one of 1, 2, 3
4. has_label: u1
5. label: label
if has_label != 0
6. values: by wide.to_i, _root.num_rows times
an element takes at least 1 byte; blame _root.num_rows
case 0: u1
case 1: u2be
case _: pair
chosen once; an unknown value: blame wide
label
0. len_text: u1
1. text: text in UTF-8, in len_text bytes
a size that leads outside: blame len_text
pair
0. left: s1
1. right: s1
"""
"""What a reader does with a grid, as the spec says it: types, sizes, conditions, checks, and what is to blame."""
DERIVE = """\
grid
magic derived always 47 52 49 44 before writing
made set
num_rows derived where possible number of elements of columns[*].values before writing
num_columns derived n(weights), n(edges) - 1, n(columns), n being the number of elements, which agree before writing
weights set
edges may be set otherwise each 0.0
entry 6, unnamed derived zero bytes, or what was read there while writing
columns set
notes set
column
wide set
kind set
level set
key set
has_label may be set otherwise 1 where there is label, 0 where there is none before writing
label set where has_label != 0
values set
label
len_text derived size of text in bytes when that is written
text set
after text is written: len_text = its size
text rests on what is known late: checked in the end
pair
left set
right set
"""
"""What a user sets of a grid, and what follows from the rest."""


@pytest.mark.parametrize(("section", "lines"), [("records", RECORDS), ("derive", DERIVE)], ids=["records", "derive"])
def test_every_entry_says_all_that_is_done_with_it(
    capsys: pytest.CaptureFixture[str], section: str, lines: str
) -> None:
    _, out, _ = explain(capsys, str(GRID), "--section", section)
    said = [" ".join(line.split()) for line in out.partition(f"{section.upper()}\n")[2].splitlines()]
    assert said[: len(lines.splitlines())] == lines.splitlines()


def test_a_spec_of_the_project_around_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.bytewright]\nspecs = "specs"\npackage = "codecs"\n')
    (tmp_path / "specs").mkdir()
    (tmp_path / "specs" / "own.ksy").write_text("meta: {id: own, endian: be}\nseq: [{id: a, type: u2}]\n")
    monkeypatch.chdir(tmp_path)
    status, out, _ = explain(capsys, "own", "--section", "records")
    assert status == 0
    assert "  0. a: u2be\n" in out
    status, _, err = explain(capsys, "owm", "--section", "records")
    assert status == 2
    assert "unknown spec 'owm'" in err
    assert "own" in err.partition("owm")[2]


def test_views_say_which_engine_reads_them(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(GRID), "--section", "views")
    assert "rows (default): read " in out
    assert "… and one column per key of columns[*]" in out


def test_views_say_what_is_searched_for_keys(capsys: pytest.CaptureFixture[str]):
    _, out, _ = explain(capsys, str(TOYS / "catalogues.ksy"), "--section", "views")
    assert "  looked up by article: articles.key, through pages.last_key, from runs.first.key\n" in out
    assert "  looked up by hour: _.hour, from days.first_hour\n" in out
    _, out, _ = explain(capsys, str(TOYS / "shelves.ksy"), "--section", "views")
    assert "  looked up by shelf: shelves.name\n" in out


@pytest.mark.parametrize("words", [(), ("--unresolved",)])
def test_json_is_the_ir(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]):
    _, out, _ = explain(capsys, str(GRID), "--json", *words)
    library = load(str(GRID))
    assert from_json(out) == (library if words else resolve(library))
    assert out.startswith('{\n "')  # indented by one


def test_wrong_words(capsys: pytest.CaptureFixture[str]):
    status, _, err = explain(capsys, str(GRID), "--section", "type")
    assert status == 2
    assert "types" in err
    status, _, err = explain(capsys, str(GRID), "--unresolved")
    assert (status, "--json" in err) == (2, True)
    status, _, err = explain(capsys, str(GRID), "--unresolved", "--json", "--plan")
    assert (status, "not with --plan" in err) == (2, True)
    status, _, err = explain(capsys, "no_such_spec")
    assert (status, "unknown spec 'no_such_spec'" in err) == (2, True)


def test_every_error_of_a_spec_has_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "bad.ksy"
    path.write_text("meta: {id: bad}\nseq:\n  - {id: a, type: u2}\n  - {id: b, typ: u1}\n", encoding="utf-8")
    status, out, err = explain(capsys, str(path))
    assert (status, out) == (1, "")
    lines = err.splitlines()
    assert f"{path}:3:19: " in lines[0]
    assert lines[1:3] == ["      - {id: a, type: u2}", " " * 22 + "^"]
    assert lines[3] == f"bytewright: error: {path}:4:13: unknown key 'typ' in an attribute. Did you mean 'type'?"
    assert lines[4:] == ["      - {id: b, typ: u1}", " " * 16 + "^"]


def test_warnings_and_matters_of_style(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    path = tmp_path / "odd.ksy"
    text = "meta: {id: odd, encoding: utf8}\nseq:\n  - {id: n, type: u1, -value: x}\n  - {id: a, size: n}\n"
    path.write_text(text, encoding="utf-8")
    status, out, err = explain(capsys, str(path), "--section", "types")
    assert (status, out.splitlines()[0]) == (0, "odd: odd")
    assert [line for line in err.splitlines() if line.startswith("bytewright: ")] == [
        f"bytewright: warning: {path}:1:27: the canonical name of encoding 'utf8' is 'UTF-8'",
        f"bytewright: warning: {path}:3:23: '-value' means nothing in an attribute",
        f"bytewright: warning: {path}:3:5: 'n' is only the size of 'a'. It could be called 'len_a'.",
    ]


def test_what_lies_at_a_place_of_its_own_says_where(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    spec = tmp_path / "toy.ksy"
    spec.write_text(
        "meta: {id: toy, endian: le}\n"
        "seq: [{id: start, type: u4}]\n"
        "instances:\n"
        "  marks: {io: _root._io, pos: start, type: u2, repeat: expr, repeat-expr: 3}\n",
        encoding="utf-8",
    )
    status, out, _ = explain(capsys, str(spec))
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert status == 0
    assert "pos start in _root._io 6 u2le marks × 3" in lines


def test_writing_says_which_strategies_don_t_take_rows(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = explain(capsys, str(GRID), "--section", "writing")
    assert "rows: encoded by " in out
    assert "  not by template: its rows are no parallel vectors" in out


SEVERAL = """\
meta: {id: several, endian: le, encoding: ISO-2022-JP}
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: number, type: u2}
      - {id: name, type: str, size: 4}
      - {id: sum, type: u4, -checksum: {algorithm: adler32, from: number, to: number}}
      - {id: inner, type: item, if: number > 9}
"""


IN_A_CASE = """
meta: {id: tagged, endian: le}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: kind, type: u1}
      - {id: len_data, type: u1}
      - {id: data, size: len_data, type: {switch-on: kind, cases: {1: batch}}}
  batch:
    seq: [{id: ops, type: op, repeat: eos}]
  op:
    seq: [{id: key, type: u1}]
-views:
  ops:
    each: records[*].data.as<batch>.ops[*]
    columns: [{id: key, value: _.key}]
"""


@pytest.mark.parametrize("sections", [(), ("--write",)])
def test_rows_of_a_case_are_said_not_to_be_written(
    sections: tuple[str, ...], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "tagged.ksy"
    path.write_text(IN_A_CASE, encoding="utf-8")
    status, out, _ = explain(capsys, str(path), *sections)
    assert status == 0
    if sections:
        assert "ops: can't be written: it goes through lists in one case of a switch\n" in out
        assert "Show the outer elements, with the inner list as a column" in out
    else:
        assert "key  kernel" in out


def test_all_reasons_are_told_at_once_column_by_column(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "several.ksy"
    path.write_text(SEVERAL, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--section", "views")
    lines = out.splitlines()
    assert [" ".join(line.split()[:4]) for line in lines if " = _." in line] == [
        f"{column} objects (1, 2)" for column in ("number", "name", "sum", "inner")
    ]
    assert [line.partition(f"{path}:")[2] for line in lines if f"{path}:" in line] == [
        "8:9: text in ISO-2022-JP",
        "5:3: a structure inside one of its own type",
    ]
    carets = [(lines[place - 1], line) for place, line in enumerate(lines) if line.strip() == "^"]
    assert [above[line.index("^") :] for above, line in carets] == ["{id: name, type: str, size: 4}", "item:"]
    assert "Store text in UTF-8 or ASCII" in out
    _, out, _ = explain(capsys, str(path), "--write")
    assert "VIEWS" not in out
    assert [
        " ".join(line.split()) for line in out.splitlines() if line.strip().startswith(("number", "name", "inner"))
    ] == [
        "number objects, as others",
        "name objects (1)",
        "inner objects, as others",
    ]


NESTED = """\
meta: {id: parcels, endian: le, encoding: ASCII}
seq: [{id: crates, type: crate, repeat: eos}]
types:
  crate:
    seq:
      - {id: number, type: u4}
      - {id: label, type: mark}
      - {id: len_body, type: u4}
      - {id: body, type: body, size: len_body, process: zlib}
  body:
    seq:
      - {id: seal, type: mark}
      - {id: num_items, type: u2}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
  item:
    seq: [{id: place, type: u2}, {id: name, type: str, size: 4, encoding: ISO-2022-JP}]
    instances: {details: {pos: place, type: detail}}
  detail: {seq: [{id: weight, type: u4}]}
  mark:
    seq:
      - {id: value, type: u1}
      - {id: num_inner, type: u1}
      - {id: inner, type: mark, repeat: expr, repeat-expr: num_inner}
-views:
  rows:
    each: crates[*].body.items[*]
    columns:
      - {id: number, value: crates.number}
      - {id: label, value: crates.label.value}
      - {id: seal, value: crates.body.seal.value}
      - {id: place, value: _.place}
      - {id: name, value: _.name}
      - {id: weight, value: _.details.weight}
"""


def test_all_reasons_of_lists_in_lists_are_told_at_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each level is written by itself: what is refused in one doesn't hide what is in another."""
    path = tmp_path / "parcels.ksy"
    path.write_text(NESTED, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    first = next(place for place, line in enumerate(lines) if line.startswith("number objects"))
    assert lines[first : first + 6] == [
        "number objects, as others",
        "label objects (1)",
        "seal objects (1)",
        "place objects, as others",
        "name objects (2)",
        "weight objects (3)",
    ]
    assert [line.partition(f"{path}:")[2] for line in lines if f"{path}:" in line] == [
        "19:3: a structure inside one of its own type",
        "16:34: text in ISO-2022-JP",
        "17:17: a field whose place rests on more than a field beside it",
    ]


def test_what_stands_in_the_way_of_all_columns_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    pages = Path(__file__).parents[1] / "shapes" / "pages.ksy"
    _, out, _ = explain(capsys, str(pages), "--write")
    assert out.count("19:7: such a field with a place of its own") == 1
    assert out.count("23:7: a field whose place rests on more than a field beside it") == 1


def test_what_asks_for_records_is_named_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "running.ksy"
    path.write_text(
        """\
meta: {id: running, endian: le}
seq: [{id: frames, type: frame(_index), repeat: eos}]
types:
  frame:
    params: [{id: i, type: s4}]
    seq: [{id: x, type: u4}]
    instances:
      total: {value: '(i == 0 ? 0 : _root.frames[i - 1].x) + x'}
-views: {rows: {each: 'frames[*]', columns: [{id: x, value: _.x}]}}
""",
        encoding="utf-8",
    )
    _, out, _ = explain(capsys, str(path), "--write")
    assert f"{path}:8:7: frame.total asks for the list frames\n" in out
    assert "records can't be appended to a file: frame.total asks for the list frames" in out
    assert "lists of records" not in out
    path.write_text(path.read_text().replace("_root.frames[i - 1].x", "1"), encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write")
    assert "rows: encoded by rows, else by objects" in out


COMPUTED_PLACES = """
meta: {id: names, endian: be}
seq: [{id: n, type: u4}, {id: names, type: name, repeat: expr, repeat-expr: n}]
instances: {buckets: {pos: 0, type: bucket(_index), repeat: expr, repeat-expr: n}}
types:
  name: {seq: [{id: raw, size: 20}]}
  bucket:
    params: [{id: i, type: s4}]
    instances: {first: {io: _root._io, pos: 4 + 20 * i, size: 20}}
-views: {names: {each: 'names[*]', columns: [{id: v, value: _.raw}]}}
"""


def test_rows_in_bytes_that_code_beside_a_spec_processes_are_left_to_objects(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "frames.ksy"
    text = """\
meta: {id: frames, endian: le}
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame: {seq: [{id: len, type: u2}, {id: body, size: len, process: HOW, type: body}]}
  body: {seq: [{id: num, type: u1}, {id: items, type: item, repeat: expr, repeat-expr: num}]}
  item: {seq: [{id: value, type: u2}]}
-views: {rows: {each: 'frames[*].body.items[*]', columns: [{id: value, value: _.value}]}}
"""
    (tmp_path / "turned.py").write_text("class Way:\n    def decode(self, data):\n        return data[::-1]\n")
    path.write_text(text.replace("HOW", "turned.way"), encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write", "--trust", str(tmp_path))
    assert "rows: encoded by objects\n  not by rows: processed bytes of a class that belongs to the spec\n" in out
    path.write_text(text.replace("HOW", "zlib"), encoding="utf-8")
    assert "rows: encoded by rows, else by objects\n" in explain(capsys, str(path), "--write")[1]


@pytest.mark.parametrize(("pad", "reason"), [("0xe4", "text that ends with what isn't ASCII"), ("0x20", ""), ("0", "")])
def test_padding_that_may_be_part_of_a_character(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, pad: str, reason: str
) -> None:
    path = tmp_path / "names.ksy"
    path.write_text(
        "meta: {id: names}\nseq: [{id: all, type: name, repeat: eos}]\n"
        f"types: {{name: {{seq: [{{id: text, type: str, encoding: UTF-8, size: 4, pad-right: {pad}}}]}}}}\n"
    )
    _, out, _ = explain(capsys, str(path), "--write")
    assert ("not by rows" in out) is bool(reason)
    assert f"not by rows: {reason}" in out or not reason


def test_presence_bits_are_said_with_what_they_tell_of(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "cells.ksy"
    text = """\
meta: {id: cells, endian: le, bit-endian: le}
seq:
  - {id: num, type: u1}
  - {id: bits, type: b1, repeat: expr, repeat-expr: 8, -derive: {presence-of: 'cells[*].value', at: _.i WHERE}}
  - {id: cells, type: 'cell(_index)', repeat: expr, repeat-expr: num}
types:
  cell:
    params: [{id: i, type: u1}]
    seq: [{id: value, type: u1, if: '_parent.bits[i]'}]
"""
    for where, said in (("", ""), (", where: '_.i < 4'", ", of those where _.i < 4")):
        path.write_text(text.replace(" WHERE", where), encoding="utf-8")
        _, out, _ = explain(capsys, str(path), "--section", "derive")
        (line,) = (" ".join(line.split()) for line in out.splitlines() if " bits " in line)
        assert f"bit _.i: whether an item of cells has a value{said} before writing" in line


def test_places_that_no_field_says_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "names.ksy"
    path.write_text(COMPUTED_PLACES, encoding="utf-8")
    status, out, _ = explain(capsys, str(path), "--write")
    assert status == 0
    assert [line.partition(f"{path}:")[2] for line in out.splitlines() if f"{path}:" in line] == [
        "9:17: such a field with a place of its own"
    ]


def test_rows_that_nothing_can_write_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "samples.ksy"
    text = """\
meta: {id: samples, endian: le}
seq: [{id: frames, type: frame, repeat: eos}]
types:
  frame: {seq: [{id: num, type: u1}, {id: values, type: u2, repeat: expr, repeat-expr: num}]}
  sample: {seq: [{id: value, type: u2}]}
-views: {rows: {each: 'frames[*].values[*]', columns: [{id: value, value: _}]}}
"""
    path.write_text(text, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write")
    assert "rows: can't be written: its elements aren't structures\n  Let the elements be of a type" in out
    table = bytewright.open(b"\1\2\0", path).to_table()
    with pytest.raises(WriteError, match="no structure that rows can make"):
        bytewright.write(table, tmp_path / "file", str(path))
    cured = text.replace("values, type: u2", "values, type: sample").replace("value: _}", "value: _.value}")
    path.write_text(cured, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write")
    assert "rows: encoded by rows, else by objects" in out
    assert bytewright.write(table, tmp_path / "file", str(path)).strategy == "rows"
    assert (tmp_path / "file").read_bytes() == b"\1\2\0"


def test_views_of_headers_say_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "headed.ksy"
    path.write_text(
        "meta: {id: headed, endian: le}\n"
        "seq: [{id: head, type: head}, {id: items, type: item, repeat: eos}]\n"
        "types: {head: {seq: [{id: a, type: u1}]}, item: {seq: [{id: b, type: item, if: false}, {id: c, type: u1}]}}\n"
        "-views: {head: {columns: [{id: a, value: head.a}]}}\n",
        encoding="utf-8",
    )
    _, out, _ = explain(capsys, str(path), "--section", "views")
    assert "all that it shows stands before the records" in out
    assert "of its own type" not in out


ALIKE = """\
meta: {id: events, endian: le}
seq: [{id: events, type: event, repeat: eos}]
types:
  event:
    seq: [{id: kind, type: u1}, {id: body, type: {switch-on: kind, cases: {1: opened, 2: moved, 3: closed}}}]
  opened: {seq: [{id: window, type: u2}, {id: width, type: u2}]}
  moved: {seq: [{id: window, type: u2}, {id: x, type: u2}]}
  closed: {seq: [{id: code, type: u1}]}
-views:
  events:
    each: events[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: width, value: _.body.as<opened>.width}
      - {id: code, value: _.body.as<closed>.code}
"""


def test_cases_that_only_objects_tell_apart_are_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "events.ksy"
    path.write_text(ALIKE, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write")
    assert "events: encoded by rows, else by objects\n" in out
    assert "  not by rows where a root says of body what several of its cases have\n" in out
    data = b"\1\7\0\5\0" + b"\3\4"
    table = bytewright.open(data, path).to_table()
    assert table.to_pylist() == [{"kind": 1, "width": 5, "code": None}, {"kind": 3, "width": None, "code": 4}]
    root = '{"events": [{"body": {"window": 7}}, {}]}'
    written = bytewright.write(table, tmp_path / "file", str(path), root=root)
    assert (written.strategy, (tmp_path / "file").read_bytes()) == ("objects", data)
    told = table.slice(1)
    assert bytewright.write(told, tmp_path / "file", str(path)).strategy == "rows"
    apart = ALIKE.replace("moved: {seq: [{id: window", "moved: {seq: [{id: pane")
    path.write_text(apart, encoding="utf-8")
    _, out, _ = explain(capsys, str(path), "--write")
    assert "not by rows" not in out
    written = bytewright.write(table, tmp_path / "file", str(path), root=root)
    assert (written.strategy, (tmp_path / "file").read_bytes()) == ("rows", data)
