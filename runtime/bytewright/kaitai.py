"""Views over the objects of kaitai-struct-compiler's own parser: ``--engine kaitai``, the oracle of the object reader.

Its objects have the attributes that our models have, so that the expressions of views run on them; they know no places,
so errors say less.
"""

from __future__ import annotations

import importlib
import io
import sys
from typing import Any

from bytewright.codec import Codec
from bytewright.errors import OptionError, ReadError
from bytewright.model import Struct
from bytewright.views.steps import Steps
from bytewright.views.view import View


def parser_of(codec: Codec) -> Any:
    """The class that reads a whole file.

    Raises:
        OptionError: the codec has no parser of kaitai-struct-compiler.
    """
    try:
        module = importlib.import_module(f"{codec.package}.parser") if codec.package else None
    except ModuleNotFoundError as error:
        if error.name not in (f"{codec.package}.parser", codec.package):
            raise
        module = None
    found = getattr(module, codec.root.__name__, None)
    if found is None:
        raise OptionError(
            f"{codec.name} has no parser for the engine kaitai", hint="Use objects, which reads the same."
        )
    return found


def _complete(codec: Codec) -> None:
    """Let what a condition leaves out be None: the parser's objects don't have such attributes at all."""
    for kind in codec.structures().values():
        # Imported with the parser itself, which names the parsers of other specs that it needs.
        node: Any = sys.modules.get(f"{kind.__module__.rpartition('.')[0]}.parser")
        for part in kind.TYPE.split("::"):
            node = getattr(node, "".join(word[:1].upper() + word[1:] for word in part.split("_")), None)
        for field in kind.FIELDS if node is not None else ():
            if not hasattr(node, field.id):
                setattr(node, field.id, None)


class KaitaiSteps(Steps):
    """One file as objects of kaitai-struct-compiler's parser. The whole file is held."""

    def _streams(self, view: View) -> bool:
        return False

    def _whole(self) -> Struct:
        if self._root is None:
            from kaitaistruct import KaitaiStream

            stream = KaitaiStream(io.BytesIO(self.source.read(0, self.source.size)))
            parser = parser_of(self.codec)
            _complete(self.codec)
            try:
                self._root = parser(stream)
            except Exception as error:  # its parsers let through whatever their expressions raise
                reason = str(error) or type(error).__name__
                # Where too few bytes are left it has read them before it complains.
                offset = stream.pos() - int(getattr(error, "bytes_available", 0))
                raise ReadError(f"kaitai: {reason}", path=self.source.name, offset=offset) from error
        root: Struct = self._root
        return root
