"""`Table.dataset()` as the dataset of Arrow's that it is: every method works, or raises an error of Python's."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pytest
from tests.support.hanging import HANGS
from tests.support.toy_codecs import NOTES, note, notes

import bytewright

COLUMNS = ["number", "text"]

EVERY_METHOD = """
import faulthandler, inspect, os, signal, sys
import pyarrow as pa, pyarrow.acero as acero, pyarrow.compute as pc, pyarrow.dataset as ds
from tests.support.hanging import HANGS
from tests.tables.test_dataset import dataset

shown, plain = dataset(), ds.dataset(dataset().to_table())
condition, columns = pc.field("number") > 0, pa.schema([shown.schema.field("text")])
given = [
    (), (condition,), (columns,), ("text",), (shown, "number"), (shown, "number", "text", 1), (plain, "number"),
    (pa.array([0]),), (1,), ({},), (columns, [shown]),
]

def dig(found):
    if isinstance(found, (ds.Dataset, ds.Fragment)):
        found.to_table()
    elif inspect.isgenerator(found) or isinstance(found, list):
        for one in found:
            dig(one)

def call(one, name):
    method = getattr(one, name)
    for arguments in given if callable(method) else ():
        try:
            dig(method(*arguments))
        except Exception:
            pass
    dig(method)

def scan(one):
    return acero.Declaration("scan", acero.ScanNodeOptions(one)).to_table()

others = {
    "dataset": lambda one: dig(ds.dataset([one])),
    "union": lambda one: dig(ds.UnionDataset(one.schema, [one])),
    "joined": lambda one: dig(plain.join(one, "number", right_suffix="_r")),
    "scan": scan,
    "Scanner": lambda one: ds.Scanner.from_dataset(one).to_table(),
    "reader": lambda one: ds.Scanner.from_dataset(one).to_reader().read_all(),
}
others |= {name: lambda one, name=name: call(one, name) for name in dir(shown)}
print(*sorted(others), flush=True)
for name, what in others.items():
    if (child := os.fork()) == 0:
        signal.alarm(HANGS)  # what hangs is ended by a signal, too
        try:
            what(shown)
        except Exception:
            pass
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        print(f"{name}: {status}", file=sys.stderr)
"""


def dataset() -> Any:
    good = notes(note(0, 1, "hi"), note(5, 2, ""), note(7, 9, "ü"))
    return bytewright.open(good, NOTES, columns=COLUMNS).dataset()


def test_nothing_ends_the_process():
    done = subprocess.run(
        [sys.executable, "-c", EVERY_METHOD], capture_output=True, text=True, timeout=HANGS, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert set(dir(ds.Dataset)) <= set(done.stdout.split())


@pytest.mark.parametrize(
    "what",
    [
        lambda one: one.sort_by([("number", "descending")]),
        lambda one: one.filter(pc.field("number") > 0),
        lambda one: one.filter(pc.field("number") > 0).filter(pc.field("number") < 2),
        lambda one: one.filter(pc.field("number") > 0).sort_by("text"),
        lambda one: one.join(one, "number", right_suffix="_2").sort_by("number"),
        lambda one: one.join_asof(one.replace_schema(pa.schema([one.schema.field("number")])), "number", [], 0),
        lambda one: one.replace_schema(one.schema),
        lambda one: ds.dataset([one, one]),
        lambda one: ds.dataset([one.filter(pc.field("number") > 0).sort_by("number")]),
        lambda one: one.to_table(columns={"twice": pc.field("number") * 2}, filter=pc.field("text") != ""),
        lambda one: one.filter(pc.field("number") > 0).take(pa.array([1])),
        lambda one: one.filter(pc.field("number") > 0).count_rows(),
        lambda one: [fragment.to_table() for fragment in one.get_fragments()],
    ],
)
def test_methods_give_what_they_give_for_rows_in_memory(what: Callable[[Any], Any]):
    def shown(one: Any) -> Any:
        found = what(one)
        return found.to_table() if isinstance(found, ds.Dataset) else found

    assert shown(dataset()) == shown(ds.dataset(dataset().to_table()))


def test_only_columns_of_expressions_are_read():
    one = dataset()
    one.to_table(columns={"twice": pc.field("number") * 2})
    assert [table.schema.names for table in one.tables] == [["number"]]


def test_what_arrow_scans_by_itself_says_what_to_do():
    in_memory = ds.dataset(dataset().to_table())
    with pytest.raises(OSError, match=r"use scanner\(\), to_batches\(\) or to_table\(\)"):
        in_memory.join(dataset(), "number", right_suffix="_2")
