"""The harness of mutants: what it changes, how it draws, and what it makes of the outcomes."""

import ast
import subprocess
import sys

import pytest
from tests.mutants import hooks, kernel, results, sampling
from tests.mutants.operators import Site, sites
from tests.mutants.running import Outcome
from tests.mutants.sampling import Mutant

SOURCE = '''
"""Text."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    LIMIT = 1


def first(low: int, high: int = 3) -> "int | None":
    """More text, of 3 lines."""
    if low <= high and not low:
        raise ValueError(f"{low + 1} of {high}")
    while low < high:
        low += 2
        note(low, end=True)
    return low if low else -high


class Thing:
    size: int = 5

    def __repr__(self) -> str:
        return "thing" * 2
'''


def changes(source: str) -> list[tuple[str, str, str, str]]:
    return [(site.function, site.operator, site.before, site.after) for site in sites(ast.parse(source))]


def test_each_place_has_its_faults() -> None:
    assert changes(SOURCE) == [
        ("first", "constant", "3", "4"),
        ("first", "condition", "low <= high and (not low)", "True"),
        ("first", "condition", "low <= high and (not low)", "False"),
        ("first", "and, or", "low <= high and (not low)", "low <= high or not low"),
        ("first", "comparison", "low <= high", "low < high"),
        ("first", "not removed", "not low", "low"),
        ("first", "raise removed", "raise ValueError(f'{low + 1} of {high}')", "pass"),
        ("first", "condition", "low < high", "False"),
        ("first", "comparison", "low < high", "low <= high"),
        ("first", "statement removed", "low += 2", "pass"),
        ("first", "arithmetic", "low += 2", "low -= 2"),
        ("first", "constant", "2", "3"),
        ("first", "call removed", "note(low, end=True)", "pass"),
        ("first", "argument dropped", "note(low, end=True)", "note(low)"),
        ("first", "constant", "True", "False"),
        ("first", "returned value", "low if low else -high", "None"),
        ("first", "condition", "low", "True"),
        ("first", "condition", "low", "False"),
        ("Thing", "constant", "5", "6"),
    ]


def mutated(source: str, number: int) -> str:
    tree = ast.parse(source)
    sites(tree)[number].apply()
    return ast.unparse(ast.fix_missing_locations(tree))


def test_a_fault_changes_what_it_says_and_nothing_else() -> None:
    source = "def first(a, b):\n    return a < b and a in b + 1"
    assert [mutated(source, number).splitlines()[1].strip() for number in range(len(changes(source)))] == [
        "return None",
        "return a < b or a in b + 1",
        "return a <= b and a in b + 1",
        "return a < b and a not in b + 1",
        "return a < b and a in b - 1",
        "return a < b and a in b + 2",
    ]


def test_a_key_holds_while_the_function_is_the_same() -> None:
    keys = [site.key for site in sites(ast.parse(SOURCE))]
    assert len(set(keys)) == len(keys)
    moved = "import os\n\n\ndef other(a):\n    return a + 1\n" + SOURCE.replace(
        '"""More text, of 3 lines."""', '"""Text."""'
    )
    assert [site.key for site in sites(ast.parse("import os\n" + SOURCE))] == keys
    assert {site.key for site in sites(ast.parse(moved)) if site.function == "Thing"} <= set(keys)
    assert not {site.key for site in sites(ast.parse(moved)) if site.function == "first"} & set(keys)


def test_every_fault_of_a_module_compiles() -> None:
    source = (hooks.ROOT / "runtime/bytewright/limits.py").read_text(encoding="utf-8") + SOURCE
    for number in range(len(sites(ast.parse(source)))):
        tree = ast.parse(source)
        sites(tree)[number].apply()
        compile(ast.fix_missing_locations(tree), "limits.py", "exec")


def test_marks_tell_which_blocks_run() -> None:
    marks = dict[int, int]()
    names = {"__marks__": marks, "note": lambda low, end: None}
    exec(compile(hooks.marked(SOURCE, 100), "source.py", "exec"), names)
    assert not marks
    assert names["first"](1) == 3  # type: ignore[operator]
    # The module, its condition, the function, its condition, its loop.
    assert marks == {102: 1, 104: 1}


