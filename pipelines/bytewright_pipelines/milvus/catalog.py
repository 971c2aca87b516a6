"""Which collections and partitions there are at a time: requests that change the schema, replayed.

    collections(["/data/files"], as_of="2026-05-01T12:00:00Z")

What a request says of names and numbers stands in its text, as Milvus printed its messages:
``collection_name:"films" partition_name:"abc" collectionID:7 partitionID:8``. Plain words do as well:
``DropPartition partitionTag=abc``, ``CreateCollection films``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath

import bytewright
from bytewright.errors import OptionError, ValueInvalidError
from bytewright.io.file_listing import list_files
from bytewright.io.filesystems import storage_of
from bytewright_formats.milvus_binlog import CODEC, EventType
from bytewright_pipelines.milvus.places import REQUESTS, Options, settings_of
from bytewright_pipelines.milvus.writing import DDL, UNSET, Request, hybrid

_LAST_OF_MILLISECOND = (1 << 18) - 1
_SAID = re.compile(r'(\w+)\s*[:=]\s*("(?:[^"\\]|\\.)*"|[^\s<>{}"]+)')


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of a collection.

    Attributes:
        name: its name; None: no request says it.
        number: its id; None: likewise.
        created: when it was made; None: nothing says it.
        dropped: when it was last dropped; None: it wasn't.
        exists: whether it is there.
    """

    name: str | None
    number: int | None
    created: int | None = None
    dropped: int | None = None
    exists: bool = True


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection.

    Attributes:
        number: its id.
        name: its name; None: no request says it.
        created: when it was made; None: nothing says it.
        dropped: when it was last dropped; None: it wasn't.
        exists: whether it is there.
        partitions: its partitions, but the one that each has, of which no request tells.
    """

    number: int
    name: str | None = None
    created: int | None = None
    dropped: int | None = None
    exists: bool = True
    partitions: tuple[Partition, ...] = ()


@dataclass(frozen=True, slots=True)
class Logged:
    """A request in a file.

    Attributes:
        collection: the collection of the file.
        request: the request.
        path: the file.
    """

    collection: int
    request: Request
    path: str = field(default="", compare=False)


def request(
    type: EventType,
    timestamp: int,
    *,
    collection: int,
    name: str = "",
    partition: int | None = None,
    tag: str | None = None,
) -> Request:
    """A request with a text as Milvus printed it.

    Args:
        type: what it asks for.
        timestamp: when it was made.
        collection: id of the collection.
        name: name of the collection.
        partition: id of the partition, of requests for one.
        tag: its name.
    """
    words = "".join(word.capitalize() for word in type.name.split("_"))
    said = [f"base:<msg_type:{words} timestamp:{timestamp} >", *_said("collection_name", name)]
    said += [*_said("partition_name", tag), f"collectionID:{collection}"]
    if partition is not None:
        said.append(f"partitionID:{partition}")
    return Request(type, timestamp, " ".join(said))


def _said(name: str, value: str | None) -> Iterable[str]:
    escaped = "".join(
        chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\{byte:03o}" for byte in (value or "").encode()
    )
    return [f'{name}:"{escaped}"'] if escaped else []


def collections(
    paths: Sequence[str], as_of: int | str | datetime | None = None, options: Options = None
) -> list[Collection]:
    """The collections that there are at a time, with their partitions.

    Args:
        paths: directories with ``data_definition_log``, or files with requests.
        as_of: a timestamp of Milvus, or a moment; None: the last request.
        options: arguments of file systems (``fs.…``).

    Raises:
        OptionError: there are no requests.
        ReadError: a file is bad, or a request doesn't say what it is about.
    """
    found = [file.path for file in list_files(list(paths), recursive=True, storage=storage_of(options or {}))]
    files = [path for path in found if is_of_requests(path)] or [path for path in found if not _of_another(path)]
    logged = [one for path in files for one in requests_of(path, options)]
    if not logged:
        raise OptionError("there are no requests", path=", ".join(paths))
    there = (one for one in replay(logged, moment(as_of)) if one.exists)
    return [replace(one, partitions=tuple(part for part in one.partitions if part.exists)) for one in there]


def is_of_requests(path: str) -> bool:
    """Whether directories say that a file has requests (and not their times)."""
    return PurePosixPath(path).parts[-4:-3] == (REQUESTS,) and PurePosixPath(path).parts[-2] == "ddl"


def _of_another(path: str) -> bool:
    return bool({REQUESTS, "insert_log", "delta_log", "stats_log"} & {*PurePosixPath(path).parts})


def requests_of(path: str, options: Options = None) -> list[Logged]:
    """The requests of a file, in its order.

    Args:
        path: the file.
        options: arguments of its file system.

    Raises:
        ReadError: it is bad, or has other events.
    """
    more = settings_of(options)
    (descriptor,) = bytewright.open(path, CODEC, "descriptor", options=more).to_table().to_pylist()
    columns = ["event", "offset", "event_type", "start_timestamp"]
    events = bytewright.open(path, CODEC, "events", columns, options=more).to_table().to_pylist()[1:]
    texts = bytewright.open(path, CODEC, "rows", ["event", "value"], options=more).to_table().to_pylist()
    said: dict[int, str] = {row["event"]: row["value"] for row in texts}
    known = {kind.name.lower(): kind for kind in DDL}
    parts = PurePosixPath(path).parts
    stated = int(parts[-3]) if is_of_requests(path) and parts[-3].isdecimal() else UNSET
    number = descriptor["collection_id"] if descriptor["collection_id"] != UNSET else stated
    found = []
    for event in events:
        kind, place = known.get(event["event_type"]), event["event"] - 1
        if kind is None or not isinstance(said.get(place), str):
            what = f"events[{place}].type_code"
            expected = "a request, which has a text"
            raise ValueInvalidError(
                field=what, path=path, offset=event["offset"] + 8, expected=expected, found=event["event_type"]
            )
        found.append(Logged(number, Request(kind, event["start_timestamp"], said[place]), path))
    return found


def moment(given: int | str | datetime | None) -> int | None:
    """A moment as Milvus counts time: the last timestamp of its millisecond.

    Raises:
        OptionError: it is none.
    """
    if given is None or isinstance(given, int):
        return given
    try:
        if isinstance(given, str):
            if given.isdigit():
                return int(given)
            given = datetime.fromisoformat(given)
    except ValueError:
        expected = "a timestamp of Milvus, or a moment in ISO 8601"
        raise OptionError("as_of", expected=expected, found=repr(given)) from None
    zoned = given if given.tzinfo is not None else given.replace(tzinfo=UTC)
    return hybrid(round(zoned.timestamp() * 1000), _LAST_OF_MILLISECOND)


def replay(logged: Iterable[Logged], until: int | None = None) -> list[Collection]:
    """What requests make of nothing: all collections and partitions that have been there.

    Args:
        logged: the requests; of those of one time, each behind those before it.
        until: those up to this timestamp; None: all.

    Raises:
        ReadError: a request doesn't say what it is about.
    """
    made: dict[int, Collection] = {}
    for one in sorted(logged, key=lambda one: one.request.timestamp):
        asked = one.request
        if until is not None and asked.timestamp > until:
            break
        said = _words(asked)
        number = one.collection if one.collection != UNSET else _number(one, said.get("collectionid"))
        name = said.get("collectionname")
        was = made.get(number) or Collection(number)
        made[number] = _asked(was if name is None else replace(was, name=name), one, said)
    return sorted(made.values(), key=lambda one: one.number)


def _asked(was: Collection, one: Logged, said: Mapping[str, str]) -> Collection:
    at = one.request.timestamp
    if one.request.type is EventType.CREATE_COLLECTION:
        return was if was.exists and was.created is not None else replace(was, created=at, exists=True)
    if one.request.type is EventType.DROP_COLLECTION:
        dropped = tuple(replace(part, exists=False, dropped=at) if part.exists else part for part in was.partitions)
        return replace(was, exists=False, dropped=at, partitions=dropped)
    name, text = said.get("partitionname", said.get("partitiontag")), said.get("partitionid")
    if name is None and text is None:
        raise ValueInvalidError("a request", path=one.path, expected="the partition", found=repr(one.request.text))
    number = None if text is None else _number(one, text)
    newest = sorted(was.partitions, key=lambda part: part.exists, reverse=True)
    creates = one.request.type is EventType.CREATE_PARTITION
    there = next((part for part in newest if _same(part, name, number, creates=creates)), Partition(None, None))
    others = tuple(part for part in was.partitions if part is not there)
    named = replace(there, name=name or there.name, number=there.number if number is None else number)
    if not creates:
        now = replace(named, exists=False, dropped=at)
    elif there.exists and there.created is not None:
        now = named
    else:
        now = replace(named, exists=True, created=at)
    return replace(was, partitions=(*others, now))


def _same(part: Partition, name: str | None, number: int | None, *, creates: bool) -> bool:
    """Whether a partition is the one of a name or a number. A name may be given anew, then to another partition."""
    if number is not None and part.number is not None:
        return part.number == number
    return name is not None and part.name == name and (part.exists or part.number is None or not creates)


def _number(one: Logged, text: str | None) -> int:
    if text is None or not text.isdecimal():
        raise ValueInvalidError("a request", path=one.path, expected="ids that are numbers", found=repr(text))
    return int(text)


def _words(asked: Request) -> dict[str, str]:
    """What a request's text says, by names in small letters, without underscores; of several the first."""
    found: dict[str, str] = {}
    for name, value in _SAID.findall(asked.text):
        plain = _unescaped(value[1:-1]) if value.startswith('"') else value
        found.setdefault(name.replace("_", "").lower(), plain)
    first, _, rest = asked.text.partition(" ")
    if not found and rest and first.lower() == asked.type.name.replace("_", "").lower():
        found["partitionname" if "PARTITION" in asked.type.name else "collectionname"] = rest.strip()
    return found


def _unescaped(text: str) -> str:
    """Text as Go prints it: bytes that aren't printable in octal digits."""
    plain = re.sub(rb"\\([0-7]{3}|.)", _byte, text.encode())
    return plain.decode(errors="replace")


def _byte(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8) & 0xFF]) if len(code) == 3 else {b"n": b"\n", b"r": b"\r", b"t": b"\t"}.get(code, code)
