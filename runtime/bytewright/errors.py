"""Every failure is one of these: what was expected, what was found, and where.

The text of an error is one line by contract: ``FILE: offset N (0xHEX): FIELD.PATH: expected …, found …. Hint.``
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal, NamedTuple

NO_VALUE = (TypeError, ValueError, AttributeError, LookupError, ArithmeticError)
"""What an expression raises that has no value: for what a file holds, or for what a user left out."""


def printable(text: str) -> str:
    """A text in one line that a terminal shows as it is: what files, names and specs hold is none of its commands.

    Args:
        text: any text.

    Returns:
        The same, with spaces for ends of lines and escapes for what isn't printable.
    """
    text = " ".join(text.splitlines())
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def cause(error: BaseException) -> str:
    """Why an expression has no value, in words of files rather than of Python.

    Args:
        error: what the expression raised: one of `NO_VALUE`.

    Returns:
        The reason.
    """
    match error:
        case NoValueError():
            return error.found or str(error)
        case IndexError():
            return "an index finds no element"
        case ZeroDivisionError():
            return "a division by zero"
        case _ if is_absence(error):
            return "something that it asks for is absent"
    return str(error)


def is_absence(error: BaseException) -> bool:
    """Whether an expression has no value as something that it asks for is absent.

    Args:
        error: what the expression raised: one of `NO_VALUE`.
    """
    return isinstance(error, AbsentValueError) or (
        isinstance(error, AttributeError | TypeError) and "NoneType" in str(error)
    )


class BytewrightError(Exception):
    """Base of all errors.

    Args:
        message: what is wrong, where neither ``expected`` nor ``found`` says it.
        path: the file, as the user named it.
        offset: place of the blamed field in the file, in bytes.
        field: path of the field from the root: ids joined by dots, elements ``[i]`` counted from 0 over the file.
        expected: what a correct input has there.
        found: what is there.
        hint: what to do about it; a whole sentence.
        within: path of the field in whose decoded bytes the offset counts; None: it counts in the file.
    """

    def __init__(
        self,
        message: str = "",
        *,
        path: str | None = None,
        offset: int | None = None,
        field: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        hint: str | None = None,
        within: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.offset = offset
        self.field = field
        self.expected = expected
        self.found = found
        self.hint = hint
        self.within = within

    def __str__(self) -> str:
        parts = []
        if self.path is not None:
            parts.append(self.path)
        if self.offset is not None:
            parts.append(f"offset {self.offset} (0x{self.offset:x})")
        if self.what:
            parts.append(self.what)
        return printable(": ".join(parts))

    @property
    def what(self) -> str:
        """What is wrong with which field, without the file and the offset."""
        parts = [self.field] if self.field else []
        what = self.message
        if self.expected is not None:
            what = f"{what}: " if what else ""
            what += f"expected {self.expected}"
            if self.found is not None:
                what += f", found {self.found}"
        elif self.found is not None:
            what = f"{what}: found {self.found}" if what else f"found {self.found}"
        if what:
            parts.append(what)
        text = ": ".join(parts)
        counted = f"The offset counts in the decoded bytes of {self.within}." if self.within else None
        return ". ".join(filter(None, (text, " ".join(filter(None, (self.hint, counted))))))

    def __reduce__(self) -> tuple[object, ...]:
        # Spark's workers pickle exceptions; keyword arguments would be lost by the default.
        return (_rebuild, (type(self), self.message, {k: getattr(self, k) for k in _FIELDS}))


_FIELDS = ("path", "offset", "field", "expected", "found", "hint", "within")


def _rebuild(kind: type[BytewrightError], message: str, fields: dict[str, object]) -> BytewrightError:
    return kind(message, **fields)  # type: ignore[arg-type]


class ReadError(BytewrightError):
    """The input is not what its format says.

    ``reached``: the structure that was being read when it came, where that is kept (`Codec.parse_partly`)."""

    reached: Any = None


class TruncatedError(ReadError):
    """The input ends before the blamed field is whole.

    Attributes:
        terminator: the bytes that stand nowhere up to the end; empty: it isn't them that are missing.
    """

    terminator: bytes = b""

    @classmethod
    def without_terminator(cls, terminator: bytes, offset: int) -> TruncatedError:
        """The error of a field that begins at an offset, behind which no terminator stands."""
        error = cls(expected=f"a terminator {terminator.hex()}", found="the end", offset=offset)
        error.terminator = terminator
        return error


class BoundsError(ReadError):
    """A length, count or offset leads outside of what encloses it."""


class ValueInvalidError(ReadError):
    """A value breaks a rule of its format (magic, range, set of values, text that can't be decoded)."""


class ChecksumError(ReadError):
    """A stored checksum is not that of the bytes it belongs to."""


class SplitError(BytewrightError):
    """A part of a file doesn't end where the next one begins, which was searched for: that is none, or damage hides it.
    It says nothing against the file, so that nothing which tolerates bad files tolerates it.

    ``offset``: where the part ended.
    """


class LimitError(ReadError):
    """The input asks for more than a limit allows."""


class UnreadableError(BytewrightError):
    """The system can't read bytes of a file. It says nothing against what they are, so that nothing which tolerates bad
    files tolerates it."""


class SlackError(ReadError):
    """Bytes that no field describes, where they were asked to be errors."""


class NoValueError(BytewrightError, ValueError):
    """A value of a model that can't be calculated, for what its file holds or for what a user left out."""


class AbsentValueError(NoValueError):
    """A value of a model that can't be calculated, as something that it asks for is absent."""


class BytewrightWarning(UserWarning):
    """Something that is done, but not as one might think."""

    def __str__(self) -> str:
        return printable(super().__str__())


class ReadInPythonWarning(BytewrightWarning):
    """Many rows are read by objects, in Python, as the kernel can't read the view."""


class WriteError(BytewrightError):
    """A model or rows can't be written: a value doesn't fit, is missing, or contradicts another.

    ``reached``: the structure that was being written when it came, where that is made for itself."""

    reached: Any = None


class ConflictError(WriteError):
    """Others have changed a table since a commit into it was made; nothing of that commit is in it."""


class MissingError(WriteError):
    """A value that must be set for a model to be written, and isn't.

    Attributes:
        decided: path of a field that is set, and of which the missing one decides what it is or whether it is there.
        members: of a missing structure, the ids of its fields.
    """

    decided: str | None = None
    members: tuple[str, ...] = ()


class OptionError(BytewrightError):
    """An option, view, column or spec that is unknown or has a wrong value."""


class Remark(NamedTuple):
    """What commands print of an error: one line, and lines below that show the place."""

    kind: Literal["error", "warning"]
    text: str
    excerpt: tuple[str, ...] = ()


class SpecError(BytewrightError):
    """A declaration is wrong; ``path`` holds ``file:line:column``."""

    def remarks(self) -> tuple[Remark, ...]:
        """All that is wrong, one remark each."""
        return (Remark("error", str(self)),)


class UntrustedError(SpecError):
    """A declaration names code, or is a program, that nobody has consented to run; see `bytewright.codec.trust`."""


class CodecError(BytewrightError):
    """A codec can't be loaded (generated for another version, missing package)."""


class InputMissingError(BytewrightError):
    """A file is missing or can't be opened."""


@contextmanager
def of_file(path: str) -> Iterator[None]:
    """Have errors of reading and of writing name the file, where they name none yet."""
    try:
        yield
    except (ReadError, WriteError) as error:
        error.path = error.path or path
        raise


def shown(value: Any) -> str:
    """A value as an error shows it, cut off where it is long."""
    try:
        text = repr(value)
    except ValueError:  # an integer of more digits than Python prints
        text = f"a value of type {type(value).__name__} that is too long to be shown"
    return text if len(text) <= 60 else text[:57] + "..."
