"""The tuple of passes says what each reads and writes, and it is true."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest
from tests.columnar.test_elements import COUNT
from tests.columnar.test_stored_lists import ARCHIVE
from tests.pipeline.dump import FIXTURES

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.front.ksy import load
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.passes import GIVEN, PASSES, Pass, check_order
from bytewright_codegen.semantics.resolve import resolve

ON_DEMAND = [one for one in PASSES if one.runs == "on demand"]
HANDED_ON = {one.writes for one in PASSES} | set(GIVEN)
SPECS = [*(FIXTURES / "encoding").glob("*.ksy"), *(FIXTURES / "rows").glob("*.ksy")]


def test_passes_read_what_earlier_ones_write() -> None:
    check_order(PASSES)
    assert {field.name for field in fields(CodecPlans)} <= HANDED_ON | {"others"}


@pytest.mark.parametrize("place", range(1, len(PASSES)))
def test_a_pass_that_comes_too_early_is_found(place: int) -> None:
    moved = [PASSES[place], *PASSES[:place], *PASSES[place + 1 :]]
    with pytest.raises(ValueError, match="no earlier pass writes"):
        check_order(moved)


def test_a_pass_that_writes_what_is_there_is_found() -> None:
    with pytest.raises(ValueError, match="'spec' is there before"):
        check_order([replace(PASSES[0], writes="spec")])


class Noted(CodecPlans):
    """Plans that note which of what passes hand on is asked for."""

    asked: set[str] = set()  # noqa: RUF012 - all of them note it in one place

    def __getattribute__(self, name: str) -> Any:
        if name in HANDED_ON:
            Noted.asked.add(name)
        return super().__getattribute__(name)


@pytest.fixture(scope="module")
def planned(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, CodecPlans]]:
    """The plans of fixtures, and of a spec whose lists code beside it gives as columns."""
    folder = tmp_path_factory.mktemp("archive")
    (folder / "archive.ksy").write_text(ARCHIVE, encoding="utf-8")
    (folder / "count.ksy").write_text(COUNT, encoding="utf-8")
    return [plan(resolve(load(path, [FIXTURES / "imports"]))) for path in (*SPECS, folder / "archive.ksy")]


@pytest.mark.parametrize("one", ON_DEMAND, ids=lambda one: one.writes)
def test_what_runs_on_demand_reads_what_it_says(planned: list[dict[str, CodecPlans]], one: Pass) -> None:
    Noted.asked = set()
    for found in planned:
        noted: dict[str, CodecPlans] = {}
        for id, plans in found.items():
            noted[id] = Noted(**{field.name: getattr(plans, field.name) for field in fields(plans)} | {"others": noted})
        for anew in noted.values():
            one.run(anew)
    assert Noted.asked - {one.writes} == set(one.reads)
