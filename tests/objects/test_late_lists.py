"""Lists of places under a condition: room is made for them where there is one, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.compiling import Compile

from bytewright.codec.plain_values import from_plain
from bytewright.model.structures import Struct
from bytewright.objects.write.fields import late_values
from bytewright.objects.write.output import Output
from bytewright.testing import check_rewrite

SPEC = """
seq:
  - {id: has_starts, type: u1}
  - {id: num_texts, type: u1}
  - id: starts
    type: u2
    repeat: expr
    repeat-expr: num_texts + 1
    if: has_starts == 1
    -derive: {position-of: 'texts[*]'}
  - {id: texts, type: text, repeat: expr, repeat-expr: num_texts}
types:
  text:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text}
"""


@pytest.mark.parametrize(
    ("has_starts", "wanted"),
    [(0, "00 02 01 61 02 62 63"), (1, "01 02 08 00 0a 00 0d 00 01 61 02 62 63"), (2, "02 02 01 61 02 62 63")],
)
def test_places_under_a_condition(has_starts: int, wanted: str, compiled: Compile) -> None:
    codec = compiled(SPEC)
    model = from_plain(codec, {"has_starts": has_starts, "texts": [{"text": "61"}, {"text": "6263"}]})
    data = codec.to_bytes(model)
    assert data == bytes.fromhex(wanted)
    check_rewrite(codec, data)
    model.has_starts = 1 - has_starts % 2
    assert codec.to_bytes(model)[0] == 1 - has_starts % 2


def test_room_is_made_only_where_there_is_a_list(compiled: Compile, monkeypatch: pytest.MonkeyPatch) -> None:
    codec = compiled(SPEC)
    made: list[Any] = []
    original = late_values.reserve_list

    def noted(owner: Struct, field: int, out: Output, *rest: Any, **more: Any) -> None:
        original(owner, field, out, *rest, **more)
        made.append(owner.starts)  # type: ignore[attr-defined]

    monkeypatch.setattr("bytewright.generated_api.writer.reserve_list", noted)
    for has_starts in (0, 1):
        codec.to_bytes(from_plain(codec, {"has_starts": has_starts, "texts": [{"text": "61"}]}))
    assert made[0] is None
    assert made[1] is not None


def test_room_is_made_where_a_condition_is_not_known_yet(compiled: Compile) -> None:
    codec = compiled(SPEC)
    model = from_plain(codec, {"has_starts": 1, "texts": []})

    def unknown() -> bool:
        raise AttributeError("not yet")

    late_values.reserve_list(model, 2, Output(), 3, 0, there=unknown)
    assert model.starts == [0, 0, 0]
