"""Views over the objects of kaitai-struct-compiler's own parser: ``--engine kaitai``, the oracle of the object reader.

Its objects get what our models have besides, so that the expressions of views run on them: None where a condition
leaves something out or a validity bit calls it absent, and which case of a switch a value is. All values are its own.
They know no places, so errors say less. What processes decode to has the bounds of our own reader: the parser's modules
are given processes that keep to these.
"""

from __future__ import annotations

import importlib
import inspect
import io
import sys
import zlib
from collections.abc import Mapping
from contextvars import ContextVar
from functools import partial
from types import ModuleType
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.codec.missing_parsers import NAME, ParserMissingError
from bytewright.codecs.process import decoded, inflated
from bytewright.errors import CodecError, LimitError, OptionError, ReadError
from bytewright.io.decode_budget import Budget, Lease, Meter
from bytewright.limits import Limits
from bytewright.model.structures import Struct
from bytewright.schema.blame import pair
from bytewright.schema.view import View
from bytewright.views.evaluate.steps import Steps


class NoParserError(OptionError):
    """The package of a codec has no parser of kaitai-struct-compiler."""


def parser_of(codec: Codec, options: Mapping[str, Any] | None = None) -> Any:
    """What reads a whole file: the class, with what it is told.

    Args:
        codec: the format.
        options: values of its options by id; those that are not set have their defaults.

    Raises:
        NoParserError: the codec has no parser of kaitai-struct-compiler.
        CodecError: it was compiled on the fly, and kaitai-struct-compiler isn't there.
        SpecError: kaitai-struct-compiler can't compile the spec.
    """
    module = _parser_module(codec)
    if module is None:
        add = getattr(sys.modules.get(codec.package.rpartition(".")[0]), "add_parsers", None)
        if add is not None:  # it was compiled on the fly
            add()
            importlib.invalidate_caches()
            module = _parser_module(codec)
    found = getattr(module, codec.root.__name__, None)
    if found is None:
        raise NoParserError(
            f"{codec.name} has no parser for the engine kaitai",
            hint="`bytewright generate` makes it where npm can be reached; the engine objects reads the same.",
        )
    assert module is not None
    _bind(module)
    if not codec.parameters:
        return found
    usual = {option.id: option.usual for option in codec.options}
    return partial(found, *({**usual, **(options or {})}[option] for _, option in codec.parameters))


def _parser_module(codec: Codec) -> ModuleType | None:
    try:
        return importlib.import_module(f"{codec.package}.{NAME}") if codec.package else None
    except ParserMissingError:
        return None
    except ModuleNotFoundError as error:
        if error.name not in (f"{codec.package}.parser", codec.package):
            raise CodecError(f"the parser of {codec.name} for the engine kaitai can't be imported: {error}") from error
        return None


