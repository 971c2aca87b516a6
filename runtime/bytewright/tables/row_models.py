"""Makes models of rows, and tells what of a file its rows don't hold (the root)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.arrow import jsonl
from bytewright.arrow.jsonl.decode import parse as parse_line
from bytewright.arrow.normalize import Batches
from bytewright.arrow.python_rows import rows_of
from bytewright.arrow.types import integer_type, nullable_throughout, wider
from bytewright.codec.codec import Codec
from bytewright.codec.maker_columns import check_columns
from bytewright.codec.makers import Maker
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import Settings
from bytewright.columnar.encode.size_split import dealt
from bytewright.errors import InputMissingError, NoValueError, ReadError, WriteError, cause, of_file
from bytewright.host.gc_pause import uncollected
from bytewright.host.suggest import hint
from bytewright.io.source import Source
from bytewright.model.enums import label_of
from bytewright.model.structures import field_path
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import explore
from bytewright.schema.discovery import PivotGathering, PivotKey, PivotKeys
from bytewright.schema.header_columns import Names, gather_cells, header_columns
from bytewright.schema.pivots import Pivot
from bytewright.schema.properties import MODES, check_options, of_field, options_of, own, unsaid
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import PLAIN, Form, Named
from bytewright.schema.variant_columns import everything
from bytewright.schema.view import Cells, View
from bytewright.tables import parquet_files
from bytewright.tables.required_columns import checked
from bytewright.tables.row_numbering import counted
from bytewright.views.evaluate.layout import (
    Layout,
    PivotColumn,
    Shown,
    cells_of,
    given_columns,
    layout_of,
    levels_of,
    pivot_of,
    properties_of,
    stated_names,
    variants_of,
    view_of,
)
from bytewright.views.invert.encoded_tables import Tables, decode_of
from bytewright.views.invert.inverse import fill
from bytewright.views.invert.invertible import check, each_path
from bytewright.views.invert.model_paths import blank
from bytewright.views.invert.model_values import plain_value
from bytewright.views.invert.remainder import lacking
from bytewright.views.invert.stripping import strip

if TYPE_CHECKING:
    from bytewright.columnar.encode.list_encoders import ListEncoders


def root_of(codec: Codec, source: Source, view: str | None, settings: Settings, *, lone: bool = True) -> dict[str, Any]:
    """What the rows of a view don't hold of a file: its model without them and without what is derived.

    ``lone``: of what is derived, it holds what follows from nothing that is there, as then nothing else says it.

    Raises:
        ReadError: the file is bad.
    """
    with of_file(source.name):
        io = Cursor.of(source, settings.limits)
        io.options = settings.values
        model = codec.read_from(io)
        for unread in explore(model):  # the model rests on fields that are taken out below
            raise unread.error
    chosen = view_of(codec, view)
    if any(maker.view == chosen.name for maker in codec.makers):
        return {}  # code makes the file of its rows alone
    if lone:
        codec.mark_lone(model, settings.values)
    if levels_of(chosen)[-1].decode is None:
        strip(_layout(chosen, settings, model), model, settings.values)
    elif _is_stored(chosen):
        Tables(codec, chosen, model, settings).empty()
    return to_plain(model)


def model_of(codec: Codec, path: str, view: str | None, settings: Settings, root: str | None = None) -> Any:
    """A model from rows.

    Args:
        codec: the format.
        path: the rows, as JSON Lines or Parquet.
        view: which view they are of; None: the default one.
        settings: options; those that type columns count.
        root: what the rows don't hold, as JSON; None: nothing.

    Raises:
        WriteError: the rows are no rows of the view, or don't say enough.
        InputMissingError: there is no such file.
    """
    table = parquet_files.read(path) if path.endswith(".parquet") else lines_of(codec, path, view, settings, root)
    with of_file(path):
        maker = maker_of(codec, view, settings)
        if maker is None:
            return model_of_table(codec, table, view, settings, root)
        check_columns(maker, table.schema, root)
        return made_of(codec, maker, table, settings)


def lines_of(codec: Codec, path: str, view: str | None, settings: Settings, root: str | None = None) -> pa.Table:
    """Rows in JSON Lines as a table of Arrow's, with the columns that occur; see `model_of`.

    Raises:
        WriteError: a line is no row of the view, or nothing says of which type a column is.
        InputMissingError: there is no such file.
    """
    try:
        with of_file(path), open(path, "rb") as file:
            maker = maker_of(codec, view, settings)
            schema = maker.schema if maker is not None else None
            if schema is None:
                first = file.readline()
                names = [name for name, _ in parse_line(first)] if first.strip() else []
                schema = schema_of(codec, names, view, settings, root)
                file.seek(0)
            met: set[str] = set()
            table = pa.Table.from_batches(jsonl.decode(file, schema, met=met), schema)
    except OSError as error:
        raise InputMissingError((error.strerror or str(error)).lower(), path=path) from None
    return table.select([name for name in schema.names if name in met]) if met else table


def schema_of(codec: Codec, names: Sequence[str], view: str | None, settings: Settings, root: str | None) -> pa.Schema:
    """The columns that rows of a view may have which say nothing of their types.

    Args:
        codec: the format.
        names: the columns that occur, as far as they are known.
        view: which view they are of; None: the default one.
        settings: options; those that type columns count.
        root: what the rows don't hold, as JSON; None: nothing.

    Raises:
        WriteError: nothing says how a column is stored.
    """
    chosen = view_of(codec, view)
    model = _root(codec, chosen, settings, root)
    settings = with_modes(chosen, settings, names)
    layout = _layout_of_tables(codec, chosen, settings, model, given=root is not None)
    if layout is not None:
        return layout.schema
    layout = _layout(chosen, settings, model, _told_columns(chosen, settings, names))
    if model is None and (layout.pivot is not None or layout.cells is not None):
        for name in names:
            if name not in layout.schema.names:
                raise WriteError(
                    f"how the column {name} is stored is not known",
                    hint="Give a root (what `bytewright root` prints), an option that types the columns, or Parquet.",
                )
    return layout.schema


def _told_columns(view: View, settings: Settings, names: Sequence[str]) -> pa.Schema | None:
    """The columns of a pivot that options type, by the names that they have in rows, if they have any."""
    pivot = pivot_of(view)
    if pivot is None or given_columns(pivot, settings) is not None:
        return None
    spelled = {name.lower(): name for name in names}
    families = [settings.values.get(one.option) or {} for one in pivot.properties if one.is_case and one.option]
    told = dict.fromkeys(spelled.get(name, name) for family in families for name in family)
    return pa.schema([pa.field(name, pa.null()) for name in told])


def maker_of(codec: Codec, name: str | None, settings: Settings) -> Maker | None:
    """What makes files of the rows of that name, with their columns; None: a view is turned round instead.

    Raises:
        OptionError: there are neither such rows nor such a view, or an option chooses columns that aren't there.
    """
    found = next((maker for maker in codec.makers if maker.name == name and not maker.view), None)
    if found is not None or not any(maker.view for maker in codec.makers):
        return found
    view = view_of(codec, name)
    found = next((maker for maker in codec.makers if maker.view == view.name), None)
    return None if found is None else replace(found, schema=_every_column(view, settings, found.inner))


def _every_column(view: View, settings: Settings, inner: pa.Schema | None) -> pa.Schema:
    """The columns that rows of a view may have, and ``inner`` in structs whose members values name."""
    variants = variants_of(view)
    keys = everything(variants, settings.values, stated_names(view)) if variants is not None else None
    schema = layout_of(view, settings, keys).schema
    forms = {} if keys is None or inner is None else {cell.name: cell.form for cell in keys.cells.values()}
    kinds = {field.name: _with_members(field.type, forms.get(field.name, PLAIN), inner) for field in schema}
    return pa.schema([pa.field(name, nullable_throughout(kind)) for name, kind in kinds.items()])


def _with_members(kind: pa.DataType, form: Form, more: pa.Schema | None) -> pa.DataType:
    """A type with more members in each struct whose members values name; those that it has keep their names."""
    if more is None or not (isinstance(form, Named) and isinstance(kind, pa.StructType)):
        return kind
    fields = [
        pa.field(field.name, _with_members(field.type, one, more)) for field, one in zip(kind, form.forms, strict=True)
    ]
    taken = {field.name.lower() for field in fields}
    return pa.struct([*fields, *(field for field in more if field.name.lower() not in taken)])


@uncollected()
def made_of(
    codec: Codec, maker: Maker, table: pa.Table, settings: Settings, encoders: ListEncoders | None = None
) -> Any:
    """A model of rows of which code makes a file; see `Codec.makers` and `maker_of`.

    Args:
        codec: the format.
        maker: the code.
        table: the rows.
        settings: options.
        encoders: what makes the bytes of elements that the code gives as columns; None: they become objects.

    Raises:
        WriteError: they are no such rows, or there can be no file of them.
    """
    check_columns(maker, table.schema, None)
    assert maker.schema is not None
    told = {id: settings.values[id] for id in maker.told}
    try:
        columns = [
            table.column(field.name).cast(field.type)
            if table.schema.get_field_index(field.name) >= 0
            else pa.nulls(len(table), field.type)
            for field in maker.schema
        ]
        table = pa.Table.from_arrays(columns, schema=maker.schema)
        rows = table if maker.arrow else map(plain_value, _each_row(table.to_batches()))
        document = maker.make(rows, told) if told else maker.make(rows)
        if maker.deal is not None:
            document = dealt(codec, document, maker.deal, settings)
        return from_plain(codec, document, encoders)
    except (pa.ArrowException, ValueError) as error:
        raise WriteError(f"no file can be made of these rows: {str(error).splitlines()[0]}") from None


def model_of_table(codec: Codec, table: pa.Table, view: str | None, settings: Settings, root: str | None = None) -> Any:
    """A model from rows in Arrow; see `model_of`.

    Raises:
        WriteError: the rows are no rows of the view, or don't say enough.
    """
    schema, batches = prepared(table.schema, table.to_batches, view_of(codec, view), settings, root)
    table = pa.Table.from_batches(batches(), schema)
    return filled_of(codec, table, settings, *described(codec, table.schema, view, settings, root))


def filled_of(
    codec: Codec, table: pa.Table, settings: Settings, model: Any, layout: Layout, names: Sequence[str]
) -> Any:
    """A model from rows in Arrow that have been `described`.

    Raises:
        WriteError: the rows don't say enough.
    """
    if layout.decode is not None:
        return _filled_tables(codec, layout, table.rename_columns([*names]), model, settings)
    rows = _each_row(table.rename_columns([*names]).to_batches())
    return _filled(codec, layout, rows, model, settings)


def prepared(
    schema: pa.Schema, batches: Batches, view: View, settings: Settings, root: str | None
) -> tuple[pa.Schema, Batches]:
    """Rows of a view as they are written: with the numbers that say which structures they belong to.

    Raises:
        WriteError: a column lacks in which rows must have a value. Batches raise it where a row has none.
    """
    batches = checked(schema, batches, view, settings)
    return (schema, batches) if root is not None else counted(schema, batches, view)


def layout_of_rows(
    codec: Codec, schema: pa.Schema, view: str | None, settings: Settings, root: str | None = None
) -> tuple[Layout, list[str]]:
    """The columns that a view has for rows of a schema, and those of the schema by their names there.

    Raises:
        WriteError: no rows of the schema can be written, whatever is in them: the view can't be turned round, has no
            such column, or nothing says how one is stored.
    """
    _, layout, names = described(codec, schema, view, settings, root)
    check(layout)
    return layout, names


def described(
    codec: Codec, schema: pa.Schema, view: str | None, settings: Settings, root: str | None
) -> tuple[Any, Layout, list[str]]:
    """What is known without the rows: the model that they go into (None: none is said), the columns of the view, and
    theirs by their names there.

    Raises:
        WriteError: the view has no such columns, or nothing says how one is stored.
    """
    chosen = view_of(codec, view)
    model = _root(codec, chosen, settings, root)
    settings = with_modes(chosen, settings, schema.names)
    names = schema.names
    schema, foreign = own(schema, properties_of(chosen))
    if model is None:
        model, names = _new(codec, chosen, settings, schema)
    schema = pa.schema([field.with_name(name) for field, name in zip(schema, names, strict=True)])
    layout = _layout_of_tables(codec, chosen, settings, model, given=root is not None) or _layout(
        chosen, settings, model, schema
    )
    known = set(layout.schema.names)
    for name in names:
        if name not in known:
            raise WriteError(f"there is no column {name!r}", hint=hint(name, layout.schema.names, "columns"))
    pivot = layout.pivot
    if pivot is not None and root is None:
        said = [(one.name, one.said) for one in layout.columns if isinstance(one, PivotColumn) and one.name in names]
        layout = replace(layout, warnings=tuple(unsaid(pivot, said, has_modes=MODES in names)))
    return model, replace(layout, warnings=(*layout.warnings, *foreign)), names


def _root(codec: Codec, view: View, settings: Settings, root: str | None) -> Any:
    """The model of what the rows don't hold; None where nothing is said of it."""
    with of_file("root"):
        model = from_plain(codec, root) if root is not None else None
    if model is not None and cells_of(view) is not None:
        codec.complete_header(model, settings.values)
    if model is None and levels_of(view)[-1].decode is not None:
        return blank(codec.root)
    return model


