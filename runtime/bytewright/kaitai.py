"""Views over the objects of kaitai-struct-compiler's own parser: ``--engine kaitai``, the oracle of the object reader.

Its objects get what our models have besides, so that the expressions of views run on them: None where a condition
leaves something out or a validity bit calls it absent, and which case of a switch a value is. All values are its own.
They know no places, so errors say less.
"""

from __future__ import annotations

import importlib
import io
import sys
from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any

from bytewright.codec import Codec
from bytewright.errors import CodecError, OptionError, ReadError
from bytewright.model import Struct
from bytewright.views.steps import Steps
from bytewright.views.view import View


def parser_of(codec: Codec, options: Mapping[str, Any] | None = None) -> Any:
    """What reads a whole file: the class, with what it is told.

    Args:
        codec: the format.
        options: values of its options by id; those that are not set have their defaults.

    Raises:
        OptionError: the codec has no parser of kaitai-struct-compiler.
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
        raise OptionError(
            f"{codec.name} has no parser for the engine kaitai", hint="Use objects, which reads the same."
        )
    if not codec.parameters:
        return found
    usual = {option.id: option.usual for option in codec.options}
    return partial(found, *({**usual, **(options or {})}[option] for _, option in codec.parameters))


def _parser_module(codec: Codec) -> ModuleType | None:
    try:
        return importlib.import_module(f"{codec.package}.parser") if codec.package else None
    except ModuleNotFoundError as error:
        if error.name not in (f"{codec.package}.parser", codec.package):
            raise CodecError(f"the parser of {codec.name} for the engine kaitai can't be imported: {error}") from error
        return None


def _complete(theirs: Any, ours: Struct) -> None:
    """Give an object of the parser, and all below it, what the same structure has when our reader reads it.

    The parser's objects don't have attributes at all for what a condition leaves out, don't say which case of a switch
    a value is, and hold whatever bytes there are where a value is absent.
    """
    theirs.FIELDS, theirs._cases, theirs._same = ours.FIELDS, ours._cases, ours
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
            parser = parser_of(self.codec, self._settings.values)
            try:
                found = parser(stream)
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
