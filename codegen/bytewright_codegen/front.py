"""From a file to a resolved library, with all errors at once that don't follow from each other."""

from __future__ import annotations

import os
from collections.abc import Sequence

from bytewright_codegen.diagnostics import Problems
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ksy import read
from bytewright_codegen.passes.resolve import resolve


def resolved(path: str | os.PathLike[str], import_path: Sequence[str | os.PathLike[str]] = ()) -> Library:
    """Reads a spec and all that it imports, and resolves them.

    Args:
        path: the spec; its name is shown in errors as it is given here.
        import_path: folders for absolute imports.

    Raises:
        InputMissingError: the spec itself can't be opened.
        SpecErrors: something is wrong: in the form of the specs, or in names and types.
    """
    problems = Problems()
    library = read(path, problems, import_path)
    if library is None:
        problems.raise_any()
    assert library is not None
    return resolve(library, problems)
