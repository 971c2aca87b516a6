"""The error cases of Kaitai's test suite: whether we find what they say, in that place.

A case is a ``.ksy`` that begins with comments: for every error or warning the file, the path of the YAML node
(``/seq/0/type``) or a line and column, and the message of the stock compiler. We have found it if we say something of
the same meaning (``_MEANINGS``) in that file, on the lines of that node with its key; errors must be errors, and a
spec with warnings must compile. Nothing of the suite is needed but its checkout.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from bytewright_codegen.analysis.sizes import sizes
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.style import style


class ErrorCase(NamedTuple):
    """A case with what came of it; ``reason`` says why it was not found, or what it is."""

    name: str
    found: bool
    reason: str


@dataclass(frozen=True)
class Expected:
    """What the comment of a case says: ``place`` is a path or ``line:column``."""

    file: str
    place: str
    severity: str
    message: str


_HEADER = re.compile(r"# (\S+?\.ksy):\s*(\S+):$")
_MESSAGE = re.compile(r"#\s+(error|warning): (.*)")
_MEANINGS = (
    # (what the stock compiler says, what we say)
    (r"invalid (\w+ )*ID: '.*', expected /", r"can't be the id of|has no member"),
    (r"invalid type: expected boolean", r"must be a boolean, not|can't be applied"),
    (r"invalid type: expected integer", r"must be an integer, not"),
    (r"invalid type: expected string", r"must be text, not"),
    (r"unknown key found|invalid key found in value instance", r"unknown key|needs 'repeat: |means nothing"),
    (r"expected an integer from 0 to 255", r"must be an integer from 0 to 255"),
    (r"can't compare ", r"can't be compared with"),
    (r"can't use comparison operator", r"can't be applied to enum"),
    (r"only `true` is supported", r"can only be true"),
    (r"requires the `enum` key", r"needs 'enum'"),
    (r"without default endianness", r"needs a byte order"),
    (r"unrecognized encoding name", r"unknown encoding"),
    (r"use canonical encoding name", r"canonical name of encoding"),
    (r"string type, but no encoding found", r"needs an encoding"),
    (r"tried to resolve non-integer .* to enum", r"can't be an enum|'enum' means nothing for what is not an integer"),
    (r"duplicate .*ID", r"occurs twice"),
    (r"unable to find enum member", r"has no member"),
    (r"unable to find enum ", r"unknown enum"),
    (r"unable to find type ", r"unknown type"),
    (r"unable to access '\w+' in", r"has no member|has no meaning here"),
    (r"expected string or map, got null", r"must have a name, not nothing"),
    (r"unable to apply unary operator", r"can't be applied to"),
    (r"parsing expression .* failed", r"in expression|ends too early|is not closed"),
    (r"wrong arguments to method call", r"wrong arguments of"),
    (r"expected string literal", r"must be a literal"),
    (r"unable to derive sizeof|^\?$", r"has no fixed size"),
    (r"don't know how to call method", r"has no member|no member '\w+' can be named"),
    (r"unable to parse (bit )?endianness|expected be / le", r"must be one of 'le', 'be'"),
    (r"expected eos / expr / until", r"must be one of 'eos', 'expr', 'until'"),
    (r"invalid compiler version", r"is not a version"),
    (r"requires compiler version at least", r"version .* of the language is not known"),
    (r"minimum allowed version", r"there was no version"),
    (r"in import search paths|No such file or directory", r"no spec '.*' to import"),
    (r"no `meta/id` encountered", r"needs 'id'"),
    (r"expected map or string", r"must be a name or a switch"),
    (r"expected map", r"must be a mapping, not"),
    (r"expected array", r"must be a list, not"),
    (r"expected string, got null", r"must be a value, not nothing"),
    (r"expected string, got \[", r"a key must be a scalar"),
    (r"can't pass argument #\d of type", r"can't be passed for"),
    (r"parameter count mismatch", r"takes \d+ arguments?, not"),
    (r"requires a `repeat-(expr|until)` expression", r"needs 'repeat-(expr|until)'"),
    (r"use `\w+` instead of .* byte size of", r"is only the size of"),
    (r"use `\w+` instead of .* repeat count of", r"is only the count of"),
    (r"missing mandatory argument `(\w|-)+`", r"needs '(cases|switch-on)'"),
    (r"mapping values are not allowed", r"mapping values are not allowed"),
    (r"found duplicate key", r"occurs twice"),
)


def error_cases(checkout: Path) -> list[ErrorCase]:
    """Evaluates all error cases.

    Args:
        checkout: of the suite; its ``formats_err`` holds the cases.
    """
    return [error_case(path) for path in sorted((checkout / "formats_err").glob("*.ksy"))]


def error_case(path: Path) -> ErrorCase:
    """Evaluates a case."""
    expected = _expected(path)
    try:
        errors, warnings = _said(path)
    except Exception as error:  # a crash is what the cases are there to find
        return ErrorCase(path.stem, False, f"the compiler fails: {type(error).__name__}: {error}")
    if not expected:
        reason = "; ".join(str(d) for d in errors) or "belongs to other cases, and compiles"
        return ErrorCase(path.stem, not errors, reason)
    for one in expected:
        said = errors if one.severity == "error" else warnings
        if not any(_same(one, found, path.parent) for found in said):
            what = "; ".join(str(found) for found in (*errors, *warnings)) or "nothing"
            return ErrorCase(path.stem, False, f"expected {one.file}: {one.place}: {one.message}; we say: {what}")
    if errors and all(one.severity == "warning" for one in expected):
        return ErrorCase(path.stem, False, f"only warnings were expected: {errors[0]}")
    return ErrorCase(path.stem, True, f"{len(expected)} found")


def _expected(path: Path) -> list[Expected]:
    found = []
    lines = path.read_text(encoding="utf-8").splitlines()
    if lines[0].strip() == "# ?":  # the suite doesn't know yet what should be said
        return [Expected(path.name, "/", "error", "?")]
    for line, message in pairwise(lines):
        header, text = _HEADER.match(line), _MESSAGE.match(message)
        if header and text:
            found.append(Expected(header[1], header[2], text[1], text[2]))
    return found


def _said(path: Path) -> tuple[tuple[Diagnostic, ...], tuple[Diagnostic, ...]]:
    """The errors and the warnings of a spec."""
    try:
        library = resolved(path)
        sizes(library)
    except SpecErrors as found:
        return found.diagnostics, found.warnings
    return (), (*library.warnings, *style(library))


def _same(expected: Expected, found: Diagnostic, folder: Path) -> bool:
    if Path(found.loc.file).name != expected.file:
        return False
    meaning = next((ours for theirs, ours in _MEANINGS if re.search(theirs, expected.message)), None)
    if meaning is None or not re.search(meaning, found.message):
        return False
    if re.fullmatch(r"\d+:\d+", expected.place):
        return expected.place.partition(":")[0] == str(found.loc.line)
    (first, column), last = _lines(folder / expected.file, expected.place)
    after = found.loc.line > first or found.loc.column >= column
    return first <= found.loc.line <= last and after


def _lines(path: Path, place: str) -> tuple[tuple[int, int], int]:
    """The line and column where a node begins, with its key, and the line where it ends."""
    node: Node | None = YAML(typ="safe", pure=True).compose(path.read_text(encoding="utf-8"))
    steps = [step for step in place.split("/") if step]
    begin = node
    for step in steps:
        if isinstance(node, SequenceNode):
            begin = node = node.value[int(step)]
            continue
        assert isinstance(node, MappingNode), place
        begin, node = next((key, value) for key, value in node.value if _is_key(key, step))
    if not steps or node is None or begin is None:
        return (1, 1), sys.maxsize
    return (begin.start_mark.line + 1, begin.start_mark.column + 1), _last(node)


def _is_key(key: Node, step: str) -> bool:
    """Whether a step of a path means a key; paths spell expressions as syntax trees: ``IntNum(42)``."""
    text = str(key.value)
    tree = re.fullmatch(r"(?:Str|IntNum|Bool|Name\(identifier)\((.*?)\)+", step)
    return text == step or (tree is not None and text.strip("\"'") == tree[1])


def _last(node: Node) -> int:
    """The last line of a node; marks of blocks end before the next token, so their leaves are asked."""
    if isinstance(node, MappingNode) and node.value:
        return _last(node.value[-1][1])
    if isinstance(node, SequenceNode) and node.value:
        return _last(node.value[-1])
    assert isinstance(node, ScalarNode | MappingNode | SequenceNode)
    end = node.end_mark
    return int(end.line + (1 if end.column or end.line == node.start_mark.line else 0))
