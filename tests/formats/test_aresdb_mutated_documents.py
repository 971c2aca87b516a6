"""`bytewright write` of trees, rows and roots that were changed at random: a file, or one line that says why not."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bytewright
from bytewright import tree
from bytewright.arrow.jsonl import encode
from bytewright.cli import main
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, OptionError, WriteError
from bytewright.io.source import open_source
from bytewright.tables import row_models
from bytewright_formats.aresdb_redo_log import CODEC

GOOD = Path(__file__).parents[1] / "data" / "aresdb" / "good"
SETTINGS = parse(CODEC)
TURNS = 60
JUNK: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 1.5, 2**40, -(2**70), "", "x", "00", "NaN", "\ud800", "geopoint",
    "2026-01-31T12:00:00Z", [], {}, [None], [[]], {"a": 1}, [1, 2, 3],
)  # fmt: skip


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    for key, item in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from places(item, (*path, key))


def at(node: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        node = node[key]
    return node


def mutated(document: Any, chance: random.Random) -> Any:
    """The document with one to three things replaced, left out, repeated, renamed or put elsewhere."""
    found = copy.deepcopy(document)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        path = chance.choice(list(places(found)))
        if not path:
            continue
        node, key = at(found, path[:-1]), path[-1]
        kind = chance.random()
        if kind < 0.6:
            node[key] = copy.deepcopy(chance.choice(JUNK))
        elif kind < 0.75:
            del node[key]
        elif kind < 0.85 and isinstance(node, list):
            node.append(node[key])
        elif kind < 0.95 and isinstance(node, dict):
            node[chance.choice(("x", "size", "raw", "value", "children", *node))] = node[key]
        else:
            node[key] = copy.deepcopy(at(found, chance.choice(list(places(found)))))
    return found


@pytest.fixture(scope="module", params=["scalars_mixed", "duplicate_column_ids", "multi_batch_rowcounts"])
def documents(request: pytest.FixtureRequest) -> tuple[Any, Any, Any]:
    """Tree, root and rows of a file."""
    path = GOOD / f"{request.param}.bin"
    source = open_source(path)
    whole = tree.build(CODEC, source).to_json()
    root = row_models.root_of(CODEC, source, None, SETTINGS)
    source.close()
    lines = b"".join(bytes(encode(one)) for one in bytewright.open(path, CODEC).to_batches()).splitlines()
    return whole, root, [json.loads(line) for line in lines]


@pytest.mark.parametrize("which", [0, 1, 2], ids=["tree", "root", "rows"])
def test_a_model_or_an_error_that_is_ours(documents: tuple[Any, Any, Any], which: int, tmp_path: Path) -> None:
    chance = random.Random(f"{which}")
    source = tmp_path / "rows.jsonl"
    refused = 0
    for turn in range(TURNS):
        given = list(documents)
        given[which] = mutated(given[which], chance)
        try:
            if which == 0:
                model = tree.load(CODEC, json.dumps(given[0]))
            else:
                source.write_text("".join(json.dumps(row) + "\n" for row in given[2]))
                model = row_models.model_of(CODEC, str(source), None, SETTINGS, json.dumps(given[1]))
            CODEC.to_bytes(model)
        except (WriteError, OptionError) as error:
            refused += "\n" not in str(error)
        except Exception as error:
            raise AssertionError(f"turn {turn}: {json.dumps(given[which])[:2000]}") from error
    assert refused > TURNS / 4


@pytest.mark.parametrize(
    ("root", "field"),
    [
        ('{"batches":[null]}', "batches[0]"),
        ('{"batches":null}', ""),
        ('{"batches":{}}', "batches"),
        ('{"batches":[[]]}', "batches[0]"),
        ('{"batches":[{"body":{"types":[[]]}}]}', "batches[0].body.types[0]"),
        ('{"batches":[{"body":{"columns":[null]}}]}', "batches[0].body.columns[0]"),
        ('{"batches":[{"body":5}]}', "batches[0].body"),
        ("[" * 100_000, ""),
        ("5", ""),
    ],
)
def test_a_root_that_is_none_leaves_no_file(
    root: str, field: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "rows.jsonl").write_text('{"batch":0,"row":0,"arrival_time":"2020-01-01T00:00:00Z","c1":1}\n')
    (tmp_path / "root.json").write_text(root)
    given = ["--from", str(tmp_path / "rows.jsonl"), "--root", str(tmp_path / "root.json")]
    assert main(["write", "--spec", CODEC.name, *given, "-o", str(tmp_path / "made")]) == 1
    printed = capfd.readouterr().err
    assert printed.count("\n") == 1
    assert field in printed
    assert "--debug" not in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == ["root.json", "rows.jsonl"]


def test_a_tree_that_nests_without_end() -> None:
    with pytest.raises(BytewrightError):
        tree.load(CODEC, '{"children":' + "[" * 100_000)
