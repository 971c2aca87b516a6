"""Rows that don't say all that a file holds: the error names the field, what asks for it, and how to say it."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

from bytewright.codec.settings import parse
from bytewright.errors import MissingError
from bytewright.tables.write import bytes_of

_CASES = "{1: a, 2: b, 3: a}"
_VIEW = "-views: {{recs: {{each: '{each}', columns: [{{id: body, value: _.body, nullable: true}}]}}}}\n"
_TYPES = "  head: {seq: [{id: kind, type: u1}, {id: n, type: u1}]}\n  a: {seq: [{id: x, type: u2}]}\n"
_CHOSEN = {"a": {"x": 3}, "b": None}
_COLUMN = "The column body says recs[0].body."


def _spec(rec: str, root: str = "{id: recs, type: rec, repeat: eos}", each: str = "recs[*]", params: str = "") -> str:
    """A spec of records, of which a view shows the body."""
    types = f"types:\n  rec: {{params: [{params}], seq: [{rec}]}}\n  b: {{seq: [{{id: y, type: u4}}]}}\n"
    return f"{_VIEW.format(each=each)}seq: [{root}]\n{types}{_TYPES}"


def _switch(on: str, rest: str = "") -> str:
    return f"{{id: body, type: {{switch-on: '{on}', cases: {_CASES}}}{rest}}}"


@pytest.mark.parametrize(
    ("spec", "body", "root", "field", "said"),
    [
        pytest.param(
            _spec("{id: kind, type: u1}, " + _switch("kind")),
            _CHOSEN,
            None,
            "recs[0].kind",
            ["what recs[0].body is", "its case a", _COLUMN, "(value: _.kind)", "`-default`"],
            id="beside",
        ),
        pytest.param(
            _spec("{id: kind, type: u1}, " + _switch("kind * 1")),
            _CHOSEN,
            None,
            "recs[0].kind",
            ["what recs[0].body is", _COLUMN, "(value: _.kind)"],
            id="calculated",
        ),
        pytest.param(
            _spec("{id: kind, type: u1}, {id: n, type: u1}, " + _switch("kind", ", repeat: expr, repeat-expr: n")),
            [_CHOSEN],
            None,
            "recs[0].kind",
            ["what recs[0].body is", _COLUMN, "(value: _.kind)"],
            id="list",
        ),
        pytest.param(
            _spec("{id: head, type: head}, " + _switch("head.kind")),
            _CHOSEN,
            None,
            "recs[0].head",
            ["what recs[0].body is", _COLUMN, "columns for it (value: _.head.kind, _.head.n)"],
            id="structure",
        ),
        pytest.param(
            _spec(_switch("_parent.kind"), "{id: kind, type: u1}, {id: recs, type: rec, repeat: eos}"),
            _CHOSEN,
            None,
            "kind",
            ["what recs[0].body is", _COLUMN, "(value: kind), or a root hold it ("],
            id="above",
        ),
        pytest.param(
            _spec(
                _switch("k"),
                "{id: head, type: head}, {id: recs, type: rec(head.kind * 2), repeat: eos}",
                params="{id: k, type: u1}",
            ),
            _CHOSEN,
            '{"head": {"n": 1}}',
            "head.kind",
            ["what recs[0].body is", _COLUMN, "(value: head.kind), or a root hold it ("],
            id="parameter",
        ),
        pytest.param(
            _spec(
                _switch("_parent.kind"),
                "{id: blocks, type: block, repeat: eos}",
                "blocks[*].recs[*]",
            )
            + "  block: {seq: [{id: kind, type: u1}, {id: n, type: u1}, "
            "{id: recs, type: rec, repeat: expr, repeat-expr: n}]}\n",
            _CHOSEN,
            None,
            "blocks[0].kind",
            ["what blocks[0].recs[0].body is", "(value: blocks.kind), or a root"],
            id="lists in lists",
        ),
        pytest.param(
            _spec("{id: kind, type: u1}, {id: body, type: u1, if: kind > 4}"),
            5,
            None,
            "recs[0].kind",
            ["whether recs[0].body is there", _COLUMN, "(value: _.kind)"],
            id="condition",
        ),
        pytest.param(
            _spec("{id: body, type: u1}", "{id: head, type: head}, {id: recs, type: rec, repeat: eos}"),
            5,
            None,
            "head",
            ["columns for it (value: head.kind, head.n), or a root hold it ("],
            id="header",
        ),
    ],
)
def test_what_rows_do_not_say(
    compiled: Compile, spec: str, body: Any, root: str | None, field: str, said: list[str]
) -> None:
    codec = compiled(spec)
    table = pa.Table.from_pylist([{"body": body}])
    with pytest.raises(MissingError) as caught:
        bytes_of(codec, table, None, parse(codec), root, "auto")
    assert (caught.value.field, caught.value.expected) == (field, "a value")
    assert [text for text in said if text not in (caught.value.hint or "")] == []


def test_a_structure_that_its_condition_asks_for(compiled: Compile) -> None:
    codec = compiled(
        "seq: [{id: flag, type: u1}, {id: a, type: a, if: flag == 1}]\ntypes: {a: {seq: [{id: x, type: u1}]}}"
    )
    given: dict[str, Any] = {"flag": 1}
    with pytest.raises(MissingError, match=r"^a: expected a value, found nothing$"):
        codec.to_bytes(codec.root(**given))
