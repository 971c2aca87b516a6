"""Specs whose root takes parameters, made into formats of their own: a spec that says what these are, in front."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bytewright_codegen.ir.expressions import Literal_, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Parameter, SwitchWire, TypeDef
from bytewright_codegen.ir.values import BoolValue, IntValue, StreamValue, StructValue

_SIZE = 6
"""Bytes that a structure gets which is an argument: it may take all that there are."""


def wrapped(library: Library, place: str, folder: Path) -> Path | None:
    """A spec of files that hold what a root is told, and then the root.

    Args:
        library: the spec, with resolved names.
        place: what an absolute import calls it.
        folder: gets the spec.

    Returns:
        Its path; None where a parameter is what no file can tell.
    """
    root = library.main.root
    imports = {place}
    fields, arguments = [], []
    for parameter in root.params:
        told = _told(parameter, root, dict(library.imports)[library.main.id], library.main.imports)
        if told is None:
            return None
        field, argument, wanted = told
        fields += field
        arguments.append(argument)
        imports |= wanted
    name = f"{library.main.id}_in_use"
    lines = ["meta:", f"  id: {name}", "  endian: le", "  imports:", *(f"    - {one}" for one in sorted(imports))]
    lines += ["seq:", *fields, "  - id: value", f"    type: {library.main.id}({', '.join(arguments)})"]
    path = folder / f"{name}.ksy"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _told(
    parameter: Parameter, root: TypeDef, specs: tuple[str, ...], imports: tuple[str, ...]
) -> tuple[list[str], str, set[str]] | None:
    """The lines of a field for a parameter, the argument, and what must be imported for it."""
    id = f"told_{parameter.id}"
    match parameter.value:
        case IntValue():
            numbers = sorted(_decided(parameter, root))
            valid = [f"    valid: {{any-of: {numbers}}}"] if numbers else []
            return [f"  - id: {id}", "    type: u1", *valid], id, set()
        case BoolValue():
            return [f"  - id: {id}", "    type: u1"], f"{id} != 0", set()
        case StreamValue():
            return [], "_io", set()
        case StructValue(type) if type in specs:
            found: Mapping[str, str] = dict(zip(specs, imports, strict=False))
            return [f"  - id: {id}", f"    size: {_SIZE}", f"    type: {type}"], id, {found[type]}
    return None


def _decided(parameter: Parameter, root: TypeDef) -> set[int]:
    """The numbers that a parameter is, where a switch of the root has a case for each."""
    found: set[int] = set()
    for wire in (attribute.wire for attribute in root.fields):
        if isinstance(wire, SwitchWire) and isinstance(wire.on, Name) and wire.on.name == parameter.id:
            values = [value.value if isinstance(value, Literal_) else None for value, _ in wire.cases]
            found |= {value for value in values if isinstance(value, int)}
    return found
