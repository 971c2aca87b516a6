"""Functions for Spark columns whose values are whole files of a format: Kafka messages, blobs, cells of other tables.

``from_bytes`` gives the rows of each, ``to_bytes`` makes a file of rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import pyarrow as pa

from bytewright.arrow.types import from_spark, spark_schema
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.trust import Consent
from bytewright.spark.cell_values import Reader, Writer, told
from bytewright.spark.options import trust_of

if TYPE_CHECKING:
    from pyspark.sql import Column
    from pyspark.sql.types import StructType


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
        options: options by name, those of the format and ``mode`` and its companions.
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
    from pyspark.sql.pandas.types import to_arrow_schema
    from pyspark.sql.types import ArrayType

    given, codec = _opened(spec, options, trust)
    names, texts = None if columns is None else tuple(columns), told(codec, given, view, written=False)
    reader = Reader(codec, view, given, texts, names)
    shown = spark_schema(reader.schema) if schema is None else _struct(schema)
    reader.want = to_arrow_schema(shown, timezone="UTC")
    made = functions.arrow_udf(_each(reader), ArrayType(shown))  # type: ignore[attr-defined]
    return cast("Column", made(column))


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


def _opened(spec: str, options: Mapping[str, Any] | None, trust: Consent) -> tuple[dict[str, str], Codec]:
    """The options of the format, and the format; the option ``trust`` is none of them."""
    given = {name: str(value) for name, value in (options or {}).items()}
    codec = registry.codec(spec, trust=trust or trust_of(given))
    return {name: text for name, text in given.items() if name.lower() != "trust"}, codec


def _each(convert: Reader | Writer) -> Any:
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
