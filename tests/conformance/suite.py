"""The public test suite: its tests, and what holds of each in turn (read, rewrite, mutate)."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kaitaistruct import KaitaiStream
from tests.conformance import mutation, python_tests, rewriting, stock
from tests.conformance.assertions import Assertion, Evaluator
from tests.conformance.errors import error_case
from tests.conformance.results import Result, described, failed, not_applicable, passed
from tests.conformance.workers import Item

from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.model.structures import Struct
from bytewright_codegen.front.ksy import load as load_ksy
from bytewright_codegen.front.ksy.document import Mapping, Node, Scalar, Sequence, parse
from bytewright_codegen.ir.schema import Attribute
from bytewright_codegen.load import load


@dataclass(frozen=True)
class Test:
    """A test of the suite: a spec, a sample, and what holds of it.

    ``assertions`` are in the language of the specs; ``python``: a test in Python that has no such form.
    ``error``: what reading must end with. ``partly``: whether it must end with an error, and the assertions are about
    what was read before it."""

    name: str
    spec: Path
    sample: Path
    checkout: Path
    gallery: Path
    assertions: tuple[Assertion, ...] = ()
    python: Path | None = None
    error: str = ""
    partly: bool = False
    parsers: Path | None = None

    @property
    def import_path(self) -> tuple[Path, ...]:
        """Where absolute imports are looked for."""
        return import_path(self.checkout, self.gallery)

    @property
    def pair(self) -> str:
        """The format and the sample, as the table names them."""
        return f"{self.name} ({self.sample.name})"


@dataclass(frozen=True)
class Uncovered:
    """A spec that no test reads."""

    spec: Path
    checkout: Path
    gallery: Path


def own_code(checkout: Path) -> list[Path]:
    """The folders with processes and types that the suite brings."""
    extra = checkout / "spec/python/extra"
    return [extra, *(path for path in extra.rglob("*") if path.is_dir() and path.name != "__pycache__")]


def specs(checkout: Path) -> list[Path]:
    """All specs of the suite."""
    return sorted((checkout / "formats").rglob("*.ksy"))


def tests(checkout: Path, gallery: Path) -> list[Test]:
    """All tests that the suite has for Python, whatever they are written in."""
    found = [_declared(path, checkout, gallery) for path in sorted((checkout / "spec/ks").glob("*.kst"))]
    known = {test.name for test in found}
    for path in sorted((checkout / "spec/python/spec").glob("test_*.py")):
        name = path.stem.removeprefix("test_")
        if name not in known:
            sample = checkout / python_tests.sample_of(path)
            found.append(Test(name, checkout / f"formats/{name}.ksy", sample, checkout, gallery, python=path))
    return found


def items(checkout: Path, gallery: Path, parsers: Path | None) -> list[Item]:
    """What is to be done for the suite; ``parsers``: the folder with the stock parsers."""
    found = []
    covered = set()
    for test in tests(checkout, gallery):
        covered.add(test.spec)
        expected = [("compile", test.spec.stem), ("read", test.name)]
        if not test.error:
            expected += [("rewrite", test.pair), ("mutate", test.pair)]
        found.append(Item(check, replace(test, parsers=parsers), tuple(expected)))
    uncovered = (spec for spec in specs(checkout) if spec not in covered)
    found += [
        Item(check_compiles, Uncovered(spec, checkout, gallery), (("compile", _shown(spec, checkout)),))
        for spec in uncovered
    ]
    return found


def error_items(checkout: Path) -> list[Item]:
    """The specs that must be refused."""
    cases = sorted((checkout / "formats_err").glob("*.ksy"))
    return [Item(check_error, path, (("errors", path.stem),)) for path in cases]


def check_error(path: Path) -> Iterator[Result]:
    """That what is wrong in a spec is found."""
    name, found, reason = error_case(path)
    yield passed("errors", name) if found else failed("errors", name, reason)


def check(test: Test) -> Iterator[Result]:
    """All that holds of a test."""
    try:
        codec = load(test.spec, import_path=test.import_path, trust=own_code(test.checkout))
    except Exception as error:
        reason = f"not compiled: {described(error)}"
        yield failed("compile", test.spec.stem, described(error))
        yield failed("read", test.name, reason)
        if not test.error:
            yield failed("rewrite", test.pair, reason)
            yield failed("mutate", test.pair, reason)
        return
    yield passed("compile", test.spec.stem)
    yield _read(test, codec)
    if test.error:
        return
    data = test.sample.read_bytes()
    arguments = python_tests.arguments_of(test.python, codec) if test.python is not None else {}
    told = python_tests.with_arguments(codec, arguments)
    reason = _unreadable(test, told, data, tuple(arguments.values()))
    if reason:
        for part in ("rewrite", "mutate"):
            yield not_applicable(part, test.pair, reason)
        return
    yield rewriting.result("rewrite", test.pair, told, data, arguments)
    yield mutation.result(test.pair, told, data, _placed(test), _readers(test, codec, list(arguments)))


def _unreadable(test: Test, codec: Codec, data: bytes, arguments: tuple[Any, ...]) -> str:
    """Why no reader can read a file, ours or the stock parser; nothing where one can, or there is no stock parser."""
    try:
        codec.parse(data)
    except ReadError as error:
        if test.parsers is not None and stock.has_parser(test.parsers, test.spec.stem):
            try:
                stock.parser(test.parsers, test.spec.stem, arguments)(KaitaiStream(io.BytesIO(data)))
            except Exception as theirs:  # its parsers let through whatever its streams raise
                return f"neither parser reads it: {described(error)}; {described(theirs)}"
    return ""


def _readers(test: Test, codec: Codec, parameters: list[str]) -> mutation.Readers:
    """What reads files of a test again, told what the root's parameters are in a model."""

    def ours(model: Struct) -> Codec:
        return python_tests.with_arguments(codec, {name: getattr(model, name) for name in parameters})

    def theirs(model: Struct) -> Callable[[Any], Any]:
        assert test.parsers is not None
        return stock.parser(test.parsers, test.spec.stem, tuple(getattr(model, name) for name in parameters))

    if test.parsers is None:
        return mutation.Readers(ours, theirs, "the stock parser was not made")
    if not stock.has_parser(test.parsers, test.spec.stem):
        return mutation.Readers(ours, theirs, "the stock compiler makes no parser of it")
    return mutation.Readers(ours, theirs)