def _is_stored(view: View) -> bool:
    """Whether it is known where the tables are stored of which a library makes the rows of a view."""
    try:
        return decode_of(view) is not None and bool(each_path(view))
    except WriteError:
        return False


def _layout_of_tables(codec: Codec, view: View, settings: Settings, model: Any, *, given: bool) -> Layout | None:
    """The columns of a view whose rows a library decodes; None: it is another view. ``given``: a root is.

    Raises:
        WriteError: it can't be turned round, or nothing says which type its values have.
    """
    if decode_of(view) is None:
        return None
    keys = PivotKeys()
    try:
        tables = Tables(codec, view, model, settings)
        tables.settle()
        keys.decoded = tables.type
    except WriteError as error:
        if given:
            raise
        what = f"rows of the view {view.name} don't hold what stands beside their tables"
        raise WriteError(what, hint="Give a root: what `bytewright root` prints of a file like it.") from error
    return layout_of(view, settings, keys)


def _filled_tables(codec: Codec, layout: Layout, table: pa.Table, model: Any, settings: Settings) -> Any:
    """A model with rows that a library encodes."""
    Tables(codec, layout.levels[0], model, settings).fill(layout, table)
    return model


def reencoded(codec: Codec, model: Any, settings: Settings) -> Any:
    """A model that was read, or made of a tree, whose tables of which a library makes rows are encoded anew.

    Raises:
        WriteError: one can't be read.
    """
    for view in codec.views:
        if levels_of(view)[-1].decode is not None and _is_stored(view):
            Tables(codec, view, model, settings).anew()
    return model


