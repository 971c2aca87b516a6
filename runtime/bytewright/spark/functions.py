"""Functions for Spark columns whose values are whole files of a format: Kafka messages, blobs, cells of other tables.

``from_bytes`` gives the rows of each, ``to_bytes`` makes a file of rows; ``register`` gives SQL a name for the former.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import pyarrow as pa

from bytewright.arrow.types import from_spark, spark_schema
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.trust import Consent
from bytewright.errors import OptionError
from bytewright.spark import option_values
from bytewright.spark.cell_values import Reader, Writer, told
from bytewright.spark.options import trust_of

if TYPE_CHECKING:
    from pyspark.sql import Column, SparkSession
    from pyspark.sql.types import StructType

_SKIP = "skipBytes"
"""Option of functions that read: bytes in front of each file."""

_WAITING, _VALUE = 1 << 20, 1 << 8
"""Bytes of values of a table that are read at once, about, and those that each costs besides."""


def from_bytes(
    column: Column | str,
    spec: str,
    options: Mapping[str, Any] | None = None,
    *,
    view: str | None = None,
    columns: Sequence[str] | None = None,
    schema: StructType | str | None = None,
    trust: Consent = (),
) -> Column:
    """The rows of each value, as an array of structs: ``df.select(inline(from_bytes("value", "my_format")))``.

    A null stays one. What a bad value does follows from ``mode``, as where files are read: ``FAILFAST`` (the default)
    fails the query; with ``PERMISSIVE`` a bad record gives a row of nulls (``columnNameOfCorruptRecord`` adds a column
    with its bytes, ``includeError`` one that says what is wrong), with ``DROPMALFORMED`` none.

    Args:
        column: the values, binary.
        spec: name of the format, or the path of its spec.
        options: options by name, those of the format, ``mode`` and its companions, and ``skipBytes``: how many bytes in
            front of each file are none of its own.
        view: name of the view; None: the default one.
        columns: names of the columns of rows; None: all.
        schema: the columns of rows, as a schema or in DDL, where only values say which there are.
        trust: code that a spec which is named by its path may run; see `bytewright.codec.trust.consent`. The option
            ``trust`` says it as well, as where files are read.

    Raises:
        OptionError: a format, view, option or column is unknown, or the columns depend on the values.
        InputMissingError: a file that an option names can't be read.
        UntrustedError: the spec names code to which nobody has consented.
    """
    from pyspark.sql import functions
    from pyspark.sql.types import ArrayType

    reader, shown = _reader(spec, options, view, columns, schema, trust)
    made = functions.arrow_udf(_each(reader), ArrayType(shown))  # type: ignore[attr-defined]
    return cast("Column", made(column))


class Registered(NamedTuple):
    """What `register` has given a name.

    Attributes:
        function: the function of columns.
        table_function: the function that gives a table.
    """

    function: Any
    table_function: Any


def register(
    spark: SparkSession,
    spec: str,
    options: Mapping[str, Any] | None = None,
    *,
    name: str | None = None,
    view: str | None = None,
    columns: Sequence[str] | None = None,
    schema: StructType | str | None = None,
    trust: Consent = (),
) -> Registered:
    """Give SQL two functions of one name that read a format: ``SELECT NAME(value) FROM t`` is the row of each value, as
    a struct, or, where the view may have any number of rows, an array of structs; ``FROM t, LATERAL NAME(value)`` are
    its rows.

    The former reads many values at a time; in a lateral join the latter takes one after another. Functions of this name
    that the session has give way. What a bad value does follows from ``mode``, as for `from_bytes`; where the only row
    of a value is left out, the struct is null.

    Args:
        spark: the session, over Spark Connect as well.
        spec: name of the format, or the path of its spec, which is read now.
        options: as for `from_bytes`.
        name: name of the functions; None: that of the format.
        view: as for `from_bytes`, as are the others.
        columns: names of the columns of rows; None: all.
        schema: the columns of rows, where only values say which there are.
        trust: code that the spec may run.

    Returns:
        The functions, as Python calls them.

    Raises:
        OptionError: a format, view, option or column is unknown, or the columns depend on the values.
        InputMissingError: a file that an option names can't be read.
        UntrustedError: the spec names code to which nobody has consented.
    """
    from pyspark.sql import functions
    from pyspark.sql.types import ArrayType

    reader, shown = _reader(spec, options, view, columns, schema, trust)
    called = reader.codec.name if name is None else name
    single = reader.is_single
    convert = reader.row_of_each if single else reader
    kind = shown if single else ArrayType(shown)
    function = functions.arrow_udf(_each(convert), kind)  # type: ignore[attr-defined]

    class Rows:
        """Reads values of a lateral join one by one, as Spark calls no function of Arrow's there; of a table, many at a
        time."""

        def __init__(self) -> None:
            self._waiting: list[bytes | None] = []
            self._size = 0

        def eval(self, value: Any) -> Iterable[tuple[Any, ...]]:
            """The rows of a value, or those of values of a table that are read now."""
            if not isinstance(value, tuple):
                return reader.tuples([value])
            if len(value) != 1:
                raise OptionError(f"the table of {called}", expected="one column", found=f"{len(value)}")
            self._waiting += value
            self._size += _VALUE + len(value[0] or b"")
            return self.terminate() if self._size >= _WAITING else ()

        def terminate(self) -> Iterable[tuple[Any, ...]]:
            """The rows of the values of a table that haven't been read."""
            waiting, self._waiting, self._size = self._waiting, [], 0
            return reader.tuples(waiting)

    table_function: Any = functions.udtf(Rows, returnType=shown, useArrow=False)
    return Registered(spark.udf.register(called, function), spark.udtf.register(called, table_function))


