"""A spec in a process of its own, with a budget: it compiles, or what is wrong is told with its place."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import re
import resource
import shutil
import signal
import tempfile
import traceback
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from tests.fuzz.grammar import drawn
from tests.pipeline.slips import damaged

import bytewright
from bytewright.errors import BytewrightError, SpecError
from bytewright.objects.read.traverse import explore
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.load import load

ROOT = Path(__file__).parents[2]
REAL = tuple(sorted((*(ROOT / "examples").glob("*.ksy"), *(ROOT / "specs").glob("*/*.ksy"))))


@dataclass(frozen=True, slots=True)
class Budget:
    """What a spec may cost, without what the process that compiles it has before.

    Attributes:
        processor_seconds: for compiling it, and for reading with it.
        seconds: after which it is stuck, whatever it waits for.
        memory: bytes.
    """

    processor_seconds: int = 20
    seconds: int = 100
    memory: int = 1 << 30


BUDGET = Budget()


class Draft(NamedTuple):
    """A spec that is to be compiled.

    Attributes:
        text: of the spec.
        real: the one it was made of, whose neighbours lie beside it.
        beside: texts of other specs, by their paths from its folder.
    """

    text: str
    real: Path | None = None
    beside: Mapping[str, str] = MappingProxyType({})


def draw(chance: Random) -> Draft:
    """A spec by the grammar, or a real one with slips."""
    real, beside = None, dict[str, str]()
    if chance.random() < 0.8:
        text, beside = drawn(chance)
    else:
        real = chance.choice(REAL)
        text = real.read_text(encoding="utf-8")
    slips = chance.randrange(1, 4) if real else chance.choice((0, 0, 0, 0, 1))
    for _ in range(slips):
        text = damaged(text, chance)
    return Draft(text, real, beside)


def inputs(chance: Random) -> list[bytes]:
    """What is read with a spec that compiles."""
    return [b"", bytes(64), *(chance.randbytes(chance.choice((1, 7, 300))) for _ in range(3))]


def tried(draft: Draft, data: Sequence[bytes], budget: Budget = BUDGET) -> tuple[str, str | None]:
    """Compile a spec in a fork of this process, which has imported what that takes, and read with it.

    Args:
        draft: the spec.
        data: what is read.
        budget: what that may cost.

    Returns:
        What came of it, in a few words, and what must not be, if it is.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        real = draft.real
        if real:
            shutil.copytree(real.parent, folder / "specs", ignore=shutil.ignore_patterns("data"))
        path = folder / "specs" / (real.name if real else "m.ksy")
        for near, text in {path.name: draft.text, **draft.beside}.items():
            (path.parent / near).parent.mkdir(parents=True, exist_ok=True)
            (path.parent / near).write_text(text, encoding="utf-8")
        context = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe(duplex=False)
        process = context.Process(target=_compile, args=(theirs, path, real is not None, data, budget))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 on: threads may hold locks
            process.start()
        theirs.close()
        try:
            said, fault = ours.recv() if ours.poll(budget.seconds) else ("stuck", "it is stuck")
        except EOFError:
            process.join()
            said, fault = "died", _death(process.exitcode, budget)
        process.kill()
        process.join()
        process.close()
        ours.close()
        trace = folder / "trace"
        if fault and trace.exists():
            fault += "\n" + trace.read_text(errors="replace")[:3000]
    return said, fault


def _death(code: int | None, budget: Budget) -> str:
    if code == -signal.SIGXCPU:
        return f"it takes more than {budget.processor_seconds} seconds of a processor"
    return f"the process ended with {code}"


def _compile(answer: Connection, path: Path, trusted: bool, data: Sequence[bytes], budget: Budget) -> None:
    os.environ["XDG_CACHE_HOME"] = str(path.parent.parent / "cache")  # each time it is compiled anew
    with (path.parent.parent / "trace").open("w") as trace:
        faulthandler.enable(trace)
        faulthandler.register(signal.SIGXCPU, trace, chain=True)
        held = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (held + budget.memory,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_CPU, (budget.processor_seconds, budget.processor_seconds + 5))
        answer.send(_judged(path, trusted, data))


def _judged(path: Path, trusted: bool, data: Sequence[bytes]) -> tuple[str, str | None]:
    try:
        codec = load(path, trust=[path.parent] if trusted else [])
    except SpecError as error:
        return f"refused: {str(error)[:200]}", _misplaced(error, path.parent)
    except BaseException as error:
        return "raised", _told("compiling raises", error)
    for given in data:
        try:
            explore(codec.parse(given))
            for view in codec.views:
                bytewright.open(given, codec, view=view.name, engine="objects").to_table()
        except BytewrightError as error:
            if fault := _unlike_a_line(str(error)):
                return "compiled", f"reading {given.hex()}: {fault}"
        except BaseException as error:
            return "compiled", _told(f"reading {given.hex()} raises", error)
    return "compiled", None


def _misplaced(error: SpecError, folder: Path) -> str | None:
    """What an error of a spec should say otherwise."""
    if fault := _unlike_a_line(str(error)):
        return fault
    if not isinstance(error, SpecErrors):
        placed = re.fullmatch(r".*:\d+:\d+", error.path or "", re.DOTALL)
        return None if placed else _told("an error without a place", error.__cause__ or error)
    error.render()
    for found in (*error.diagnostics, *error.warnings):
        lines = (Path(found.loc.file).read_text(encoding="utf-8-sig")).split("\n")
        if folder not in Path(found.loc.file).parents or not 1 <= found.loc.line <= len(lines):
            return f"a place that isn't there: {found}"
        if not 1 <= found.loc.column <= len(lines[found.loc.line - 1]) + 1:
            return f"a column that isn't there: {found}"
        if fault := _unlike_a_line(str(found)):
            return fault
    return None


def _told(what: str, error: BaseException) -> str:
    """An error with the places that it comes from."""
    trace = traceback.format_exception(error)
    return f"{what}: {type(error).__name__}: {error}"[:1000] + "\n" + "".join(trace[-6:])[-2000:]


def _unlike_a_line(text: str) -> str | None:
    if len(text.splitlines()) != 1:
        return f"an error that isn't one line: {text!r}"
    if "internal error" in text:
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return f"an error that can't be printed: {text!a}"
    return None