class _Bounds:
    """What the processes of one file may decode to, all of which its parser holds."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._budget = Budget()
        self._lease: Lease | None = None

    def decode(self, process: Any, data: bytes) -> bytes:
        """What a process makes of bytes; ``zlib`` is the module."""
        meter = Meter(len(data), self._limits, self._budget)
        found = inflated(data, meter) if process is zlib else decoded(process, data, meter)
        self._lease = self._budget.hold(len(found), self._lease)
        return found


_BOUNDS: ContextVar[_Bounds | None] = ContextVar("_BOUNDS", default=None)
"""Those of the file that is read in this thread; None: users call a parser themselves, as kaitai-struct-compiler made
it."""


class _Bounded:
    """A module that a parser imports: its classes, and those of modules in it, are processes within bounds."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        """What the module has, in that form."""
        return _within_bounds(getattr(self._module, name))

    def decompress(self, data: bytes) -> bytes:
        """What ``zlib`` makes of bytes; other modules have no such function that parsers call."""
        bounds = _BOUNDS.get()
        return zlib.decompress(data) if bounds is None else bounds.decode(zlib, data)


class _Made:
    """A process with its arguments."""

    def __init__(self, process: type, *args: Any) -> None:
        self._process = process(*args)

    def decode(self, data: bytes) -> bytes:
        """What it makes of bytes."""
        bounds = _BOUNDS.get()
        made: bytes = self._process.decode(data) if bounds is None else bounds.decode(self._process, data)
        return made


def _within_bounds(value: Any) -> Any:
    if inspect.ismodule(value):
        return _Bounded(value)
    return partial(_Made, value) if inspect.isclass(value) and hasattr(value, "decode") else value


def _bind(module: ModuleType) -> None:
    """Give the processes of a parser, and of those that it imports, bounds."""
    todo, seen = [module], set[str]()
    while todo:
        parser = todo.pop()
        seen.add(parser.__name__)
        for name, value in list(vars(parser).items()):
            if inspect.ismodule(value) and value.__name__.endswith(".parser"):
                todo += [value] if value.__name__ not in seen else []
            elif not name.startswith("__") and not _is_its_own(parser, value):
                setattr(parser, name, _within_bounds(value))


def _is_its_own(parser: ModuleType, value: Any) -> bool:
    """Whether something in a parser has nothing to do with processes."""
    return getattr(value, "__name__", "") in ("kaitaistruct", "enum") or (
        getattr(value, "__module__", "") == parser.__name__
    )


def _complete(theirs: Any, ours: Struct) -> None:
    """Give an object of the parser, and all below it, what the same structure has when our reader reads it.

    The parser's objects don't have attributes at all for what a condition leaves out, don't say which case of a switch
    a value is, and hold whatever bytes there are where a value is absent.
    """
    theirs.FIELDS, theirs._cases = ours.FIELDS, ours._cases
    pair(theirs, ours)
    for field in ours.FIELDS:
        if not field.name or field.again:
            continue
        value = getattr(theirs, field.id, None)
        if not isinstance(getattr(type(theirs), field.name, None), property):  # an instance has its value already
            setattr(theirs, field.name, value)
        same = getattr(ours, field.name)
        if isinstance(same, Struct) and value is not None:
            _complete(value, same)
        elif isinstance(same, list) and isinstance(value, list):
            present = getattr(theirs, field.mask, None) if field.mask else None
            for place, there in enumerate(present or ()):
                if not there:
                    value[place] = None
            for item, other in zip(value, same, strict=False):
                if isinstance(other, Struct) and item is not None:
                    _complete(item, other)
    theirs._top, theirs._above = lambda _: theirs._root, getattr(theirs, "_parent", None)
    for name in ours.ITEMS:
        setattr(theirs, name, getattr(type(ours), name).fget(theirs))


class KaitaiSteps(Steps):
    """One file as objects of kaitai-struct-compiler's parser. The whole file is held."""

    searches = False

    def streams(self, view: View) -> bool:
        """See `Steps.streams`."""
        return False

    def precedes(self, view: View) -> bool:
        """See `Steps.precedes`."""
        return False

    def _whole(self) -> Struct:
        if self._root is None:
            from kaitaistruct import KaitaiStream

            stream = KaitaiStream(io.BytesIO(self.source.read(0, self.source.size)))
            parser = parser_of(self.codec, self.settings.values)
            _BOUNDS.set(_Bounds(self.settings.limits))
            try:
                found = parser(stream)
            except LimitError as error:
                error.path = error.path or self.source.name
                raise
            except Exception as error:  # its parsers let through whatever their expressions raise
                reason = str(error) or type(error).__name__
                # Where too few bytes are left it has read them before it complains.
                offset = stream.pos() - int(getattr(error, "bytes_available", 0))
                raise ReadError(f"kaitai: {reason}", path=self.source.name, offset=offset) from error
            # What it lets pass and our reader doesn't is an error here, too.
            _complete(found, super()._whole())
            self._root = found
        root: Struct = self._root
        return root
