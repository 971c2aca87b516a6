"""From a file to a resolved library, with all errors at once that don't follow from each other."""

from __future__ import annotations

import importlib
import os
from collections.abc import Sequence

from bytewright.codec.trust import NOTHING, Trust
from bytewright_codegen.front import ksy
from bytewright_codegen.front.programs import check_declaration, is_declaration
from bytewright_codegen.ir.diagnostics import Problems
from bytewright_codegen.ir.library import Library
from bytewright_codegen.semantics.resolve import resolve


def read(
    path: str | os.PathLike[str],
    problems: Problems,
    import_path: Sequence[str | os.PathLike[str]] = (),
    trust: Trust = NOTHING,
) -> Library | None:
    """Reads a spec and all that it imports, by the front end for its language.

    Args:
        path: the spec; its name is shown in errors as it is given here.
        problems: where errors go.
        import_path: folders for absolute imports.
        trust: code that may run. Only a declaration in Construct runs here.

    Returns:
        The specs with names as they are written, of which ``problems`` may know that members are broken; None if what
        is wrong would hide or cause errors elsewhere.

    Raises:
        InputMissingError: the spec itself can't be opened.
        UntrustedError: it is a declaration in Construct that nobody has consented to run.
    """
    if is_declaration(path):
        check_declaration(path, trust)
        # Construct is imported for declarations in it only.
        found: Library | None = importlib.import_module("bytewright_codegen.front.construct").read(path, problems)
        return found
    return ksy.read(path, problems, import_path)


def load(
    path: str | os.PathLike[str], import_path: Sequence[str | os.PathLike[str]] = (), trust: Trust = NOTHING
) -> Library:
    """Reads a spec and all that it imports.

    Args:
        path: the spec.
        import_path: folders for absolute imports.
        trust: code that may run; see `read`.

    Raises:
        InputMissingError: the spec itself can't be opened.
        UntrustedError: it is a declaration in Construct that nobody has consented to run.
        SpecErrors: something in the form of the specs is wrong.
    """
    problems = Problems()
    library = read(path, problems, import_path, trust)
    problems.raise_any()
    assert library is not None
    return library


def resolved(
    path: str | os.PathLike[str], import_path: Sequence[str | os.PathLike[str]] = (), trust: Trust = NOTHING
) -> Library:
    """Reads a spec and all that it imports, and resolves them.

    Args:
        path: the spec; its name is shown in errors as it is given here.
        import_path: folders for absolute imports.
        trust: code that may run; see `read`.

    Raises:
        InputMissingError: the spec itself can't be opened.
        UntrustedError: it is a declaration in Construct that nobody has consented to run.
        SpecErrors: something is wrong: in the form of the specs, or in names and types.
    """
    problems = Problems()
    library = read(path, problems, import_path, trust)
    if library is None:
        problems.raise_any()
    assert library is not None
    return resolve(library, problems)