def _new(codec: Codec, view: View, settings: Settings, schema: pa.Schema) -> tuple[Any, list[str]]:
    """A model with a header for the columns of rows, None where the view has no such; and the columns' names as the
    view would give them, where several have one name but for case."""
    cells = cells_of(view)
    if cells is None or cells.new is None:
        return None, schema.names
    units = settings.values.get(cells.times) or {} if cells.times else {}
    stated = stated_names(view)
    names = Names(stated)
    renamed, columns, said = [], {}, {}
    for field in schema:
        if field.name in stated:
            renamed.append(field.name)
            continue
        renamed.append(names.take(field.name))
        timed = pa.types.is_timestamp(field.type) and renamed[-1].lower() in units
        columns[field.name] = pa.int64() if timed else _usual(field.type)
        told = options_of(cells.properties, settings.values, renamed[-1])
        said[field.name] = of_field(field, cells.properties).telling(told)
    check_options(cells.properties, settings.values, renamed)
    for _ in unsaid(cells, list(said.items()), has_modes=False):
        pass  # headers have no modes, of which alone it warns
    texts = {name: one.values for name, one in said.items()}
    told_of = {name: one.told for name, one in said.items()}
    model = from_plain(codec, cells.new.document(columns, cells.properties, texts, told_of))
    codec.complete_header(model, settings.values)
    return model, renamed


