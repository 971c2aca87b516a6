"""A switch of which the kernel can't read one case, in bytes of a size: who asks for another case doesn't ask for that
one, whether the kernel reads or objects do."""

from __future__ import annotations

import pytest
from tests.support.both import agree, agree_in_all_modes, agree_when_damaged
from tests.support.compiling import Compile

SPEC = """
seq: [{id: sets, type: set, repeat: eos}]
types:
  set:
    seq:
      - {id: kind, type: u1}
      - {id: len, type: u1}
      - {id: body, size: len, type: {switch-on: kind, cases: {2: good, _: tree}}}
  good: {seq: [{id: first, type: u1}, {id: items, type: item, repeat: eos}]}
  item: {seq: [{id: v, type: u1}]}
  tree: {seq: [{id: mark, type: u1, valid: 7}, {id: inside, type: tree, if: not _io.eof}]}
-views:
"""
VIEWS = {
    "a member": ("{each: 'sets[*]', columns: [{id: v, value: _.body.as<good>.first}]}", [7, None, 1]),
    "a list": (
        "{each: 'sets[*]', columns: [{id: v, value: _.body.as<good>.items}]}",
        [[{"v": 8}, {"v": 9}], None, []],
    ),
    "elements": ("{each: 'sets[*].body.as<good>.items[*]', columns: [{id: v, value: _.v}]}", [8, 9]),
    "under a condition": (
        "{each: 'sets[*]', where: _.kind == 2, columns: [{id: v, value: _.body.as<good>.first}]}",
        [7, 1],
    ),
}


@pytest.mark.parametrize(("view", "values"), VIEWS.values(), ids=VIEWS)
def test_other_cases_are_not_asked_for(compiled: Compile, view: str, values: list[object]) -> None:
    codec = compiled(f"{SPEC}  shown: {view}\n")
    data = bytes([2, 3, 7, 8, 9, 3, 2, 7, 6, 2, 1, 1])  # in the second set, a mark is 6
    assert agree(codec, data) == ([repr({"v": value}) for value in values], None, [])
    agree_in_all_modes(codec, data)
    tried, bad = agree_when_damaged(codec, data)
    assert tried > 20
    assert bad > 5


def test_who_asks_for_the_switch_asks_for_all_cases(compiled: Compile) -> None:
    codec = compiled(
        f"{SPEC}  shown: {{each: 'sets[*]', columns: [{{id: kind, value: _.kind}}, {{id: b, value: _.body}}]}}\n"
    )
    data = bytes([2, 3, 7, 8, 9, 3, 2, 7, 6, 2, 1, 1])
    rows, error, _ = agree(codec, data)
    assert len(rows) == 1
    assert error is not None
    assert "sets[1].body.inside.mark" in error
    agree_when_damaged(codec, data)
