"""A declaration as part of a codec: the module ``parser.py``, and the modules beside it that it imports."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from bytewright.construct.names import identifier
from bytewright_codegen.front.companion_code import of_package
from bytewright_codegen.front.construct.declaration import run
from bytewright_codegen.front.construct.reader import root_of


@dataclass(frozen=True)
class Shipped:
    """What a codec gets of a declaration.

    ``text``: of ``parser.py``. ``root``: what the construct of a whole file is called there, or the function of
    parameters that makes it. ``beside``: the modules that it imports, by file name.
    """

    text: str
    root: str
    beside: dict[str, str]


def shipped(path: str | os.PathLike[str], id: str) -> Shipped:
    """Makes ``parser.py`` of a declaration, whose imports of modules beside it become those of the package.

    Args:
        path: the declaration.
        id: of its spec.

    Raises:
        SpecErrors: it fails.
    """
    declaration = run(path)
    beside: dict[str, str] = {}
    text = of_package(declaration.source.text, Path(path).parent, beside)
    return Shipped(text, root_of(declaration, identifier(id) or id)[0], beside)
