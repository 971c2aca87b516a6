"""What views say of rows in regions of a file, and of bytes that are files themselves: ``views.py`` of a codec."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bytewright.codecs.process import HANDED
from bytewright.kernels.plan import RegionFrame
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.column_values import each_item, from_element, pairs_of
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.reader import process
from bytewright_codegen.backends.views.view_inverses import place_of
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.views import Decode, TableType
from bytewright_codegen.ir.walk import replaced
from bytewright_codegen.lowering.read.entry_lists import Mirror
from bytewright_codegen.lowering.read.index_blocks import Block
from bytewright_codegen.lowering.read.outer_structures import Whole
from bytewright_codegen.lowering.read.outer_values import raised
from bytewright_codegen.lowering.read.region_rows import COUNT
from bytewright_codegen.lowering.read.row_plans import NoPlan, Rows
from bytewright_codegen.plans.reading import Entry

_SHAPES = {
    **{f"s{size}": f"pa.int{8 * size}()" for size in (1, 2, 4, 8)},
    "u1": "pa.uint8()",
    "u2": "pa.uint16()",
    "u4": "pa.uint32()",
    "f4": "pa.float32()",
    "f8": "pa.float64()",
    "str": "pa.string()",
    "bytes": "pa.binary()",
    "bool": "pa.bool_()",
}


@dataclass(frozen=True)
class RegionView:
    """Where the innermost list lies, as source; ``names``: by name in the plan, the list and the pairs; ``numbers``:
    what is the same for a whole region, ``of_pages`` even for all that a page of a table says; ``referred``: what the
    bytes go through that its elements refer to; ``directory``: what says where a page of the table lies that says so,
    by name; ``block``, ``block_directory``: likewise of the structure that has these pages, and of the table that says
    where that lies."""

    stream: str
    position: str
    condition: str
    size: str
    process: str
    names: list[tuple[str, str, str]]
    follows: bool
    alone: bool
    count: str
    numbers: dict[str, str]
    referred: str
    directory: dict[str, str]
    of_pages: dict[str, str]
    block: dict[str, str]
    block_directory: dict[str, str]


@dataclass(frozen=True)
class DecodeView:
    """Rows that a library makes, as source.

    ``cases``: test, type and what the table says of itself; ``encodings``: test and settings. ``handed``: the package
    of the classes that are handed over, if this is one; empty: it isn't. ``stated_size``: way to a text, and the name
    of a member; empty: nothing says it."""

    bytes: str
    codec: str
    column: str
    doc: str
    cases: list[tuple[str, str, str]]
    origin: str
    path: str
    encodings: list[tuple[str, str]]
    handed: str
    stated_size: str


def region_of(plans: CodecPlans, expressions: PythonExpressions, rows: Rows | NoPlan) -> RegionView | None:
    """Where the regions of rows begin and end; None: rows don't lie in any."""
    if not isinstance(rows, Rows) or rows.region is None:
        return None
    attribute, frame = rows.region.holder.attribute, rows.region.holder.frame
    assert attribute.position is not None
    around = expressions(from_element(rows.region.around))
    holder = PythonExpressions(plans.naming, around, options="scope.options")
    directory: dict[str, str] = {}
    block: dict[str, str] = {}
    if rows.mirror is not None:
        directory = _directory(plans, expressions, rows.mirror, attribute.stream)
        block = _block(plans, expressions, rows.block) if rows.block is not None else {}
    elif rows.whole is not None:
        directory, block = _whole(plans, expressions, rows.whole)
    return RegionView(
        stream=holder(attribute.stream) if attribute.stream is not None else f"{around}._io",
        position=holder(attribute.position),
        condition=holder(attribute.condition) if attribute.condition is not None else "",
        size=holder(frame.size) if frame.size is not None else "",
        process=process(holder, frame),
        names=[(name, *pairs_of(expressions, named)) for name, named in rows.names.items()],
        follows=isinstance(rows.plan.frame, RegionFrame) and rows.plan.frame.next is not None,
        alone=rows.region.alone,
        count=COUNT if rows.region.count is not None else "",
        referred=process(holder, rows.reference.target.frame) if rows.reference is not None else "",
        numbers={name: holder(number) for name, number in rows.numbers.items()},
        directory=directory,
        of_pages=_of_pages(plans, expressions, rows.mirror, rows.numbers) if rows.mirror is not None else {},
        block=block,
        block_directory=_block_directory(plans, expressions, rows.block) if rows.block is not None else {},
    )


def _whole(plans: CodecPlans, expressions: PythonExpressions, whole: Whole) -> tuple[dict[str, str], dict[str, str]]:
    """Where a structure lies that is read as a whole, and the file that says so, where it does."""
    file = {"stream": "scope.root._io", "position": "0", "size": "scope.root._io.size"}
    if whole.holder is None or whole.within:
        file["parts"] = "None" if whole.counted is None else expressions(whole.counted)
    if whole.holder is None:
        return file, {}
    assert whole.around is not None
    around = _placed(plans, expressions(from_element(whole.around)), whole.holder)
    return {**around, "parts": "1", **({"own": "True"} if whole.own else {})}, file if whole.within else {}


