"""``process``: what bytes go through before they mean something, and back.

The names are those of Kaitai's language: ``zlib``, ``xor``, ``rol``, ``ror``; any other is a class of the user's own,
by its dotted path with the class in lower case (``folder.module_name`` is the class ``ModuleName`` of the module
``folder``; without a dot, of the module of the same name), as kaitai-struct-compiler has it: made with the arguments,
it has ``decode`` and, to write, ``encode``. A module that lies beside the spec is a module of its codec.

Distributions register such classes by entry points of the group `GROUP`, under the names that specs call them. Whether
other classes may run is decided before a spec is compiled (`bytewright.codec.trust`); here it is only seen to that a
class is what it should be before it is made.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

from bytewright.codecs.built_in import BUILT_IN
from bytewright.codecs.one_of import NoCodecError
from bytewright.errors import CodecError, LimitError, ValueInvalidError, WriteError
from bytewright.io.decode_budget import Budget, Meter
from bytewright.limits import Limits

GROUP = "bytewright.processes"
"""Entry points by which distributions register classes: what specs call one (``process``, ``decode: by``), and where it
is."""

OURS = "bytewright.codecs"
"""The package of our own classes."""

HANDED = "handed"
"""In the package of a codec, the one that holds the classes that whoever compiles its spec hands over."""

_PIECE = 4 << 20
"""Bytes that zlib gives at a time."""
_PART = 1 << 18
"""Bytes that it takes at a time of what it didn't take at once, and that are changed by a long key at a time."""


