"""Functions for columns whose values are whole files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bytewright.errors import OptionError
from bytewright.spark.functions import from_bytes, to_bytes

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

pytest.importorskip("bytewright_formats.uvarint")


def test_files_in_a_column_become_rows_and_files_again(spark: SparkSession) -> None:
    from pyspark.sql.functions import inline

    values = [(1, bytearray(b"\x05")), (2, bytearray(b"\xac\x02")), (3, None)]
    table = spark.createDataFrame(values, "k int, file binary")
    rows = table.select("k", inline(from_bytes("file", "uvarint"))).collect()
    assert [(row.k, row.value) for row in rows] == [(1, 5), (2, 44), (2, 300)]  # a row per group of bits
    again = table.select("k", to_bytes(from_bytes("file", "uvarint"), "uvarint").alias("file")).collect()
    assert [(row.k, row.file) for row in again] == values


def test_bad_values_fail_or_are_left_out(spark: SparkSession) -> None:
    table = spark.createDataFrame([(bytearray(b"\x80"),), (bytearray(b"\x01"),)], "file binary")
    with pytest.raises(Exception, match="expected 1 byte"):
        table.select(from_bytes("file", "uvarint")).collect()
    rows = table.select(from_bytes("file", "uvarint", {"mode": "DROPMALFORMED"}).alias("rows")).collect()
    assert [len(row.rows) for row in rows] == [0, 1]


def test_wrong_options_are_an_error_of_the_driver() -> None:
    with pytest.raises(OptionError, match="unknown option 'mod'"):
        from_bytes("file", "uvarint", {"mod": "PERMISSIVE"})
    with pytest.raises(OptionError, match="badRecordsPath has no effect on files in a column"):
        from_bytes("file", "uvarint", {"badRecordsPath": "bad"})
