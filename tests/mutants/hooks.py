"""Modules that are other than their files say: with one fault, or with marks that tell which of their blocks run.

Processes that a test starts have them, too: they find `sitecustomize` in the folder that `environment` puts on their
path, and it finds what to do in a variable of the environment.
"""

from __future__ import annotations

import ast
import builtins
import ctypes
import hashlib
import importlib.machinery
import importlib.util
import json
import marshal
import mmap
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "mutants"
TOLD = "BYTEWRIGHT_MUTANT"
"""Variable of the environment: as JSON, what modules are instead."""
PLACES = {"bytewright": ROOT / "runtime", "bytewright_codegen": ROOT / "codegen"}
_KERNEL = ("loops", "operations", "parts", "states")
ADDRESS = 0x6B_0000_0000_00
"""Where marks lie in a process: machine code that is kept has it in it."""
MARKS = 1 << 17
"""Most blocks that there can be."""


def environment(told: dict[str, Any]) -> dict[str, str]:
    """The variables of processes whose modules are what they are told."""
    folder = KEPT / "site"
    folder.mkdir(parents=True, exist_ok=True)
    text = "from tests.mutants.hooks import begin\n\nbegin()\n"
    if not (folder / "sitecustomize.py").exists():
        (folder / "sitecustomize.py").write_text(text, encoding="utf-8")
    path = [str(folder), *map(str, PLACES.values()), *(str(ROOT / name) for name in ("generated", "pipelines", "."))]
    return {TOLD: json.dumps(told), "PYTHONPATH": os.pathsep.join(path)}


def begin() -> None:
    """Have modules be what this process is told, if it is told something."""
    text = os.environ.get(TOLD)
    if text:
        install(json.loads(text))


def install(told: dict[str, Any]) -> None:
    """Have modules be what is told: ``{"marks": file}``, or ``{"module": name, "key": of its fault}``."""
    if "marks" in told:
        sys.meta_path.insert(0, _Marking(Path(told["marks"])))
    elif told.get("module"):
        sys.meta_path.insert(0, _Faulty(told["module"], told["key"]))


class _Finder:
    """Finds modules where they lie; what they are is another thing."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> Any:
        if not self.wants(name):
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path, self)
        return spec

    def wants(self, name: str) -> bool:
        raise NotImplementedError

    def code(self, name: str, path: str) -> CodeType | None:
        """What a module is; None: what its file says."""
        raise NotImplementedError


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, finder: _Finder) -> None:
        super().__init__(name, path)
        self._finder = finder

    def get_code(self, fullname: str) -> CodeType | None:
        return self._finder.code(fullname, str(self.path)) or super().get_code(fullname)


class _Faulty(_Finder):
    def __init__(self, module: str, key: str) -> None:
        self._module, self._key = module, key

    def wants(self, name: str) -> bool:
        return name == self._module

    def code(self, name: str, path: str) -> CodeType:
        from tests.mutants.operators import sites

        tree = ast.parse(Path(path).read_text(encoding="utf-8"))
        next(site for site in sites(tree) if site.key == self._key).apply()
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class _Marking(_Finder):
    def __init__(self, marks: Path) -> None:
        self._first = numbering(marks.parent)
        mapped(marks)

    def wants(self, name: str) -> bool:
        return name.partition(".")[0] in PLACES

    def code(self, name: str, path: str) -> CodeType | None:
        relative = str(Path(path).relative_to(ROOT))
        first = self._first.get(relative)
        if first is None:
            return None
        source = Path(path).read_bytes()
        digest = hashlib.sha256(f"{sys.version_info[:2]} {first} {path}".encode() + source).hexdigest()[:20]
        kept = KEPT / "marked" / digest
        if kept.exists():
            code: CodeType = marshal.loads(kept.read_bytes())
        else:
            marking = marked_machine_code if of_machine_code(relative) else marked
            code = compile(marking(source.decode(), first), path, "exec", dont_inherit=True)
            kept.parent.mkdir(parents=True, exist_ok=True)
            written = kept.with_suffix(f".{os.getpid()}")
            written.write_bytes(marshal.dumps(code))
            written.replace(kept)
        return code


def mapped(path: Path) -> memoryview:
    """The marks that processes share, as bytes that can be assigned; machine code finds them at `ADDRESS`."""
    with path.open("r+b") as file:
        if path.stat().st_size < MARKS:
            file.truncate(MARKS)
        library = ctypes.CDLL(None, use_errno=True)
        library.mmap.restype = ctypes.c_void_p
        library.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        fixed = 0x100000  # MAP_FIXED_NOREPLACE
        protection = mmap.PROT_READ | mmap.PROT_WRITE
        address = library.mmap(ADDRESS, MARKS, protection, mmap.MAP_SHARED | fixed, file.fileno(), 0)
    if address != ADDRESS:
        raise OSError(ctypes.get_errno(), f"marks can't lie at {ADDRESS:#x}")
    view = memoryview((ctypes.c_ubyte * MARKS).from_address(ADDRESS)).cast("B")
    builtins.__dict__["__marks__"] = view
    return view


def of_machine_code(relative: str) -> bool:
    """Whether a file is a source of machine code, by its path in the checkout."""
    parts = Path(relative).parts
    return parts[:4] == ("runtime", "bytewright", "kernels", "native") and parts[4] in _KERNEL


def numbering(folder: Path) -> dict[str, int]:
    """The number of the first block of each file that is marked, by its path in the checkout, as a folder has it; of
    those that are as they were then."""
    kept = json.loads((folder / "blocks.numbers").read_text(encoding="utf-8"))
    return {name: first for name, (digest, first, _) in kept.items() if digest == digest_of(ROOT / name)}


def digest_of(path: Path) -> str:
    """A few digits that stand for the content of a file; none, if it is gone."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def marked(source: str, first: int) -> ast.Module:
    """A module that marks, at the beginning of each of its blocks, that it is run."""
    from tests.mutants.operators import blocks

    tree = ast.parse(source)
    for number, (owner, statements) in enumerate(blocks(tree)):
        if isinstance(owner, ast.Module | ast.ClassDef):
            continue
        at = 1 if statements is getattr(owner, "body", None) and _is_text(statements[0]) else 0
        mark = ast.parse(f"__marks__[{first + number}] = 1").body[0]
        for node in ast.walk(mark):
            ast.copy_location(node, statements[0])
        statements.insert(at, mark)
    return ast.fix_missing_locations(tree)


def marked_machine_code(source: str, first: int) -> ast.Module:
    """Likewise, where functions become machine code."""
    from tests.mutants.operators import blocks

    tree = ast.parse(source)
    for number, (owner, statements) in enumerate(blocks(tree)):
        if not isinstance(owner, ast.FunctionDef) or any(
            isinstance(node, ast.FunctionDef) for node in ast.walk(owner) if node is not owner
        ):
            continue
        at = 1 if statements is owner.body and _is_text(statements[0]) else 0
        mark = ast.parse(f"__mark__({ADDRESS + first + number}, 1)").body[0]
        for node in ast.walk(mark):
            ast.copy_location(node, statements[0])
        statements.insert(at, mark)
    brought = ast.parse("from bytewright.kernels.native.machine.intrinsics import store_1 as __mark__").body
    begin = next((at for at, node in enumerate(tree.body) if not _is_text(node) and not _future(node)), len(tree.body))
    tree.body[begin:begin] = brought
    return ast.fix_missing_locations(tree)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
