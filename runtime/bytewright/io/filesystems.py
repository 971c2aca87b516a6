"""Files that are not on this machine: object stores and HDFS, through Arrow's file systems, or fsspec's.

A file is named by its URI. Credentials and endpoints come from where each store's own tools find them (environment,
configuration files), from the URI's query as Arrow writes it (``s3://bucket/key?region=eu-west-1``), or from options
that begin with ``fs.``: arguments of Arrow's file system (``fs.endpoint_override``, ``fs.access_key``, …).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from bytewright.errors import BytewrightError, InputMissingError, OptionError

PREFIX = "fs."
"""What the names of options for file systems begin with."""

Storage = tuple[tuple[str, str], ...]
"""Arguments of a file system, by name."""

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")
_NUMBER = re.compile(r"\[errno \d+\]", re.IGNORECASE)
_QUERY = re.compile(r"\?((?:\w+=[^&?]*)(?:&\w+=[^&?]*)*)$")
_ARROW = {
    **dict.fromkeys(("s3", "s3a", "s3n"), "S3FileSystem"),
    **dict.fromkeys(("gs", "gcs"), "GcsFileSystem"),
    **dict.fromkeys(("abfs", "abfss", "az"), "AzureFileSystem"),
    **dict.fromkeys(("hdfs", "viewfs"), "HadoopFileSystem"),
}
_NAMES = {"s3a": "s3", "s3n": "s3", "gcs": "gs"}
OBJECT_STORES = frozenset({"s3", "gcs", "abfs"})
"""Arrow's object stores: an object is there when all of it is, never grows, and needs no directory."""


def is_remote(text: str) -> bool:
    """Whether a path is a URI of another file system than this machine's."""
    found = _SCHEME.match(text)
    return found is not None and found[1].lower() != "file"


