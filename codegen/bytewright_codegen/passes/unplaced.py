"""Instances without a place: what can't end the sequence of a sized structure is read where its stream stands."""

from __future__ import annotations

from dataclasses import replace

from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, TypeDef
from bytewright_codegen.ir.values import StreamValue
from bytewright_codegen.ir.walk import structures_in


def unplaced(library: Library) -> Library:
    """Gives instances without ``pos`` and ``io`` their stream, where they are no part of the sequence.

    One such instance ends the sequence of a structure that has a size of its own (or is the file). Of several, or in a
    structure without a size, nobody can say what lies where.

    Args:
        library: resolved.
    """
    free = _unsized(library)
    specs = tuple(
        replace(spec, types=tuple(_moved(definition, definition.name in free) for definition in spec.types))
        for spec in library.specs
    )
    return replace(library, specs=specs)


def _unsized(library: Library) -> set[str]:
    """The types of which some structure has no size of its own."""
    found: set[str] = set()
    for definition in library.types.values():
        for attribute in definition.fields:
            if attribute.size is None and not attribute.size_eos and attribute.terminator is None:
                found |= structures_in(attribute.wire)
    return found


def _moved(definition: TypeDef, unsized: bool) -> TypeDef:
    deferred = [attribute for attribute in definition.attributes if attribute.deferred]
    if not deferred or (len(deferred) == 1 and not unsized):
        return definition
    stays = tuple(attribute for attribute in definition.attributes if not attribute.deferred)
    return replace(definition, attributes=stays, instances=(*definition.instances, *map(_placed, deferred)))


def _placed(attribute: Attribute) -> Attribute:
    stream = Name("_io", attribute.loc, StreamValue(), "special")
    return replace(attribute, deferred=False, stream=stream)
