"""From a document to a spec, with names as they are written."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePath
from typing import TypeVar, cast

from bytewright_codegen.front.ksy.attributes import read_attribute, read_instance, read_parameter, says_nothing
from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar, Sequence
from bytewright_codegen.front.ksy.expressions import parse_expression
from bytewright_codegen.front.ksy.fields import Fields, attempt, check_id, kind_of
from bytewright_codegen.front.ksy.pivots import read_cells
from bytewright_codegen.front.ksy.vendor import read_logical
from bytewright_codegen.front.ksy.vendor_keys import has_role, roles, vendor_keys
from bytewright_codegen.front.ksy.views import read_columns, read_maker, read_option, read_view
from bytewright_codegen.front.ksy.wires import Defaults, read_encoding
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import (
    FILE_ORDERS,
    Attribute,
    CalculatedOrder,
    EnumDef,
    EnumEntry,
    Order,
    Parameter,
    Spec,
    TypeDef,
    TypeOrder,
    ValueInstance,
)

T = TypeVar("T")
M = TypeVar("M", Parameter, Attribute, Attribute | ValueInstance)

_TYPE_KEYS = (
    "meta",
    "params",
    "seq",
    "instances",
    "types",
    "enums",
    "doc",
    "doc-ref",
    "to-string",
)
_INNER_KEYS = (*_TYPE_KEYS, *vendor_keys("inner type"))
_ROOT_KEYS = (*_TYPE_KEYS, *vendor_keys("spec"))
_META_KEYS = (
    "id", "title", "application", "file-extension", "xref", "license", "ks-version", "ks-debug", "ks-opaque-types",
    "ks-zero-copy-substream", "imports", "encoding", "endian", "bit-endian", "tags",
)  # fmt: skip
_OLDEST, _NEWEST = (0, 6), (0, 11)
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)(\.(0|[1-9]\d*))?")


def read_spec(node: Node, file: str, problems: Problems) -> Spec:
    """Reads a spec.

    Args:
        node: the root of the document.
        file: name of the file, for errors.
        problems: where errors go; the spec is of use only without any.

    Returns:
        The spec with its types and enums flattened under absolute names, the root type first; names in it are not
        resolved.
    """
    return _Reader(file, problems).spec(node)


class _Reader:
    def __init__(self, file: str, problems: Problems) -> None:
        self.file = file
        self.problems = problems
        self.types: list[TypeDef] = []
        self.enums: list[EnumDef] = []

    def spec(self, node: Node) -> Spec:
        fields = Fields(node, "a spec", _ROOT_KEYS, self.problems)
        if not isinstance(node, Mapping):
            return Spec("", self.file, (), (), node.loc)
        fields.require("meta")
        meta = self.meta(fields)
        name = PurePath(self.file).stem  # until it says another one; others rest on it
        if meta is not None:
            meta.require("id")
            scalar = meta.scalar("id")
            name = check_id(scalar, "a spec", self.problems) if scalar else name
            since = self.problems.count
            self.versions(meta)
            self.problems.confine(since)
        self.type(name, fields, Defaults())
        options = tuple(read_option(item, self.problems) for item in fields.items("-options"))
        views = tuple(read_view(entry, self.problems) for entry in fields.entries("-views"))
        for view in [view for view in views if view.default][1:]:
            self.problems.add(view.loc, f"view '{view.name}' can't be the default too")
        for i, option in enumerate(options):
            if any(other.id == option.id for other in options[:i]):
                self.problems.add(option.loc, f"option '{option.id}' occurs twice")
        return Spec(
            id=name,
            file=self.file,
            types=tuple(self.types),
            enums=tuple(self.enums),
            loc=node.loc,
            title=meta.text("title") if meta else "",
            doc=fields.text("doc"),
            license=", ".join(meta.texts("license")) if meta else "",
            extensions=meta.texts("file-extension") if meta else (),
            applications=meta.texts("application") if meta else (),
            tags=meta.texts("tags") if meta else (),
            cross_references=self.cross_references(meta) if meta else (),
            imports=tuple(scalar.text for scalar in import_scalars(node)),
            options=options,
            views=views,
            samples=fields.texts("-samples"),
            file_order="numeric" if fields.choice("-file-order", FILE_ORDERS) == "numeric" else "path",
            makers=tuple(read_maker(entry, self.problems) for entry in fields.entries("-made-of")),
        )

    def meta(self, fields: Fields) -> Fields | None:
        node = fields.node("meta")
        if node is None:
            return None
        since = self.problems.count
        found = Fields(node, "'meta'", _META_KEYS, self.problems)
        self.problems.confine(since)
        return found

    def versions(self, meta: Fields) -> None:
        version = meta.scalar("ks-version")
        if version:
            # What isn't quoted is a number, to other tools as well: 0.10 is 0.1.
            text = str(version.value) if isinstance(version.value, float) else version.text
            self.version(text, version.loc)
        meta.flag("ks-debug")
        meta.flag("ks-zero-copy-substream")
        meta.flag("ks-opaque-types")
        imports = meta.node("imports")
        if imports is not None:
            for item in meta.items("imports"):
                if not isinstance(item, Scalar) or item.value is None:
                    self.problems.add(item.loc, f"an import must be a name, not {kind_of(item)}")

    def version(self, text: str, loc: Location) -> None:
        if not _VERSION.fullmatch(text):
            self.problems.add(loc, f"'{text}' is not a version", "Versions are X.Y or X.Y.Z.")
            return
        wanted = tuple(int(part) for part in text.split("."))
        if wanted[:2] > _NEWEST:
            newest = ".".join(map(str, _NEWEST))
            self.problems.add(loc, f"version {text} of the language is not known, only up to {newest}")
        elif wanted < _OLDEST:
            hint = "Quote '0.10' if you mean that."
            self.problems.add(loc, f"there was no version {text} of the language", hint)

    def cross_references(self, meta: Fields) -> tuple[tuple[str, tuple[str, ...]], ...]:
        found = []
        for entry in meta.entries("xref"):
            texts = Fields(Mapping((entry,), entry.key.loc), "'xref'", (entry.key.text,), self.problems).texts(
                entry.key.text
            )
            found.append((entry.key.text, texts))
        return tuple(found)

    def type(self, name: str, fields: Fields, inherited: Defaults) -> None:
        """Reads a type and then those inside it."""
        meta = self.meta(fields)
        since = self.problems.count
        defaults = self.defaults(meta, inherited) if meta else inherited
        self.problems.confine(since)
        place = len(self.types)
        params = tuple(self.member(name, read_parameter, item) for item in fields.items("params"))
        attributes = tuple(
            self.member(name, lambda node, problems: read_attribute(node, defaults, problems), item)
            for item in fields.items("seq")
        )
        found = [
            self.member(name, lambda entry, problems: read_instance(entry, defaults, problems), entry)
            for entry in fields.entries("instances")
            if not has_role(entry.node, "internal", self.problems)
        ]
        since = self.problems.count
        self.check_ids(name, fields)
        self.problems.confine(since)
        deferred = tuple(i for i in found if isinstance(i, Attribute) and i.deferred)
        attributes += deferred
        instances = tuple(i for i in found if i not in deferred)
        show = Fields(
            fields.node("-show") or Mapping((), fields.loc), "'-show'", ("value", "columns", "cells"), self.problems
        )
        definition = TypeDef(
            name=name,
            loc=fields.loc,
            doc=fields.text("doc"),
            params=params,
            attributes=attributes,
            instances=instances,
            references=fields.texts("doc-ref"),
            to_string=fields.expression("to-string"),
            order=defaults.order,
            bit_order=defaults.bit_order,
            logical=read_logical(fields),
            shown_as=show.expression("value"),
            columns=read_columns(tuple(show.items("columns")), self.problems),
            cells=read_cells(show.node("cells"), self.problems),
            is_evidence=not says_nothing(fields),
        )
        if "-sync" in fields and definition.is_evidence:
            self.problems.add(
                fields.key_loc("-sync"), "'-sync' of a type can only be false", "Rules stand on its fields."
            )
        self.types.insert(place, definition)
        if isinstance(defaults.order, CalculatedOrder):
            defaults = replace(defaults, order="inherited")
        for entry in fields.entries("enums"):
            self.enum(name, entry)
        for entry in fields.entries("types"):
            check_id(entry.key, "a type", self.problems)
            node = entry.node
            if has_role(node, "internal", self.problems):
                continue
            if isinstance(node, Scalar) and node.value is None:
                node = Mapping((), entry.key.loc)
            inner = Fields(node, "a type", _INNER_KEYS, self.problems)
            inner.loc = entry.key.loc
            inner.choice("-role", roles("inner type"))
            self.type(f"{name}::{entry.key.text}", inner, defaults)

    def member(self, owner: str, read: Callable[[T, Problems], M], node: T) -> M:
        """Reads a member of a type; what is wrong in it hides nothing elsewhere."""
        since = self.problems.count
        found = read(node, self.problems)
        self.problems.confine(since, owner, found.id)
        return found

    def check_ids(self, owner: str, fields: Fields) -> None:
        """Notes members of a type that have one id."""
        instances = fields.node("instances")
        if isinstance(instances, Mapping):
            self.problems.add_all(instances.doubled)
        listed = [item.get("id") for key in ("params", "seq") for item in _items(fields.node(key))]
        seen: dict[str, Scalar] = {}
        read = (e.key for e in _entries(instances) if not has_role(e.node, "internal", self.problems))
        for id in (*listed, *read):
            if not isinstance(id, Scalar):
                continue
            first = seen.setdefault(id.text, id)
            if first is not id:
                self.problems.broken.add((owner, id.text))
                self.problems.add(id.loc, f"'{id.text}' occurs twice", f"The first is in line {first.loc.line}.")

    def defaults(self, meta: Fields, inherited: Defaults) -> Defaults:
        order = self.order(meta) if "endian" in meta else inherited.order
        if not meta.whole or ("endian" in meta and order is None):
            order = order or "le"  # what is wrong has been noted once
        bit_order = meta.choice("bit-endian", ("le", "be"))
        encoding = read_encoding(meta, inherited) or (None if meta.whole else "UTF-8")
        return Defaults(order, cast(Order, bit_order or inherited.bit_order), encoding)

    def order(self, meta: Fields) -> TypeOrder | None:
        node = meta.node("endian")
        if not isinstance(node, Mapping):
            return cast("Order | None", meta.choice("endian", ("le", "be")))
        fields = Fields(node, "'endian'", ("switch-on", "cases"), self.problems)
        fields.require("switch-on")
        fields.require("cases")
        on = fields.expression("switch-on")
        cases: list[tuple[Expr | None, Order]] = []
        for entry in fields.entries("cases"):
            case = Fields(Mapping((entry,), entry.key.loc), "'cases'", (entry.key.text,), self.problems)
            order = cast("Order | None", case.choice(entry.key.text, ("le", "be")))
            key = entry.key
            test = None if key.text == "_" else attempt(self.problems, lambda key=key: parse_expression(key))  # type: ignore[misc]
            if order:
                cases.append((test, order))
        return CalculatedOrder(on, tuple(cases), node.loc) if on else None

    def enum(self, owner: str, entry: Entry) -> None:
        name = check_id(entry.key, "an enum", self.problems)
        if not isinstance(entry.node, Mapping):
            self.problems.add(entry.node.loc, f"an enum must be a mapping, not {kind_of(entry.node)}")
            return
        entries: list[EnumEntry] = []
        by_id: dict[str, EnumEntry] = {}
        by_value: dict[int, EnumEntry] = {}
        since = self.problems.count
        self.problems.add_all(entry.node.doubled)
        for item in entry.node.entries:
            found = self.enum_entry(item)
            if found is None:
                continue
            other = by_id.setdefault(found.id, found)
            if other is not found:
                hint = f"It is {other.value} already."
                self.problems.add(found.loc, f"'{found.id}' occurs twice in enum '{name}'", hint)
            other = by_value.setdefault(found.value, found)
            if other is not found:
                hint = f"It is '{other.id}' already."
                self.problems.add(item.key.loc, f"{found.value} occurs twice in enum '{name}'", hint)
            entries.append(found)
        self.problems.confine(since)
        self.enums.append(EnumDef(f"{owner}::{name}", tuple(entries), entry.key.loc))

    def enum_entry(self, entry: Entry) -> EnumEntry | None:
        value = entry.key.value
        if not isinstance(value, int) or isinstance(value, bool):
            self.problems.add(entry.key.loc, f"a value of an enum must be an integer, not '{entry.key.text}'")
            return None
        if isinstance(entry.node, Scalar):
            if entry.node.value is None:
                self.problems.add(
                    entry.node.loc,
                    "a member of an enum must have a name, not nothing",
                    "Quote it if the name is 'null'.",
                )
                return None
            return EnumEntry(value, check_id(entry.node, "a member of an enum", self.problems), loc=entry.node.loc)
        fields = Fields(entry.node, "a member of an enum", ("id", "doc", "doc-ref", "-label"), self.problems)
        fields.require("id")
        scalar = fields.scalar("id")
        if scalar is None:
            return None
        return EnumEntry(
            value=value,
            id=check_id(scalar, "a member of an enum", self.problems),
            doc=fields.text("doc"),
            label=fields.text("-label") or None,
            loc=scalar.loc,
            references=fields.texts("doc-ref"),
        )


def _items(node: Node | None) -> list[Mapping]:
    return [item for item in node.items if isinstance(item, Mapping)] if isinstance(node, Sequence) else []


def _entries(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Mapping) else ()


def has_opaque_types(node: Node) -> bool:
    """Whether a document may use types that it neither declares nor imports (``ks-opaque-types``)."""
    meta = node.get("meta") if isinstance(node, Mapping) else None
    found = meta.get("ks-opaque-types") if isinstance(meta, Mapping) else None
    return isinstance(found, Scalar) and found.value is True


def import_scalars(node: Node) -> tuple[Scalar, ...]:
    """The imports of a document, as far as they are names."""
    meta = node.get("meta") if isinstance(node, Mapping) else None
    imports = meta.get("imports") if isinstance(meta, Mapping) else None
    items = getattr(imports, "items", ())
    return tuple(item for item in items if isinstance(item, Scalar) and item.value is not None)
