"""What is wrong in a spec, and where: collected, then raised all at once."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from bytewright.errors import Remark, SpecError, printable
from bytewright_codegen.ir.location import Location


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error of a spec, a warning (it is probably not meant so), a matter of style (it could be said better), or a
    note (what it means for those who write files).

    ``message`` is a phrase without a full stop; ``hint`` says in a whole sentence what to do about it.
    """

    loc: Location
    message: str
    hint: str | None = None
    severity: Literal["error", "warning", "style", "note"] = "error"

    def __str__(self) -> str:
        return printable(f"{self.loc}: {self.message}")

    def excerpt(self) -> tuple[str, ...]:
        """The line of the spec it stands in and a caret below the place; nothing where the file can't be read."""
        text = _line(self.loc)
        if text is None:
            return ()
        before = _excerpt(text[: self.loc.column - 1])
        indent = "".join("\t" if c == "\t" else " " for c in before)
        return (f"    {before}{_excerpt(text[self.loc.column - 1 :])}", f"    {indent}^")

    def render(self) -> str:
        """The error with its excerpt and hint: several lines without a final line break."""
        mark = "" if self.severity == "error" else f"{self.severity}: "
        lines = [printable(f"{self.loc}: {mark}{self.message}"), *self.excerpt()]
        if self.hint:
            lines.append(f"  {printable(self.hint)}")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a spec's text that leaves its meaning: the characters from ``start`` to ``end`` become ``text``."""

    start: int
    end: int
    text: str


def _excerpt(text: str) -> str:
    """Part of a line as it is shown, with its tabs."""
    return "\t".join(printable(part) for part in text.split("\t"))


def _line(loc: Location) -> str | None:
    try:
        state = Path(loc.file).stat()
        lines = _lines(loc.file, state.st_mtime_ns, state.st_size)
    except (OSError, ValueError):
        return None
    return lines[loc.line - 1].rstrip("\r") if loc.line <= len(lines) else None


@lru_cache(maxsize=4)
def _lines(file: str, _changed: int, _size: int) -> list[str]:
    """The lines of a file, which is read again when it has changed."""
    return Path(file).read_text(encoding="utf-8-sig").split("\n")


class SpecErrors(SpecError):  # noqa: N818  (several)
    """All errors that were found in a spec and what it imports.

    Args:
        diagnostics: at least one, in the order in which they are to be shown.
        warnings: what else was noticed until then.
    """

    def __init__(self, diagnostics: tuple[Diagnostic, ...], warnings: tuple[Diagnostic, ...] = ()) -> None:
        first = diagnostics[0]
        more = f" (and {len(diagnostics) - 1} more)" if len(diagnostics) > 1 else ""
        super().__init__(first.message + more, path=str(first.loc), hint=first.hint)
        self.diagnostics = diagnostics
        self.warnings = warnings

    def __reduce__(self) -> tuple[object, ...]:
        return (SpecErrors, (self.diagnostics, self.warnings))

    def remarks(self) -> tuple[Remark, ...]:
        """All errors, and the warnings before them, but no matters of style."""
        warnings = [d for d in self.warnings if d.severity == "warning"]
        return tuple(remark(d) for d in (*warnings, *self.diagnostics))

    def render(self) -> str:
        """All errors in full, with lines and carets, and the warnings before them."""
        return "\n".join(d.render() for d in (*self.warnings, *self.diagnostics))


def remark(found: Diagnostic) -> Remark:
    """An error or a warning as commands print it."""
    text = f"{found}. {found.hint}" if found.hint else str(found)
    return Remark("error" if found.severity == "error" else "warning", text, found.excerpt())


