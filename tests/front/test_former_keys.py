"""Keys that were merged into others: read as what they are called now, with a warning, and spelled anew by ``lint``."""

import json
from pathlib import Path

import pytest

from bytewright.cli import main
from bytewright_codegen.front.ksy.respelling import respelled
from bytewright_codegen.front.ksy.vendor_keys import FORMER_KEYS, VENDOR_KEYS
from bytewright_codegen.ir.serial import to_json
from bytewright_codegen.pipeline.resolved import resolved

FORMER = """# A comment stays.
meta: {id: toy, endian: le, imports: []}
seq:
  - {id: head, type: row}
  - id: rows   # so does this one
    type: row
    repeat: expr
    repeat-expr: 2
    -unique: _.a
  - {id: grid, type: grid}
  - {id: summed, type: summed}
  - {id: pages, type: row, repeat: eos, -until-zeros: true}
instances:
  last: {io: _root._io, pos: 0, type: row, -again: true}
  helper:
    value: 1 +
      2
    -internal: true
  earlier: {value: 0, -count: {in: rows, before: 1, where: '_.a == 1'}}
types:
  helping:
    -internal: true
    seq: [{id: a, type: no_such_type}]
  row:
    -value: a
    seq: [{id: a, type: u1}]
  summed:
    seq:
      - {id: data, size: 2}
      - {id: digest, type: u4, if: has_digest, -checksum: {algorithm: adler32}}
    instances:
      has_digest: {value: false, -checksum-of: digest}
  grid:
    -columns:
    - {id: low, value: a}

    - id: text
      # about the value
      value: >-
        a > 1 ?
        "much" : "little"
    # about the members
    seq: [{id: a, type: u1}]
  boxed: {-columns: [{id: low, value: a}], seq: [{id: a, type: u1}]}
"""
CURRENT = """# A comment stays.
meta: {id: toy, endian: le, imports: []}
seq:
  - {id: head, type: row}
  - id: rows   # so does this one
    type: row
    repeat: expr
    repeat-expr: 2
    -valid: {unique: _.a}
  - {id: grid, type: grid}
  - {id: summed, type: summed}
  - {id: pages, type: row, repeat: eos, -role: slack}
instances:
  last: {io: _root._io, pos: 0, type: row, -role: again}
  helper:
    value: 1 +
      2
    -role: internal
  earlier: {value: 0, -find: {count: rows, before: 1, where: '_.a == 1'}}
types:
  helping:
    -role: internal
    seq: [{id: a, type: no_such_type}]
  row:
    -show: {value: a}
    seq: [{id: a, type: u1}]
  summed:
    seq:
      - {id: data, size: 2}
      - {id: digest, type: u4, if: has_digest, -checksum: {algorithm: adler32}}
    instances:
      has_digest: {value: false, -valid: {checksum-of: digest}}
  grid:
    -show:
      columns:
      - {id: low, value: a}

      - id: text
        # about the value
        value: >-
          a > 1 ?
          "much" : "little"
      # about the members
    seq: [{id: a, type: u1}]
  boxed: {-show: {columns: [{id: low, value: a}]}, seq: [{id: a, type: u1}]}
"""
CELLS = """
meta: {id: toy, endian: le}
seq: [{id: n, type: u1}]
types:
  record:
    -%s
    params: [{id: form, type: form}]
    seq: [{id: fields, type: 'field(form.columns[_index])', repeat: expr, repeat-expr: form.columns.size}]
  form: {seq: [{id: columns, type: column, repeat: eos}]}
  column: {seq: [{id: kind, type: u1}, {id: name, size: 1, type: str, encoding: ASCII}]}
  field:
    params: [{id: column, type: column}]
    seq: [{id: value, type: {switch-on: column.kind, cases: {1: u1, 2: u2}}}]
"""
CELLS_BELOW = "{each: 'form.columns[*]', name: _.name, case: _.kind, cell: 'fields[_column].value'}"


