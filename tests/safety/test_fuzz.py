"""Some cases of each kind that `make fuzz` tries for longer, always the same."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from tests.fuzz import compiling
from tests.fuzz.cases import KINDS, case, prepare
from tests.fuzz.changed_specs import changed
from tests.fuzz.fields import damaged
from tests.fuzz.groups import IN_A_BYTE, WHOLE_BYTES, Made
from tests.fuzz.promises import left_to_objects, promised
from tests.fuzz.samples import Sample, values_drawn
from tests.fuzz.stated_specs import stated_specs
from tests.random_specs.compiled import compiled

import bytewright.kernels
from bytewright.errors import SpecError

CASES = {
    "files": 150,
    "plans": 300,
    "readers": 300,
    "programs": 3,
    "specs": 12,
    "rows": 8,
    "modes": 4,
    "parts": 6,
    "models": 6,
    "groups": 4,
    "damage": 6,
}


@pytest.mark.parametrize("kind", KINDS)
def test_cases(kind: str) -> None:
    bytewright.kernels.warm()
    prepare(kind)
    said = {case(kind, 1, number) for number in range(CASES[kind])}
    assert len(said) > CASES[kind] // 50


def test_specs_are_found_where_they_are_stated() -> None:
    places = {one.place.partition(":")[0] for one in stated_specs()}
    assert {"tests/toys/probes.ksy", "tests/columnar/test_numbered_records.py", "docs/language.md"} <= places
    assert len(stated_specs()) > 600


def test_changed_specs_are_specs() -> None:
    shapes = [one.tree for one in stated_specs() if one.place.startswith("tests/shapes/")]
    chance, compiling_ones, seen = Random(1), 0, set[str]()
    for tree in 3 * shapes[:8]:
        made = changed(tree, chance, shapes[-1])
        seen.add(repr(made))
        try:
            with compiled({"stated": made}):
                compiling_ones += 1
        except SpecError:
            continue
    assert len(seen) > 20
    assert compiling_ones > 12


def hang() -> None:
    while True:
        pass


def grow() -> None:
    held = []
    while True:
        held.append(bytes(1 << 20))


def sleep() -> None:
    time.sleep(600)


def die() -> None:
    os.abort()


def choke() -> None:
    raise KeyError("internal")


def blame_nothing() -> None:
    raise SpecError("it is wrong", path="m.ksy")


class TwoLinesError(SpecError):
    """What no error of ours is: each is made one line."""

    def __str__(self) -> str:
        return "m.ksy:1:1: it is\x85wrong"


def blame_two_lines() -> None:
    raise TwoLinesError("it is wrong", path="m.ksy:1:1")


def refuse() -> None:
    raise SpecError("it is wrong", path="m.ksy:1:1")


@pytest.mark.parametrize(
    ("compiler", "fault"),
    [
        (hang, "it takes more than 1 seconds of a processor"),
        (grow, "compiling raises: MemoryError"),
        (sleep, "it is stuck"),
        (die, "the process ended with -6"),
        (choke, "compiling raises: KeyError: 'internal'"),
        (blame_nothing, "an error without a place"),
        (blame_two_lines, "an error that isn't one line"),
        (refuse, None),
    ],
)
def test_faults_of_a_compiler_are_found(
    compiler: Callable[[], None], fault: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "load", lambda *arguments, **named: compiler())
    seconds = 2 if compiler is sleep else 100
    _, found = compiling.tried(compiling.Draft("meta: {id: m}\n"), [], compiling.Budget(1, seconds, 64 << 20))
    assert found is None if fault is None else found is not None and found.startswith(fault), found
    if compiler is hang:
        assert found is not None
        assert "in hang" in found  # where it was


def test_faults_of_a_reader_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = "meta: {id: m}\nseq: [{id: a, size: 2}]\n"
    assert compiling.tried(compiling.Draft(spec), [b"", b"ab"]) == ("compiled", None)
    reader = SimpleNamespace(parse=lambda data: {}[data], views=())
    monkeypatch.setattr(compiling, "load", lambda *arguments, **named: reader)
    _, found = compiling.tried(compiling.Draft(spec), [b"ab"])
    assert found is not None
    assert found.startswith("reading 6162 raises: KeyError")


def test_what_groups_promise_is_asked() -> None:
    """Bits of a part of a byte before a list to the end: values may leave a part, and objects alone read that."""
    seq = [{"id": "bits", "type": "b4"}, {"id": "all", "type": "u1", "repeat": "eos"}]
    tree = {"meta": {"id": "stated"}, "seq": seq}
    known, refused = frozenset({IN_A_BYTE}), frozenset({WHOLE_BYTES})
    with compiled({"stated": tree}) as codec:
        drawn = values_drawn(codec, 1, 4)
        assert drawn.refused
        sample = Sample("bits", codec, drawn.files, Made(tree, known, refused), drawn)
        promised(sample, Random(1))
        with pytest.raises(AssertionError, match=r"is left to objects: .*begin inside a byte"):
            promised(replace(sample, made=Made(tree, frozenset(), refused)), Random(1))
        with pytest.raises(AssertionError, match=r"values are drawn that make no file: .*whole bytes"):
            promised(replace(sample, made=Made(tree, known, frozenset())), Random(1))


def test_rows_that_objects_read_are_counted() -> None:
    """Elements without bytes at the end are such that only objects take for some."""
    text = {"id": "t", "type": "str", "encoding": "UTF-8", "terminator": 59, "eos-error": False}
    item = {"seq": [text]}
    listed = {"id": "all", "type": "item", "repeat": "expr", "repeat-expr": "n"}
    tree = {"meta": {"id": "stated"}, "seq": [{"id": "n", "type": "u1"}, listed], "types": {"item": item}}
    with compiled({"stated": tree}) as codec:
        (view,) = codec.views
        assert left_to_objects(codec, view, b"\2a;b;") == 0
        assert left_to_objects(codec, view, b"\4a;b") == 2


def test_numbers_of_fields_are_damaged() -> None:
    with compiled({"stated": {"meta": {"id": "stated"}, "seq": [{"id": "n", "type": "u8be"}]}}) as codec:
        chance = Random(1)
        made = {damaged(codec, b"\0\0\0\0\0\0\0\5", chance) for _ in range(300)}
    found = {int.from_bytes(one, "big") for one in made if len(one) == 8}
    assert found >= {0, 3, 4, 6, 8, 1 << 63, (1 << 63) - 1, (1 << 64) - 1}
