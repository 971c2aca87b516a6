"""The suite's assertions, by our own expression engine over our readers' objects."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.conformance.results import described

from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError, shown
from bytewright.model.structures import Struct
from bytewright.oracles.compare import same
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import Naming, spec_of
from bytewright_codegen.front.ksy import load
from bytewright_codegen.front.ksy.document import Scalar
from bytewright_codegen.front.ksy.expressions import parse_expression
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.values import EnumValue, FloatValue, Value
from bytewright_codegen.semantics.expressions import Scope, Typer
from bytewright_codegen.semantics.names import Names
from bytewright_codegen.semantics.resolve import resolve
from bytewright_codegen.semantics.structures import LibraryStructures


@dataclass(frozen=True)
class Assertion:
    """An expression over the root, and one that says what it is; without that, calculating it is an error."""

    actual: Scalar
    expected: Scalar | None


class Evaluator:
    """Evaluates expressions over models of a spec.

    Args:
        spec: the spec.
        import_path: where its absolute imports are looked for.
        codec: made of the same spec.
    """

    def __init__(self, spec: Path, import_path: tuple[Path, ...], codec: Codec) -> None:
        self._library = resolve(load(spec, import_path))
        self._root = self._library.main.root.name
        naming = Naming.of(self._library, self._library.main)
        self._render = PythonExpressions(naming, "root")
        folder = codec.package.rpartition(".")[0]
        self._names: dict[str, Any] = {}
        for name, cls in (*naming.types.items(), *naming.enums.items()):
            module = importlib.import_module(f"{folder}.{spec_of(name)}.model")
            self._names.setdefault(cls, getattr(module, naming.declared[name]))
        # What the generated modules of models call besides names of the spec.
        self._names = {**vars(importlib.import_module(f"{codec.package}.model")), **self._names}

    def failure(self, assertion: Assertion, model: Struct) -> str | None:
        """Why an assertion doesn't hold; None where it does."""
        actual = self._typed(assertion.actual)
        try:
            value = self._value(actual, model)
        except (BytewrightError, ArithmeticError, LookupError, ValueError) as error:
            return described(error) if assertion.expected is not None else None
        if assertion.expected is None:
            return f"expected an error, found {shown(value)}"
        if assertion.expected.text == "null":
            return None if value is None else f"expected nothing, found {shown(value)}"
        expected = self._typed(assertion.expected)
        wanted = self._value(expected, model)
        if isinstance(expected.type, EnumValue) and actual.type != expected.type:
            return f"expected a member of {expected.type}, found {actual.type}"
        return None if _equal(wanted, value, actual.type) else f"expected {shown(wanted)}, found {shown(value)}"

    def _typed(self, scalar: Scalar) -> Expr:
        problems = Problems()
        names = Names(self._library)
        typer = Typer(self._library, names, LibraryStructures(self._library, names, Problems()), problems)
        found = typer.resolve(parse_expression(scalar), Scope(self._root))
        problems.raise_any()
        return found

    def _value(self, expr: Expr, model: Struct) -> Any:
        return eval(self._render(expr), self._names, {"root": model})


def _equal(wanted: Any, value: Any, type: Value | None) -> bool:
    if isinstance(wanted, list) and isinstance(value, list | bytes):
        return len(wanted) == len(value) and all(_equal(w, v, None) for w, v in zip(wanted, value, strict=True))
    if isinstance(wanted, float) and isinstance(value, int) and not isinstance(value, bool):
        wanted = int(wanted) if wanted.is_integer() else wanted
    if isinstance(wanted, int) and isinstance(value, float):
        wanted = float(wanted)
    return same(wanted, value, type.bits if isinstance(type, FloatValue) else 64)
