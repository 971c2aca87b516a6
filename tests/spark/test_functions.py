"""Functions for columns whose values are whole files."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bytewright.errors import OptionError
from bytewright.spark import register
from bytewright.spark.functions import from_bytes, to_bytes
from bytewright.spark.process.failure import reason

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


READING = """
meta: {id: reading, endian: be}
seq:
  - {id: sensor, type: u2}
  - {id: taken, type: u4, -type: {timestamp: s}}
  - {id: value, type: f8}
"""
READINGS = """
meta: {id: readings, endian: be, imports: [reading]}
seq:
  - {id: readings, type: reading, repeat: eos}
"""


def test_formats_have_names_in_sql(spark: SparkSession, tmp_path: Path) -> None:
    (tmp_path / "reading.ksy").write_text(READING)
    (tmp_path / "readings.ksy").write_text(READINGS)
    one, many = str(tmp_path / "reading.ksy"), str(tmp_path / "readings.ksy")
    told = {"mode": "PERMISSIVE", "includeError": "true", "skipBytes": "5"}
    registered = register(spark, one, told)
    register(spark, many, {"mode": "DROPMALFORMED"}, name="list_of", columns=["value", "sensor"])
    register(spark, one, name="strict")

    def made(number: int) -> bytes:
        return struct.pack(">HId", number, 1_700_000_000, number / 2)

    values = [
        (1, b"\0\0\0\0\1" + made(7), made(1) + made(2)),
        (2, b"\0\0\0\0\1" + made(8)[:-1], made(3) + b"\1"),
        (3, None, None),
        (4, b"", b""),
    ]
    table = spark.createDataFrame(values, "k int, value binary, many binary")
    table.coalesce(1).createOrReplaceTempView("messages")

    single = "SELECT k, r.sensor, r.value, r._error IS NULL AS good FROM (SELECT k, reading(value) AS r FROM {})"
    expected = [(1, 7, 3.5, True), (2, None, None, False), (3, None, None, True), (4, None, None, False)]
    assert sorted(spark.sql(single.format("messages")).collect()) == expected
    lists = spark.sql("SELECT list_of(many) AS r FROM messages").collect()
    assert [row.r for row in lists] == [[(0.5, 1), (1.0, 2)], [(1.5, 3)], None, []]
    joined = "SELECT k, r.* FROM messages LEFT JOIN LATERAL list_of(many) AS r ON TRUE"
    assert sorted(spark.sql(joined).collect()) == [
        (1, 0.5, 1),
        (1, 1.0, 2),
        (2, 1.5, 3),
        (3, None, None),
        (4, None, None),
    ]
    rows = "SELECT * FROM list_of(TABLE(SELECT many FROM messages))"
    assert sorted(spark.sql(rows).collect()) == [(0.5, 1), (1.0, 2), (1.5, 3)]
    taken = "SELECT unix_seconds(taken) FROM reading(TABLE(SELECT value FROM messages WHERE k = 1))"
    assert spark.sql(taken).collect() == [(1_700_000_000,)]
    assert table.where("k = 1").selectExpr("reading(value).sensor").collect() == [(7,)]
    assert table.where("k = 1").select(registered.function("value").sensor).collect() == [(7,)]
    for failing in ("SELECT strict(many) FROM messages", "SELECT r.* FROM messages, LATERAL strict(many) AS r"):
        with pytest.raises(Exception, match="sensor") as failed:
            spark.sql(failing).collect()
        assert "sensor: expected 2 bytes, found 0" in str(reason(failed.value))

    source = tmp_path / "arriving"
    table.write.parquet(str(source))
    stream = spark.readStream.schema(table.schema).parquet(str(source))
    stream.createOrReplaceTempView("arriving")
    query = spark.sql(single.format("arriving")).writeStream.format("memory").queryName("read_from_messages")
    query.trigger(availableNow=True).start().awaitTermination()
    assert sorted(spark.table("read_from_messages").collect()) == expected


def test_options_of_functions_are_checked_when_they_are_registered() -> None:
    with pytest.raises(OptionError, match="option skipBytes"):
        from_bytes("file", "uvarint", {"skipBytes": "-1"})
    with pytest.raises(OptionError, match="unknown option 'skipBytes'"):
        to_bytes("file", "uvarint", {"skipBytes": "1"})