def _usual(kind: pa.DataType) -> pa.DataType:
    """The type that views give to values of another Arrow type."""
    kind = _of_values(kind)
    return integer_type(kind.bit_width, signed=False) if pa.types.is_unsigned_integer(kind) else kind


def _of_values(kind: pa.DataType) -> pa.DataType:
    """The type of what text, bytes, lists and dictionaries hold, however they hold it."""
    if pa.types.is_dictionary(kind):
        return _of_values(kind.value_type)
    if pa.types.is_large_string(kind):
        return pa.string()
    if pa.types.is_large_binary(kind) or pa.types.is_fixed_size_binary(kind):
        return pa.binary()
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        return pa.list_(kind.value_field.with_type(_of_values(kind.value_type)))
    return kind


def _filled(codec: Codec, layout: Layout, rows: Iterator[Mapping[str, Any]], model: Any, settings: Settings) -> Any:
    try:
        filled = fill(codec, layout, rows, model, settings.values)
    except (AttributeError, TypeError, LookupError, UnicodeError, NoValueError) as error:
        raise WriteError(f"the root holds what the rows hold, or too little: {cause(error)}") from error
    apart = list(lacking(codec.root, filled)) if model is None else ()
    if apart:
        raise WriteError(
            f"rows of this view don't hold what has a place of its own: {', '.join(apart)}",
            hint="Give --root with what `bytewright root` prints.",
        )
    return filled


