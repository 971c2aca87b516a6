"""A declaration's file run once: its objects, and where in its text each of them was made.

The places are noted while the file runs: whatever makes a construct or an expression is a call somewhere in the
declaration, and Python knows the line and the column of every instruction. Names follow from the same places, by the
assignments and functions of the text.
"""

from __future__ import annotations

import ast
import builtins
import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

from construct import Construct, len_
from construct import expr as expressions

from bytewright.construct import values
from bytewright.errors import InputMissingError
from bytewright_codegen.front.construct.refusals import REFUSED
from bytewright_codegen.front.ksy.document import Source
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.location import Location

Span = tuple[int, int, int, int]
"""First line, first column, last line, column behind it: lines from 1, columns in bytes of UTF-8 from 0."""

_NOTED = (
    Construct,
    expressions.BinExpr,
    expressions.UniExpr,
    expressions.Path,
    expressions.Path2,
    expressions.FuncPath,
    values.Member,
    values.At,
    values.Find,
    values.CountBefore,
    values.Chosen,
)
_MOST_FRAMES = 4
_RUNNING = threading.RLock()
"""Objects are noted by their classes, which all threads share."""


@dataclass(frozen=True, eq=False)
class Declaration:
    """A file that was run.

    ``_made``: by identity, each object that the file made (it is held, so that no other gets its identity) with the
    places of the calls that made it: the innermost, and those of the functions around it.
    """

    source: Source
    module: ModuleType
    tree: ast.Module
    _made: dict[int, tuple[object, tuple[Span, ...]]] = field(repr=False)

    @property
    def names(self) -> Mapping[str, Any]:
        """What its module holds."""
        return self.module.__dict__

    @property
    def file(self) -> str:
        """Its name, as errors show it."""
        return self.source.file

    def span(self, made: object) -> Span | None:
        """The text that made an object, or None where something else made it (a library's ``Int8ul``)."""
        found = self._made.get(id(made))
        return found[1][0] if found else None

    def loc(self, made: object) -> Location | None:
        """Where the text begins that made an object."""
        span = self.span(made)
        return self.locate(span[0], span[1]) if span else None

    def locate(self, line: int, column: int) -> Location:
        """A place that Python names: ``column`` in bytes, from 0."""
        text = self._lines[line - 1] if line <= len(self._lines) else ""
        return Location(self.file, line, len(text.encode()[:column].decode(errors="replace")) + 1)

    def index(self, line: int, column: int) -> int:
        """The same place as an index in the text."""
        before = sum(len(text) + 1 for text in self._lines[: line - 1])
        return before + self.locate(line, column).column - 1

    def name(self, made: object) -> str | None:
        """The name that the text gives to what it makes: of a variable, or of the function that returns it.

        A function may be called for several; then what its results are called counts first.
        """
        found = self._made.get(id(made))
        if found is None:
            return None
        named = [self._variables[span] for span in found[1] if span in self._variables]
        named += [self._returned[span] for span in found[1] if span in self._returned]
        return named[0] if named else None

    def call(self, made: object) -> ast.Call | None:
        """The call in the text that made an object."""
        span = self.span(made)
        return self._calls.get(span) if span else None

    def called_at(self, line: int, column: int) -> str:
        """The name of what a call at a place calls; empty: there is none, or it has no name."""
        calls = (node for (first, begin, *_), node in self._calls.items() if (first, begin) == (line, column))
        return next((node.func.id for node in calls if isinstance(node.func, ast.Name)), "")

    def assigned(self, name: str) -> ast.expr | None:
        """The expression that a variable of the module is given."""
        return next((value for target, value in self._assignments(self.tree.body) if target == name), None)

    @cached_property
    def _lines(self) -> list[str]:
        return self.source.text.split("\n")

    @cached_property
    def _variables(self) -> dict[Span, str]:
        found: dict[Span, str] = {}
        for target, value in self._assignments(ast.walk(self.tree)):
            found[_span(value)] = target
            while isinstance(value, ast.BinOp):  # what has a name may be documented: Struct(…) * "…"
                value = value.left
                found[_span(value)] = target
        return found

    @cached_property
    def _returned(self) -> dict[Span, str]:
        found: dict[Span, str] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value is not None:
                        found.setdefault(_span(inner.value), node.name)
        return found

    @cached_property
    def _calls(self) -> dict[Span, ast.Call]:
        return {_span(node): node for node in ast.walk(self.tree) if isinstance(node, ast.Call)}

    @staticmethod
    def _assignments(nodes: Any) -> Iterator[tuple[str, ast.expr]]:
        for node in nodes:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id, node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                yield node.target.id, node.value


