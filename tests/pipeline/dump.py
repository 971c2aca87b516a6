"""IR as text that a person can check: what fixtures hold and tests compare."""

from __future__ import annotations

from pathlib import Path

from bytewright_codegen.analysis.option_uses import option_uses
from bytewright_codegen.analysis.scopes import scopes
from bytewright_codegen.analysis.sizes import sizes
from bytewright_codegen.backends.docs.readme import readme
from bytewright_codegen.backends.kernel.row_plans import source
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.reading import record_lines
from bytewright_codegen.explain.writing import derive_lines
from bytewright_codegen.front.ksy import load
from bytewright_codegen.front.shipped_specs import spec_root
from bytewright_codegen.ir import expressions as ir
from bytewright_codegen.ir import values
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    BytesWire,
    CalculatedOrder,
    FloatWire,
    IntWire,
    StructWire,
    StrWire,
    SwitchWire,
    TypeDef,
    Wire,
)
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.lowering.write.encoding import Encoded
from bytewright_codegen.lowering.write.templates import unlike
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.semantics.resolve import resolve
from bytewright_codegen.semantics.style import style

FIXTURES = Path(__file__).parent / "fixtures"
KINDS = (
    *("resolve", "sizes", "scopes", "records", "derive", "rows", "encoding", "skeletons", "option_uses"),
    *("readme", "errors"),
)
"""The folders: what a pass makes, or which errors the compiler finds."""


def expected_of(kind: str, path: Path) -> str:
    """What the ``.expected`` file of a fixture must hold.

    Args:
        kind: the folder: one of ``KINDS``.
        path: the ``.ksy`` file.
    """
    if kind == "errors":
        return errors_text(path)
    library = resolve(load(path, [FIXTURES / "imports"]))
    if kind == "scopes":
        return scopes_text(library)
    if kind == "option_uses":
        return option_uses_text(library)
    if kind in ("records", "derive", "rows", "encoding", "skeletons", "readme"):
        plans = plan(library)[library.main.id]
        if kind == "rows":
            return rows_text(plans)
        if kind == "encoding":
            return encoding_text(plans)
        if kind == "skeletons":
            return skeletons_text(plans)
        if kind == "readme":
            return readme(plans, "formats").replace(str(path), path.name)
        return "\n".join(record_lines(plans) if kind == "records" else derive_lines(plans)) + "\n"
    return resolved_text(library) if kind == "resolve" else sizes_text(library)


def errors_text(path: Path) -> str:
    """The errors and warnings of a spec: line, column, message and hint, with the lines they stand in."""
    try:
        library = resolved(path, [FIXTURES / "imports"])
        sizes(library)
    except SpecErrors as errors:
        text = errors.render()
    else:
        text = "\n".join(["no errors", *(d.render() for d in (*library.warnings, *style(library)))])
    text = text.replace(f"{FIXTURES}/", "").replace(str(spec_root()), "specs")
    return text.replace(f"errors/{path.name}", path.name) + "\n"


def resolved_text(library: Library) -> str:
    """The types of the main spec with all names and types that resolving has found."""
    lines: list[str] = []
    for definition in library.main.types:
        lines += _type_lines(definition)
    for view in library.main.views:
        lines += _view_lines(view)
    return "\n".join(lines) + "\n"


def sizes_text(library: Library) -> str:
    """Sizes in bits: of types, of attributes, and of their elements where they repeat."""
    known = sizes(library)
    lines = []
    for definition in library.main.types:
        size = known.types[definition.name]
        lines.append(f"{definition.name}: {_size(size.minimum, size.exact)}")
        places = [(i, a) for i, a in enumerate(definition.attributes)]
        for place, attribute in [*places, *((a.id, a) for a in definition.instances if isinstance(a, Attribute))]:
            assert place is not None
            size = known.attributes[definition.name, place]
            one = known.elements[definition.name, place]
            text = f"  {attribute.id or place}: {_size(size.minimum, size.exact)}"
            if one != size:
                text += f", each {_size(one.minimum, one.exact)}"
            lines.append(text)
    return "\n".join(lines) + "\n"


def rows_text(plans: CodecPlans) -> str:
    """The row plan of every view: a step or column a line; or why there is none."""
    lines = []
    for view, found in plans.row_plans.items():
        if isinstance(found, NoPlan):
            lines += [f"{view}: objects, line {found.location.line}: {found.reason}"]
            continue
        lines += [f"{view}: {source(found.frame)}, rows of {found.rows}"]
        lines += [f"  {source(step)}" for step in found.steps]
        lines += [f"  = {source(column)}" for column in found.columns]
        lines += [f"  = {source(part)}" for part in (found.pivot, found.cells) if part is not None]
    return "\n".join(lines) + "\n"


