"""Few files of many: joins the files that jobs have written into a directory, header by header.

What is joined changes no row. A note beside each joined file says which files it was made of and where the records of
each lie, so that whoever has read some of these finds the others in it.
"""

from __future__ import annotations

import json
import os
import re
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from os import path as names

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_checked
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io import commit_journal
from bytewright.io.atomic_files import writing
from bytewright.io.file_listing import DataFile, list_files
from bytewright.io.file_order import order_key
from bytewright.io.filesystems import Storage, said
from bytewright.io.folders import Folder, local_folder, open_folder
from bytewright.io.jobs.journal import JOB
from bytewright.io.source import FileSource
from bytewright.tables.append.growth import grows, growth
from bytewright.tables.append.log_end import log_end
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.steps import Steps

MOST_BYTES = 128 << 20
"""Size in bytes up to which files are joined."""

_JOINED = re.compile(r"joined-[0-9a-f]{32}-\d{5}\.[^.]+")
_WRITTEN = re.compile(rf"part-\d{{5}}-[0-9a-f]{{32}}(?:-c\d{{5}})?\.[^.]+|{_JOINED.pattern}")
"""Names of files that jobs write; compressed ones have one suffix more."""

_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Origin:
    """A file of which a joined one was made.

    Attributes:
        name: what it was called.
        modified: when it was last modified, in microseconds since 1970.
        start: where its records begin in the joined file, in bytes; 0: with that file.
        stop: where they end.
        record: number of the first one there.
    """

    name: str
    modified: int
    start: int
    stop: int
    record: int

    @property
    def part(self) -> Part:
        """Its records in the joined file."""
        return Part(self.start or None, self.stop, self.record, None if self.start else 0)

    def behind(self, place: int, record: int, first: int) -> Origin:
        """The same in a file in which all that was behind ``first`` begins elsewhere."""
        shift = place - first
        start = max(self.start, first) + shift if place else self.start
        return replace(self, start=start, stop=self.stop + shift if place else self.stop, record=self.record + record)


@dataclass(frozen=True, slots=True)
class Compacted:
    """What was done.

    Attributes:
        joined: how many files were joined.
        made: how many were made of them.
        size: bytes of these.
        left: how many were left alone, as they are large or damaged, or no other one begins with the same bytes.
    """

    joined: int
    made: int
    size: int
    left: int


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    header: bytes
    size: int
    count: int
    origins: tuple[Origin, ...]


def compact(
    path: str, codec: Codec, settings: Settings, tell: Callable[[str], None], most_bytes: int = MOST_BYTES
) -> Compacted:
    """Join the files that jobs have written into a local directory: those that begin with the same bytes.

    Their rows stay, in their order. Readers see the files of before or those of after; where the process is killed,
    the next job there, or `bytewright recover`, finishes it or takes it back. Jobs may write into the directory
    meanwhile: their files stay, and where one has replaced what is being joined, nothing changes.

    Args:
        path: the directory.
        codec: the format.
        settings: the options.
        tell: told of each file that is left alone because something is wrong with it.
        most_bytes: size of the files that are made, at most.

    Raises:
        OptionError: nothing can be appended to files of the format, or an option doesn't say whether they are good.
        WriteError: they can't be written, or were replaced meanwhile, or a commit goes on there.
        InputMissingError: there is no such directory.
    """
    check_checked(codec, settings)
    if codec.append_refusal:
        raise OptionError(f"files of {codec.name} can't be joined: {codec.append_refusal}")
    ours = sorted(written(path), key=lambda file: order_key(file.path, codec.file_order))
    folder = local_folder(path)
    looked_at = _looked_at(folder, ours, codec, settings, most_bytes, tell)
    groups = [group for group in _groups(looked_at, most_bytes) if len(group) > 1]
    joined = sum(map(len, groups))
    size = _join(folder, groups, codec, settings) if groups else 0
    return Compacted(joined, len(groups), size, len(ours) - joined)


def written(path: str) -> list[DataFile]:
    """The files in a directory that jobs have written, but for compressed ones; a commit that was cut short is finished
    or taken back before, as it is when any job begins.

    Raises:
        InputMissingError: there is no such directory.
        WriteError: a commit goes on there, or can't be finished or taken back.
    """
    if os.path.isdir(path):
        with writing(path):
            commit_journal.recover(local_folder(path))
    files = list_files([path])
    return [one for one in files if names.dirname(one.path) == path and _WRITTEN.fullmatch(names.basename(one.path))]


def origins_of(path: str, storage: Storage = ()) -> tuple[Origin, ...]:
    """The files of which a file was made; none: it wasn't joined.

    Args:
        path: its path or URI.
        storage: arguments of file systems.

    Raises:
        ReadError: what says so can't be read.
    """
    above, _, name = path.rpartition("/")
    return _origins(open_folder(above, storage), name) if _JOINED.fullmatch(name) else ()


