"""Compiling the parts of the kernel, and loading those that have been compiled before.

What isn't compiled yet of what a program needs is compiled at once, by as many processes as there are processors, and
kept on disk. Of several processes that find something missing, one compiles; the others wait for it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import RLock, Thread

import numpy as np
import numpy.typing as npt

from bytewright.host import cpus
from bytewright.host.gc_pause import uncollected
from bytewright.host.optional import needed
from bytewright.kernels.native.machine import cache, shared_library
from bytewright.kernels.native.machine.function_pointers import function_at
from bytewright.kernels.native.machine.object_file import Code
from bytewright.kernels.native.machine.part_table import NAMES, part_of, parts_of

KERNEL = "run.run"
ENCODER = "encode.encode"
ENTRIES = (
    *(
        KERNEL,
        "walk.walk_frames",
        "walk.read_heads",
        "search.find_beginnings",
        "search.follow_records",
        ENCODER,
        "copies.copy_vectors",
        "digests.digest",
    ),
    *("gather.gather", "distinct.number", "chains.neighbours"),
    *("grouping.ascend", "grouping.deal"),
    *("folding.number_keys", "folding.fold"),
)
"""Functions that Python calls with the address of a state: the reading kernel, walks over frames, and those of the
writing kernel."""
MOST_PROCESSES = 4
_LONGEST = (
    *("parallel.append_lists", "parallel.append_vectors", "elements.chain", "rows.take"),
    *("copies.copy_vectors", KERNEL, "frames.frame_in_regions", "writing.put_sum", "contents.decode"),
    *("output.transcode", "writing.put_number", "writing.put_piece", "elements.run", "walk.read_heads"),
    *("values.load", "output.copy", "elements.relate", "values.compute_float", "parallel.check_slots"),
    "values.compute",
)
"""What takes longer to compile than others: begun first, so that all end at about the same time."""
_HELPER = "from bytewright.kernels.native.machine.compile import serve; serve()"

_addresses: dict[str, int] = {}
"""Where in this process functions lie."""
_functions: dict[str, Callable[[int], int]] = {}
"""Those that Python calls."""
_unsaved: dict[str, Code] = {}
"""What this process has compiled and can't leave to others."""
_loading = RLock()


def entered(name: str) -> Callable[[int], int]:
    """A function ``(state) -> code`` that Python calls, without the GIL; compiled where it isn't.

    Args:
        name: one of `ENTRIES`.
    """
    found = _functions.get(name)
    if found is None:
        load([name])
        found = _functions[name] = function_at(_addresses[name])
    return found


def addresses(instructions: npt.NDArray[np.int64], kernel: str) -> npt.NDArray[np.int64]:
    """Where the compiled parts lie that run a program's instructions, compiled where they aren't, as the kernel is that
    calls them; 0: it runs the instruction itself.

    Args:
        instructions: see `Program`.
        kernel: `KERNEL` or `ENCODER`.
    """
    rows = instructions.tolist()
    load([kernel, *parts_of(rows)])
    parts = map(part_of, rows)
    return np.array([0 if part is None else _addresses[part] for part in parts], np.int64)


def load(names: Iterable[str]) -> None:
    """Have parts and entries in this process.

    They are those of the library that ships with the package. Where there is none, those that nobody has compiled yet
    are compiled, with a line on standard error.
    """
    with _loading:
        wanted = [name for name in dict.fromkeys(names) if name not in _addresses]
        _addresses.update(shared_library.addresses(wanted) if shared_library.is_there() else _linked(wanted))


def codes(names: Iterable[str]) -> dict[str, Code]:
    """The machine code of functions, compiled where nobody has yet; for the linker of the library, too."""
    wanted = list(names)
    if any(_kept(name) is None for name in wanted):
        with _alone():
            _compile([name for name in wanted if _kept(name) is None])
    return {name: _kept(name) or _made(name) for name in wanted}


def load_all() -> None:
    """Have the whole kernel in this process."""
    load([*ENTRIES, *NAMES])


def load_compiled() -> None:
    """Have in this process what has been compiled, by whomever; nothing is compiled."""
    every = (*ENTRIES, *NAMES)
    load(set(every) - set(cache.missing(every)))


def loaded() -> frozenset[str]:
    """What of the kernel is in this process."""
    return frozenset(_addresses)


def serve() -> None:
    """Compile what another process asks for, one name a line, and say when it is done."""
    with uncollected():
        for line in sys.stdin:
            _make(line.strip())
            sys.stdout.write(line)
            sys.stdout.flush()


def _linked(names: list[str]) -> dict[str, int]:
    needed("llvmlite", "numba")
    from bytewright.kernels.native.machine.link import link

    return link(codes(names))


def _kept(name: str) -> Code | None:
    return _unsaved.get(name) or cache.read(name)


def _make(name: str) -> None:
    """Compile a function, for others, too, where that can be."""
    made = _made(name)
    if not cache.save(name, made):
        _unsaved[name] = made


def _made(name: str) -> Code:
    needed("numba", "numba")
    from bytewright.kernels.native.machine.jit import compiled

    module, _, function = name.rpartition(".")
    package = "bytewright.kernels.native.loops" if name in ENTRIES else "bytewright.kernels.native.parts"
    return compiled(getattr(import_module(f"{package}.{module}"), function), 1 if name in ENTRIES else 5, name)


def _compile(cold: list[str]) -> None:
    """Compile what is missing, by this process and others."""
    if not cold:
        return
    count = "1 part" if len(cold) == 1 else f"{len(cold)} parts"
    print(f"bytewright: compiling {count} of the kernel (once per installation)", file=sys.stderr)  # noqa: T201
    names: SimpleQueue[str] = SimpleQueue()
    for name in sorted(cold, key=lambda name: _LONGEST.index(name) if name in _LONGEST else len(_LONGEST)):
        names.put(name)
    processes = min(len(cold), MOST_PROCESSES, cpus.usable()) if cache.folder() else 1
    helpers = [Thread(target=_have_compiled, args=(names,), daemon=True) for _ in range(processes - 1)]
    for helper in helpers:
        helper.start()
    with contextlib.suppress(Empty), uncollected():
        while True:
            _make(names.get_nowait())
    for helper in helpers:
        helper.join()
    for name in cold:
        if _kept(name) is None:  # whoever was to compile it has gone
            _make(name)
    cache.trim()


def _have_compiled(names: SimpleQueue[str]) -> None:
    """Have another process compile what is in the queue; what it doesn't manage is left to this one."""
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.curdir for path in sys.path)}
    words = [sys.executable, "-c", _HELPER]
    with (
        contextlib.suppress(Empty, OSError, ValueError),
        subprocess.Popen(
            words,
            env=variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            bufsize=1,
        ) as helper,
    ):
        assert helper.stdin is not None
        assert helper.stdout is not None
        while helper.poll() is None:
            helper.stdin.write(names.get_nowait() + "\n")
            if not helper.stdout.readline():
                break


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold what only one process of this installation may, as far as its file system has such locks."""
    where = cache.folder()
    with contextlib.ExitStack() as stack:
        if where is not None:
            with contextlib.suppress(OSError):
                file = stack.enter_context((where / "lock").open("w"))
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