def run(path: str | os.PathLike[str]) -> Declaration:
    """Runs the file of a declaration. Modules beside it can be imported.

    Args:
        path: the file; its name is shown in errors as it is given here.

    Raises:
        InputMissingError: it can't be opened.
        SpecErrors: it isn't Python, or fails; at the line that does.
    """
    file = os.fspath(path)
    try:
        text = Path(file).read_text(encoding="utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise InputMissingError(f"can't be opened: {error.strerror}", path=file) from None
    except UnicodeDecodeError as error:
        raise InputMissingError(f"is not UTF-8 at byte {error.start}", path=file) from None
    try:
        tree = ast.parse(text, file)
        code = compile(tree, file, "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        message = f"not Python: {getattr(error, 'msg', None) or error}"
        raise SpecErrors((Diagnostic(Location(file, line, column), message),)) from None
    made: dict[int, tuple[object, tuple[Span, ...]]] = {}
    module = ModuleType(f"declaration_{Path(file).stem}")
    names = module.__dict__
    names |= {"__file__": file, "__builtins__": {**vars(builtins), "len": _length}}
    declaration = Declaration(Source(file, text), module, tree, made)
    with declaration_runs(declaration):
        exec(code, names)  # noqa: S102  (a declaration is a program; who names one has it run)
    return declaration


@contextlib.contextmanager
def declaration_runs(declaration: Declaration) -> Iterator[None]:
    """While code of a declaration runs: what it makes is noted, what it raises becomes an error with its line.

    Raises:
        SpecErrors: it raised something.
    """
    folder = os.path.dirname(os.path.abspath(declaration.file))
    with noting(declaration), _imports_from(folder), _known(declaration.module):
        try:
            yield
        except SpecErrors:
            raise
        except Exception as error:
            line, column = _where(error, declaration.file) or (1, 0)
            message = f"the declaration fails: {type(error).__name__}: {error}"
            hint = REFUSED.get(declaration.called_at(line, column))
            raise SpecErrors((Diagnostic(declaration.locate(line, column), message, hint),)) from error


@contextlib.contextmanager
def _imports_from(folder: str) -> Iterator[None]:
    """Modules of a folder can be imported, and are forgotten afterwards: another folder may have others so called."""
    before = set(sys.modules)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        for name in set(sys.modules) - before:
            if os.path.dirname(getattr(sys.modules[name], "__file__", None) or "") == folder:
                del sys.modules[name]


@contextlib.contextmanager
def _known(module: ModuleType) -> Iterator[None]:
    """The module can be found by its name, as decorators of classes have it."""
    sys.modules[module.__name__] = module
    try:
        yield
    finally:
        sys.modules.pop(module.__name__, None)


@contextlib.contextmanager
def noting(declaration: Declaration) -> Iterator[None]:
    """While code of a declaration runs: where it makes constructs and expressions is noted."""
    with _RUNNING:
        yield from _noting(declaration)


def _noting(declaration: Declaration) -> Iterator[None]:
    original: list[tuple[type, Callable[..., None]]] = [(noted, noted.__init__) for noted in _NOTED]
    try:
        for noted, init in original:
            noted.__init__ = _noted(init, declaration)  # type: ignore[misc]
        yield
    finally:
        for noted, init in original:
            noted.__init__ = init  # type: ignore[misc]


def _noted(init: Callable[..., None], declaration: Declaration) -> Callable[..., None]:
    def noting(self: object, *arguments: Any, **named: Any) -> None:
        init(self, *arguments, **named)
        frame: FrameType | None = sys._getframe(1)
        spans: list[Span] = []
        while frame is not None and len(spans) < _MOST_FRAMES:
            if frame.f_code.co_filename == declaration.file:
                span = _positions(frame.f_code)[frame.f_lasti // 2]
                if None not in span:
                    spans.append(span)  # type: ignore[arg-type]
            frame = frame.f_back
        if spans:
            declaration._made[id(self)] = self, tuple(spans)

    return noting


@lru_cache(maxsize=256)
def _positions(code: CodeType) -> list[tuple[int | None, int | None, int | None, int | None]]:
    """The places of a code's instructions, as `Span` has them."""
    return [(line, column, last, end) for line, last, column, end in code.co_positions()]


def _span(node: ast.expr) -> Span:
    return (node.lineno, node.col_offset, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)


def _length(value: Any) -> Any:
    """What ``len`` is in a declaration: of something of the file it becomes an expression."""
    return len_(value) if isinstance(value, expressions.ExprMixin) else len(value)


def _where(error: BaseException, file: str) -> tuple[int, int] | None:
    """The last place in a file that an error passed through."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == file:
            line, column, _, _ = _positions(code)[trace.tb_lasti // 2]
            found = line or trace.tb_lineno, column or 0
        trace = trace.tb_next
    return found
