"""After a crash at any moment, what is found is wholly old or wholly new, and work goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pyarrow as pa
import pytest
from tests.crash.disk import Disk, File, Names, Promised, Step, Synced, Written, states
from tests.crash.judging import Recorded, recorded
from tests.crash.recording import Recorder
from tests.crash.writers import writers

from bytewright.io import atomic_files

DRAWN = 2_000
"""States that are tried of all writers."""
_MOST = 1_024
"""Sets of changes behind each step."""


@cache
def record_of(name: str) -> Recorded:
    return recorded(writers()[name])


@pytest.mark.parametrize("name", writers())
def test_some_states_of_each_writer(name: str) -> None:
    found = record_of(name)
    every = list(found.states(_MOST))
    assert len(every) > 5
    for state in random.Random(name).sample(every, min(12, len(every))):
        assert not found.fault(state)


@pytest.mark.slow
def test_drawn_states_of_all_writers() -> None:
    every = [(name, state) for name in writers() for state in record_of(name).states(_MOST)]
    assert len(every) >= DRAWN
    faults = [record_of(name).fault(state) for name, state in random.Random(51).sample(every, DRAWN)]
    assert not [fault for fault in faults if fault]


# --- what is wrong is seen -------------------------------------------------------------------------------------------


def fault_of(found: Recorded) -> str:
    """The first one."""
    return next((fault for state in found.states(50) if (fault := found.fault(state))), "")


def of_files(found: Recorded, step: Step) -> bool:
    return isinstance(step, Synced) and step.node in found.before.files


def of_folders(found: Recorded, step: Step) -> bool:
    return isinstance(step, Synced) and step.node in found.before.folders


@pytest.mark.parametrize("without", [of_files, of_folders])
@pytest.mark.parametrize("name", ["write, over another", "append, a new log", "commit, overwrite"])
def test_a_sync_that_is_left_out_is_seen(name: str, without: Callable[[Recorded, Step], bool]) -> None:
    found = record_of(name)
    less = replace(found, steps=tuple(step for step in found.steps if not without(found, step)))
    assert len(less.steps) < len(found.steps)
    assert fault_of(less)


def test_a_writer_that_syncs_no_folder_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic_files, "sync_folder", lambda folder: None)
    found = recorded(writers()["write, a new file"])
    assert "promised 1: {}" in fault_of(found)


# --- the model -------------------------------------------------------------------------------------------------------


def test_what_is_synced_is_there() -> None:
    """Names and bytes apart; behind a sync, only what it names is certain."""
    before = Disk(folders={0: {}}, files={1: File(b"")})
    named, written = Names((((0, "a"), 1),), "open"), Written(1, 0, b"abc")

    def found(*steps: Step) -> set[str]:
        return {repr(state.found.get("a")) for state in states(before, steps, 100, "") if steps[-1] is not named}

    def files(*contents: bytes) -> set[str]:
        return {repr(File(data)) for data in contents}

    torn = [b"", b"a", b"ab", b"abc", b"\0\0\0", b"\xa5\xa5\xa5"]
    assert found(named, written) == {"None"} | files(*torn)
    ends = states(before, [named, written, Synced(1), Synced(0), Promised(1)], 100, "")
    assert [state.found for state in ends if state.promised] == [{"a": File(b"abc")}]
    alone = {repr(state.found) for state in states(before, [named, Synced(0), written], 100, "")}
    assert alone == {"{}"} | {repr({"a": File(data)}) for data in torn}


def test_a_name_changes_in_one_step_and_alone() -> None:
    before = Disk(folders={0: {"a": 1, "b": 2}, 3: {}}, files={1: File(b"1"), 2: File(b"2")})
    steps = [Names((((0, "a"), None), ((0, "c"), 1)), "rename"), Names((((0, "b"), None),), "unlink")]
    found = {tuple(state.found) for state in states(before, steps, 100, "")}
    assert found == {("a", "b"), ("b", "c"), ("a",), ("c",)}


def test_many_changes_are_drawn_from() -> None:
    before = Disk(folders={0: {}}, files=dict.fromkeys(range(1, 41), File(b"")))
    steps = [Names((((0, f"{number:02}"), number),), "open") for number in range(1, 41)]
    found = {frozenset(state.found) for state in states(before, steps, 30, "")}
    every = frozenset(f"{number:02}" for number in range(1, 41))
    assert {frozenset(), every, *(every - {name} for name in every), *(frozenset({name}) for name in every)} <= found
    assert found == {frozenset(state.found) for state in states(before, steps, 30, "")}


def test_a_recorder_sees_what_is_done(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    (folder / "inner").mkdir(parents=True)
    (folder / "there").write_bytes(b"there")
    recorder = Recorder(folder)
    with recorder.on():
        with open(folder / "made", "wb") as file:
            file.write(b"made")
            file.truncate(2)
        with (folder / "there").open("r+b") as file:
            file.seek(3)
            file.write(b"s")
        (folder / "made").rename(folder / "inner" / "moved")
        (folder / "other").mkdir()
        (folder / "other").rmdir()
        (folder / "inner" / "link").hardlink_to(folder / "there")
        (folder / "there").unlink()
        with pa.OSFile(str(folder / "foreign"), "wb") as foreign:  # seen when it is opened next
            foreign.write(b"foreign")
        (folder / "foreign").open("rb").close()
    expected = {"foreign": File(b"foreign"), "inner": {"link": File(b"these"[:3] + b"s" + b"e"), "moved": File(b"ma")}}
    assert recorder.after.found() == expected
    assert recorder.before.found() == {"inner": {}, "there": recorder.before.files[2]}