def storage_of(options: Mapping[str, Any]) -> Storage:
    """The arguments of file systems among some options."""
    named = {name.lower(): str(value) for name, value in options.items()}
    return tuple(sorted((name[len(PREFIX) :], value) for name, value in named.items() if name.startswith(PREFIX)))


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a file system.

    Attributes:
        system: Arrow's file system.
        path: the path in it.
        root: what stands before a path to make it a URI.
        storage: arguments that the file system was made with.
    """

    system: Any
    path: str
    root: str
    storage: Storage

    def uri(self, path: str) -> str:
        """The URI of a path in the file system."""
        return self.root + path


def locate(uri: str, storage: Storage = ()) -> Place:
    """The file system of a URI, and the path in it.

    Raises:
        OptionError: there is no such file system, or an argument that it doesn't know.
        InputMissingError: it can't be reached.
    """
    query = _QUERY.search(uri)
    given = dict(storage)
    if query is not None:
        uri = uri[: query.start()]
        given = {**dict(parse_qsl(query[1], keep_blank_values=True)), **given}
    parts = urlsplit(re.sub(r"[?#]", "_", uri))
    scheme = parts.scheme.lower()
    rest = uri[uri.index("://") + 3 :]
    authority, _, tail = rest.partition("/")
    if _ARROW.get(scheme) == "AzureFileSystem" and "@" in authority:
        # CONTAINER@ACCOUNT.HOST/PATH, where Arrow has CONTAINER/PATH.
        authority, _, host = authority.partition("@")
        given.setdefault("account_name", host.partition(".")[0])
        rest = f"{authority}/{tail}"
        uri = f"{scheme}://{rest}"
    arguments = tuple(sorted(given.items()))
    try:
        system, root = _system(scheme, authority, arguments)
    except (BytewrightError, KeyboardInterrupt):
        raise
    except (TypeError, ValueError) as error:
        raise OptionError(
            f"file system {scheme}: {error}", hint="Options that begin with fs. are its arguments."
        ) from None
    except Exception as error:  # whatever a store's library raises
        raise InputMissingError(said(error), path=uri) from None
    inside = uri[len(root) :] if uri.startswith(root) else rest
    return Place(system, inside, root, arguments)


@lru_cache(maxsize=32)
def _system(scheme: str, authority: str, storage: Storage) -> tuple[Any, str]:
    """A file system, and what stands before a path in it to make it a URI."""
    from pyarrow import fs

    name = _ARROW.get(scheme)
    given: dict[str, Any] = {key: _value(key, text) for key, text in storage}
    if name is None:
        try:
            import fsspec  # an optional companion, not a dependency
        except ImportError:
            raise OptionError(
                f"unknown file system {scheme}://",
                hint="Arrow knows s3, gs, abfs and hdfs; others need the package fsspec.",
            ) from None
        other = fsspec.filesystem(scheme, **given)
        return fs.PyFileSystem(_handler_type()(_Foreign(other))), f"{scheme}://"
    kind = getattr(fs, name, None)
    if kind is None:
        raise OptionError(f"this pyarrow was built without {name}")
    if name == "HadoopFileSystem":
        host, _, port = authority.partition(":")
        given.setdefault("host", f"{scheme}://{host}" if scheme == "viewfs" else host or "default")
        if port:
            given.setdefault("port", int(port))
        return kind(**given), f"{scheme}://{authority}"
    if not given:
        system, _ = fs.FileSystem.from_uri(f"{_NAMES.get(scheme, scheme)}://{authority}")
        return system, f"{scheme}://"
    return kind(**given), f"{scheme}://"


class _Foreign:
    """A file system of fsspec's, or a file of one, of which all errors are those of files: its library may have its
    own."""

    def __init__(self, what: Any) -> None:
        self._what = what

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._what, name)
        if not callable(found):
            return found

        def call(*given: Any, **named: Any) -> Any:
            try:
                return found(*given, **named)
            except (OSError, NotImplementedError):
                raise
            except Exception as error:  # whatever a store's library raises
                raise OSError(said(error)) from error

        return call


@cache
def _handler_type() -> Any:
    """What lets Arrow call a file system of fsspec's.

    Arrow's own asks whether something is there in ways that say no where the store fails: what it lists would lack
    files, and what it deletes would stay.
    """
    from pyarrow import PythonFile, fs

    file_of: Any = PythonFile
    base: Any = fs.FSSpecHandler  # its stubs have it abstract

    class Handler(base):  # type: ignore[misc]
        def get_file_info_selector(self, selector: Any) -> list[Any]:
            waiting, found = [selector.base_dir], []
            while waiting:
                place = waiting.pop()
                try:
                    inside = self.fs.ls(place, detail=True)
                except FileNotFoundError:
                    if place != selector.base_dir or selector.allow_not_found:
                        continue  # it has gone meanwhile, or needn't be there
                    raise
                for info in inside:
                    if info["name"].strip("/") == place.strip("/"):
                        if info["type"] == "file":
                            raise NotADirectoryError(place)
                        continue
                    found.append(self._create_file_info(info["name"], info))
                    if selector.recursive and info["type"] == "directory":
                        waiting.append(info["name"])
            return found

        def delete_file(self, path: str) -> None:
            self._check(path)
            self.fs.rm(path)

        def open_input_stream(self, path: str) -> Any:
            return self.open_input_file(path)

        def open_input_file(self, path: str) -> Any:
            self._check(path)
            return file_of(_Foreign(self.fs.open(path, mode="rb")), mode="r")

        def open_output_stream(self, path: str, metadata: Any) -> Any:
            return file_of(_Foreign(self.fs.open(path, mode="wb")), mode="w")

        def _check(self, path: str) -> None:
            if self.fs.info(path)["type"] != "file":
                raise FileNotFoundError(path)

    return Handler


def _value(name: str, text: str) -> Any:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    if name.endswith("timeout"):
        return float(text)
    return int(text) if name in ("port", "replication", "buffer_size") else text


def said(error: BaseException) -> str:
    """What an error of a file system says, in a line, without its number."""
    text = " ".join(_NUMBER.sub("", str(error)).split()) or type(error).__name__
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def local_path(text: str) -> str:
    """The local path that a path or a ``file:`` URI means; what it may hold of globs is left alone."""
    if not text.lower().startswith("file:"):
        return text
    rest = re.sub(r"^//(localhost)?(?=/)", "", text[len("file:") :])
    return unquote(rest)
