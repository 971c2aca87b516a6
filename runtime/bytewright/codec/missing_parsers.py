"""Codecs without the parser that kaitai-struct-compiler makes: whoever imports it is told what makes it."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder

NAME = "parser"
"""The module of a codec's package that has the parser."""


class ParserMissingError(ImportError):
    """The package of a codec has no module `NAME`."""


class _MissingParsers(MetaPathFinder):
    """The last finder to be asked: what it is asked for isn't there."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        """See `importlib.abc.MetaPathFinder`.

        Raises:
            ParserMissingError: the module is the parser of a codec.
        """
        package, _, name = fullname.rpartition(".")
        if name == NAME and getattr(getattr(sys.modules.get(package), "CODEC", None), "package", None) == package:
            raise ParserMissingError(
                f"{package} has no {NAME}.py: kaitai-struct-compiler makes it when `bytewright generate` is run in the "
                "project of the spec where npm's registry can be reached",
                name=fullname,
            )


def tell() -> None:
    """Let Python say so from here on."""
    if not any(isinstance(finder, _MissingParsers) for finder in sys.meta_path):
        sys.meta_path.append(_MissingParsers())