def _placed(test: Test) -> dict[str, frozenset[str]]:
    """By absolute name of a type, the ids of its instances that are read from the file."""
    return {
        name: frozenset(i.id for i in definition.instances if isinstance(i, Attribute) and i.id is not None)
        for name, definition in load_ksy(test.spec, test.import_path).types.items()
    }


def check_compiles(uncovered: Uncovered) -> Iterator[Result]:
    """That a spec compiles."""
    name = _shown(uncovered.spec, uncovered.checkout)
    try:
        load(
            uncovered.spec,
            import_path=import_path(uncovered.checkout, uncovered.gallery),
            trust=own_code(uncovered.checkout),
        )
    except Exception as error:
        yield failed("compile", name, described(error))
    else:
        yield passed("compile", name)


def _read(test: Test, codec: Codec) -> Result:
    try:
        if test.python is not None:
            reason = python_tests.failure(test.python, codec)
        else:
            reason = _assertions_failure(test, codec)
    except Exception as error:
        return failed("read", test.name, described(error))
    return failed("read", test.name, reason) if reason else passed("read", test.name)


def _assertions_failure(test: Test, codec: Codec) -> str | None:
    """What doesn't hold of a test; None where all does."""
    model, error = codec.parse_partly(test.sample)
    if error is not None and not (test.partly and model is not None):
        if not test.error:
            return described(error)
        kinds = _ERRORS.get(test.error.partition("<")[0], ())
        if type(error).__name__ in kinds:
            return None
        return f"expected {test.error}, found {described(error)}"
    if test.error or (test.partly and error is None):
        return f"expected {test.error or 'an error'}, found none"
    evaluator = Evaluator(test.spec, test.import_path, codec)
    for assertion in test.assertions:
        reason = evaluator.failure(assertion, model)
        if reason is not None:
            return f"{assertion.actual.text}: {reason}"
    return None


_VALIDATION = ("ValueInvalidError",)
_ERRORS = {
    "EndOfStreamError": ("TruncatedError", "BoundsError"),
    "ValidationNotEqualError": _VALIDATION,
    "ValidationLessThanError": _VALIDATION,
    "ValidationGreaterThanError": _VALIDATION,
    "ValidationNotAnyOfError": _VALIDATION,
    "ValidationNotInEnumError": _VALIDATION,
    "ValidationExprError": _VALIDATION,
    "UndecidedEndiannessError": _VALIDATION,
    "ConversionError": _VALIDATION,
}
"""Which of our errors stand for those that the suite names."""


def _declared(path: Path, checkout: Path, gallery: Path) -> Test:
    node = parse(path.read_text(encoding="utf-8"), str(path))
    entries = _entries(node)
    name = _text(entries["id"])
    error = entries.get("exception")
    if isinstance(error, Mapping):
        error = _entries(error)["type"]
    asserts = entries.get("asserts")
    found = []
    for item in asserts.items if isinstance(asserts, Sequence) else ():
        parts = _entries(item)
        actual, expected = parts["actual"], parts.get("expected")
        assert isinstance(actual, Scalar)
        assert expected is None or isinstance(expected, Scalar)
        found.append(Assertion(actual, expected))
    sample = checkout / "src" / _text(entries["data"])
    spec = checkout / f"formats/{name}.ksy"
    partly = python_tests.expects_an_error(checkout / f"spec/python/spec/test_{name}.py") and error is None
    told = _text(error) if error is not None else ""
    return Test(name, spec, sample, checkout, gallery, tuple(found), error=told, partly=partly)


def _entries(node: Node) -> dict[str, Node]:
    assert isinstance(node, Mapping)
    return {str(entry.key.value): entry.node for entry in node.entries}


def _text(node: Node) -> str:
    assert isinstance(node, Scalar)
    return node.text


def import_path(checkout: Path, gallery: Path) -> tuple[Path, ...]:
    """Where absolute imports are looked for."""
    return (checkout / "formats", checkout / "formats/ks_path", gallery)


def _shown(spec: Path, checkout: Path) -> str:
    return spec.relative_to(checkout / "formats").with_suffix("").as_posix()
