"""Formats that are declared twice: as a ``.ksy`` and in Construct."""

from __future__ import annotations

import importlib.util
import sys
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any

from bytewright.codec.trust import NOTHING, consent
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import TypeDef
from bytewright_codegen.pipeline.resolved import load

FORMATS = Path(__file__).parent / "formats"
NAMES = sorted(path.stem for path in FORMATS.glob("*.ksy"))

_TEXT = ("loc", "enum_loc", "type_loc", "doc")


def meaning(path: Path) -> dict[str, Any]:
    """What a spec means: its types and enums by name, without where they stand and what people are told."""
    spec = load(path, trust=consent([path]) if path.suffix == ".py" else NOTHING).main
    types = {definition.name: _bare(_wired(definition)) for definition in spec.types}
    return {**types, **{f"enum {enum.name}": _bare(enum) for enum in spec.enums}}


def _wired(definition: TypeDef) -> TypeDef:
    """A type without the orders that it has for those who write its members down; the wires of these say them too."""
    return replace(definition, order=None, bit_order="be")


def _bare(node: Any) -> Any:
    if isinstance(node, Location):
        return None
    if isinstance(node, tuple):
        return tuple(_bare(item) for item in node)
    if is_dataclass(node):
        values = {field.name: _bare(getattr(node, field.name)) for field in fields(node) if field.name not in _TEXT}
        return type(node).__name__, values
    return node


def module(path: Path) -> Any:
    """A declaration as a module, which Python can find."""
    spec = importlib.util.spec_from_file_location(f"declared_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[found.__name__] = found
    spec.loader.exec_module(found)
    return found


def declared(path: Path) -> Any:
    """The construct of a whole file, as Construct itself has it."""
    return getattr(module(path), path.stem)
