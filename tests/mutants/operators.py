"""Small faults that a module may have: places in its syntax tree, each with one change."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
UNSEEN = {"__repr__", "__str__", "__rich__", "__dir__"}
"""Functions that make texts for people."""
UNSEEN_CALLS = {"cast", "TypeVar", "print", "debug", "info", "warning", "NewType", "assert_never", "warn"}
"""Calls for the type checker, or of texts for people."""
HELP = {"help", "description", "epilog", "metavar"}
"""Arguments that are texts for people: `argparse` takes them."""
_TEXTS = (ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Site:
    """A fault that a module may have.

    Attributes:
        operator: what kind of fault.
        line: where.
        function: the function or class around it, by its qualified name; empty for a module.
        block: number of the list of statements that it lies in, as `blocks` counts.
        before: what stands there.
        after: what stands there then.
        apply: changes the tree that the site is of.
        key: tells it from all others of a module, also when lines move: of the function's content, and the place in it.
    """

    operator: str
    line: int
    function: str
    block: int
    before: str
    after: str
    apply: Callable[[], None] = field(compare=False, repr=False)
    key: str = ""


def sites(tree: ast.Module) -> list[Site]:
    """All faults that a module may have, in the order of its text."""
    return list(_Finder(tree).found())


def blocks(tree: ast.Module) -> list[tuple[ast.AST, list[ast.stmt]]]:
    """The lists of statements of a module, each with the innermost function (or class, or module) around it."""
    found: list[tuple[ast.AST, list[ast.stmt]]] = []

    def visit(node: ast.AST, owner: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            owner = node
        for name in ("body", "orelse", "finalbody"):
            statements = getattr(node, name, None)
            if isinstance(statements, list) and statements:
                found.append((owner, statements))
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
                visit(child, owner)

    visit(tree, tree)
    return found


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 100 else text[:97] + "…"


class _Finder:
    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._blocks = {id(each): number for number, (_, body) in enumerate(blocks(tree)) for each in body}
        self._sites: list[Site] = []
        self._function: ast.AST = tree
        self._name = ""
        self._block = 0
        self._counted: dict[tuple[int, str], int] = {}
        self._digests: dict[int, str] = {}

    def found(self) -> Iterator[Site]:
        self._children(self._tree)
        yield from self._sites

    def _add(self, operator: str, node: ast.AST, after: ast.AST | str, apply: Callable[[], None]) -> None:
        owner = id(self._function)
        if owner not in self._digests:
            # Of a module, only what isn't in functions matters, and its name is in the key of the mutant.
            whole = ast.dump(self._function) if not isinstance(self._function, ast.Module) else ""
            self._digests[owner] = hashlib.sha256(f"{self._name}\0{whole}".encode()).hexdigest()
        text = _short(node)
        counted = owner, text if isinstance(self._function, ast.Module) else ""
        number = self._counted[counted] = self._counted.get(counted, -1) + 1
        place = f"{counted[1]} {number}"
        key = hashlib.sha256(f"{self._digests[owner]}\0{operator}\0{place}".encode()).hexdigest()[:12]
        shown = after if isinstance(after, str) else _short(after)
        line = getattr(node, "lineno", 0)
        self._sites.append(Site(operator, line, self._name, self._block, text, shown, apply, key))

    def _replace(self, operator: str, parent: ast.AST, name: str, index: int | None, new: ast.AST) -> None:
        holder = getattr(parent, name)
        old = holder if index is None else holder[index]
        ast.copy_location(new, old)

        def apply() -> None:
            if index is None:
                setattr(parent, name, new)
            else:
                getattr(parent, name)[index] = new

        self._add(operator, old, new, apply)

    def _children(self, node: ast.AST) -> None:
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list", "type_comment", "bases", "type_params"}:
                continue
            if isinstance(value, ast.AST):
                self._visit(value, node, name, None)
            elif isinstance(value, list):
                for index, each in enumerate(list(value)):
                    if isinstance(each, ast.AST):
                        self._visit(each, node, name, index)

    def _visit(self, node: ast.AST, parent: ast.AST, name: str, index: int | None) -> None:
        if _unseen(node, parent):
            return
        held = self._function, self._name, self._block
        if isinstance(node, ast.stmt):
            self._block = self._blocks.get(id(node), self._block)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = isinstance(self._function, ast.FunctionDef | ast.AsyncFunctionDef)
            self._name = f"{self._name}.{node.name}" if self._name else node.name
            if not inside:
                self._function = node
        self._mutate(node, parent, name, index)
        if not isinstance(node, ast.Raise):  # what it raises is text for people
            self._children(node)
        self._function, self._name, self._block = held

    def _mutate(self, node: ast.AST, parent: ast.AST, name: str, index: int | None) -> None:
        match node:
            case ast.Compare():
                self._compare(node)
            case ast.BinOp(op=op) if type(op) in ARITHMETIC and not _of_texts(node):
                self._operator("arithmetic", node, ARITHMETIC[type(op)]())
            case ast.AugAssign(op=op):
                self._replace("statement removed", parent, name, index, ast.Pass())
                if type(op) in ARITHMETIC:
                    self._operator("arithmetic", node, ARITHMETIC[type(op)]())
            case ast.BoolOp(op=op):
                self._operator("and, or", node, ast.Or() if isinstance(op, ast.And) else ast.And())
            case ast.UnaryOp(op=ast.Not()):
                self._replace("not removed", parent, name, index, node.operand)
            case ast.Constant(value=bool() as value):
                self._replace("constant", parent, name, index, ast.Constant(not value))
            case ast.Constant(value=int() as number):
                self._replace("constant", parent, name, index, ast.Constant(number + 1))
            case ast.If() | ast.IfExp():
                self._condition(node, (True, False))
            case ast.While() if not isinstance(node.test, ast.Constant):
                self._condition(node, (False,))
            case ast.comprehension():
                for number, _ in enumerate(node.ifs):
                    self._replace("condition", node, "ifs", number, ast.Constant(True))
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                self._replace("returned value", node, "value", None, ast.Constant(None))
            case ast.Expr(value=ast.Call()):
                self._replace("call removed", parent, name, index, ast.Pass())
            case ast.Raise():
                self._replace("raise removed", parent, name, index, ast.Pass())
            case ast.Continue():
                self._replace("statement removed", parent, name, index, ast.Pass())
            case ast.Break():
                self._replace("break", parent, name, index, ast.Continue())
            case ast.Call():
                self._arguments(node)

    def _compare(self, node: ast.Compare) -> None:
        for number, op in enumerate(node.ops):
            new = COMPARISONS[type(op)]()
            shown = ast.Compare(
                node.left, [new if at == number else each for at, each in enumerate(node.ops)], node.comparators
            )

            def apply(number: int = number, new: ast.cmpop = new) -> None:
                node.ops[number] = new

            self._add("comparison", node, shown, apply)

    def _operator(self, operator: str, node: ast.BinOp | ast.AugAssign | ast.BoolOp, new: ast.AST) -> None:
        shown = {**{name: getattr(node, name) for name in node._fields}, "op": new}

        def apply() -> None:
            node.op = new  # type: ignore[assignment]

        self._add(operator, node, ast.copy_location(type(node)(**shown), node), apply)

    def _condition(self, node: ast.If | ast.IfExp | ast.While, values: Sequence[bool]) -> None:
        for value in values:
            self._replace("condition", node, "test", None, ast.Constant(value))

    def _arguments(self, node: ast.Call) -> None:
        for keyword in node.keywords:
            if keyword.arg is None or keyword.arg in HELP:
                continue
            shown = ast.Call(node.func, node.args, [each for each in node.keywords if each is not keyword])

            def apply(keyword: ast.keyword = keyword) -> None:
                node.keywords.remove(keyword)

            self._add("argument dropped", node, ast.copy_location(shown, node), apply)


def _unseen(node: ast.AST, parent: ast.AST) -> bool:
    """Whether nothing in a place does anything: annotations, texts for people."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name in UNSEEN
        case ast.AnnAssign(value=None):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in UNSEEN_CALLS:
            return True
        case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))) if name in UNSEEN_CALLS:
            return True
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.BitOr()) | ast.Subscript()):
            return name[:1].isupper() and not name.isupper()  # a type by another name
        case ast.BinOp(op=ast.BitOr()) if isinstance(parent, ast.Call):
            return getattr(parent.func, "id", "") in {"isinstance", "issubclass"}
    return isinstance(node, _TEXTS)


def _of_texts(node: ast.BinOp) -> bool:
    """Whether it puts texts, bytes or types together, where other operators can't be."""
    parts = (node.left, node.right)
    if any(isinstance(part, ast.JoinedStr | ast.List | ast.Tuple | ast.ListComp) for part in parts):
        return True
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str | bytes | type(None)) for part in parts)