def encoding_text(plans: CodecPlans) -> str:
    """How rows become records: a source or a step a line; or why the kernel can't make them."""
    found = plans.encoding
    if not isinstance(found, Encoded):
        return f"objects, line {found.location.line}: {found.reason}\n"
    lines = [source(one) for one in found.plan.sources]
    lines += [f"  {source(step)}" for step in found.plan.steps]
    lines += [f"  {name} = {expression(expr)}" for name, expr in found.givens.items()]
    return "\n".join([*lines, f"  = {source(found.plan.size)}"]) + "\n"


def option_uses_text(library: Library) -> str:
    """The options on which files, models, and rows of each view rest."""
    found = option_uses(library, library.main)
    lines = [f"files: {', '.join(found.files)}", f"models: {', '.join(found.models)}"]
    lines += [f"read {view}: {', '.join(names)}" for view, names in found.read.items()]
    lines += [f"write {rows}: {', '.join(names)}" for rows, names in found.write.items()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def skeletons_text(plans: CodecPlans) -> str:
    """By view, why its steps differ in more than vectors and numbers, if they do."""
    lines = []
    for view in plans.spec.views:
        why = unlike(plans.library, plans.spec, plans.all_plans, plans.derivations, view)
        lines.append(f"{view.name}: {why or 'from a skeleton'}")
    return "\n".join(lines) + "\n"


def scopes_text(library: Library) -> str:
    """The scope of every expression but constants, by the place that it is computed for."""
    lines: list[str] = []
    place = None
    for scoped in scopes(library, library.main).expressions:
        if scoped.scope.kind == "spec":
            continue
        if scoped.place.path() != place:
            place = scoped.place.path()
            lines.append(f"{place or '(the file)'}: {scoped.place.type}")
        owner = f"{scoped.owner}: " if scoped.owner.startswith("view ") else ""
        scope = f"{scoped.scope.kind} {scoped.scope.path}".strip()
        lines.append(f"  {owner}{scoped.role} = {expression(scoped.expr)} -> {scope}")
    return "\n".join(lines) + "\n"


def _size(minimum: int, exact: int | None) -> str:
    return str(exact) if exact == minimum else f"{minimum} or more"


def _type_lines(definition: TypeDef) -> list[str]:
    lines = [f"type {definition.name}" + (f" in {definition.parent_type}" if definition.parent_type else "")]
    if isinstance(definition.order, CalculatedOrder):
        tests = [f"{typed_text(test) if test else '_'} => {order}" for test, order in definition.order.cases]
        lines.append(f"  order by {typed_text(definition.order.on)} {{ {'; '.join(tests)} }}")
    elif definition.order:
        lines.append(f"  order {definition.order}")
    lines += [f"  param {param.id}: {value_text(param.value)}" for param in definition.params]
    for attribute in definition.attributes:
        lines += _attribute_lines("attribute", attribute)
    for instance in definition.instances:
        if isinstance(instance, Attribute):
            lines += _attribute_lines("instance", instance)
            continue
        lines.append(f"  value {instance.id}: {value_text(instance.value)}")
        lines += _expr_lines(instance, ("expr", "condition"))
    return lines + _expr_lines(definition, ("to_string", "shown_as"))


def _attribute_lines(word: str, attribute: Attribute) -> list[str]:
    repeat = f" repeat {attribute.repeat.kind}" if attribute.repeat else ""
    enum = f" enum {attribute.enum}" if attribute.enum else ""
    wire = wire_text(attribute.wire)
    lines = [f"  {word} {attribute.id or '-'}: {wire}{enum}{repeat} -> {value_text(attribute.value)}"]
    if attribute.repeat and attribute.repeat.expr:
        lines.append(f"    repeat: {typed_text(attribute.repeat.expr)}")
    lines += _expr_lines(attribute, ("condition", "size", "position", "stream", "parent", "default"))
    if attribute.valid:
        lines += [f"    valid {line.strip()}" for line in _expr_lines(attribute.valid, ("eq", "min", "max", "expr"))]
        lines += [f"    valid any-of: {typed_text(expr)}" for expr in attribute.valid.any_of]
    if attribute.process:
        lines.append(f"    process {attribute.process.name}({', '.join(map(typed_text, attribute.process.args))})")
    if attribute.derive:
        lines.append(f"    derive {attribute.derive.kind}: {typed_text(attribute.derive.path)}")
        lines += [f"    derive {name}: {typed_text(expr)}" for name, expr in attribute.derive.choices]
    return lines


def _expr_lines(node: object, names: tuple[str, ...]) -> list[str]:
    found = [(name, getattr(node, name)) for name in names]
    return [f"    {name}: {typed_text(expr)}" for name, expr in found if expr is not None]


def _view_lines(view: View) -> list[str]:
    lines = [f"view {view.name}" + (" (default)" if view.default else "")]
    lines += _expr_lines(view, ("each", "where", "rows", "inner_path"))
    lines += [f"    column {c.id}: {typed_text(c.expr)} -> {value_text(c.value)}" for c in view.columns]
    if view.pivot:
        lines += [f"    pivot {line.strip()}" for line in _expr_lines(view.pivot, ("each", "key", "name", "vector"))]
    if view.cells:
        names = ("each", "name", "cell", "constant")
        lines += [f"    pivot {line.strip()}" for line in _expr_lines(view.cells, names)]
    if view.variants:
        names = ("of", "among", "name", "each")
        lines += [f"    pivot {line.strip()}" for line in _expr_lines(view.variants, names)]
    if view.inner:
        lines.append(f"    inner: {view.inner}")
    return lines


def wire_text(wire: Wire) -> str:
    """A wire type as .ksy would say it, as far as it can."""
    match wire:
        case IntWire(size, signed, order):
            return f"{'s' if signed else 'u'}{size}{order or ''}"
        case FloatWire(size, order):
            return f"f{size}{order or ''}"
        case BitsWire(width, order):
            return f"b{width}{order}"
        case BytesWire():
            return "bytes"
        case StrWire(encoding, terminator):
            return f"str {encoding}" + (f" up to {terminator.bytes.hex()}" if terminator else "")
        case StructWire(name, args):
            return name + (f"({', '.join(map(typed_text, args))})" if args else "")
        case SwitchWire(on, cases):
            texts = [f"{typed_text(test) if test else '_'} => {wire_text(case)}" for test, case in cases]
            return f"switch {typed_text(on)} {{ {'; '.join(texts)} }}"


def value_text(value: values.Value | None) -> str:
    """The type of a value; ``?`` where there is none."""
    match value:
        case None:
            return "?"
        case values.IntValue(0):
            return "int"
        case values.IntValue(bits, signed):
            return f"{'s' if signed else 'u'}{bits}"
        case values.FloatValue(bits):
            return f"f{bits}"
        case values.EnumValue(enum):
            return f"enum {enum}"
        case values.StructValue(name):
            return name or "struct"
        case values.ArrayValue(item):
            return f"{value_text(item)}[]"
    return type(value).__name__.removesuffix("Value").lower()


def typed_text(expr: ir.Expr) -> str:
    """An expression with its type and what its names stand for."""
    return f"{expr_text(expr, bindings=True)} :: {value_text(expr.type)}"


def expr_text(expr: ir.Expr, bindings: bool = False) -> str:
    """An expression, fully bracketed, so that its structure shows; with ``bindings`` names say what they stand for."""

    def text(inner: ir.Expr) -> str:
        return expr_text(inner, bindings)

    def bound(node: ir.Name | ir.Member) -> str:
        if not bindings or node.binding in ("method", "special"):
            return node.name
        return f"{node.name}<{node.owner or node.binding}>"

    match expr:
        case ir.Literal_(value):
            return repr(value)
        case ir.Name():
            return bound(expr)
        case ir.Member(target):
            return f"{text(target)}.{bound(expr)}"
        case ir.Call(target, method, args):
            return f"{text(target)}.{method}({', '.join(map(text, args))})"
        case ir.Item(target, index):
            return f"{text(target)}[{text(index)}]"
        case ir.Unary(operator, operand):
            return f"({operator} {text(operand)})"
        case ir.Binary(operator, left, right) | ir.Compare(operator, left, right) | ir.Logical(operator, left, right):
            return f"({text(left)} {operator} {text(right)})"
        case ir.Conditional(test, then, otherwise):
            return f"({text(test)} ? {text(then)} : {text(otherwise)})"
        case ir.ListLiteral(items):
            return f"[{', '.join(map(text, items))}]"
        case ir.FormatString(parts):
            return f"f{{{' + '.join(map(text, parts))}}}"
        case ir.EnumMember(enum, member):
            return f"{enum}::{member}"
        case ir.Cast(target, name):
            return f"{text(target)}.as<{name}>"
        case ir.SizeOf(name, bits):
            return f"{'bit' if bits else ''}sizeof<{name}>"
        case ir.Find(items, key, wanted):
            return f"find({text(items)}, {text(key)} == {text(wanted)})"
        case ir.CountBefore(items, before, where):
            return f"count({text(items)}, before {text(before)}, {text(where)})"
        case ir.Apply(function, args):
            return f"{function}({', '.join(map(text, args))})"
        case ir.Invoke(function, args):
            return f"{function}({', '.join(map(text, args))})"
        case ir.Tabulate(size, item):
            return f"list({text(size)}, {text(item)})"
