"""Faults that are put back still go into today's code, each at one place, and were drawn in their order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.replanted import reach
from tests.replanted.bugs import BUGS, PASSED, Bug
from tests.replanted.drawing import ROOT, drawn
from tests.replanted.planting import changed


@pytest.mark.parametrize("bug", BUGS, ids=[bug.commit for bug in BUGS])
def test_a_fault_can_be_put_back(bug: Bug) -> None:
    texts: dict[str, str] = {}
    for change in bug.changes:
        text = texts.get(change.file) or (ROOT / change.file).read_text(encoding="utf-8")
        texts[change.file] = changed(text, change)
    assert texts
    for file, text in texts.items():
        assert text != (ROOT / file).read_text(encoding="utf-8")
        if Path(file).suffix == ".py":
            compile(text, file, "exec")


@pytest.mark.parametrize("bug", BUGS, ids=[bug.commit for bug in BUGS])
def test_a_fault_is_noted_where_it_runs(bug: Bug) -> None:
    for change in bug.changes:
        text = (ROOT / change.file).read_text(encoding="utf-8")
        noting = reach.marked(text, change.old, 7)
        assert noting.count("note(7)") == 1
        compile(changed(noting, change), change.file, "exec")


def test_what_has_run_is_told_once() -> None:
    one = 'def one():\n    """One."""\n    return 1\n'
    source = f"{one}class Kind:\n    def two(self):\n        return one() + 1\n"
    names: dict[str, Any] = {}
    exec(reach.marked(reach.marked(source, "return 1", 3), "one() + 1", 5), names)
    reach.has_run()
    assert (names["one"](), reach.has_run(), reach.has_run()) == (1, [3], [])
    assert (names["Kind"]().two(), reach.has_run()) == (2, [3, 5])
    assert reach.marked("x = 1\n", "x = 1") == "x = 1\n"


def test_forty_were_drawn() -> None:
    assert len({bug.commit for bug in BUGS}) == len(BUGS) == 40
    try:
        order = [commit for commit, _ in drawn()]
    except LookupError:
        pytest.skip("the history isn't here")
    passed = {commit for commits in PASSED.values() for commit in commits.split()}
    known = [bug.commit for bug in BUGS]
    last = order.index(known[-1])
    assert known == [commit for commit in order[: last + 1] if commit not in passed]
    assert passed == {*order[: last + 1]} - {*known}
