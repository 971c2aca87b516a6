"""How far a stream has come, as Spark's checkpoint keeps it: JSON with 16 bytes a file, and more a log that grows."""

from __future__ import annotations

import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b, sha256
from io import BytesIO
from typing import Any

from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io.filesystems import said
from bytewright.io.folders import Folder, put_whole
from bytewright.tables.append.log_files import Log

MOST_FILES = 100_000
"""Files that a checkpoint notes; more of them need a place of their own."""

_RECORD = struct.Struct(">QI")
"""Of a file: the digest of its path, and when it was last modified, in seconds since 1970."""

_STATES_KEPT = 200
"""States in a directory of their own that are kept: twice the batches that Spark can go back to by default."""

_SUFFIX = ".seen"


def digest(name: str) -> int:
    """What stands for a file in an offset: 64 bits of its path."""
    return int.from_bytes(blake2b(name.encode(errors="surrogatepass"), digest_size=8).digest(), "big")


@dataclass(frozen=True, slots=True)
class Offset:
    """How far a stream has come.

    Attributes:
        seen: the files that have been read: when they were last modified, in seconds since 1970, by digests of their
            paths.
        logs: the files that may grow, of a stream that follows them; those that are over are ``seen``.
        columns: names and types of the columns, where they were taken from the files; empty where the user told them.
    """

    seen: Mapping[int, int] = field(default_factory=dict)
    logs: tuple[Log, ...] = ()
    columns: str = ""

    @property
    def newest(self) -> int:
        """When the newest file was modified, in seconds since 1970; 0 where there is none."""
        return max(self.seen.values(), default=0)

    def with_files(self, files: Iterable[tuple[int, int]], max_age: int) -> Offset:
        """The offset behind more files.

        Args:
            files: digests of their paths, and when they were modified, in seconds since 1970.
            max_age: files that are so many seconds older than the newest one need not be told from new ones any more.
        """
        new = dict(files)
        oldest = max(self.newest, max(new.values(), default=0)) - max_age
        # Those of the batch stay, whatever their age, as the batch is what this offset has and the last one hasn't.
        return replace(self, seen={**{name: time for name, time in self.seen.items() if time >= oldest}, **new})

    def to_json(self, state: Folder | None) -> dict[str, Any]:
        """What Spark keeps.

        Args:
            state: the directory that keeps what has been seen; None: Spark's checkpoint does.

        Raises:
            OptionError: these are too many files for a checkpoint.
            WriteError: the directory can't be written.
        """
        if state is None and len(self.seen) > MOST_FILES:
            raise OptionError(
                f"the checkpoint of the stream would note {len(self.seen)} files in every batch",
                expected=f"at most {MOST_FILES}",
                hint="Shorten maxFileAge, or name a directory in stateLocation that keeps them.",
            )
        packed = b"".join(_RECORD.pack(*one) for one in sorted(self.seen.items()))
        found: dict[str, Any] = {"version": 1}
        if self.columns:
            found["columns"] = self.columns
        if self.logs:
            found["logs"] = [log.to_json() for log in self.logs]
        if state is None:
            return {**found, "seen": b64encode(packed).decode()}
        name = sha256(packed).hexdigest()[:32]
        try:
            if not state.has(name + _SUFFIX):
                state.make()
                put_whole(state, name + _SUFFIX, BytesIO(packed))
            else:
                state.sync()  # who made it may have been killed before
        except OSError as error:
            raise WriteError(f"what the stream has seen can't be written: {said(error)}", path=state.uri) from None
        return {**found, "state": name}

    @classmethod
    def from_json(cls, found: Mapping[str, Any], state: Folder | None) -> Offset:
        """What a checkpoint has kept.

        Args:
            found: what Spark has kept.
            state: the directory that keeps what has been seen; None: Spark's checkpoint does.

        Raises:
            ReadError: it is no offset of such a stream, or what it names is gone.
        """
        try:
            if found["version"] != 1:
                raise ValueError(f"version {found['version']}")
            if "state" in found:
                if state is None:
                    raise OptionError("option stateLocation", expected="the directory of this stream", found="none")
                packed = state.read(found["state"] + _SUFFIX)
            else:
                packed = b64decode(found["seen"], validate=True)
            logs = tuple(map(Log.from_json, found.get("logs", [])))
            return cls(dict(_RECORD.iter_unpack(packed)), logs, found.get("columns", ""))
        except OSError as error:
            raise ReadError(
                f"what the stream has seen can't be read: {error.strerror or error}",
                path=None if state is None else state.uri,
                hint="Name the directory that the stream began with in stateLocation, or begin a new checkpoint.",
            ) from None
        except (KeyError, TypeError, ValueError, struct.error) as error:
            raise ReadError(
                f"the checkpoint holds no offset of a stream of files ({error})", hint="Begin a new checkpoint."
            ) from None


def forget(state: Folder) -> None:
    """Delete states that no batch goes back to any more: all but the last ones."""
    entries = state.entries()
    states = sorted((entry.modified or 0, name) for name, entry in entries.items() if name.endswith(_SUFFIX))
    for _, name in states[:-_STATES_KEPT]:
        state.delete(name)