def _origins(folder: Folder, name: str) -> tuple[Origin, ...]:
    if not _JOINED.fullmatch(name):
        return ()
    try:
        found = json.loads(folder.read(_note_of(name)))
        if found["version"] != 1:
            raise ValueError(f"version {found['version']}")
        return tuple(Origin(str(one[0]), *map(int, one[1:])) for one in found["origins"])
    except FileNotFoundError:
        return ()  # somebody has copied it without
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReadError(
            f"what says of which files this one was made can't be read: {said(error)}", path=f"{folder.uri}/{name}"
        ) from None


def _note_of(name: str) -> str:
    return f"_{name.partition('.')[0]}.json"


def _looked_at(
    folder: Folder,
    files: Sequence[DataFile],
    codec: Codec,
    settings: Settings,
    most_bytes: int,
    tell: Callable[[str], None],
) -> Iterator[_File]:
    """The files that can be joined, each read to its end."""
    for file in files:
        if file.size >= most_bytes:
            continue
        try:
            found = log_end(codec, file.path, settings)
        except ReadError as error:
            tell(f"left alone: {error}")
            continue
        if found.first is None or found.end < found.size:
            tell(f"{file.path}: left alone: it ends in an unfinished record")
            continue
        source = FileSource(file.path)
        try:
            header = source.read(0, found.first)
        finally:
            source.close()
        name = names.basename(file.path)
        origins = _origins(folder, name) or (Origin(name, file.modified, 0, found.size, 0),)
        yield _File(name, header, found.size, _count(codec, file.path, settings, found.first), origins)


def _count(codec: Codec, path: str, settings: Settings, first: int) -> int:
    """How many records a good file has."""
    view = next((view for view in codec.views if grows(codec, view)), None)
    one = Input(path)
    try:
        if view is None:
            return sum(1 for _ in Steps(codec, one.open(), settings).ends(first))
        return growth(codec, view, replace(settings, mode="FAILFAST"), one, WHOLE).following.record
    finally:
        one.close()


def _groups(files: Iterator[_File], most_bytes: int) -> Iterator[list[_File]]:
    """Files that begin with the same bytes, as many as fit into one."""
    groups: dict[bytes, list[_File]] = {}
    for file in files:
        group = groups.setdefault(file.header, [])
        if group and sum(one.size - len(one.header) for one in group) + file.size > most_bytes:
            yield group
            group = groups[file.header] = []
        group.append(file)
    yield from groups.values()


def _join(folder: Folder, groups: Sequence[Sequence[_File]], codec: Codec, settings: Settings) -> int:
    """Write the joined files and have them take the place of the others; gives their size."""
    token = uuid.uuid4().hex
    job = JOB + token
    final: dict[str, str] = {}
    old: list[str] = []
    try:
        hold = commit_journal.begin(folder, job)
        try:
            for number, group in enumerate(groups):
                name = f"joined-{token}-{number:05d}{names.splitext(group[0].name)[1]}"
                _write(folder, job, name, group)
                log_end(codec, names.join(folder.path, job, name), settings)
                old += [one.name for one in group]
                old += [_note_of(one.name) for one in group if _JOINED.fullmatch(one.name)]
                final |= {name: name, _note_of(name): _note_of(name)}
            old = [name for name in old if folder.has(name) or not name.startswith("_")]
            return commit_journal.commit(folder, job, [*final], final.__getitem__, replace=True, old=old)
        finally:
            hold.release()
            commit_journal.discard(folder, job, whole=False)
    except OSError as error:
        raise WriteError(f"can't be written: {said(error)}", path=folder.uri) from None


def _write(folder: Folder, job: str, name: str, group: Sequence[_File]) -> None:
    origins: list[Origin] = []
    place = record = 0
    goal = names.join(folder.path, job, name)
    with open(goal, "xb") as file:
        for one in group:
            first = len(one.header)
            origins += [origin.behind(place, record, first) for origin in one.origins]
            with open(names.join(folder.path, one.name), "rb") as data:
                data.seek(first if place else 0)
                left = one.size - data.tell()
                place += left
                while left:
                    piece = data.read(min(_PIECE, left))
                    if not piece:
                        raise WriteError("it has become shorter while it was joined", path=data.name)
                    file.write(piece)
                    left -= len(piece)
            record += one.count
        file.flush()
        os.fsync(file.fileno())
    note = {"version": 1, "origins": [astuple(origin) for origin in origins]}
    folder.write(f"{job}/{_note_of(name)}", json.dumps(note).encode())