class Process:
    """One process with its arguments.

    Args:
        name: what specs call it.
        args: its arguments.
        package: the package with the module of its class; empty: the module is found as any other.
        by: of `one_of`, what says which codec it is, as errors call it.
    """

    __slots__ = ("_args", "_by", "_name", "_package")

    def __init__(self, name: str, *args: Any, package: str | None = "", by: str = "") -> None:
        self._name = name
        self._args = args
        self._package = package or ""
        self._by = by

    def decode(self, data: bytes, limits: Limits, offset: int | None = None, budget: Budget | None = None) -> bytes:
        """The bytes that are meant.

        Args:
            data: those that are stored.
            limits: bounds on what they may decode to.
            offset: where they lie, for errors.
            budget: of the reader that will hold what is decoded.

        Raises:
            ValueInvalidError: ``data`` is not what the process makes.
            LimitError: it decodes to more than it may.
            CodecError: there is no such process.
        """
        if self.keeps_size:
            return _turned(self._name, data, self._args[0])
        meter = Meter(len(data), limits, budget, offset)
        if self._name == "zlib":
            return inflated(data, meter, offset)
        made = self._made(offset)
        try:
            return decoded(made, data, meter)
        except (CodecError, LimitError):
            raise
        except Exception as error:  # it is the user's
            raise self._failed("decode", error, offset) from error

    @property
    def keeps_size(self) -> bool:
        """Whether what is decoded is as large as what is stored."""
        return self._name in BUILT_IN and BUILT_IN[self._name].keeps_size

    @property
    def gradual(self) -> bool:
        """Whether it decodes in pieces."""
        return self._name not in BUILT_IN and hasattr(self._made(), "pieces")

    @property
    def apart(self) -> bool:
        """Whether it decodes in pieces of which each, with those behind it, can be decoded without those before it, and
        none needs bytes behind its own."""
        return self._name not in BUILT_IN and bool(getattr(self._made(), "apart", False))

    def pieces(
        self, read: Callable[[int, int], bytes], size: int, limits: Limits, offset: int | None = None
    ) -> Iterator[bytes]:
        """The bytes that are meant, in pieces, where the process can decode so; otherwise as one.

        Args:
            read: gives bytes that are stored: from an offset on, so many.
            size: how many are stored.
            limits: bounds on what they may decode to.
            offset: where they lie, for errors.

        Raises:
            ValueInvalidError: they are not what the process makes.
            LimitError: they decode to more than they may.
            CodecError: there is no such process.
        """
        made = None if self._name in BUILT_IN else self._made(offset)
        if made is None or not hasattr(made, "pieces"):
            yield self.decode(read(0, size), limits, offset)
            return
        found = iter(made.pieces(read, size))
        while True:
            try:
                piece = next(found, None)
            except CodecError:
                raise
            except Exception as error:  # it is the user's
                raise self._failed("decode", error, offset) from error
            if piece is None:
                return
            yield piece

    def encoded(self, data: bytes) -> bytes | None:
        """What decodes to ``data``; None where the process can't say."""
        match self._name:
            case "zlib":
                return zlib.compress(data)
            case "xor":
                return _turned("xor", data, self._args[0])
            case "rol":
                return _turned("ror", data, self._args[0])
            case "ror":
                return _turned("rol", data, self._args[0])
        made = self._made()
        return self._call("encode", data, None, made) if hasattr(made, "encode") else None

    def stored(self, data: bytes, path: Callable[[], str]) -> bytes:
        """What decodes to ``data``, where there has to be something; ``path``: of the field, for errors.

        Raises:
            WriteError: the process can't say.
        """
        try:
            found = self.encoded(data)
        except ValueInvalidError as error:
            raise WriteError(field=path(), expected=error.expected, found=error.found) from None
        if found is None:
            expected = "a process that encodes, as its bytes have changed"
            raise WriteError(field=path(), expected=expected, found="one that only decodes")
        return found

    def piece(self, data: bytes, place: int) -> tuple[int, int]:
        """Where something begins in bytes that are decoded in pieces.

        Args:
            data: what is stored.
            place: where it begins in what that decodes to.

        Returns:
            Where the piece begins that it is in, and where in what the piece decodes to it begins.

        Raises:
            WriteError: the process doesn't decode in pieces that can be read from their beginning.
        """
        made = None if self._name in BUILT_IN else self._made()
        if made is None or not hasattr(made, "piece"):
            raise WriteError(f"nothing can refer to the middle of what {self._name} encodes")
        piece, rest = made.piece(data, place)
        return int(piece), int(rest)

    def places(self, data: bytes, places: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The same of many at once; see `piece`."""
        made = None if self._name in BUILT_IN else self._made()
        if made is not None and hasattr(made, "places"):
            found: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]] = made.places(data, places)
            return found
        each = np.array([self.piece(data, int(place)) for place in places], np.int64).reshape(-1, 2)
        return each[:, 0], each[:, 1]

    def __eq__(self, other: object) -> bool:
        """Whether it is the same process with the same arguments."""
        if not isinstance(other, Process):
            return False
        return (self._name, self._args, self._package) == (other._name, other._args, other._package)

    def __hash__(self) -> int:
        """By its name."""
        return hash(self._name)

    def _call(self, what: str, data: bytes, offset: int | None, made: Any = None) -> bytes:
        try:
            return bytes(getattr(self._made() if made is None else made, what)(data))
        except CodecError:
            raise
        except Exception as error:  # it is the user's
            raise self._failed(what, error, offset) from error

    def _failed(self, what: str, error: Exception, offset: int | None) -> ValueInvalidError:
        ours = self._name.startswith(f"{OURS}.")  # whose errors are sentences
        found = str(error) if ours and str(error) else f"{type(error).__name__}: {error}"
        return ValueInvalidError(expected=f"bytes that {self._name} can {what}", found=found, offset=offset)

    def _made(self, offset: int | None = None) -> Any:
        known = process_class(self._name, self._package)
        try:
            return known(*self._args)
        except (CodecError, LimitError):
            raise
        except NoCodecError as error:
            expected = f"{self._by or 'a number'} {error.allowed}"
            raise ValueInvalidError(expected=expected, found=str(error.number), offset=offset) from None
        except Exception as error:  # the arguments are the file's
            raise self._failed("decode", error, offset) from error


def class_of(process: str) -> tuple[str, str]:
    """The module and the name of the class of a process that is a user's own."""
    package, _, last = process.rpartition(".")
    return package or last, "".join(part.capitalize() for part in last.split("_"))


def table_class_of(name: str) -> tuple[str, str]:
    """The module and the name of the class of ``decode: by``, which isn't a registered one."""
    return name, "".join(part.title() for part in name.rpartition(".")[2].split("_"))


def is_free(process: str) -> bool:
    """Whether a process needs no consent: it belongs to the language, to this package or to what is installed."""
    return process in BUILT_IN or process.startswith(f"{OURS}.") or process in registered()


@cache
def registered() -> Mapping[str, importlib.metadata.EntryPoint]:
    """The classes that distributions register, by the names that specs call them."""
    return {entry.name: entry for entry in importlib.metadata.entry_points(group=GROUP)}


@cache
def process_class(process: str, package: str = "") -> Any:
    """The class of a process that isn't the language's own.

    Args:
        process: what specs call it.
        package: the package that has its module; empty: a registered one, or as Python finds any.

    Raises:
        CodecError: there is none, or it isn't a class that decodes.
    """
    module, name = class_of(process)
    known = None if package else registered().get(process)
    try:
        if known:
            found = known.load()
        else:
            found = getattr(importlib.import_module(f"{package}.{module}" if package else module), name)
    except (ImportError, AttributeError) as error:
        hint = f"It must be the class {name} of the module {module}, beside the spec or in a folder of PYTHONPATH."
        raise CodecError(f"there is no process {process}: {error}", hint=hint) from None
    return checked_class(process, found, "decode", "pieces")


def checked_class(name: str, found: Any, *methods: str) -> Any:
    """A class that a spec names, before it is made.

    Args:
        name: what the spec calls it.
        found: what goes by that name.
        methods: of which it must have one.

    Raises:
        CodecError: it is no class, or has none of them.
    """
    if not inspect.isclass(found) or not any(callable(getattr(found, method, None)) for method in methods):
        raise CodecError(name, expected=f"a class with the method {methods[0]}", found=repr(found)[:80])
    return found


def decoded(process: Any, data: bytes, meter: Meter) -> bytes:
    """What a process makes of bytes. One that decodes in pieces stops at the limit; one that knows how many bytes it
    will make (``decoded_size``) doesn't begin beyond it; of others, what they give is held against it.

    Args:
        process: an object of its class.
        data: those that are stored.
        meter: counts what comes.

    Raises:
        LimitError: it is more than it may be.
    """
    if hasattr(process, "pieces"):
        whole = memoryview(data)
        return meter.gathered(process.pieces(lambda at, length: bytes(whole[at : at + length]), len(data)))
    if hasattr(process, "decoded_size"):
        size = int(process.decoded_size(data))
        if size < 0:
            raise ValueError(f"{size} decoded bytes")
        meter.add(size)
        return bytes(process.decode(data))
    found = bytes(process.decode(data))
    meter.add(len(found))
    return found


def inflated(data: bytes, meter: Meter, offset: int | None = None) -> bytes:
    """What a zlib stream holds.

    Args:
        data: the stream.
        meter: counts what comes.
        offset: where it lies, for errors.

    Raises:
        ValueInvalidError: it is none.
        LimitError: it is more than it may be.
    """
    decoder = zlib.decompressobj()
    try:
        piece = decoder.decompress(data, _PIECE)
    except zlib.error as error:
        raise ValueInvalidError(expected="zlib data", found=str(error), offset=offset) from None
    if decoder.eof:  # most streams are small
        meter.add(len(piece))
        return piece
    return meter.gathered(_inflated(decoder, piece, offset))


def _inflated(decoder: Any, piece: bytes, offset: int | None) -> Iterator[bytes]:
    """What a zlib stream holds that a decoder has begun with, in pieces of bounded size, of which it has given one."""
    rest = memoryview(decoder.unconsumed_tail)
    yield piece
    try:
        while not decoder.eof:
            # A part at a time: what isn't consumed is copied by each call.
            part, rest = bytes(rest[:_PART]), rest[_PART:]
            is_last = not part
            while part or len(piece) == _PIECE or is_last:
                piece = decoder.decompress(part, _PIECE)
                if piece:
                    yield piece
                elif is_last:
                    break
                part = decoder.unconsumed_tail
            if is_last:
                break
    except zlib.error as error:
        raise ValueInvalidError(expected="zlib data", found=str(error), offset=offset) from None
    if not decoder.eof:
        raise ValueInvalidError(expected="whole zlib data", found="its beginning", offset=offset)


def _turned(name: str, data: bytes, key: Any) -> bytes:
    if name == "xor" and not isinstance(key, int):
        return _xored(data, bytes(key)) if key else data
    if name == "xor":
        return data.translate(_xor_table(key & 0xFF))
    return data.translate(_turn_table((key if name == "rol" else -key) % 8))


@cache
def _xor_table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


@cache
def _turn_table(left: int) -> bytes:
    return bytes((byte << left | byte >> (8 - left)) & 0xFF for byte in range(256))


def _xored(data: bytes, key: bytes) -> bytes:
    """Bytes, each changed by the one of a key that it meets, which comes over and over; part by part, so that nothing
    is held twice."""
    whole = BytesIO()
    for at in range(0, len(data), _PART):
        part = data[at : at + _PART]
        phase = at % len(key)
        mask = key[phase : phase + len(part)]
        if len(mask) < len(part):
            mask = (mask + key * (len(part) // len(key) + 1))[: len(part)]
        whole.write((int.from_bytes(part, "little") ^ int.from_bytes(mask, "little")).to_bytes(len(part), "little"))
    return whole.getvalue()
