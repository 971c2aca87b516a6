"""Which mutants there are, and which of them are tried: by a fixed seed, some of every room."""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tests.mutants.hooks import KEPT, MARKS, PLACES, ROOT, digest_of, of_machine_code
from tests.mutants.operators import Site, blocks, sites

SMALLEST = 15
"""Mutants of each room, where a sample has as many as `USUAL`."""
USUAL = 1200
UNTRIED = {
    # Numbers that plans and machine code share: with others, all is as it was, once both are made anew.
    "runtime/bytewright/kernels/plan/codes.py",
    "runtime/bytewright/kernels/plan/encoding_codes.py",
    # What all of the machine code is made with: each mutant would compile the whole kernel.
    *(
        f"runtime/bytewright/kernels/native/machine/{name}.py"
        for name in ("intrinsics", "jit", "object_file", "pipeline", "state", "vectors")
    ),
}


@dataclass(frozen=True)
class Mutant:
    """A fault in a module.

    Attributes:
        path: of the module, in the checkout.
        room: which it belongs to.
        site: the fault.
        key: tells it from all others, also when lines move.
    """

    path: str
    room: str
    site: Site
    key: str

    @property
    def module(self) -> str:
        """The name that it is imported by."""
        return module_of(self.path)

    @property
    def shown(self) -> str:
        """Where and what, in a line."""
        site = self.site
        return f"{self.path}:{site.line} {site.function}: {site.operator}: `{site.before}` → `{site.after}`"


def files() -> list[str]:
    """All modules that have mutants, by their paths in the checkout."""
    found = [path for name, place in PLACES.items() for path in (place / name).rglob("*.py")]
    return sorted(name for path in found if (name := str(path.relative_to(ROOT))) not in UNTRIED)


def module_of(path: str) -> str:
    """The name that a module is imported by, by its path in the checkout."""
    parts = Path(path).with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(path: str) -> str:
    """The room of a module: the compiler's begin with ``codegen``, the kernel's machine code is one of its own."""
    root, _, *parts = Path(path).parts
    first = parts[0] if len(parts) > 1 else "modules"
    if root == "codegen":
        return f"codegen/{first}" if len(parts) > 1 else "codegen/load"
    return "kernels/native" if of_machine_code(path) else first


@dataclass(frozen=True)
class Name:
    """What tells a mutant from all others, and where it belongs: all that a sample is drawn by."""

    path: str
    room: str
    key: str


def mutants(paths: Iterable[str]) -> Iterator[Mutant]:
    """All mutants of some modules."""
    for path in paths:
        for site in sites(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            digest = hashlib.sha256(f"{path}\0{site.key}".encode()).hexdigest()[:12]
            yield Mutant(path, room_of(path), site, digest)


def names() -> list[Name]:
    """The names of all mutants of all modules; of those that are as they were, from what was kept."""
    kept = KEPT / "names.json"
    digest = digest_of(Path(__file__).with_name("operators.py"))
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    current: dict[str, list[str]] = {}
    for path in files():
        state = digest + digest_of(ROOT / path)
        there = known.get(path, [])
        current[path] = there if there[:1] == [state] else [state, *(mutant.key for mutant in mutants([path]))]
    KEPT.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(current), encoding="utf-8")
    return [Name(path, room_of(path), key) for path, (_, *keys) in current.items() for key in keys]


def named(those: Sequence[Name]) -> list[Mutant]:
    """The mutants with some names, in their order."""
    found = {mutant.key: mutant for mutant in mutants(dict.fromkeys(name.path for name in those))}
    return [found[name.key] for name in those]


def number_blocks(folder: Path, paths: Iterable[str]) -> None:
    """Write down in a folder which file's blocks have which numbers.

    Args:
        folder: there.
        paths: of the files, in the checkout.

    Raises:
        ValueError: there are more than marks.
    """
    numbered, first = {}, 0
    # Those of machine code first: it has the numbers in it, and is compiled anew where they change.
    for path in sorted(paths, key=lambda path: not of_machine_code(path)):
        source = (ROOT / path).read_text(encoding="utf-8")
        count = len(blocks(ast.parse(source)))
        numbered[path] = digest_of(ROOT / path), first, count
        first += count
    if first > MARKS:
        raise ValueError(f"{first} blocks, but {MARKS} marks")
    (folder / "blocks.numbers").write_text(json.dumps(numbered), encoding="utf-8")


Drawn = TypeVar("Drawn", Name, Mutant)


def sample(every: Sequence[Drawn], count: int, seed: int) -> list[Drawn]:
    """Some mutants of each room: as many as are its share, but no fewer than the least. A larger sample has all of a
    smaller one, and a change of one function leaves the others as they were.

    Args:
        every: all mutants.
        count: how many, about.
        seed: draws others.
    """
    rooms: dict[str, list[Drawn]] = {}
    for mutant in every:
        rooms.setdefault(mutant.room, []).append(mutant)
    least = max(1, SMALLEST * count // USUAL)
    left = max(0, count - least * len(rooms))
    found: list[Drawn] = []
    for _, those in sorted(rooms.items()):
        drawn = sorted(those, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())
        found += drawn[: least + round(left * len(those) / len(every))]
    return found
