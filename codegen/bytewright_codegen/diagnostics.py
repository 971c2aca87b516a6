"""What is wrong in a spec, and where: collected, then raised all at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from bytewright.errors import SpecError
from bytewright_codegen.ir.location import Location


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error of a spec.

    ``message`` is a phrase without a full stop; ``hint`` says in a whole sentence what to do about it.
    """

    loc: Location
    message: str
    hint: str | None = None

    def __str__(self) -> str:
        return f"{self.loc}: {self.message}"

    def render(self) -> str:
        """The error with the line of the spec it stands in and a caret below the place.

        Returns:
            Several lines without a final line break; the line of the spec is left out where the file can't be read.
        """
        lines = [str(self)]
        text = _line(self.loc)
        if text is not None:
            indent = "".join("\t" if c == "\t" else " " for c in text[: self.loc.column - 1])
            lines += [f"    {text}", f"    {indent}^"]
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)


def _line(loc: Location) -> str | None:
    try:
        lines = Path(loc.file).read_text(encoding="utf-8").split("\n")
    except (OSError, ValueError):
        return None
    return lines[loc.line - 1].rstrip("\r") if loc.line <= len(lines) else None


class SpecErrors(SpecError):  # noqa: N818  (several)
    """All errors that were found in a spec and what it imports.

    Args:
        diagnostics: at least one, in the order in which they are to be shown.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(first.message + more, path=str(first.loc), hint=first.hint)
        self.diagnostics = diagnostics

    def __reduce__(self) -> tuple[object, ...]:
        return (SpecErrors, (self.diagnostics,))

    def render(self) -> str:
        """All errors in full, with lines and carets."""
        return "\n".join(d.render() for d in self.diagnostics)


class Problems:
    """Collects the errors of one step of the compiler."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def add(self, loc: Location, message: str, hint: str | None = None) -> None:
        """Notes an error; one that was noted before counts once."""
        self._found.setdefault(Diagnostic(loc, message, hint))

    def __bool__(self) -> bool:
        return bool(self._found)

    def raise_any(self) -> None:
        """Ends the step.

        Raises:
            SpecErrors: if any error was noted; by file in the order of first mention, then by line and column.
        """
        if self._found:
            files = {file: i for i, file in enumerate(dict.fromkeys(d.loc.file for d in self._found))}
            raise SpecErrors(tuple(sorted(self._found, key=lambda d: (files[d.loc.file], d.loc.line, d.loc.column))))


def nearest(name: str, known: Iterable[str]) -> str | None:
    """A hint that names what was probably meant.

    Args:
        name: what is written.
        known: what could have been written.

    Returns:
        A sentence, or None where nothing is near.
    """
    found = difflib.get_close_matches(name, list(known), n=1)
    return f"Did you mean '{found[0]}'?" if found else None
