"""Makes machine code of walks that ships in a package of codecs: ``python -m …codec.walk_libraries PACKAGE [LEVEL …]``.

Needs LLVM, and the linker that links the kernel.
"""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import sys
import warnings
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from bytewright import kernels
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightWarning
from bytewright.kernels.native.machine import cpu_levels, shipped_walks
from bytewright.kernels.plan import RowPlan


def can_be_made() -> bool:
    """Whether LLVM and the linker are installed."""
    return all(find_spec(name) is not None for name in ("llvmlite", "ziglang"))


def make(package: ModuleType, levels: Iterable[cpu_levels.Level]) -> list[Path]:
    """Make the libraries of a package, where they aren't there.

    Args:
        package: it lies in a folder.
        levels: the processors that they are for.

    Returns:
        The libraries: none if no walk of its codecs has machine code. Those of former walks, or of another kernel, are
        gone.

    Raises:
        subprocess.CalledProcessError: it can't be linked; why is on standard error.
    """
    from bytewright.kernels.native.machine import shipping, walks

    folder = Path(package.__path__[0]) / shipped_walks.FOLDER
    texts = {shipped_walks.name_of(text): text for text in _texts(package)}
    told = f"{hashlib.sha256(' '.join(sorted(texts)).encode()).hexdigest()[:16]}.so"
    made = {folder / f"{shipped_walks.beginning_of(level.name)}{told}": level for level in levels} if texts else {}
    for target, level in made.items():
        if not target.exists():
            try:
                objects = {name: walks.library_object(text, level, name) for name, text in texts.items()}
            except (AttributeError, RuntimeError) as error:  # whatever a version of LLVM does that nobody has seen yet
                warnings.warn(f"no machine code of walks ships, as LLVM says: {error}", BytewrightWarning, stacklevel=2)
                return []
            shipping.linked(objects, target)
    current = {f"{shipped_walks.beginning_of(level.name)}{told}" for level in cpu_levels.of_architecture()}
    for other in folder.glob("*.so"):
        if not texts or other.name not in current:
            other.unlink(missing_ok=True)
    return [*made]


def _texts(package: ModuleType) -> dict[str, None]:
    """What the walks of all codecs of a package are made of, but those that rest on lists in headers of files."""
    found: dict[str, None] = {}
    for module in pkgutil.iter_modules(package.__path__):
        codec = getattr(importlib.import_module(f"{package.__name__}.{module.name}"), "CODEC", None)
        if isinstance(codec, Codec):
            plans = (plan for plan in codec.row_plans.values() if isinstance(plan, RowPlan))
            found.update(dict.fromkeys(text for plan in plans for text in kernels.walk_texts(plan)))
    return found


def main(words: Sequence[str]) -> None:
    """Make those of a package, for some levels; of none: for the best that this processor reaches."""
    found = cpu_levels.of_architecture()
    wanted = [level for level in found if level.name in words[1:]] or cpu_levels.of_processor()[:1]
    made = make(importlib.import_module(words[0]), wanted)
    for path in made:
        print(path)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1:])
