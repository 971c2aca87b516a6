"""Whether what is found after a crash may be so."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from tests.crash.disk import Disk, State, Step, laid_out, states
from tests.crash.recording import Recorder
from tests.crash.writers import Writer

from bytewright.io import atomic_files


@contextlib.contextmanager
def _anew(found: Any = None) -> Iterator[Path]:
    """A folder with what was found, for a process that has just begun."""
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above).resolve() / "files"
        folder.mkdir()
        if found is not None:
            laid_out(found, folder)
        atomic_files._tidied.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", lambda descriptor: None)  # nothing of it has to last
            yield folder


@dataclass(frozen=True)
class Recorded:
    """What a writer has done, and what is found where it has done nothing, and all."""

    writer: Writer
    before: Disk
    steps: tuple[Step, ...]
    after: Disk
    old: Any
    new: Any

    def states(self, most: int) -> Iterator[State]:
        """What may be found after a crash; see `tests.crash.disk.states`."""
        return states(self.before, self.steps, most, self.writer.name)

    def fault(self, state: State) -> str:
        """What is wrong with a state, or with what follows; empty: nothing."""
        writer = self.writer
        with _anew(state.found) as folder:
            try:
                now = writer.found(folder)
                if not writer.judge(now, state.promised, self.old, self.new):
                    return f"{state.story}, promised {state.promised}: {_short(now)}"
                atomic_files._tidied.clear()
                writer.once_more(folder)
                then = writer.found(folder)
            except Exception as error:  # whatever it is, that is no way to begin again
                return f"{state.story}, promised {state.promised}: {error!r}"
            if writer.exact and then not in self._again:
                return f"{state.story}; done again: {_short(then)}"
            return ""

    @cached_property
    def _again(self) -> list[Any]:
        """What is found where it is done again: nothing had been done before, or all."""
        found = []
        for disk in (self.before, self.after):
            with _anew(disk.found()) as folder:
                self.writer.once_more(folder)
                found.append(self.writer.found(folder))
        return found


def _short(what: Any) -> str:
    told = repr(what)
    return told if len(told) < 500 else f"{told[:500]}…"


def recorded(writer: Writer) -> Recorded:
    """Let a writer write."""
    with _anew() as folder:
        writer.prepare(folder)
        before = Recorder(folder).before.found()
        with _anew(before) as warm:  # what is loaded and kept is there
            writer.run(warm, lambda what: None)
        recorder = Recorder(folder)
        atomic_files._tidied.clear()
        with recorder.on():
            writer.run(folder, recorder.promised)
    with _anew(before) as other:
        old = writer.found(other)
    with _anew(recorder.after.found()) as other:
        new = writer.found(other)
    return Recorded(writer, recorder.before, tuple(recorder.steps), recorder.after, old, new)