def some(room: str, count: int) -> list[Mutant]:
    return [
        Mutant(f"{room}.py", room, Site("", 1, "", 0, "", "", lambda: None), f"{room}{number}")
        for number in range(count)
    ]


def test_a_sample_has_something_of_each_room_and_all_of_a_smaller_one() -> None:
    every = [*some("large", 3000), *some("small", 40), *some("tiny", 3)]
    sample = sampling.sample(every, 1200, 1)
    rooms = [mutant.room for mutant in sample]
    assert {room: rooms.count(room) for room in set(rooms)} == {"large": 1154, "small": 30, "tiny": 3}
    assert sample == sampling.sample(list(reversed(every)), 1200, 1)
    smaller = {mutant.key for mutant in sampling.sample(every, 200, 1)}
    assert smaller < {mutant.key for mutant in sample}
    assert not smaller <= {mutant.key for mutant in sampling.sample(every, 200, 2)}


def test_rooms_are_those_of_the_map() -> None:
    assert {sampling.room_of(path) for path in sampling.files()} >= {"io", "modules", "codegen/ir", "kernels/native"}
    assert sampling.room_of("runtime/bytewright/errors.py") == "modules"
    assert sampling.room_of("codegen/bytewright_codegen/ir/walk.py") == "codegen/ir"
    assert sampling.room_of("runtime/bytewright/kernels/plan/steps.py") == "kernels"


def test_a_part_is_compiled_for_what_it_rests_on() -> None:
    operations = "runtime/bytewright/kernels/native/operations"
    assert kernel.reached(f"{operations}/checks.py", "first_malformed") == ["checking.check_text"]
    assert "values.compute" in kernel.reached(f"{operations}/expressions.py", "")
    assert kernel.reached("runtime/bytewright/kernels/native/parts/packed.py", "put") == ["packed.put"]


@pytest.mark.parametrize(
    ("hits", "total", "least"), [(0, 0, 0.0), (36, 40, 0.769), (1080, 1200, 0.882), (10, 10, 0.722), (0, 10, 0.0)]
)
def test_the_lower_bound_is_wilsons(hits: int, total: int, least: float) -> None:
    assert results.wilson(hits, total) == pytest.approx(least, abs=0.001)


def test_the_table_counts_what_was_tried_without_what_is_the_same() -> None:
    drawn = some("io", 6)
    verdicts = ["killed", "killed", "survived", "unrun", "survived"]
    outcomes = {mutant.key: Outcome(verdict) for mutant, verdict in zip(drawn, verdicts, strict=False)}
    table = results.rows(outcomes, drawn, {"io4": "They are the same."})
    assert [(row.room, row.killed, row.total, row.unrun, row.equivalent) for row in table] == [
        ("io", 2, 4, 1, 1),
        ("all", 2, 4, 1, 1),
    ]
    assert table[0].score == 0.5
    assert results.shown(table).splitlines()[1].split() == ["io", "4", "2", "1", "1", "50%", "15%"]


def test_what_is_the_same_is_there_and_has_a_reason() -> None:
    entries = results.entries()
    assert len({entry["key"] for entry in entries}) == len(entries)
    for entry in entries:
        keys = {mutant.key for mutant in sampling.mutants([entry["where"].partition(":")[0]])}
        assert entry["key"] in keys, f"no longer a mutant: {entry}"
        assert entry["why"].endswith(".")


@pytest.mark.slow
def test_a_mutant_is_killed_by_a_test_that_sees_it() -> None:
    test = "tests/ir/test_diagnostics.py::test_warnings_stand_before_errors"
    path = "codegen/bytewright_codegen/ir/diagnostics.py"
    seen = "`d.severity == 'warning'` → `d.severity != 'warning'`"
    script = f"""
from types import SimpleNamespace
from tests.mutants import running, sampling
from tests.mutants.covering import Covering
covered = SimpleNamespace(of=lambda path, block, digest: [Covering({test!r}, 0.1, 1.0)])
chosen = [mutant for mutant in sampling.mutants([{path!r}]) if {seen!r} in mutant.shown]
for mutant, outcome in running.run(chosen, covered, 1, 10):
    print(outcome.verdict, outcome.how, outcome.test)
"""
    command = [sys.executable, "-c", script]
    ran = subprocess.run(command, cwd=hooks.ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == [f"killed failed {test}"]
