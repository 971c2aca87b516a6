"""Nothing that is said is ignored: an option changes what a view shows of some file, or it is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA

import bytewright
from bytewright.cli import main
from bytewright.codec import registry, settings
from bytewright.codec.codec import Codec
from bytewright.codec.options import Option
from bytewright.errors import BytewrightError, OptionError
from bytewright.spark.cell_values import told
from bytewright.spark.options import ReadOptions, WriteOptions

FORMATS = {
    "aresdb_redo_log": "aresdb",
    "deephaven_log": "deephaven",
    "esdb": "esdb",
    "esdb_spaces": "esdb",
    "filodb_container": "filodb",
    "milvus_binlog": "milvus",
}
CODECS = {name: registry.codec(name) for name in FORMATS if name in registry.names()}
CASES = [(name, view.name, o.id) for name, codec in CODECS.items() for view in codec.views for o in codec.options]
WRITTEN = [(name, rows, o.id) for name, c in CODECS.items() if c.uses for rows in c.uses.write for o in c.options]
TEXTS = (
    {"columns": [{"name": "only", "type": "Int32"}]},
    {"fields": [{"name": "only", "fieldID": 3, "data_type": "Int32"}]},
    json.loads((DATA / "filodb" / "good" / "ds_gauge.schema.json").read_text(encoding="utf-8")),
)
"""What files hold that options name."""


def _said(codec: Codec, id: str, folder: Path) -> list[dict[str, str]]:
    """Some ways to set an option to something unusual that it may be."""
    option = next(option for option in codec.options if option.id == id)
    match option.type:
        case "enum" if option.per:
            found = [{f"{id}.{column}": option.choices[0]} for column in ("Long", "Int")]
        case "enum":
            found = [{id: choice} for choice in option.choices if choice != option.default]
        case "file":
            found = []
            for number, text in enumerate(TEXTS):
                path = folder / f"{number}.json"
                path.write_text(json.dumps(text), encoding="utf-8")
                found.append({id: str(path)})
        case _ if option.per:
            found = [{f"{id}.c0": "add"}, {f"{id}.c0": "int64"}]
        case _:
            found = [{id: "10000"}]
    return [one for one in found if _is_one(codec, one)]


def _is_one(codec: Codec, options: dict[str, str]) -> bool:
    try:
        settings.parse(codec, options)
    except OptionError:
        return False
    return True


def _shown(codec: Codec, file: Path, view: str, options: dict[str, str]) -> object:
    try:
        table = bytewright.open(file, codec, view, options=options, engine="objects").to_table()
    except BytewrightError as error:
        return str(error)
    return [(field, field.metadata) for field in table.schema], repr(table.to_pylist())


@pytest.mark.parametrize(("name", "view", "id"), CASES)
def test_an_option_has_an_effect_or_is_refused(name: str, view: str, id: str, tmp_path: Path) -> None:
    codec = CODECS[name]
    files = sorted((DATA / FORMATS[name] / "good").glob("*.bin"), key=lambda path: path.stat().st_size)
    said = _said(codec, id, tmp_path)
    changed = False
    for file in files:
        usual = _shown(codec, file, view, {})
        if isinstance(usual, str):
            continue  # of another spec
        if any(_shown(codec, file, view, one) != usual for one in said):
            changed = True
            break
    assert changed


def _unused(cases: list[tuple[str, str, str]], kind: str) -> list[tuple[str, str, str]]:
    return [case for case in cases if case[2] not in getattr(CODECS[case[0]].uses, kind)[case[1]]]


@pytest.mark.parametrize(("name", "view", "id"), _unused(CASES, "read"))
def test_all_readers_refuse_what_has_no_effect(
    name: str, view: str, id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codec = CODECS[name]
    file = next((DATA / FORMATS[name] / "good").glob("*.bin"))
    given = _said(codec, id, tmp_path)[0]
    message = f"option {id} has no effect on the view {view}"
    with pytest.raises(OptionError, match=message):
        bytewright.open(file, codec, view, options=given)
    with pytest.raises(OptionError, match=message):
        ReadOptions.parse({"path": str(file), "view": view, **given}, codec.name)
    with pytest.raises(OptionError, match=message):
        told(CODECS[name], given, view, written=False)
    options = [word for key, value in given.items() for word in ("--option", f"{key}={value}")]
    assert main(["cat", "--spec", name, "--view", view, *options, str(file)]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(("name", "rows", "id"), _unused(WRITTEN, "write"))
def test_all_writers_refuse_what_has_no_effect(
    name: str, rows: str, id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codec = CODECS[name]
    given = _said(codec, id, tmp_path)[0]
    message = f"option {id} has no effect on writing {rows}"
    with pytest.raises(OptionError, match=message):
        bytewright.write(pa.table({"a": [1]}), tmp_path / "out", codec, rows, options=given)
    with pytest.raises(OptionError, match=message):
        WriteOptions.parse({"path": str(tmp_path / "out"), "view": rows, **given}, codec.name)
    with pytest.raises(OptionError, match=message):
        told(CODECS[name], given, rows, written=True)
    source = tmp_path / "rows.jsonl"
    source.write_text("{}\n", encoding="utf-8")
    options = [word for key, value in given.items() for word in ("--option", f"{key}={value}")]
    words = ["--spec", name, "--view", rows, "--from", str(source), "-o", str(tmp_path / "out"), *options]
    assert main(["write", *words]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("option", [option.id for option in settings.GENERAL])
def test_what_says_how_rows_are_read_is_refused_elsewhere(option: str, tmp_path: Path) -> None:
    codec: Any = next(iter(CODECS.values()))
    file = tmp_path / "file"
    file.write_bytes(b"text")
    value = {"bool": "true", "int": "9", "size": "9", "file": str(file)}.get(
        _general(option).type, _general(option).choices[-1:] or "text"
    )
    parsed = settings.parse(codec, {option: value if isinstance(value, str) else value[0]})
    settings.check_read(codec, codec.views[0], parsed)
    checks: dict[str, Callable[[], None]] = {
        "written": lambda: settings.check_written(codec, None, parsed),
        "tree": lambda: settings.check_model(codec, parsed, written=False),
        "checked": lambda: settings.check_checked(codec, parsed),
    }
    counts = {
        "written": option in ("enums", "switchTags") or option.startswith("max"),
        "tree": option.startswith("max"),
        "checked": option in ("tornTail", "malformedStrings", "verifyChecksum") or option.startswith("max"),
    }
    for name, check in checks.items():
        if counts[name] and option != "maxCorruptBytes":
            check()
        else:
            with pytest.raises(OptionError, match=f"option {option} has no effect on"):
                check()


@pytest.mark.parametrize(("option", "given"), [("resync", "false")])
def test_all_readers_take_what_says_how_they_go_on(
    option: str, given: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, codec = next(iter(CODECS.items()))
    file = next((DATA / FORMATS[name] / "good").glob("*.bin"))
    said = {"mode": "DROPMALFORMED", option: given}
    rows = bytewright.open(file, codec).to_table()
    assert bytewright.open(file, codec, options=said).to_table() == rows
    assert ReadOptions.parse({key.lower(): text for key, text in said.items()}, name).settings == said
    told(codec, said, None, written=False)
    query = "&".join(f"{key}={text}" for key, text in said.items())
    assert bytewright.sql(f"SELECT * FROM '{file}?spec={name}&{query}'").num_rows == rows.num_rows
    words = [word for key, text in said.items() for word in ("--option", f"{key}={text}")]
    assert main(["cat", "--spec", name, *words, str(file)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == rows.num_rows


def _general(id: str) -> Option:
    return next(option for option in settings.GENERAL if option.id == id)


@pytest.mark.parametrize("name", CODECS)
def test_options_of_rows_have_no_effect_on_indexes(name: str) -> None:
    with pytest.raises(OptionError, match="option mode has no effect on a file as a whole"):
        bytewright.index(__file__, CODECS[name], {"mode": "PERMISSIVE"})
