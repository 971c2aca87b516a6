"""Makes the shared libraries of the kernel that ship with the package: ``python -m …machine.shipping [level …]``.

Needs Numba, and a linker: that of the package `ziglang`, which is the one linker that the registry has.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from bytewright.kernels.native.machine import compile, cpu_levels, shared_library
from bytewright.kernels.native.machine.part_table import NAMES

_FUNCTIONS = (*compile.ENTRIES, *NAMES)
_LINKED = "import sys; from bytewright.kernels.native.machine.shipping import link; link(sys.argv[1])"
_FOLDER = Path(__file__).parents[1] / shared_library.FOLDER


def make(level: cpu_levels.Level) -> Path:
    """Make the library of a level, unless it is there.

    Args:
        level: which processors it is for.

    Returns:
        The file; libraries of the level that were made of other sources are gone.

    Raises:
        subprocess.CalledProcessError: it can't be compiled or linked; why is on standard error.
    """
    target = _FOLDER / shared_library.name_of(level.name)
    if not target.exists():
        print(f"bytewright: the kernel for {level.name}", file=sys.stderr)  # noqa: T201
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)}
        # In a process of its own: Numba compiles for one processor in its life.
        subprocess.run([sys.executable, "-c", _LINKED, target], env={**variables, **level.settings}, check=True)
    for other in _FOLDER.glob(f"kernel-{level.name}-*.so"):
        if other != target:
            with contextlib.suppress(FileNotFoundError):  # another process has made the same
                other.unlink()
    return target


def link(target: str) -> None:
    """Compile all of the kernel for the processor that the environment tells, and link it.

    Args:
        target: path of the library, which appears when it is whole.

    Raises:
        subprocess.CalledProcessError: the linker fails.
    """
    codes = compile.codes(_FUNCTIONS)
    assert all(code.symbol == function for function, code in codes.items())
    linked({function: code.content for function, code in codes.items()}, Path(target))


def linked(objects: Mapping[str, bytes], path: Path) -> None:
    """Link a shared library.

    Args:
        objects: object files, by the functions that they are there for.
        path: of the library, which appears when it is whole.

    Raises:
        subprocess.CalledProcessError: the linker fails.
    """
    path.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent) as name:
        folder = Path(name)
        for function, content in objects.items():
            (folder / f"{function}.o").write_bytes(content)
        names = " ".join(f'"{each}";' for each in objects)
        shown = folder / "symbols"
        shown.write_text(f"{{ global: {names} local: *; }};", encoding="ascii")
        made = folder / path.name
        options = ["-shared", "-O2", "-s", f"--version-script={shown}", "-o", str(made)]
        files = [str(folder / f"{function}.o") for function in objects]
        subprocess.run([sys.executable, "-m", "ziglang", "ld.lld", *options, *files], check=True)
        made.replace(path)


def main(names: list[str]) -> None:
    """Make the libraries of some levels; of none: of the best that this processor reaches, or compile the kernel for
    this installation alone where nothing ships for it."""
    wanted = [level for level in cpu_levels.of_architecture() if level.name in names] or cpu_levels.of_processor()[:1]
    for level in wanted:
        make(level)
    if not wanted:
        compile.load_all()


if __name__ == "__main__":
    main(sys.argv[1:])
