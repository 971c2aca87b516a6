"""Faults that are put back still go into today's code, each at one place, and were drawn in their order."""

from __future__ import annotations

from pathlib import Path

import pytest
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
