"""Entries of ``seq``, ``instances`` and ``params``."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from bytewright_codegen.front.companion_code import is_beside
from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, Sequence
from bytewright_codegen.front.ksy.expressions import parse_name, parse_process
from bytewright_codegen.front.ksy.fields import Fields, attempt, check_id, kind_of
from bytewright_codegen.front.ksy.vendor import read_checksum, read_default, read_derive, read_logical, read_lookup
from bytewright_codegen.front.ksy.vendor_keys import Place, roles, vendor_keys
from bytewright_codegen.front.ksy.wires import Defaults, WireReader, read_encoding, zero_terminator
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.encodings import unit_size
from bytewright_codegen.ir.expressions import Expr, Literal_
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    BytesWire,
    FloatWire,
    IntWire,
    Parameter,
    Process,
    Repeat,
    StructWire,
    StrWire,
    SwitchWire,
    Terminator,
    Valid,
    ValueInstance,
    Wire,
)

_DOCUMENTED = ("doc", "doc-ref")
_ATTRIBUTE_KEYS = (
    "id", *_DOCUMENTED, "type", "if", "repeat", "repeat-expr", "repeat-until", "size", "size-eos", "terminator",
    "include", "consume", "eos-error", "pad-right", "contents", "encoding", "enum", "process", "parent", "valid",
    *vendor_keys("field"),
)  # fmt: skip
_INSTANCE_KEYS = (
    *(key for key in _ATTRIBUTE_KEYS if key not in ("id", *vendor_keys("field"))),
    *vendor_keys("instance"),
)
_VALUE_KEYS = ("value", "if", "enum", *_DOCUMENTED, *vendor_keys("value instance"))
_MOST_CONTENTS = 1 << 16
"""Bytes of ``contents``."""
_PARAMETER_KEYS = ("id", "type", "enum", *_DOCUMENTED)


def read_attribute(node: Node, defaults: Defaults, problems: Problems) -> Attribute:
    """Reads an entry of ``seq``."""
    fields = Fields(node, "an attribute", _ATTRIBUTE_KEYS, problems)
    scalar = fields.scalar("id")
    name = check_id(scalar, "an attribute", problems) if scalar else None
    return _Attribute(fields, defaults, "field").read(name)


def read_instance(entry: Entry, defaults: Defaults, problems: Problems) -> Attribute | ValueInstance:
    """Reads an entry of ``instances``: a value or something to parse."""
    name = check_id(entry.key, "an instance", problems)
    if isinstance(entry.node, Mapping) and entry.node.get("value") is not None:
        fields = Fields(entry.node, "a value instance", _VALUE_KEYS, problems)
        # What our keys find out, `value` says for others in steps that need not be there for us.
        found = read_lookup(fields)
        fields.choice("-role", roles("value instance"))
        valid, checksum_field = _valid_value(fields)
        if checksum_field is not None:
            found = Literal_(True, fields.loc)
        return ValueInstance(
            id=name,
            expr=found or fields.expression("value") or Literal_(0, fields.loc),
            loc=entry.key.loc,
            doc=fields.text("doc"),
            condition=fields.expression("if"),
            enum=_enum(fields),
            logical=read_logical(fields),
            references=fields.texts("doc-ref"),
            enum_loc=_enum_loc(fields),
            valid=valid,
            checksum_field=checksum_field,
        )
    fields = Fields(entry.node, "an instance", (*_INSTANCE_KEYS, "pos", "io", "value"), problems)
    fields.loc = entry.key.loc
    instance = _Attribute(fields, defaults, "instance").read(name)
    again = fields.choice("-role", roles("instance")) == "again"
    if again and not instance.placed:
        problems.add(fields.key_loc("-role"), "'-role: again' stands on an instance with 'pos' or 'io'")
    return replace(instance, deferred=not instance.placed, again=again)


def read_parameter(node: Node, problems: Problems) -> Parameter:
    """Reads an entry of ``params``."""
    fields = Fields(node, "a parameter", _PARAMETER_KEYS, problems)
    fields.require("id")
    scalar = fields.scalar("id")
    name = check_id(scalar, "a parameter", problems) if scalar else ""
    type_scalar = fields.scalar("type")
    type_name = attempt(problems, lambda: parse_name(type_scalar, "type_name")) if type_scalar else None
    return Parameter(
        id=name,
        type_name=type_name or "bytes",
        loc=fields.loc,
        doc=fields.text("doc"),
        enum=_enum(fields),
        references=fields.texts("doc-ref"),
        type_loc=type_scalar.loc if type_scalar else fields.loc,
        enum_loc=_enum_loc(fields),
    )


def _enum(fields: Fields) -> str | None:
    scalar = fields.scalar("enum")
    return attempt(fields.problems, lambda: parse_name(scalar)) if scalar else None


def _enum_loc(fields: Fields) -> Location:
    node = fields.node("enum")
    return node.loc if node is not None else NOWHERE


def _unsaid(attribute: Attribute) -> Literal_ | None:
    """What a number without an id is, which no writer can be told: zero, as bytes without one are; None: something else
    says what it is."""
    wire = attribute.wire
    if attribute.repeat is not None or attribute.valid is not None or attribute.enum is not None:
        return None
    if isinstance(wire, BitsWire) and wire.width == 1:
        return Literal_(False, attribute.loc)
    if isinstance(wire, FloatWire):
        return Literal_(0.0, attribute.loc)
    return Literal_(0, attribute.loc) if isinstance(wire, IntWire | BitsWire) else None


class _Attribute:
    def __init__(self, fields: Fields, defaults: Defaults, place: Place) -> None:
        self.fields = fields
        self.roles = roles(place)
        self.problems = fields.problems
        self.defaults = defaults

    def read(self, name: str | None) -> Attribute:
        fields = self.fields
        encoding = read_encoding(fields, self.defaults)
        reader = WireReader(self.defaults, encoding, self.problems)
        type_node = fields.node("type")
        wire = reader.read(type_node) if type_node is not None else BytesWire()
        contents = self.contents()
        is_strz = isinstance(type_node, Scalar) and type_node.text.strip() == "strz"
        terminator = self.terminator(is_strz, encoding if _holds_text(wire) else None)
        compared = self.compared()
        attribute = Attribute(
            id=name,
            wire=wire,
            loc=fields.loc,
            doc=fields.text("doc"),
            condition=fields.expression("if"),
            repeat=self.repeat(),
            size=fields.expression("size"),
            size_eos=bool(fields.flag("size-eos")),
            terminator=terminator,
            pad_right=fields.byte("pad-right"),
            contents=contents,
            enum=_enum(fields),
            process=self.process(),
            valid=read_valid(fields),
            position=fields.expression("pos"),
            stream=fields.expression("io"),
            parent=None if isinstance(wire, BytesWire | StrWire) else fields.expression("parent"),
            references=fields.texts("doc-ref"),
            enum_loc=_enum_loc(fields),
            logical=read_logical(fields),
            derive=read_derive(fields),
            default=read_default(fields),
            validity_of=fields.text("-validity-of") or None,
            open_enum=bool(fields.flag("-open")),
            checksum=read_checksum(fields),
            null=fields.expression("-null"),
            unique=compared.get("unique"),
            same=compared.get("same"),
            hint=fields.text("-hint"),
            until_zeros=fields.choice("-role", self.roles) == "slack",
            sync=None if says_nothing(fields) else _sync(fields),
            is_evidence=not says_nothing(fields),
        )
        self.check(attribute)
        if name is None and attribute.default is None:
            attribute = replace(attribute, default=_unsaid(attribute))
        return attribute

    def compared(self) -> dict[str, Expr | None]:
        """What differs from element to element, and what is the same for all of them, by ``-valid``."""
        node = self.fields.node("-valid")
        if node is None:
            return {}
        if isinstance(node, Mapping) and node.get("checksum-of") is not None:
            message = "'checksum-of' stands on the value instance that says whether a checksum is there"
            hint = "A field that is a checksum says so by '-checksum: {algorithm: …, from: …, to: …}'."
            self.problems.add(node.loc, message, hint)
            return {}
        fields = Fields(node, "'-valid' of a field", ("unique", "same"), self.problems)
        if "same" not in fields:
            fields.require("unique")
        return {key: fields.expression(key) for key in ("unique", "same")}

    def check(self, attribute: Attribute) -> None:
        """What the form of an attribute rules out; ``type`` decides which keys mean something."""
        fields = self.fields
        wire = attribute.wire
        if "size" in fields and attribute.size_eos:
            self.problems.add(fields.key_loc("size-eos"), "'size' and 'size-eos' exclude each other")
        if isinstance(wire, IntWire | FloatWire | BitsWire):
            self.refuse(
                "a number",
                "size",
                "size-eos",
                "terminator",
                "include",
                "consume",
                "eos-error",
                "pad-right",
                "process",
                "encoding",
                "parent",
                "contents",
            )
        if isinstance(wire, FloatWire | StrWire | StructWire) or (isinstance(wire, BytesWire) and "type" not in fields):
            self.refuse("what is not an integer", "enum", "-open")
        if isinstance(wire, BytesWire | StrWire):
            self.pass_over("bytes or text", "parent")
        if isinstance(wire, BytesWire | StrWire) and ("type" not in fields or isinstance(wire, StrWire)):
            framed = (
                "size" in fields,
                attribute.size_eos,
                attribute.terminator is not None,
                "contents" in fields,
                "terminator" in fields,
            )
            if not any(framed) and fields.whole:
                what = "text" if isinstance(wire, StrWire) else "bytes"
                self.problems.add(
                    fields.loc, f"{what} without an end", "Give 'size', 'size-eos: true', 'terminator', or a 'type'."
                )
        if isinstance(wire, BytesWire | StructWire):
            self.refuse("what is not text", "encoding")
        if isinstance(wire, StructWire) and not ("size" in fields or attribute.size_eos or "terminator" in fields):
            self.refuse("a structure without a size", "process", "pad-right")
        if "contents" in fields:
            self.refuse("fixed contents", "type", "size-eos", "terminator", "pad-right")
            size = attribute.size
            if isinstance(size, Literal_) and attribute.contents is not None and size.value != len(attribute.contents):
                self.problems.add(size.loc, f"'contents' has {len(attribute.contents)} bytes, 'size' says {size.value}")
        elif isinstance(wire, BytesWire | StrWire | StructWire) and attribute.terminator is None:
            self.pass_over("what has no terminator", "include", "consume", "eos-error")
        if attribute.until_zeros and (attribute.repeat is None or attribute.repeat.kind != "eos"):
            self.problems.add(fields.key_loc("-role"), "'-role: slack' stands on a list with 'repeat: eos'")
        if attribute.sync is not None and not isinstance(wire, IntWire):
            self.problems.add(fields.key_loc("-sync"), "'-sync' stands on an integer, or is false")
        if "-open" in fields and "enum" not in fields:
            self.problems.add(fields.key_loc("-open"), "'-open' needs 'enum'")
        if attribute.valid is not None and attribute.valid.in_enum and "enum" not in fields:
            self.problems.add(attribute.valid.loc, "'in-enum' needs 'enum'")

    def refuse(self, what: str, *keys: str) -> None:
        for key in keys:
            if key in self.fields:
                self.problems.add(self.fields.key_loc(key), f"'{key}' means nothing for {what}")

    def pass_over(self, what: str, *keys: str) -> None:
        """Warns of keys that the stock compiler knows there, but does nothing with."""
        for key in keys:
            if key in self.fields:
                self.problems.warn(self.fields.key_loc(key), f"'{key}' means nothing for {what}")

    def repeat(self) -> Repeat | None:
        fields = self.fields
        kind = fields.choice("repeat", ("eos", "expr", "until"))
        for of, key in (("expr", "repeat-expr"), ("until", "repeat-until")):
            if kind == of and key not in fields:
                self.problems.add(fields.key_loc("repeat"), f"'repeat: {of}' needs '{key}'")
            elif key in fields and kind != of and (kind is not None or "repeat" not in fields):
                self.problems.add(fields.key_loc(key), f"'{key}' needs 'repeat: {of}'")
        if kind == "eos":
            return Repeat("eos", None)
        if kind == "expr":
            return Repeat("expr", fields.expression("repeat-expr"))
        if kind == "until":
            return Repeat("until", fields.expression("repeat-until"))
        return None

    def terminator(self, is_strz: bool, encoding: str | None) -> Terminator | None:
        """What ends the bytes of a field; ``encoding``: of the text that these are."""
        fields = self.fields
        node = fields.node("terminator")
        found: bytes | None
        if isinstance(node, Sequence):
            found = self.bytes_of(node, "terminator")
            if found == b"":
                self.problems.add(node.loc, "'terminator' must have a byte at least")
        elif node is not None:
            byte = fields.byte("terminator")
            found = None if byte is None else bytes([byte])
        else:
            found = zero_terminator(encoding).bytes if is_strz and encoding else None
        include, consume, eos_error = fields.flag("include"), fields.flag("consume"), fields.flag("eos-error")
        if found is None:
            return None
        if node is not None and encoding and len(found) % unit_size(encoding):
            self.problems.add(node.loc, f"'terminator' must be whole code units of {encoding}")
        return Terminator(found, bool(include), consume is not False, eos_error is not False)

    def bytes_of(self, node: Sequence, key: str, texts: bool = False) -> bytes | None:
        found = b""
        good = True
        for item in node.items:
            value = item.value if isinstance(item, Scalar) else None
            if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 255:
                found += bytes([value])
            elif texts and isinstance(item, Scalar) and isinstance(value, str):
                found += value.encode()
            else:
                wanted = "an integer from 0 to 255" + (" or a text" if texts else "")
                self.problems.add(item.loc, f"an item of '{key}' must be {wanted}, not {kind_of(item)}")
                good = False
        return found if good else None

    def contents(self) -> bytes | None:
        found = self._contents()
        if found is not None and len(found) > _MOST_CONTENTS:
            message = f"'contents' of {len(found)} bytes, where {_MOST_CONTENTS} are the most"
            self.problems.add(cast(Node, self.fields.node("contents")).loc, message)
            return None
        return found

    def _contents(self) -> bytes | None:
        node = self.fields.node("contents")
        if isinstance(node, Sequence):
            return self.bytes_of(node, "contents", texts=True)
        scalar = self.fields.scalar("contents")
        if scalar is None:
            return None
        if isinstance(scalar.value, int) and not isinstance(scalar.value, bool):
            byte = self.fields.byte("contents")
            return None if byte is None else bytes([byte])
        return scalar.text.encode()

    def process(self) -> Process | None:
        scalar = self.fields.scalar("process")
        reference = attempt(self.problems, lambda: parse_process(scalar)) if scalar else None
        if reference is None:
            return None
        return Process(reference.name, reference.args, reference.loc, is_beside(reference.loc.file, reference.name))


def _holds_text(wire: Wire) -> bool:
    """Whether something is text, or may be."""
    return isinstance(wire, StrWire) or (
        isinstance(wire, SwitchWire) and any(_holds_text(case) for _, case in wire.cases)
    )


def _valid_value(fields: Fields) -> tuple[Valid | None, str | None]:
    """Reads ``-valid`` of a value instance: what must hold, or the field that it says to be there by its checksum."""
    node = fields.node("-valid")
    if not isinstance(node, Mapping) or "checksum-of" not in [entry.key.text for entry in node.entries]:
        return read_valid(fields, "-valid"), None
    return None, Fields(node, "'-valid' by a checksum", ("checksum-of",), fields.problems).text("checksum-of") or None


def says_nothing(fields: Fields) -> bool:
    """Whether ``-sync: false`` stands there."""
    node = fields.node("-sync")
    return isinstance(node, Scalar) and node.value is False


def _sync(fields: Fields) -> Valid | None:
    """What ``-sync`` says of a field, as a rule."""
    node = fields.node("-sync")
    if node is None or isinstance(node, Scalar):
        expr = fields.expression("-sync")
        return Valid(fields.key_loc("-sync"), eq=expr) if expr else None
    inner = Fields(node, "'-sync'", ("eq", "min", "max", "any-of"), fields.problems)
    rule = Valid(
        fields.key_loc("-sync"),
        eq=inner.expression("eq"),
        min=inner.expression("min"),
        max=inner.expression("max"),
        any_of=inner.expressions("any-of"),
    )
    if (rule.eq is not None) + (rule.min is not None or rule.max is not None) + bool(rule.any_of) != 1 and inner.whole:
        fields.problems.add(node.loc, "'-sync' needs one of 'eq', 'min' and 'max', 'any-of'")
    return rule


def read_valid(fields: Fields, key: str = "valid") -> Valid | None:
    """Reads ``valid`` in any of its forms."""
    node = fields.node(key)
    if node is None:
        return None
    if isinstance(node, Scalar):
        expr = fields.expression(key)
        return Valid(node.loc, eq=expr) if expr else None
    problems = fields.problems
    fields = Fields(node, "'valid'", ("eq", "min", "max", "any-of", "expr", "in-enum"), problems)
    forms = [
        form
        for form in (("eq",), ("min", "max"), ("any-of",), ("expr",), ("in-enum",))
        if any(k in fields for k in form)
    ]
    if len(forms) != 1 and fields.whole:
        problems.add(node.loc, "'valid' needs one of 'eq', 'min' and 'max', 'any-of', 'expr', 'in-enum'")
    if len(forms) != 1:
        return None
    if fields.flag("in-enum") is False:
        problems.add(cast(Node, fields.node("in-enum")).loc, "'in-enum' can only be true", "Leave 'valid' out instead.")
    loc = cast(Node, fields.node(next(k for k in forms[0] if k in fields))).loc
    return Valid(
        loc=loc,
        eq=fields.expression("eq"),
        min=fields.expression("min"),
        max=fields.expression("max"),
        any_of=fields.expressions("any-of"),
        expr=fields.expression("expr"),
        in_enum="in-enum" in fields,
    )