def to_bytes(
    column: Column | str,
    spec: str,
    options: Mapping[str, Any] | None = None,
    *,
    view: str | None = None,
    root: str | None = None,
    schema: StructType | None = None,
    trust: Consent = (),
) -> Column:
    """A file of each value, which holds its rows: an array of structs, or one struct.

    Args:
        column: the rows.
        spec: name of the format, or the path of its spec.
        options: options by name.
        view: of which view, or which other rows, they are; None: the default one.
        root: what rows don't hold, as JSON; None: nothing.
        schema: the columns of the rows as they were read (``df.schema``), whose metadata say what they were stored as;
            Spark hands over values alone.
        trust: as for `from_bytes`.

    Raises:
        OptionError: a format, view or option is unknown.
        InputMissingError: a file that an option names can't be read.
        UntrustedError: the spec names code to which nobody has consented.
    """
    from pyspark.sql import functions

    given, codec = _opened(spec, options, trust)
    said = None if schema is None else from_spark(schema)
    writer = Writer(codec, view, given, told(codec, given, view, written=True), root, said)
    made = functions.arrow_udf(_each(writer), "binary")  # type: ignore[attr-defined]
    return cast("Column", made(column))


def _reader(
    spec: str,
    options: Mapping[str, Any] | None,
    view: str | None,
    columns: Sequence[str] | None,
    schema: StructType | str | None,
    trust: Consent,
) -> tuple[Reader, StructType]:
    """What reads values, and the columns of their rows."""
    from pyspark.sql.pandas.types import to_arrow_schema

    given, codec = _opened(spec, options, trust)
    skipped = [given.pop(name) for name in list(given) if name.lower() == _SKIP.lower()]
    skip = option_values.size({_SKIP: skipped[-1]}, _SKIP, 0) if skipped else 0
    names, texts = None if columns is None else tuple(columns), told(codec, given, view, written=False)
    reader = Reader(codec, view, given, texts, names, skip=skip)
    shown = spark_schema(reader.schema) if schema is None else _struct(schema)
    reader.want = to_arrow_schema(shown, timezone="UTC")
    return reader, shown


def _opened(spec: str, options: Mapping[str, Any] | None, trust: Consent) -> tuple[dict[str, str], Codec]:
    """The options of the format, and the format; the option ``trust`` is none of them."""
    given = {name: str(value) for name, value in (options or {}).items()}
    codec = registry.codec(spec, trust=trust or trust_of(given))
    return {name: text for name, text in given.items() if name.lower() != "trust"}, codec


def _each(convert: Callable[[Any], Any]) -> Any:
    """A function over the batches of a task: what it needs is made once for all of them."""

    def values(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            yield convert(batch)

    # Spark asks for the types themselves, which this module has as text.
    kind: Any = pa.Array
    values.__annotations__ = {"batches": Iterator[kind], "return": Iterator[kind]}
    return values


def _struct(schema: StructType | str) -> StructType:
    from pyspark.sql.types import StructType

    return cast("StructType", StructType.fromDDL(schema)) if isinstance(schema, str) else schema
