"""Options as users set them: text by name, checked and turned into values. The same names in Python, CLI and Spark."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from bytewright.codec.codec import Codec
from bytewright.codec.options import Option
from bytewright.errors import BytewrightError, InputMissingError, OptionError
from bytewright.host.byte_sizes import bytes_of
from bytewright.host.suggest import hint
from bytewright.io.filesystems import PREFIX
from bytewright.limits import DEFAULT, MOST, Limits

if TYPE_CHECKING:
    from bytewright.schema.view import View

MODES = ("FAILFAST", "PERMISSIVE", "DROPMALFORMED")
"""What a bad record may do."""

GENERAL: tuple[Option, ...] = (
    Option("mode", "enum", "FAILFAST", MODES, doc="What a bad record does."),
    Option("enums", "enum", "label", ("label", "int"), doc="Whether enums are shown by their labels or numbers."),
    Option("switchTags", "bool", False, doc="Adds a first member `case` to structs of switches: which one is set."),
    Option("extensionTypes", "bool", False, doc="Columns in Arrow's extension types: uuid, json, fixed_shape_tensor."),
    Option("malformedStrings", "enum", "fail", ("fail", "replace"), doc="What text that can't be decoded does."),
    Option("verifyChecksum", "enum", "fail", ("fail", "report", "skip"), doc="What a checksum does that doesn't fit."),
    Option(
        "checks",
        "enum",
        "asked",
        ("asked", "all", "frames"),
        doc="What is checked: what columns ask for, lazy fields too, or no more than what bounds reading.",
    ),
    Option("tornTail", "enum", "fail", ("fail", "ignore"), doc="Whether the last record may be unfinished."),
    Option("mergeSchema", "bool", False, doc="Columns of all files, not of the first one only."),
    Option("includeMetadata", "bool", False, doc="Adds a column `_metadata` that says where a row comes from."),
    Option("includeModes", "bool", False, doc="Adds a column `_modes`, with what columns say step by step."),
    Option("includeError", "bool", False, doc="Adds a column `_error` that says what is wrong with a bad record."),
    Option("columnNameOfCorruptRecord", "str", doc="Adds a column of that name with the bytes of bad records."),
    Option("maxCorruptBytes", "size", 1 << 20, doc="Bytes of a bad record that are kept."),
    Option("badRecordsPath", "str", doc="A directory where bad records are noted, which are left out then."),
    Option("header", "file", doc="A file whose header is that of files without their beginning."),
    Option("useIndex", "bool", True, doc="Whether an index beside a file says where it may be divided."),
    Option("resync", "bool", True, doc="Behind a bad record that has no end, whether the next one is looked for."),
    *(
        Option(
            limit.name,
            "size" if limit.name.endswith("Bytes") else "int",
            getattr(DEFAULT, limit.name),
            doc="A limit; see `bytewright.limits.Limits`.",
        )
        for limit in dataclasses.fields(Limits)
    ),
)
"""What may be set for every format."""


MOST_HEADER = 16 << 20
"""Bytes of a file that may precede its records, where another file's header stands for them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Options, checked and loaded.

    Attributes:
        mode: what a bad record does.
        enums: whether enums show labels or numbers.
        switchTags: whether structs of switches say which of their members is set.
        extensionTypes: whether columns are shown in Arrow's extension types, where one is meant for them.
        malformedStrings: whether text that can't be decoded is an error or replaced.
        verifyChecksum: whether a checksum that doesn't fit is an error, a warning, or not looked at.
        checks: whether lazy fields are read, and checked, only where a column asks for them (``asked``), or in every
            record (``all``); ``frames``: as ``asked``, but of what is read only what bounds reading is checked, so that
            neither checksums nor rules for values count by which nothing else is read.
        tornTail: whether the last record may be unfinished.
        mergeSchema: whether the columns are those of all files.
        includeMetadata: whether rows carry where they come from.
        includeModes: whether there is a column that says what may differ of columns from step to step.
        includeError: whether there is a column that says what is wrong with a bad record.
        columnNameOfCorruptRecord: name of the column with the bytes of bad records; None: it is only there where it is
            asked for, under its usual name.
        maxCorruptBytes: bytes of a bad record that are kept.
        badRecordsPath: a directory where bad records are noted; None: nowhere.
        run: name of the directory in it that belongs to this read.
        header: the beginning of a file, which says what precedes the records of those that are read; None: they say it
            themselves.
        resync: whether the next record is looked for behind a bad one whose end nothing says; otherwise the rest of the
            file belongs to it.
        useIndex: whether an index beside a file says where it may be divided.
        limits: bounds on what an input may ask for.
        values: the format's own options by id, loaded; those that are not set have their defaults.
        texts: what the files that options name hold, by the option's id; a driver hands it on, so that they are read
            once.
        given: ids of the options that were set.
    """

    mode: str = "FAILFAST"
    enums: str = "label"
    switchTags: bool = False
    extensionTypes: bool = False
    malformedStrings: str = "fail"
    verifyChecksum: Literal["fail", "report", "skip"] = "fail"
    checks: Literal["asked", "all", "frames"] = "asked"
    tornTail: str = "fail"
    mergeSchema: bool = False
    includeMetadata: bool = False
    includeModes: bool = False
    includeError: bool = False
    columnNameOfCorruptRecord: str | None = None
    maxCorruptBytes: int = 1 << 20
    badRecordsPath: str | None = None
    run: str = ""
    header: bytes | None = None
    resync: bool = True
    useIndex: bool = True
    limits: Limits = DEFAULT
    values: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    given: frozenset[str] = frozenset()


def of_columns(codec: Codec, settings: Settings, names: Iterable[str]) -> Settings:
    """Settings without what they say of other columns than some, which rows or files need not have.

    Args:
        codec: the format.
        settings: those that were parsed.
        names: the columns that there are.
    """
    known = {name.lower() for name in names}
    values = dict(settings.values)
    for option in codec.options:
        if option.per:
            values[option.id] = {name: value for name, value in values[option.id].items() if name in known}
    return replace(settings, values=values)


def parse(
    codec: Codec,
    options: Mapping[str, Any] | None = None,
    *,
    limits: Limits | None = None,
    mode: str | None = None,
    texts: Mapping[str, str] | None = None,
    run: str = "",
) -> Settings:
    """Settings from options by name; case doesn't matter in names, as in Spark.

    Args:
        codec: the format, which has options of its own.
        options: values by name, as text or as what they mean.
        limits: bounds to begin with.
        mode: the mode, unless an option says it.
        texts: what the files named by options hold, where it is known already.
        run: which read it is of, where that is known already; only where bad records are noted does it matter.

    Raises:
        OptionError: a name is unknown or a value is wrong, or bad records are to be noted that are errors.
        InputMissingError: a file that an option names can't be read.
    """
    known = {option.id.lower(): option for option in (*GENERAL, *codec.options)}
    own = {option.id for option in codec.options}
    values: dict[str, Any] = {option.id: option.usual for option in codec.options}
    general: dict[str, Any] = {"mode": _value(GENERAL[0], mode or "FAILFAST")}
    read: dict[str, str] = {}
    told: set[str] = set()
    for name, given in (options or {}).items():
        option = known.get(name.lower())
        if option is None and name.lower().startswith(PREFIX):
            continue  # an argument of file systems
        family, _, column = name.partition(".")
        if column and family.lower() in known and known[family.lower()].per:
            option = known[family.lower()]
            values[option.id][column.lower()] = _value(option, given)
            told.add(option.id)
            continue
        if option is None or option.per:
            ids = [f"{option.id}.COLUMN" if option.per else option.id for option in known.values()]
            raise OptionError(f"unknown option {name!r}", hint=hint(name, ids, "options"))
        told.add(option.id)
        if option.id == "header" and option.id not in own:
            kept = (texts or {}).get(option.id)
            head = _head_of(str(given)) if kept is None else kept.encode("latin-1")
            read[option.id], general[option.id] = head.decode("latin-1"), head
        elif option.type == "file":
            text = (texts or {}).get(option.id)
            read[option.id] = _text_of(option, str(given)) if text is None else text
            values[option.id] = _loaded(option, str(given), read[option.id])
        elif option.id in own:
            values[option.id] = _value(option, given)
        else:
            general[option.id] = _value(option, given)
    bounds = {f.name: _bound(f.name, general.pop(f.name)) for f in dataclasses.fields(Limits) if f.name in general}
    if "maxCorruptBytes" in general:
        general["maxCorruptBytes"] = _bound("maxCorruptBytes", general["maxCorruptBytes"])
    if general.get("badRecordsPath") is not None:
        said = mode is not None or "mode" in told - own
        general |= {"mode": general["mode"] if said else "DROPMALFORMED", "run": run}
        if not general["badRecordsPath"]:
            raise OptionError("option badRecordsPath", expected="a directory", found="nothing")
        if general["mode"] == "FAILFAST":
            what = "option badRecordsPath has no effect where a bad record is an error"
            raise OptionError(what, hint="Leave out mode=FAILFAST: bad records are then noted and left out.")
    if general.get("checks") == "frames" and general.setdefault("verifyChecksum", "skip") != "skip":
        what = f"option verifyChecksum={general['verifyChecksum']} has no effect where checksums aren't looked at"
        raise OptionError(what, hint="Leave it out, or checks=frames.")
    bounded = dataclasses.replace(limits or DEFAULT, **bounds)
    return Settings(limits=bounded, values=values, texts=read, given=frozenset(told), **general)


def known_by(codec: Codec, name: str) -> bool:
    """Whether an option is one of a format, of all formats, or of file systems."""
    known = {option.id.lower(): option for option in (*GENERAL, *codec.options)}
    family, _, column = name.lower().partition(".")
    of_column = bool(column) and family in known and bool(known[family].per)
    return name.lower() in known or of_column or name.lower().startswith(PREFIX)


# --- what is said must count ---------------------------------------------------------------------------------------

_LIMITS = tuple(limit.name for limit in dataclasses.fields(Limits))
_READING = tuple(option.id for option in GENERAL)
_WRITING = ("enums", "switchTags", *_LIMITS)


def check_read(codec: Codec, view: View, settings: Settings) -> None:
    """Refuse options that have no effect on the rows of a view.

    Raises:
        OptionError: there is such a one.
    """
    if codec.uses is None:
        return
    _check(codec, settings, (*_READING, *codec.uses.read.get(view.name, ())), f"the view {view.name}")
    choice = view.files
    if choice is not None and choice.names in settings.given and settings.values.get(choice.option) is None:
        what = f"option {choice.names} has no effect without the option {choice.option}"
        raise OptionError(what, hint=f"Set {choice.option}, or leave it out.")


def check_written(codec: Codec, rows: str | None, settings: Settings) -> None:
    """Refuse options that have no effect on files of rows.

    Args:
        codec: the format.
        rows: name of the view, or of the other rows, that they are; None: the default view's.
        settings: the options.

    Raises:
        OptionError: there is such a one.
    """
    _refuse_frames(settings, "writing rows")
    if codec.uses is None:
        return
    default = next((view.name for view in codec.views if view.default), "rows")
    name = rows if rows in codec.uses.write else default if rows in (None, "rows") else None
    if name is not None:  # other rows are refused for what they are
        _check(codec, settings, (*_WRITING, *codec.uses.write[name]), f"writing {name}")


def check_model(codec: Codec, settings: Settings, *, written: bool) -> None:
    """Refuse options that have no effect on files as a whole: trees, say.

    Args:
        codec: the format.
        settings: the options.
        written: whether files are written; otherwise they are read.

    Raises:
        OptionError: there is such a one.
    """
    _refuse_frames(settings, "writing a tree" if written else "a file as a whole")
    if codec.uses is None:
        return
    used = codec.uses.models if written else codec.uses.files
    _check(codec, settings, (*_LIMITS, *used), "writing a tree" if written else "a file as a whole")


def check_checked(codec: Codec, settings: Settings) -> None:
    """Refuse options that have no effect on whether a file is good.

    Raises:
        OptionError: there is such a one.
    """
    _refuse_frames(settings, "checking files")
    if codec.uses is not None:
        general = ("tornTail", "malformedStrings", "verifyChecksum", *_LIMITS)
        of_views = (name for used in codec.uses.read.values() for name in used)
        _check(codec, settings, (*general, *codec.uses.files, *of_views), "checking files")


def refuse_extension_types(settings: Settings) -> None:
    """Refuse types that Spark doesn't have.

    Raises:
        OptionError: they are asked for.
    """
    if settings.extensionTypes:
        raise OptionError(
            "option extensionTypes has no effect in Spark", hint="It has none of Arrow's extension types."
        )


def _refuse_frames(settings: Settings, what: str) -> None:
    """Whatever is written or judged is checked as a whole, also where a format says nothing of the options it uses."""
    if settings.checks == "frames":
        raise OptionError(f"option checks has no effect on {what}", hint="checks=frames is for reading rows.")


def _check(codec: Codec, settings: Settings, used: Iterable[str], what: str) -> None:
    unused = sorted(settings.given - set(used))
    if unused:
        raise OptionError(f"option {unused[0]} has no effect on {what}", hint=_purpose(codec, unused[0]))


def _purpose(codec: Codec, name: str) -> str:
    """What an option is for."""
    assert codec.uses is not None
    views = [view for view, used in codec.uses.read.items() if name in used]
    if views:
        return f"It is for reading the view{'s' * (len(views) > 1)} {', '.join(views)}."
    return "It is for reading rows." if name in _READING else "It is for writing."


def limits_on_disk(options: Mapping[str, Any], limits: Limits | None = None) -> Limits:
    """The limits on what a compressed file holds, which are needed before the format and so its options are known.

    Args:
        options: values by name; others than those of limits don't matter here.
        limits: bounds to begin with.

    Raises:
        OptionError: a value is wrong.
    """
    known = {option.id.lower(): option for option in GENERAL if option.id in ("maxDecodedBytes", "maxExpansion")}
    given = {option.id: _value(option, value) for name, value in options.items() if (option := known.get(name.lower()))}
    usual = DEFAULT if limits is None else limits
    most = MOST if usual.maxDecodedBytes == DEFAULT.maxDecodedBytes else usual.maxDecodedBytes
    return dataclasses.replace(
        usual,
        maxDecodedBytes=_bound("maxDecodedBytes", given.get("maxDecodedBytes", most)),
        maxExpansion=_bound("maxExpansion", given.get("maxExpansion", usual.maxExpansion)),
    )


def _bound(name: str, value: int) -> int:
    if not 0 <= value <= MOST:
        raise OptionError(f"option {name}", expected=f"a number from 0 to {MOST}", found=str(value))
    return value


def value_of(option: Option, given: Any) -> Any:
    """The value of a format's own option.

    Args:
        option: the option.
        given: the value, as text or as what it means.

    Raises:
        OptionError: it is wrong.
    """
    return _value(option, given)


def _value(option: Option, given: Any) -> Any:
    convert = _CONVERTERS.get(option.type)
    return str(given) if convert is None else convert(option, given)


def _int(option: Option, given: Any) -> int:
    try:
        number = given if isinstance(given, int) and not isinstance(given, bool) else int(str(given), 0)
    except ValueError:
        raise _wrong(option, "an integer", given) from None
    return _within(option, number, given)


def _size(option: Option, given: Any) -> int:
    try:
        number = given if isinstance(given, int) and not isinstance(given, bool) else bytes_of(str(given))
    except ValueError as error:
        raise _wrong(option, str(error), given) from None
    return _within(option, number, given)


def _within(option: Option, number: int, given: Any) -> int:
    if option.min is not None and number < option.min:
        raise _wrong(option, f"at least {option.min}", given)
    if option.max is not None and number > option.max:
        raise _wrong(option, f"at most {option.max}", given)
    return number


def _bool(option: Option, given: Any) -> bool:
    if isinstance(given, bool):
        return given
    text = str(given).lower()
    if text not in ("true", "false"):
        raise _wrong(option, "true or false", given)
    return text == "true"


def _choice(option: Option, given: Any) -> str | int:
    for place, choice in enumerate(option.choices):
        if choice.lower() == str(given).lower():
            return option.values[place] if option.values else choice
    error = _wrong(option, "one of " + ", ".join(option.choices), given)
    error.hint = hint(str(given), option.choices, "values")
    raise error


_CONVERTERS: Mapping[str, Callable[[Option, Any], Any]] = {"int": _int, "size": _size, "bool": _bool, "enum": _choice}


def _wrong(option: Option, expected: str, given: Any) -> OptionError:
    return OptionError(f"option {option.id}", expected=expected, found=repr(given))


def _head_of(path: str) -> bytes:
    """The beginning of a file, with all that may precede its records."""
    try:
        with open(path, "rb") as file:
            return file.read(MOST_HEADER)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputMissingError(f"option header: {reason}", path=path) from None


def _text_of(option: Option, path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise InputMissingError(f"option {option.id}: {reason}", path=path) from None
    except UnicodeDecodeError as error:
        raise OptionError(
            f"option {option.id}", path=path, offset=error.start, expected="text in UTF-8", found="other bytes"
        ) from None


def _loaded(option: Option, path: str, text: str) -> Any:
    if option.load is None:
        return text
    try:
        return option.load(text)
    except BytewrightError as error:
        if error.path is None:
            error.path = path
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        # Loaders stand beside specs and parse text of users; what they choke on is wrong in the file.
        said = f"no {error} in it" if isinstance(error, KeyError) else str(error)
        raise OptionError(f"option {option.id}: {said}", path=path) from error