def _each_row(batches: Iterable[pa.RecordBatch]) -> Iterator[dict[str, Any]]:
    first = 0
    for batch in batches:
        yield from rows_of(batch, first)
        first += batch.num_rows


def _layout(view: View, settings: Settings, model: Any, schema: pa.Schema | None = None) -> Layout:
    """The columns of a view: of a pivot, those of the model's structures, of an option, or of the rows themselves."""
    keys = PivotKeys()
    cells = cells_of(view)
    if cells is not None:
        _named_by_header(view, cells, settings, model, keys)
    pivot = pivot_of(view)
    if pivot is not None and given_columns(pivot, settings) is None:
        gather = PivotGathering(pivot, keys)
        if model is not None:
            model._adopt()
        for root, element in _holders(view, model, pivot) if model is not None else ():
            if root._io is None and pivot.inverse is not None and pivot.inverse.keys:
                _named_by_model(pivot, root, keys)
            else:
                gather(Scope(root, element, options=settings.values))
        if schema is not None:
            _named_by_rows(pivot, schema, keys, stated_names(view))
    layout = layout_of(view, settings, keys)
    if schema is None or pivot is None:
        return layout
    return replace(layout, columns=tuple(_with_said(one, pivot, schema) for one in layout.columns))


def with_modes(view: View, settings: Settings, names: Iterable[str]) -> Settings:
    """Settings by which rows have modes where there is a column of them."""
    pivot = pivot_of(view)
    has_modes = pivot is not None and pivot.mode is not None and MODES in names
    return settings if settings.includeModes == has_modes else replace(settings, includeModes=has_modes)


def _with_said(column: Shown, pivot: Pivot, schema: pa.Schema) -> Shown:
    """A column with what the metadata of the rows say of it, unless options say something else."""
    if not isinstance(column, PivotColumn) or column.name not in schema.names:
        return column
    told = {name: column.said.values[name] for name in column.said.told if name in column.said.values}
    return replace(column, said=of_field(schema.field(column.name), pivot.properties).telling(told))


def _named_by_header(view: View, cells: Cells, settings: Settings, model: Any, keys: PivotKeys) -> None:
    """Columns that the header of a model names."""
    if model is None:
        raise WriteError(
            "the columns of this view can't be made from rows alone",
            hint="Give a root: what `bytewright root` prints.",
        )
    model._adopt()
    for root in _roots(view, model):
        try:
            columns = header_columns(cells, root, settings.values, stated_names(view))
            gather_cells(columns, cells, keys)
        except ReadError as error:
            raise WriteError(error.message, field=error.field, expected=error.expected, found=error.found) from None