def shape(path: Path, text: str) -> tuple[str, int]:
    """What a spec means, without the places of its text; and how many warnings there are."""
    path.write_text(text)
    library = resolved(path)
    warnings = [found for found in library.warnings if found.severity == "warning"]

    def bare(node: object) -> object:
        if isinstance(node, dict):
            return {key: bare(value) for key, value in node.items() if not key.endswith("loc") and key != "warnings"}
        return [bare(item) for item in node] if isinstance(node, list) else node

    return json.dumps(bare(json.loads(to_json(library)))), len(warnings)


def test_former_keys_mean_what_they_are_called_now(tmp_path: Path):
    path = tmp_path / "toy.ksy"
    former, warned = shape(path, FORMER)
    assert shape(path, CURRENT) == (former, 0)
    used = {key for key in FORMER_KEYS if f"{key}:" in FORMER}
    assert used == set(FORMER_KEYS) - {"-cells"}
    assert warned == sum(FORMER.count(f"{key}:") for key in used)


def test_cells_too(tmp_path: Path):
    path = tmp_path / "toy.ksy"
    former, warned = shape(path, CELLS % f"cells: {CELLS_BELOW}")
    assert warned == 1
    assert shape(path, CELLS % f"show: {{cells: {CELLS_BELOW}}}") == (former, 0)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_they_are_spelled_anew_and_nothing_else_changes(mark: str, ending: str):
    before, after = (mark + text.replace("\n", ending) for text in (FORMER, CURRENT))
    assert respelled(before, "toy.ksy") == after
    assert respelled(after, "toy.ksy") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("-value: 'a'", "-show: {value: 'a'}"),
        ("-value: a   # the first", "-show: {value: a}   # the first"),
        ("-value: |\n        a", "-show: {value: 'a'}"),
    ],
)
def test_scalars_of_any_style(before: str, after: str, tmp_path: Path):
    spec = "meta: {id: toy}\nseq: [{id: b, type: t}]\ntypes:\n  t:\n    %s\n    seq: [{id: a, type: u1}]\n"
    assert respelled(spec % before, "toy.ksy").rstrip() == (spec % after).rstrip()
    path = tmp_path / "toy.ksy"
    assert shape(path, spec % before)[0] == shape(path, spec % after)[0]


def test_two_that_are_one_now_are_read_together_and_left_to_people(tmp_path: Path):
    text = "meta: {id: toy}\nseq: [{id: b, type: t}]\ntypes: {t: {%s, seq: [{id: a, type: u1}]}}\n"
    both = text % "-value: a, -columns: [{id: c, value: a}]"
    path = tmp_path / "toy.ksy"
    former = shape(path, both)[0]
    assert shape(path, text % "-show: {value: a, columns: [{id: c, value: a}]}")[0] == former
    assert respelled(both, "toy.ksy") == both


def test_lint_fixes_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "toy.ksy"
    path.write_text(FORMER)
    assert main(["lint", str(path)]) == 0
    assert (
        "'-unique' is called '-valid: {unique: …}' now. `bytewright lint --fix` changes that."
        in capsys.readouterr().err
    )
    assert path.read_text() == FORMER
    assert main(["lint", "--fix", str(path)]) == 0
    found = capsys.readouterr()
    assert found.out == f"{path}: changed\n"
    assert "called" not in found.err
    assert path.read_text() == CURRENT
    assert main(["lint", "--fix", str(path)]) == 0
    assert capsys.readouterr().out == ""


def test_lint_of_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    good, bad = tmp_path / "good.ksy", tmp_path / "bad.ksy"
    good.write_text("meta: {id: good}\nseq: [{id: a, type: u1}]\n")
    bad.write_text("meta: {id: bad}\nseq: [{id: a, type: u1, -chekcsum: {algorithm: crc32}}]\n")
    assert main(["lint", str(bad), str(good)]) == 1
    assert "unknown vendor key '-chekcsum' in an attribute. Did you mean '-checksum'?" in capsys.readouterr().err
    assert main(["lint", str(good)]) == 0


def test_no_key_is_former_and_current():
    assert not set(FORMER_KEYS) & set(VENDOR_KEYS)
    assert all(former.key in VENDOR_KEYS for former in FORMER_KEYS.values())
