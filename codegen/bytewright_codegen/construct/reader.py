"""From a declaration to a spec, with names as they are written."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import Any

from construct import Construct, Struct
from construct import Sequence as ConstructSequence

from bytewright.construct.names import identifier
from bytewright_codegen.construct import (  # noqa: F401  (they enter what they read)
    bytestrings,
    choices,
    fixed_values,
    framing,
    keyed,
    lists,
    numbers,
    placed,
    structures,
)
from bytewright_codegen.construct.declaration import Declaration, run
from bytewright_codegen.construct.drafts import Draft, Frame, Level, Stream
from bytewright_codegen.construct.walk import Here, Walk, bare, is_list
from bytewright_codegen.diagnostics import Diagnostic, Problems, SpecErrors, nearest
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.ksy.document import Entry, Mapping, Node, Scalar
from bytewright_codegen.ksy.fields import Fields, check_id
from bytewright_codegen.ksy.views import read_maker, read_option, read_view

META = ("id", "title", "doc", "application", "file-extension", "xref", "license", "tags")
"""Keys of ``META``."""


def read(path: str | os.PathLike[str], problems: Problems) -> Library | None:
    """Runs a declaration and reads what it declares.

    Args:
        path: the file; its name is shown in errors as it is given here.
        problems: where errors go.

    Returns:
        The spec, of which ``problems`` may know that members are broken; None if what is wrong would hide or cause
        errors elsewhere.

    Raises:
        InputMissingError: it can't be opened.
    """
    try:
        declaration = run(path)
        spec = _Reader(declaration, problems).spec()
    except SpecErrors as error:
        for found in error.diagnostics:
            problems.add(found.loc, found.message, found.hint)
        return None
    if not problems.are_confined:
        return None
    return Library((spec,), ((spec.id, ()),), problems.warnings())


class _Reader:
    def __init__(self, declaration: Declaration, problems: Problems) -> None:
        self.declaration = declaration
        self.problems = problems
        self.top = Location(declaration.file, 1, 1)

    def spec(self) -> Spec:
        meta_node = self.node("META")
        meta = Fields(meta_node, "META", META, self.problems) if meta_node else None
        written = meta.scalar("id") if meta else None
        stem = identifier(Path(self.declaration.file).stem) or "spec"
        id = check_id(written, "a spec", self.problems) if written else stem
        name, root = self.root(id)
        walk = Walk(id, self.declaration, self.problems)
        self.walk_root(walk, id, name, root)
        options = tuple(read_option(item, self.problems) for item in self.items("OPTIONS"))
        views = tuple(read_view(entry, self.problems) for entry in self.entries("VIEWS"))
        first = walk.drafts[0].definition()
        types = [draft.definition() for draft in walk.drafts[1:]]
        docs = inspect.cleandoc(str(self.declaration.names.get("__doc__") or ""))
        title, _, rest = docs.partition("\n")
        return Spec(
            id=id,
            file=self.declaration.file,
            types=(first, *types, *walk.ready),
            enums=tuple(walk.enums),
            loc=self.declaration.loc(root) or self.top,
            title=(meta.text("title") if meta else "") or title.rstrip("."),
            doc=(meta.text("doc") if meta else "") or rest.strip(),
            license=", ".join(meta.texts("license")) if meta else "",
            extensions=meta.texts("file-extension") if meta else (),
            applications=meta.texts("application") if meta else (),
            tags=meta.texts("tags") if meta else (),
            options=options,
            views=views,
            samples=tuple(str(item.text) for item in self.items("SAMPLES") if isinstance(item, Scalar)),
            makers=tuple(read_maker(entry, self.problems) for entry in self.entries("MADE_OF")),
        )

    def walk_root(self, walk: Walk, id: str, name: str, root: Construct) -> None:
        loc = self.declaration.loc(root) or self.top
        walk._taken.add(id)
        stream = Stream()
        draft = Draft(f"{id}::{id}".partition("::")[0], loc, None, stream, True)
        walk.drafts.append(draft)
        level = Level(draft, None)
        here = Here(draft, level)
        inner = bare(root)
        draft.doc = inspect.cleandoc(root.docs) if root.docs else ""
        if isinstance(inner, Struct) and not isinstance(inner, ConstructSequence):
            walk.members(inner.subcons, here)
            return
        member = draft.free_id("items" if is_list(inner) else "value")
        with walk.confined(draft, member):
            walk.put(inner, Frame(member, loc, name=name), here)
        draft.shown_as = None if is_list(inner) else Name(member, loc)

    def root(self, id: str) -> tuple[str, Construct]:
        """The construct of a whole file: the one that is called as the spec, or else the last of the module."""
        made = {
            name: value
            for name, value in self.declaration.names.items()
            if isinstance(value, Construct) and self.declaration.span(value) is not None
        }
        for name, value in made.items():
            if name.lower() == id:
                return name, value
        if not made:
            hint = nearest(id, [str(name) for name in self.declaration.names])
            raise SpecErrors((Diagnostic(self.top, "the file declares no construct", hint),))
        name = list(made)[-1]
        return name, made[name]

    # --- what stands beside the constructs ------------------------------------------------------------------------

    def node(self, name: str) -> Node | None:
        if name not in self.declaration.names:
            return None
        from bytewright_codegen.construct.nodes import Nodes

        value: Any = self.declaration.names[name]
        written = self.declaration.assigned(name)
        return Nodes(self.declaration, lambda expr, loc: str(expr)).node(value, written, self.top)

    def items(self, name: str) -> tuple[Node, ...]:
        node = self.node(name)
        if node is None:
            return ()
        return Fields(self.wrapped(name, node), name, (name,), self.problems).items(name)

    def entries(self, name: str) -> tuple[Entry, ...]:
        node = self.node(name)
        if node is None:
            return ()
        return Fields(self.wrapped(name, node), name, (name,), self.problems).entries(name)

    def wrapped(self, name: str, node: Node) -> Mapping:
        key = Scalar(name, name, "", self.declaration.source, 0, 0)
        return Mapping((Entry(key, node),), node.loc)