def _block(plans: CodecPlans, expressions: PythonExpressions, block: Block) -> dict[str, str]:
    """Where the structure lies that has the pages of a table, as seen from the one that it is a field of."""
    return _placed(plans, expressions(from_element(block.around)), block.holder)


def _placed(plans: CodecPlans, around: str, entry: Entry) -> dict[str, str]:
    """Where a field of a structure lies."""
    holder = PythonExpressions(plans.naming, around, options="scope.options")
    attribute, size = entry.attribute, entry.frame.size
    assert attribute.position is not None
    assert size is not None
    return {
        "stream": holder(attribute.stream) if attribute.stream is not None else f"{around}._io",
        "position": holder(attribute.position),
        "size": holder(size),
    }


def _block_directory(plans: CodecPlans, expressions: PythonExpressions, block: Block) -> dict[str, str]:
    """Where a page of the table lies that says where such structures lie; empty: only objects find them."""
    return {} if block.mirror is None else _directory(plans, expressions, block.mirror, block.holder.attribute.stream)


def counted_elements(plans: CodecPlans, expressions: PythonExpressions, rows: Rows | NoPlan) -> str:
    """Where the pages lie whose entries columns count: the stream, the place and the size of each, as source."""
    if not isinstance(rows, Rows) or rows.counted is None:
        return ""
    one = expressions.with_special({"_": "one"})
    where = _directory(plans, one, rows.counted, None)
    place = ", ".join(where[name] for name in ("stream", "position", "size"))
    assert isinstance(rows.counted.pages, Item)
    outer, rest = each_item(one, rows.counted.pages.target)
    return f"(({place}) for one in {expressions(outer, tight=True)} or (){rest})"


def _of_pages(
    plans: CodecPlans, expressions: PythonExpressions, mirror: Mirror, numbers: Mapping[str, Expr]
) -> dict[str, str]:
    """What is asked of structures around a page, as seen from the one that has the list that stands for its entries."""
    page = PythonExpressions(plans.naming, expressions(from_element(mirror.pages)), options="scope.options")
    above = {name: raised(number) for name, number in numbers.items()}
    return {name: page(number) for name, number in above.items() if number is not None}


def _directory(
    plans: CodecPlans, expressions: PythonExpressions, mirror: Mirror, regions: Expr | None
) -> dict[str, str]:
    """Where a page lies, as seen from the structure that has the list that stands for its entries."""
    holder = expressions(from_element(mirror.pages))
    owner = PythonExpressions(plans.naming, holder, options="scope.options")(mirror.owner)
    page = PythonExpressions(plans.naming, owner, options="scope.options")
    attribute = mirror.page.attribute
    assert attribute.position is not None
    assert mirror.page.frame.size is not None
    own, parent = (Name(name, mirror.page.loc, None, "special") for name in ("_", "_parent"))
    return {
        "stream": page(attribute.stream) if attribute.stream is not None else f"{owner}._io",
        "position": page(attribute.position),
        "size": page(mirror.page.frame.size),
        "regions": expressions(replaced(regions, parent, own)) if regions is not None else f"{holder}._io",
    }


def decoded_files(plans: CodecPlans, expressions: PythonExpressions, decode: Decode) -> DecodeView:
    """How bytes that are files themselves are read."""
    cases = [
        (
            expressions(case.where) if case.where is not None else "True",
            _shape(case.type),
            repr(dict(case.metadata)) if case.metadata else "",
        )
        for case in decode.cases
    ]
    return DecodeView(
        expressions(decode.bytes),
        decode.codec,
        decode.column,
        decode.doc,
        cases,
        field_of(plans, expressions, decode.bytes),
        repr(place_of(decode.bytes)[1:]) if place_of(decode.bytes)[:1] == ("element",) else "",
        [
            (expressions(one.where) if one.where is not None else "True", repr(dict(one.settings)))
            for one in decode.encodings
        ],
        HANDED if decode.handed else "",
        repr((place_of(size.text)[1:], size.member)) if (size := decode.stated_size) is not None else "",
    )


def _shape(kind: TableType) -> str:
    """What values of a table are shown as, as source."""
    match kind.kind:
        case "list":
            return f"rt.ListShape({_shape(kind.items[0])})"
        case "map":
            return f"rt.MapShape({_shape(kind.items[0])}, {_shape(kind.items[1])})"
        case "struct":
            members = ", ".join(f"{n!r}: ({', '.join(map(_shape, kinds))},)" for n, kinds in kind.members)
            tags = {name: (member, values) for name, member, values in kind.tags}
            return f"rt.StructShape({{{members}}}{f', tags={tags!r}' if tags else ''})"
    return f"rt.PlainShape({_SHAPES[kind.name]})"


def field_of(plans: CodecPlans, expressions: PythonExpressions, expr: Expr) -> str:
    """The structure that holds what a path names, with the id of the field that says so, as a tuple in source."""
    if isinstance(expr, Member) and expr.binding == "attribute":
        return f"({expressions(expr.target)}, {expr.name!r})"
    return f"(scope.root, {expr.name!r})" if isinstance(expr, Name) else '(scope.root, "")'
