"""Specs to Python parsers, by kaitai-struct-compiler: one process for all of them."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from bytewright.errors import SpecError
from bytewright_codegen.backends.templates import inert
from bytewright_codegen.kaitai import toolchain

VERSION = "0.11.0"
"""The version whose output the runtime (kaitaistruct) and the tests fit."""

# JavaScript's numbers are doubles and the compiler takes a whole one above 32 bits for a float. As text it is exact
# everywhere, because all places that may hold such a number hold expressions or keys.
_INT_MAX = 2**31 - 1

_IMPORT = re.compile(r"^import (\w+)$", re.MULTILINE)


def compile_parsers(
    documents: Mapping[str, object],
    *,
    debug: bool = False,
    resolve: Callable[[str, str], str] | None = None,
    report: Callable[[str], None] | None = None,
) -> dict[str, str]:
    """Compile specs to the source of Python parsers.

    Args:
        documents: by id of the spec, its YAML as plain data (dict, list, str, int, float, bool, None), read by the
            rules of YAML 1.2: ``on`` and ``no`` are text. Whatever they import must be among them.
        debug: make parsers that read when told to (``_read()``) and note the place of every attribute (``_debug``).
        resolve: from the id of a spec and the name of an import as written in it, the id of the imported spec; by
            default, the last part of the name.
        report: told about a download before it begins.

    Returns:
        By id of the spec, the source of ``parser.py`` for a package of that name: imported specs are its siblings
        (``from ..<id> import parser as <id>``). Modules of custom processes are imported as they are named.

    Raises:
        SpecError: the compiler refuses a spec, whose id is ``path``; among what it can't do are enums' values above
            2^63 - 1.
        ToolchainError: Node or the compiler can't be had.
    """
    if not documents:
        return {}
    prepared = {
        spec: _prepare(spec, document, documents, resolve or _last_part) for spec, document in documents.items()
    }
    request = {"compiler": str(toolchain.install(report)), "documents": prepared, "debug": debug}
    done = toolchain.run_node([str(toolchain.driver_path())], json.dumps(request, ensure_ascii=True, allow_nan=False))
    if done.returncode:
        raise toolchain.ToolchainError(f"the Kaitai compiler failed: {' '.join(done.stderr.split())[-500:]}")
    answer = json.loads(done.stdout)
    if answer["version"] != VERSION:
        raise toolchain.ToolchainError(f"expected kaitai-struct-compiler {VERSION}, found {answer['version']}")
    for spec, text in answer["errors"].items():
        said = " ".join(text.split()).removeprefix("(main): ").removeprefix(f"{spec}: ")
        raise SpecError(f"kaitai-struct-compiler: {said}", path=spec)
    return {spec: _finish(spec, answer["sources"][spec], documents) for spec in documents}


def _last_part(_spec: str, name: str) -> str:
    return name.rsplit("/", 1)[-1]


def _prepare(spec: str, document: object, known: Mapping[str, object], resolve: Callable[[str, str], str]) -> Any:
    tree = _exact(document)
    meta = tree.get("meta") if isinstance(tree, dict) else None
    if not isinstance(meta, dict) or meta.get("id") != spec:
        raise SpecError(expected=f"a spec whose meta/id is {spec}", found="another", path=spec)
    if imports := meta.get("imports"):
        meta["imports"] = [resolve(spec, name) for name in imports]
        for written, name in zip(imports, meta["imports"], strict=True):
            if name not in known:
                raise SpecError(f"imports {written}, which is not among the specs", path=spec)
    return tree


def _exact(tree: object) -> Any:
    """A copy that survives JSON and JavaScript: keys are text, as are numbers that a double or the compiler bends."""
    if isinstance(tree, Mapping):
        return {_key(key): _exact(_inert(value) if key in _DOCS else value) for key, value in tree.items()}
    if isinstance(tree, list | tuple):
        return [_exact(element) for element in tree]
    if isinstance(tree, bool) or tree is None:
        return tree
    if isinstance(tree, int):
        number = int(tree)  # loaders that keep positions hand out subclasses
        return number if -_INT_MAX <= number <= _INT_MAX else str(number)
    if isinstance(tree, float):
        return repr(float(tree))  # 1.0 would arrive as the integer 1
    return str(tree)


_DOCS = ("doc", "doc-ref")


def _inert(text: object) -> object:
    """Documentation, which the compiler puts into docstrings as it is."""
    if isinstance(text, list | tuple):
        return [_inert(line) for line in text]
    return inert(text) if isinstance(text, str) else text


def _key(key: object) -> str:
    if isinstance(key, bool):
        return "true" if key else "false"
    return str(int(key)) if isinstance(key, int) else str(key)


def _finish(spec: str, source: str, known: Mapping[str, object]) -> str:
    def sibling(match: re.Match[str]) -> str:
        name = match[1]
        return f"from ..{name} import parser as {name}" if name in known else match[0]

    source = _IMPORT.sub(sibling, source)
    try:
        ast.parse(source)
    except SyntaxError as error:
        line = source.splitlines()[(error.lineno or 1) - 1].strip()
        raise SpecError(
            f"kaitai-struct-compiler makes Python that does not parse: {line}",
            path=spec,
            hint="An id may not be a keyword of Python.",
        ) from None
    return source
