"""The types of the language: how a value lies in the bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import cast

from bytewright_codegen.front.ksy.document import Mapping, Node, Scalar
from bytewright_codegen.front.ksy.expressions import parse_expression, parse_type
from bytewright_codegen.front.ksy.fields import Fields, attempt, kind_of
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.encodings import check_encoding, unit_size
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import (
    BitsWire,
    BytesWire,
    FloatWire,
    IntWire,
    Order,
    StructWire,
    StrWire,
    SwitchWire,
    Terminator,
    TypeOrder,
    Wire,
)

_INT = re.compile(r"([us])(?:(1)|([248])(le|be)?)")
_FLOAT = re.compile(r"f([48])(le|be)?")
_BITS = re.compile(r"b([0-9]+)(le|be)?")

TEXTS = ("str", "strz")


@dataclass(frozen=True, slots=True)
class Defaults:
    """What a type says in ``meta`` or inherits from the types around it."""

    order: TypeOrder | None = None
    bit_order: Order = "be"
    encoding: str | None = None


def read_encoding(fields: Fields, defaults: Defaults) -> str | None:
    """The canonical encoding that holds for an attribute or type: its own or the inherited one."""
    scalar = fields.scalar("encoding")
    if scalar is None:
        return defaults.encoding
    return check_encoding(scalar.text, scalar.loc, fields.problems)


@dataclass(frozen=True, slots=True)
class WireReader:
    """Reads types in the place of one attribute.

    ``encoding`` is what holds there, None where none is given.
    """

    defaults: Defaults
    encoding: str | None
    problems: Problems

    def read(self, node: Node) -> Wire:
        """Reads the value of ``type``.

        Returns:
            The wire type; bytes where it is wrong, which has been noted.
        """
        if isinstance(node, Mapping):
            return self._switch(node)
        if not isinstance(node, Scalar) or node.value is None:
            self.problems.add(node.loc, f"'type' must be a name or a switch, not {kind_of(node)}")
            return BytesWire()
        return self._named(node, in_switch=False)

    def _switch(self, node: Mapping) -> Wire:
        fields = Fields(node, "a switch of types", ("switch-on", "cases"), self.problems)
        fields.require("switch-on")
        fields.require("cases")
        on = fields.expression("switch-on")
        found = fields.node("cases")
        if isinstance(found, Mapping) and not found.entries:
            self.problems.add(found.loc, "a switch of types without any case")
        cases: list[tuple[Expr | None, Wire]] = []
        for entry in fields.entries("cases"):
            if not isinstance(entry.node, Scalar) or entry.node.value is None:
                self.problems.add(entry.node.loc, f"a case must be the name of a type, not {kind_of(entry.node)}")
                continue
            wire = self._named(entry.node, in_switch=True)
            if entry.key.text == "_":
                cases.append((None, wire))
                continue
            key = entry.key
            test = attempt(self.problems, lambda key=key: parse_expression(key))  # type: ignore[misc]
            if test is not None:
                cases.append((test, wire))
        if on is None:
            return BytesWire()
        return SwitchWire(on, tuple(cases))

    def _named(self, scalar: Scalar, in_switch: bool) -> Wire:
        name = scalar.text.strip()
        if match := _INT.fullmatch(name):
            size = int(match[2] or match[3])
            order = self._order(match[4], name, scalar.loc) if size > 1 else None
            return IntWire(size, match[1] == "s", order)
        if match := _FLOAT.fullmatch(name):
            return FloatWire(int(match[1]), self._order(match[2], name, scalar.loc))
        if match := _BITS.fullmatch(name):
            width = int(match[1])
            if not 1 <= width <= 64:
                self.problems.add(scalar.loc, f"'{name}' must have 1 to 64 bits")
            return BitsWire(width, cast(Order, match[2] or self.defaults.bit_order))
        if name in TEXTS:
            if self.encoding is None:
                self.problems.add(scalar.loc, f"'{name}' needs an encoding", "Give 'encoding' here or in 'meta'.")
                return BytesWire()
            own = zero_terminator(self.encoding) if name == "strz" and in_switch else None
            return StrWire(self.encoding, own)
        reference = attempt(self.problems, lambda: parse_type(scalar))
        if reference is None:
            return BytesWire()
        return StructWire(reference.name, reference.args, scalar.loc)

    def _order(self, written: str | None, name: str, loc: Location) -> Order | None:
        if written is not None:
            return cast(Order, written)
        order = self.defaults.order
        if order is None:
            hint = f"Write '{name}le' or '{name}be', or give 'endian' in 'meta'."
            self.problems.add(loc, f"'{name}' needs a byte order", hint)
        return order if order in ("le", "be") else None


def zero_terminator(encoding: str) -> Terminator:
    """What ends a ``strz``: a zero code unit, which is consumed and not part of the text."""
    return Terminator(bytes(unit_size(encoding)), include=False, consume=True, eos_error=True)