class Problems:
    """Collects the errors and warnings of one step of the compiler.

    Args:
        before: the warnings of the steps before.
    """

    def __init__(self, before: Iterable[Diagnostic] = ()) -> None:
        self._found: dict[Diagnostic, None] = dict.fromkeys(before)
        self._errors = 0
        self._confined = 0
        self.broken: set[tuple[str, str | None]] = set()
        """Members with errors, by the absolute name of their type and their id: what they are can't be told."""
        self.edits: dict[Edit, None] = {}
        """What would make some of the warnings go, in a file whose text is at hand."""

    def add(self, loc: Location, message: str, hint: str | None = None) -> None:
        """Notes an error; one that was noted before counts once."""
        found = Diagnostic(loc, message, hint)
        self._errors += found not in self._found
        self._found.setdefault(found)

    def add_all(self, errors: Iterable[Diagnostic]) -> None:
        """Notes errors likewise."""
        for error in errors:
            self.add(error.loc, error.message, error.hint)

    def warn(self, loc: Location, message: str, hint: str | None = None) -> None:
        """Notes what is probably not meant, but has a meaning."""
        self._found.setdefault(Diagnostic(loc, message, hint, "warning"))

    def advise(self, loc: Location, message: str, hint: str | None = None) -> None:
        """Notes what could be said better."""
        self._found.setdefault(Diagnostic(loc, message, hint, "style"))

    def join(self, other: Problems) -> None:
        """Notes what was noted of something that this hadn't looked at."""
        self._found |= other._found
        self._errors += other._errors
        self._confined += other._confined
        self.broken |= other.broken
        self.edits |= other.edits

    def __bool__(self) -> bool:
        return bool(self._errors)

    @property
    def count(self) -> int:
        """How many errors there are."""
        return self._errors

    def confine(self, since: int, type: str = "", member: str | None = None) -> None:
        """Says that the errors since there were so many concern one member of a type, or what nothing else rests on."""
        self._confined += self._errors - since
        if self._errors > since and type:
            self.broken.add((type, member))

    @property
    def are_confined(self) -> bool:
        """Whether the next step can look for more: what it finds doesn't follow from what was found."""
        return self._confined == self._errors

    def warnings(self) -> tuple[Diagnostic, ...]:
        """All but the errors so far; by file in the order of first mention, then by line and column."""
        return tuple(d for d in self._sorted() if d.severity != "error")

    def raise_any(self) -> None:
        """Ends the step.

        Raises:
            SpecErrors: if any error was noted; in the order of ``warnings``.
        """
        errors = tuple(d for d in self._sorted() if d.severity == "error")
        if errors:
            raise SpecErrors(errors, self.warnings())

    def _sorted(self) -> list[Diagnostic]:
        files = {file: i for i, file in enumerate(dict.fromkeys(d.loc.file for d in self._found))}
        return sorted(self._found, key=lambda d: (files[d.loc.file], d.loc.line, d.loc.column))


_MANY, _LIKELY = 200, 50


def nearest(name: str, known: Iterable[str]) -> str | None:
    """A hint that names what was probably meant.

    Args:
        name: what is written.
        known: what could have been written.

    Returns:
        A sentence, or None where nothing is near.
    """
    found = alike(name, known)
    return f"Did you mean '{found}'?" if found else None


def alike(name: str, known: Iterable[str]) -> str | None:
    """The name that looks most like another one, in any case; None where none is near."""
    spelt = {other.lower(): other for other in known}
    if len(spelt) > _MANY:  # a spec may have thousands of names, and thousands of errors
        likely = [other for other in spelt if other[:1] == name[:1].lower() and abs(len(other) - len(name)) <= 2]
        spelt = {other: spelt[other] for other in likely[:_LIKELY]}
    found = difflib.get_close_matches(name.lower(), spelt, n=1)
    return spelt[found[0]] if found else None


def misspelt(name: str, known: Iterable[str]) -> str | None:
    """The name that is at most two slips away: letters too many, too few, wrong, or two that changed places.

    Returns:
        The nearest, or None; a name isn't its own misspelling.
    """
    found = min(((_slips(name, other), other) for other in known), default=(3, ""))
    return found[1] if 0 < found[0] <= 2 else None


def _slips(a: str, b: str) -> int:
    if abs(len(a) - len(b)) > 2:
        return 3
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, above, row = above, row, [i]
        for j, y in enumerate(b, 1):
            best = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, last[j - 2] + 1)
            row.append(best)
    return row[-1]
