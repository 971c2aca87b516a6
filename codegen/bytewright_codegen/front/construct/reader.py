"""From a declaration to a spec, with names as they are written."""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from types import FunctionType
from typing import Any

from construct import Construct, Struct
from construct import Sequence as ConstructSequence

from bytewright.construct.names import identifier
from bytewright.construct.values import Given
from bytewright_codegen.front.construct import members  # noqa: F401 (importing them enters them in the walk)
from bytewright_codegen.front.construct.declaration import Declaration, run
from bytewright_codegen.front.construct.drafts import Draft, Frame, Level, Refused, Stream
from bytewright_codegen.front.construct.keyed import bare_structure
from bytewright_codegen.front.construct.nodes import Nodes
from bytewright_codegen.front.construct.parameters import called, give
from bytewright_codegen.front.construct.walk import Here, Walk, is_list
from bytewright_codegen.front.ksy.document import Entry, Mapping, Node, Scalar
from bytewright_codegen.front.ksy.fields import Fields, check_id
from bytewright_codegen.front.ksy.views import read_maker, read_option, read_view
from bytewright_codegen.ir.diagnostics import Diagnostic, Problems, SpecErrors
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import FILE_ORDERS, FileOrder, Spec

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
        name, root = root_of(self.declaration, id)
        walk = Walk(id, self.declaration, self.problems)
        with walk.confined():
            self.walk_root(walk, name, root)
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
            loc=self.place(root),
            title=(meta.text("title") if meta else "") or title.rstrip("."),
            doc=(meta.text("doc") if meta else "") or rest.strip(),
            license=", ".join(meta.texts("license")) if meta else "",
            extensions=meta.texts("file-extension") if meta else (),
            applications=meta.texts("application") if meta else (),
            tags=meta.texts("tags") if meta else (),
            options=options,
            views=views,
            file_order=self.file_order(),
            samples=tuple(str(item.text) for item in self.items("SAMPLES") if isinstance(item, Scalar)),
            makers=tuple(read_maker(entry, self.problems) for entry in self.entries("MADE_OF")),
        )

    def file_order(self) -> FileOrder:
        """How names tell the order of files."""
        node = self.node("FILE_ORDER")
        found = str(node.text) if isinstance(node, Scalar) else "path"
        if found not in FILE_ORDERS and node is not None:
            known = " or ".join(FILE_ORDERS)
            self.problems.add(node.loc, f"FILE_ORDER is {known}, not '{found}'")
        return "numeric" if found == "numeric" else "path"

    def walk_root(self, walk: Walk, name: str, root: Any) -> None:
        loc = self.place(root)
        draft = Draft(walk.spec, loc, None, Stream(), True)
        walk.drafts.append(draft)
        walk.translator.root = level = Level(draft, None)
        here = Here(draft, level)
        if not isinstance(root, Construct):
            symbols = tuple(Given(name, f"<{name}>") for name in inspect.signature(root).parameters)
            give(walk, draft, symbols, walk.types.parameters(root, loc))
            draft.doc = inspect.cleandoc(root.__doc__ or "")
            root = called(walk, root, symbols, loc)
        inner, inside = bare_structure(walk, root, Frame(None, loc), here)
        draft.keys = inside.structure
        draft.doc = inspect.cleandoc(root.docs) if root.docs else draft.doc
        if isinstance(inner, Struct) and not isinstance(inner, ConstructSequence):
            walk.members(inner.subcons, here)
            return
        member = draft.free_id("items" if is_list(inner) else "value")
        with walk.confined(draft, member):
            walk.put(inner, Frame(member, loc, name=name), here)
        draft.shown_as = Name(member, loc)

    def place(self, root: Any) -> Location:
        """Where a construct, or the function that makes it, stands."""
        if isinstance(root, Construct):
            return self.declaration.loc(root) or self.top
        return self.declaration.locate(root.__code__.co_firstlineno, 0)

    # --- what stands beside the constructs ------------------------------------------------------------------------

    def node(self, name: str) -> Node | None:
        if name not in self.declaration.names:
            return None
        value: Any = self.declaration.names[name]
        written = self.declaration.assigned(name)
        try:
            return Nodes(self.declaration).node(value, written, self.top)
        except Refused as refused:
            self.problems.add(refused.loc, refused.message, refused.hint)
            return None

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


def root_of(declaration: Declaration, id: str) -> tuple[str, Any]:
    """The construct of a whole file, or the function of parameters that makes it: what is called as the spec, or
    else the last that the module makes.

    Args:
        declaration: the module.
        id: of the spec.

    Raises:
        SpecErrors: it makes none.
    """
    made = {name: value for name, value in declaration.names.items() if _is_made_here(declaration, value)}
    for name, value in made.items():
        if name.lower() == id:
            return name, value
    if not made:
        raise SpecErrors((Diagnostic(Location(declaration.file, 1, 1), "the file declares no construct"),))
    name = list(made)[-1]
    return name, made[name]


def _is_made_here(declaration: Declaration, value: Any) -> bool:
    if isinstance(value, Construct):
        return declaration.span(value) is not None
    if not isinstance(value, FunctionType) or value.__code__.co_filename != declaration.file:
        return False
    return value.__annotations__.get("return") in (Construct, "Construct", "construct.Construct")