def _named_by_model(pivot: Pivot, root: Any, keys: PivotKeys) -> None:
    """Columns that a model's structures name, where it was not read: keys and kinds stand in lists of their own."""
    inverse = pivot.inverse
    if inverse is None or inverse.prefix is None or not inverse.keys:
        return
    given = getattr(root, inverse.keys)
    if given is not None and not isinstance(given, list):
        raise WriteError(field=field_path(root, inverse.keys), expected="a list", found=repr(given))
    for place, key in enumerate(given or ()):
        if not isinstance(key, int):
            raise WriteError(field=field_path(root, inverse.keys, place), expected="an integer", found=repr(key))
    places = {key: place for place, key in enumerate(given or ())}
    for key, place in places.items():
        case = _case_at(root, inverse.kinds, place) if inverse.kinds else next(iter(pivot.cases))
        kind = pivot.cases.get(case)
        if kind is None:
            expected = "one of " + ", ".join(pivot.cases)
            raise WriteError(field=field_path(root, inverse.kinds, place), expected=expected, found=case)
        seen = keys.columns.get(key)
        common = kind if seen is None else wider(seen.type, kind)
        if common is None:
            raise WriteError(f"the column {inverse.prefix}{key} has types that no type holds")
        keys.columns[key] = PivotKey(f"{inverse.prefix}{key}", common, pivot.forms.get(case, PLAIN), case)


def _case_at(root: Any, name: str, place: int) -> str:
    """The label of an element of the list that says how columns are stored; JSON may give labels or numbers."""
    kinds = getattr(root, name)
    if not isinstance(kinds, list) or place >= len(kinds):
        found = f"{len(kinds)}" if isinstance(kinds, list) else "nothing" if kinds is None else repr(kinds)
        raise WriteError(field=field_path(root, name), expected="a list with an element per column", found=found)
    enum = next(field.enum for field in root.FIELDS if field.name == name)
    return label_of(enum._value2member_map_.get(kinds[place], kinds[place]) if enum is not None else kinds[place])


def _holders(view: View, model: Any, pivot: Pivot) -> Iterator[tuple[Any, Any]]:
    """The structures that the innermost view belongs to, each with the steps whose structures hold columns."""
    each = levels_of(view)[-1].each if pivot.inverse is not None and pivot.inverse.of_step else None
    for root in _roots(view, model):
        for element in (root,) if each is None else each(Scope(root, root)) or ():
            yield root, element


def _roots(view: View, model: Any) -> Iterator[Any]:
    """The structures that the innermost view belongs to."""
    if view.inner is None:
        yield model
        return
    elements = (view.each(Scope(model, model)) or ()) if view.each is not None else (model,)
    for index, element in enumerate(elements):
        if view.inner_root is not None:
            inner = view.inner_root(Scope(model, element, index))
            if inner is not None:  # a model that was not read need not have it yet
                yield from _roots(view.inner, inner)


def _named_by_rows(pivot: Pivot, schema: pa.Schema, keys: PivotKeys, stated: Collection[str]) -> None:
    """Columns of the rows whose names say which key they are."""
    inverse = pivot.inverse
    for field in schema if inverse is not None and inverse.name else ():
        if field.name not in stated and field.name not in keys.columns:
            keys.columns[field.name] = PivotKey(field.name, _of_values(field.type), PLAIN, "")
    if inverse is None or inverse.prefix is None:
        return
    for field in schema:
        number = field.name.removeprefix(inverse.prefix)
        if not field.name.startswith(inverse.prefix) or not number.isdecimal() or str(int(number)) != number:
            continue
        if int(number) in keys.columns:
            continue
        said = of_field(field, pivot.properties).values
        case = next((said[one.id] for one in pivot.properties if one.is_case and one.id in said), "")
        kind = pivot.cases.get(case, _of_values(field.type))
        keys.columns[int(number)] = PivotKey(field.name, kind, pivot.forms.get(case, PLAIN), case)
