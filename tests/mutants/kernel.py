"""Machine code of the kernel that has faults, or marks: the parts that a change reaches are compiled anew."""

from __future__ import annotations

import ast
import functools
import hashlib
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutants import hooks
from tests.mutants.hooks import KEPT, ROOT

FOLDER = ROOT / "runtime" / "bytewright" / "kernels" / "native"
PACKAGE = "bytewright.kernels.native"
PROCESSES = 2


def have(names: Iterable[str]) -> None:
    """Compile parts and entries of the kernel as the modules of this process say, and use them instead of others."""
    from bytewright.kernels.native.machine import compile
    from bytewright.kernels.native.machine.link import link

    _use(link({name: compile._made(name) for name in names}))


def have_marked(numbered: Path) -> None:
    """Use a kernel that marks what runs of it, compiled once, as a folder numbers blocks."""
    from bytewright.kernels.native.machine.link import link
    from bytewright.kernels.native.machine.object_file import Code

    folder = _folder(numbered)
    _use(link({path.stem: Code(path.stem, path.read_bytes()) for path in folder.glob("*.o")}))


def make_marked(numbered: Path) -> None:
    """Compile that kernel, where nobody has yet, in processes of their own."""
    if len(list(_folder(numbered).glob("*.o"))) == len(names()):
        return
    print("compiling the kernel with marks", file=sys.stderr)
    helpers = [
        subprocess.Popen([sys.executable, "-m", "tests.mutants.kernel", str(number), str(numbered)], cwd=ROOT)
        for number in range(PROCESSES)
    ]
    if any(helper.wait() for helper in helpers):
        raise RuntimeError("the kernel with marks can't be compiled")


def names() -> list[str]:
    """All functions of the kernel that have an address."""
    from bytewright.kernels.native.machine.compile import ENTRIES
    from bytewright.kernels.native.machine.part_table import NAMES

    return [*ENTRIES, *NAMES]


def reached(path: str, function: str) -> list[str]:
    """Which parts and entries of the kernel a function goes into.

    Args:
        path: of its module, in the checkout.
        function: its qualified name; empty: any of the module.
    """
    module = ".".join(Path(path).relative_to("runtime").with_suffix("").parts)
    top = function.partition(".")[0]
    found = []
    for name in names():
        file, _, entry = name.partition(".")
        begins = (f"{PACKAGE}.loops.{file}", f"{PACKAGE}.parts.{file}")
        seen = next(used for begin in begins if (used := _used(begin, entry)) or begin == begins[-1])
        if any(where == module and (not top or which == top) for where, which in seen):
            found.append(name)
    return found


@functools.cache
def _used(module: str, name: str) -> frozenset[tuple[str, str]]:
    """All that a name of a module of the kernel rests on, itself included; nothing, if there is no such name."""
    seen: set[tuple[str, str]] = set()
    waiting = [(module, name)]
    while waiting:
        where, which = waiting.pop()
        if (where, which) in seen or which not in _names_in(where):
            continue
        seen.add((where, which))
        waiting += _names_in(where)[which]
    return frozenset(seen)


@functools.cache
def _names_in(module: str) -> dict[str, list[tuple[str, str]]]:
    """The names that a module defines, each with the names in the kernel that it mentions."""
    path = ROOT / "runtime" / f"{module.replace('.', '/')}.py"
    if not module.startswith(PACKAGE) or not path.exists():
        return {}
    tree = ast.parse(path.read_text(encoding="utf-8"))
    brought: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            brought |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
    defined: dict[str, list[tuple[str, str]]] = {}
    for node in tree.body:
        mentioned = []
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                mentioned.append(brought.get(each.id, (module, each.id)))
            elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in brought:
                package, inner = brought[each.value.id]
                mentioned.append((f"{package}.{inner}", each.attr))
        for name in _defined(node):
            defined.setdefault(name, []).extend(mentioned)
    return defined


def _defined(node: ast.stmt) -> list[str]:
    if isinstance(node, ast.FunctionDef):
        return [node.name]
    if isinstance(node, ast.Assign):
        return [each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)]
    return [node.target.id] if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else []


class _Marking(hooks._Finder):
    """Sources of machine code that marks what runs of it."""

    def __init__(self, numbered: Path) -> None:
        self._first = hooks.numbering(numbered)

    def wants(self, name: str) -> bool:
        return name.startswith(PACKAGE)

    def code(self, name: str, path: str) -> CodeType:
        relative = str(Path(path).relative_to(ROOT))
        source: Any = Path(path).read_text(encoding="utf-8")
        if hooks.of_machine_code(relative):
            source = hooks.marked_machine_code(source, self._first[relative])
        return compile(source, path, "exec", dont_inherit=True)


def _use(addresses: dict[str, int]) -> None:
    from bytewright.kernels.native.machine import compile

    compile._addresses.update(addresses)


def _folder(numbered: Path) -> Path:
    from bytewright.kernels.native.machine import sources

    begins = hash_of([number for path, number in hooks.numbering(numbered).items() if hooks.of_machine_code(path)])
    folder = KEPT / f"kernel-{sources.digest()}-{begins}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def hash_of(numbers: list[int]) -> str:
    """A few digits that stand for some numbers."""
    return hashlib.sha256(repr(numbers).encode()).hexdigest()[:8]


def _compile_some(number: int, numbered: Path) -> None:
    sys.meta_path.insert(0, _Marking(numbered))
    from bytewright.kernels.native.machine import compile

    folder = _folder(numbered)
    for name in names()[number::PROCESSES]:
        if not (folder / f"{name}.o").exists():
            written = folder / f"{name}.part"
            written.write_bytes(compile._made(name).content)
            written.rename(folder / f"{name}.o")


if __name__ == "__main__":
    _compile_some(int(sys.argv[1]), Path(sys.argv[2]))
