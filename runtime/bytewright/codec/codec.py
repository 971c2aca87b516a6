"""A codec: all that is generated from one spec, behind one object."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from dataclasses import field as fresh
from typing import TYPE_CHECKING, Any, BinaryIO, Literal, NamedTuple, Protocol, TypeVar

from bytewright.codec.api_version import check_api
from bytewright.codec.block_index import BlockIndex
from bytewright.codec.compiled import pickled
from bytewright.codec.makers import Maker
from bytewright.codec.options import Option, OptionUses
from bytewright.codec.plan_file import PlanFile
from bytewright.errors import NO_VALUE, LimitError, OptionError, ReadError, WriteError, cause, is_absence, of_file
from bytewright.host.gc_pause import uncollected
from bytewright.host.suggest import hint
from bytewright.io.atomic_files import replacing
from bytewright.io.file_order import FileOrder
from bytewright.io.filesystems import PREFIX, storage_of
from bytewright.io.rope import Part, pieces
from bytewright.io.source import Source, open_source
from bytewright.io.spill import SpillFile
from bytewright.kernels.native.machine import shipped_walks
from bytewright.kernels.plan.beginning import Beginning
from bytewright.limits import DEFAULT, Limits
from bytewright.model.kept_keys import LONE
from bytewright.objects.read.coverage import finish_structure, survey
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import UnreadPlace, explore
from bytewright.objects.write.fields.structures import complete
from bytewright.objects.write.fixpoint import converged
from bytewright.objects.write.missing_values import first_missing_value
from bytewright.objects.write.output import Output

if TYPE_CHECKING:
    from bytewright.model.structures import Struct
    from bytewright.schema.scope import Scope
    from bytewright.schema.view import View


Root = TypeVar("Root", covariant=True)


class Parse(Protocol[Root]):
    """`Codec.parse` of a format, as what it gives: editors complete the fields of a file that was read."""

    def __call__(
        self,
        what: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO,
        *,
        limits: Limits = DEFAULT,
        strict: bool = False,
        malformed: Literal["fail", "replace"] = "fail",
        checksums: Literal["fail", "report", "skip"] = "fail",
        options: Mapping[str, Any] | None = None,
    ) -> Root:
        """Read a whole file; see `Codec.parse`."""


class Partly(NamedTuple):
    """What was read of a file, and what is wrong with it.

    Attributes:
        model: the file as far as it was read: what comes behind is absent (None); None: nothing was read.
        error: why it went no further; None: it was read as a whole.
    """

    model: Any
    error: ReadError | None


HeaderValue = Callable[["Scope"], Any]
"""Gives a number, or a list of texts, that the header of a file holds (``Scope.root``) for a column
(``Scope.column``)."""


@dataclass(frozen=True, slots=True)
class Codec:
    """All that is generated from one spec.

    Attributes:
        name: id of the spec; also the name in Spark and of the package.
        title: one line for people.
        api: `CODEC_API` of the generator.
        root: class of a whole file.
        read: reads a whole file from a cursor.
        derive: finds what follows from what a user sets, before anything is written.
        emit: writes a model into an `Output`.
        begin: reads what precedes the records; None where the file is not a sequence of records.
        records: reads the records one by one after ``begin``: yields each structure when it is complete.
        records_field: the root's field that holds the records, by its name in Python.
        record_count: says of what ``begin`` has read how many records follow; None: they go on to the end of the file.
        pass_over: passes over a record by what it says of its length, where row plans don't say that.
        beginning: what the beginning of a record looks like; None: the file is no sequence of records.
        block_index: where the blocks of a file are said to lie, which are looked for where that is lost; None: nowhere.
        append_refusal: why records can't be appended to files of the format; empty: they can.
        signature: bytes that every file of the format has, as ``(offset, bytes)``.
        extensions: usual file name extensions, without the dot.
        file_order: how their paths tell the order of files.
        options: what a user may set.
        views: the views, the default one first.
        plans: what the kernel needs to read files, and to make records of rows.
        alone: by type and id, what leaves a field to be read later of which bytes are known, in a structure of which
            nothing else is read.
        mirrors: by class and field, of the plan for it, how the kernel makes structures without bytes, one for each
            element of another list.
        encoding_header: what encoding plans ask of a file's header, by the names that they have for it.
        placed: whether something lies at places of its own, which is read when it is first asked for.
        header: what row plans ask of a file's header, by the names that they have for it.
        package: name of the generated package.
        declared: of a declaration in Construct, what the construct of a whole file is called in ``parser.py``.
        makers: rows of which a file may be made that no view shows.
        parameters: what the root is told, each by its name in Python and the id of the option that says it.
        uses: which options count where; None: any may be told.
    """

    name: str
    title: str
    api: int
    root: type[Any]
    read: Callable[[Cursor], Struct]
    derive: Callable[..., None]
    emit: Callable[..., None]
    begin: Callable[[Cursor], Struct] | None = None
    records: Callable[..., Iterator[Struct]] | None = None
    records_field: str = ""
    record_count: Callable[[Any], int] | None = None
    pass_over: Callable[..., None] | None = None
    beginning: Beginning | None = None
    block_index: BlockIndex | None = None
    append_refusal: str = "it was generated before anything could be appended"
    signature: tuple[tuple[int, bytes], ...] = ()
    extensions: tuple[str, ...] = ()
    file_order: FileOrder = "path"
    options: tuple[Option, ...] = ()
    views: tuple[View, ...] = ()
    plans: PlanFile = fresh(default_factory=PlanFile)
    alone: Mapping[str, Callable[[Cursor, Any, int], None]] = fresh(default_factory=dict)
    encoding_header: Mapping[str, HeaderValue] | None = None
    mirrors: Mapping[tuple[type, str], Callable[[Any], Any]] = fresh(default_factory=dict)
    header: Mapping[str, HeaderValue] | None = None
    package: str = ""
    declared: str = ""
    placed: bool = False
    makers: tuple[Maker, ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    uses: OptionUses | None = None

    def __post_init__(self) -> None:
        check_api(self.api, self.name)
        shipped_walks.announce(self.package.rpartition(".")[0])

    def __reduce__(self) -> tuple[Any, ...]:
        """By the package that it is in, where it is in one; see `bytewright.codec.compiled`."""
        if not self.package:
            return Codec, tuple(getattr(self, one.name) for one in fields(self))
        return pickled(self.package)

    @property
    def row_plans(self) -> Mapping[str, Any]:
        """By name of the view, what the kernel needs to read it (a ``RowPlan``), or why it can't."""
        return self.plans.rows

    @property
    def encoding(self) -> Any:
        """What the kernel needs to make records of rows (an ``EncodingPlan``), or why it can't."""
        return self.plans.encoding[""]

    @property
    def encoding_nested(self) -> Mapping[str, Any]:
        """Likewise by name of a view that goes through lists in lists, unless code makes files of its rows."""
        return self.plans.nested

    @property
    def skeletons(self) -> Mapping[str, str]:
        """By name of the view, why its steps differ in more than their vectors and numbers; empty: they don't."""
        return self.plans.templates

    @property
    def records_id(self) -> str:
        """Id of the field that holds the records; empty: there is none."""
        return next((field.id for field in self.root.FIELDS if field.name == self.records_field), "")

    @uncollected()
    def parse(
        self,
        what: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO,
        *,
        limits: Limits = DEFAULT,
        strict: bool = False,
        malformed: Literal["fail", "replace"] = "fail",
        checksums: Literal["fail", "report", "skip"] = "fail",
        options: Mapping[str, Any] | None = None,
    ) -> Any:
        """Read a whole file.

        Args:
            what: its path, its bytes, or a file object.
            limits: bounds on what it may ask for.
            strict: bytes that no field describes are an error.
            malformed: what happens to text that is not valid in its encoding: an error, or U+FFFD.
            checksums: what one does that doesn't fit: an error, a warning, nothing.
            options: values of the format's options by id (see `bytewright.codec.settings.Settings.values`).

        Returns:
            The model: an object of the codec's root class.

        Raises:
            ReadError: it is not what the format says; names file, offset, field, what was expected and found.
            InputMissingError: there is no such file.
            OptionError: the format has no such option.
        """
        source = open_source(what)
        try:
            with of_file(source.name):
                io = self._cursor(source, limits)
                io.checksums = checksums
                io.options = options or {}
                return self.read_from(io, strict=strict, malformed=malformed)
        finally:
            source.close()

    @uncollected()
    def parse_partly(
        self,
        what: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO,
        *,
        limits: Limits = DEFAULT,
        malformed: Literal["fail", "replace"] = "fail",
        options: Mapping[str, Any] | None = None,
    ) -> Partly:
        """Read a file up to what is wrong with it, to look at that.

        Of a list that the rest of the file can't hold, the elements that there are are read.

        Args:
            what: its path, its bytes, or a file object.
            limits: bounds on what it may ask for.
            malformed: what happens to text that is not valid in its encoding: an error, or U+FFFD.
            options: values of the format's options by id.

        Returns:
            What was read, and the error that `parse` raises.

        Raises:
            InputMissingError: there is no such file.
        """
        source = open_source(what)
        try:
            found = self.read_partly_from(lambda: self._cursor(source, limits), malformed=malformed, options=options)
            if found.error is not None:
                found.error.path = found.error.path or source.name
            return found
        finally:
            source.close()

    def read_partly_from(
        self,
        begin: Callable[[], Cursor],
        *,
        malformed: Literal["fail", "replace"] = "fail",
        options: Mapping[str, Any] | None = None,
    ) -> Partly:
        """The same from cursors at the begin of a file, each of which ``begin`` makes; see `parse_partly`."""
        error: ReadError | None = None
        for partly in (False, True):
            try:
                io = begin()
                io.options, io.partly = options or {}, partly
                return Partly(self.read_from(io, malformed=malformed), error)
            except ReadError as found:
                model = found.reached
                error = error or found
        if model is not None:
            model._indexes = None  # from here on it may change
        return Partly(model, error)

    def _cursor(self, source: Source, limits: Limits) -> Cursor:
        """A cursor over a file; it holds all of it where some of it may be read later."""
        if not self.placed:
            return Cursor.of(source, limits)
        if source.size > limits.maxRecordBytes:
            expected = (
                f"at most {limits.maxRecordBytes} bytes (maxRecordBytes), as a file of such a format is held whole"
            )
            raise LimitError(expected=expected, found=str(source.size), offset=0)
        io = Cursor(source.read(0, source.size), limits=limits)
        io.path = source.name
        return io

    def read_from(self, io: Cursor, *, strict: bool = False, malformed: Literal["fail", "replace"] = "fail") -> Any:
        """Read a whole file from a cursor, to its end."""
        io.options = self.options_told(io.options)
        io.strict = strict
        io.malformed = "strict" if malformed == "fail" else "replace"
        root = self.read(io)
        finish_structure(io, root, surveyed=self.placed)
        if strict and self.placed:
            survey(root)
        root._indexes = None  # from here on it may change
        return root

    def to_bytes(
        self,
        model: Struct,
        *,
        canonical: bool = False,
        override: bool = False,
        relocate: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The bytes of a whole file.

        What follows from other values (lengths, counts, offsets, constants, validity bits, padding) is derived, and set
        in the model. What a file that was read has beyond its meaning is written as it was, where it still fits.

        Args:
            model: an object of the codec's root class.
            canonical: leave out what was kept from a file that was read (*rebuild*).
            override: write derived fields that are set as they are, right or wrong (to make bad files).
            relocate: put what may lie anywhere where there is room for it, wherever the model says that it lies.
            options: values of the format's options by id (see `bytewright.codec.settings.Settings.values`).

        Raises:
            WriteError: a value doesn't fit, is missing, or contradicts another; names the field.
            OptionError: the format has no such option.
        """
        made = self._made(model, canonical=canonical, override=override, relocate=relocate, options=options)
        data = made.getvalue()
        made.let_go()
        return data

    def to_parts(
        self,
        model: Struct,
        *,
        canonical: bool = False,
        relocate: bool = False,
        options: Mapping[str, Any] | None = None,
        spool: SpillFile | None = None,
    ) -> Sequence[Part]:
        """The bytes of a whole file in parts, large values as they were given; see `to_bytes`.

        ``spool``: the file, which takes large structures as soon as they are made, and is then to be given the parts
        (`SpillFile.write`)."""
        made = self._made(model, canonical=canonical, override=False, relocate=relocate, options=options, spool=spool)
        parts = made.parts
        made.let_go()
        return parts

    @uncollected()
    def _made(
        self,
        model: Struct,
        *,
        canonical: bool,
        override: bool,
        relocate: bool,
        options: Mapping[str, Any] | None,
        spool: SpillFile | None = None,
    ) -> Output:
        """A whole file as it was written; see `to_bytes`."""
        if not isinstance(model, self.root):
            raise WriteError(expected=f"a {self.root.__name__}", found=type(model).__name__)
        given = self.options_told(options or {})
        self.tell(model, given)
        io, unread = model._io, explore(model)
        places = Counter(one.place for one in unread)
        model._adopt()
        try:
            if unread and canonical:
                raise unread[0].unkept("a rebuilt file, which keeps nothing but values")
            complete(model)
            model._indexes = {}
            first = Output(
                canonical=canonical, override=override, relocate=relocate, options=given, unread=unread, spool=spool
            )
            self.derive(model, first)
            model._adopt()
            made = converged(model, self.emit, first, placed=self.placed)
            if unread and not override and self._unread_of(made.getvalue(), io, given) != places:
                raise unread[0].unkept("a file that reads otherwise")
            return made
        except NO_VALUE as error:
            raise self._incomplete(model, error) from error
        except MemoryError:  # a size that somebody set says more bytes than there can be
            expected, name = "a file that there is memory for", self.root.__name__
            raise WriteError(expected=expected, found="a larger one", field=name) from None
        except ReadError as error:  # what decides how a model is written is checked as when it is read
            raise WriteError(error.message, field=error.field, expected=error.expected, found=error.found) from error
        finally:
            model._indexes = None
            for one in unread:
                one.defer()

    def _unread_of(self, data: bytes, io: Any, options: Mapping[str, Any]) -> Counter[UnreadPlace]:
        """What can't be read of a file that was written; ``io``: the stream of the one that its model was read from."""
        before = io if isinstance(io, Cursor) else io.cursor
        again = Cursor(data, limits=before.limits)
        again.checked, again.checksums = before.checked, before.checksums
        again.options = options
        model = self.read_from(again, malformed="fail" if before.malformed == "strict" else "replace")
        return Counter(one.place for one in explore(model))

    def mark_lone(self, model: Struct, options: Mapping[str, Any]) -> None:
        """Note of a model that was read which of its derived fields follow from nothing that is there (`LONE`)."""
        try:
            made = self._made(model, canonical=False, override=False, relocate=False, options=options)
        except WriteError:  # nothing is derived of it
            return
        for (_, field, _), (owner, _) in made.unset.items():
            owner._kept.setdefault(LONE, set()).add(owner.FIELDS[field].name)
        made.let_go()

    def make_parts(self, model: Struct, options: Mapping[str, Any]) -> None:
        """Make the structures of a model that were left for later, as `to_bytes` would with ``canonical`` and
        ``relocate``; see `bytewright.objects.write.lazy.LazyStructure`.

        Args:
            model: an object of the codec's root class.
            options: values of the format's options by id.

        Raises:
            WriteError: one can't be written.
        """
        given = self.options_told(options)
        self.tell(model, given)
        model._adopt()
        try:
            complete(model)
            model._indexes = {}
            self.derive(model, Output(canonical=True, relocate=True, options=given))
        except NO_VALUE as error:
            raise self._incomplete(model, error) from error
        except ReadError as error:  # what decides how a model is written is checked as when it is read
            raise WriteError(error.message, field=error.field, expected=error.expected, found=error.found) from error

    def complete_header(self, model: Struct, options: Mapping[str, Any]) -> None:
        """Make what precedes the records whole, as `to_bytes` would: derived fields, structures of plain values.

        Args:
            model: an object of the codec's root class.
            options: values of the format's options by id.

        Raises:
            WriteError: it can't be written as it is.
        """
        self.tell(model, self.options_told(options))
        records = getattr(model, self.records_field) if self.records_field else None
        if records is not None:
            setattr(model, self.records_field, [])
        model._adopt()
        try:
            complete(model)
            self.derive(model, Output(options=options))
        except NO_VALUE as error:
            raise self._incomplete(model, error) from error
        if records is not None:
            setattr(model, self.records_field, records)
        model._adopt()

    def tell(self, model: Struct, options: Mapping[str, Any]) -> None:
        """Give a model that was not read what it must be told."""
        for name, option in self.parameters:
            if getattr(model, name) is None:
                setattr(model, name, options[option])

    def options_told(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Values of all options: what options are where nobody sets them, and those that are given.

        Raises:
            OptionError: the format has no option of such an id.
        """
        usual = {option.id: option.usual for option in self.options}
        for name in options.keys() - usual.keys():
            raise OptionError(f"unknown option {name!r}", hint=hint(name, usual, "options"))
        return usual | dict(options)

    @property
    def without_columns(self) -> str:
        """What to do about a view that has no columns, as a sentence."""
        placed = [field.id for field in self.root.FIELDS if field.placed and field.name]
        if not placed:
            return "State a view in the spec (`-views`) that has some."
        names = ", ".join(placed)
        return f"What lies at a place of its own is a column where a view of the spec (`-views`) names it: {names}."

    def _incomplete(self, model: Struct, error: Exception) -> WriteError:
        """The error for a model of which something can't be calculated: it names what is missing, where it is known."""
        missing = first_missing_value(model) if is_absence(error) else None
        return missing or WriteError(f"the model is not complete: {cause(error)}", field=self.root.__name__)

    def write(
        self,
        model: Struct,
        path: str | os.PathLike[str],
        *,
        canonical: bool = False,
        override: bool = False,
        relocate: bool = False,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Write a whole file, which appears under its name only when it is complete; see `to_bytes`.

        Its path may be the URI of another file system, whose arguments (``fs.…``) are among the options then.
        """
        given = options or {}
        storage = storage_of(given)
        own = {name: value for name, value in given.items() if not name.lower().startswith(PREFIX)}
        made = self._made(model, canonical=canonical, override=override, relocate=relocate, options=own)
        with replacing(path, storage) as file:
            file.writelines(pieces(made.parts))
        made.let_go()

    def structures(self) -> dict[str, type[Any]]:
        """The structures that a file may hold, by the names that ``tree`` shows."""
        found: dict[str, type[Struct]] = {}
        todo = [self.root]
        while todo:
            kind = todo.pop()
            if kind.__name__ in found:
                continue
            found[kind.__name__] = kind
            for field in kind.FIELDS:
                if field.struct is not None:
                    todo.append(field.struct)
                todo += [case for case in (field.cases or {}).values() if not isinstance(case, str)]
        return {kind.TYPE.rpartition("::")[2]: kind for kind in found.values()}
