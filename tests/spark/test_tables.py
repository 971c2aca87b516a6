"""Tables of Spark's catalog: they keep harmless options, and rows go to the table that is named."""

import re
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.spark.test_source import failure

from bytewright.codec import registry
from bytewright.errors import OptionError
from bytewright.spark import catalog_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.types import StructType

pytest.importorskip("bytewright_formats.aresdb_redo_log")

FORMAT = "aresdb_redo_log"
DATA = Path(__file__).parents[2] / "examples" / "data" / "aresdb"
LOG = DATA / "fact_table" / "200.redolog"
"""A log of 24 rows."""
NUMBERS = DATA / "aggregates" / "3.redolog"
"""A log without text."""


@pytest.fixture
def places(spark: "SparkSession", tmp_path: Path) -> Iterator[dict[str, Path]]:
    """Folders of two tables that have the same columns."""
    found = {}
    for name in ("here", "there"):
        found[name] = tmp_path / name / "my logs"
        found[name].mkdir(parents=True)
        shutil.copy(LOG, found[name] / "a.redolog")
    yield found
    for name in ("here", "there", "more"):
        spark.sql(f"DROP TABLE IF EXISTS {name}")


def test_tables(spark: "SparkSession", places: dict[str, Path]):
    def counts() -> list[int]:
        return [int(spark.sql(f"SELECT count(*) FROM {name}").collect()[0][0]) for name in ("here", "there")]

    here, there = places["here"], places["there"]
    spark.sql(f"CREATE TABLE here USING {FORMAT} OPTIONS (path '{here}')")
    spark.sql(f"CREATE TABLE there USING bytewright OPTIONS (spec '{FORMAT}', view 'rows') LOCATION '{there}'")
    assert counts() == [24, 24]
    shutil.copy(LOG, here / "b.redolog")
    assert counts() == [48, 24]
    spark.sql("INSERT INTO here SELECT * FROM there")
    assert counts() == [72, 24]
    spark.sql("INSERT INTO here SELECT * FROM here")
    assert counts() == [144, 24]
    spark.sql("INSERT OVERWRITE here SELECT * FROM there WHERE batch = 0")
    assert counts() == [8, 24]
    spark.table("here").writeTo("there").append()
    assert counts() == [8, 32]
    spark.read.format(FORMAT).load(str(here)).write.insertInto("there")
    assert counts() == [8, 40]
    row = "0, 0, timestamp'2026-01-01 00:00:00', 1L, null, 2L, 3S"
    spark.sql(f"INSERT OVERWRITE there VALUES ({row})")
    assert counts() == [8, 1]
    spark.sql(f"INSERT INTO here WITH (path = '{there}') SELECT * FROM here")
    assert spark.sql(f"SELECT count(*) FROM here WITH (path = '{there}')").collect()[0][0] == 9


def test_options_of_tables(spark: "SparkSession", places: dict[str, Path]):
    here = str(places["here"])
    spark.catalog.createTable("here", path=here, source=FORMAT, view="columns", columns="batch,type")
    assert spark.table("here").columns == ["batch", "type"]
    assert spark.table("here").count() == 12
    assert spark.sql("DESCRIBE here").collect()[1][:2] == ("type", "string")
    for option in ("'fs.secret' 'x'", "mode 'PERMISSIVE'", "table 'orders.json'"):
        name = option.split()[0].strip("'")
        assert name in failure(
            partial(spark.sql, f"CREATE TABLE more USING {FORMAT} OPTIONS (path '{here}', {option})")
        )


def test_a_table_with_columns_of_its_own_must_be_told_the_path(spark: "SparkSession", places: dict[str, Path]):
    spark.sql(f"CREATE TABLE here (c0 BIGINT) USING {FORMAT} LOCATION '{places['here']}'")
    assert "A table keeps its path where CREATE TABLE names no columns" in failure(spark.table("here").count)
    assert spark.sql(f"SELECT count(*) FROM here WITH (path = '{places['here']}')").collect()[0][0] == 24


def test_tables_without_text(spark: "SparkSession", places: dict[str, Path]):
    """Rows of another table, of the table itself, and of none go to the table that is named, and stay as they are."""
    from pyspark.sql.types import StructType

    for name, folder in places.items():
        shutil.copy(NUMBERS, folder / "a.redolog")
        spark.sql(f"CREATE TABLE {name} USING {FORMAT} LOCATION '{folder}'")
    here, there = (spark.table(name) for name in places)
    rows = here.collect()
    plain = StructType()
    for field in here.schema:
        plain.add(field.name, field.dataType)
    spark.sql("INSERT INTO here SELECT * FROM there")
    spark.createDataFrame(rows, plain).writeTo("here").append()
    spark.sql("INSERT INTO here SELECT * FROM here WHERE batch < 0")
    counts = here.groupBy(*[name for name in here.columns if name not in ("batch", "row")]).count()
    assert (there.count(), here.count()) == (len(rows), 3 * len(rows))
    assert {row["count"] % 3 for row in counts.collect()} == {0}
    spark.sql("INSERT OVERWRITE here SELECT * FROM there")
    assert here.exceptAll(there).count() == there.exceptAll(here).count() == 0


class TestOptions:
    """What is kept, without Spark."""

    @pytest.mark.parametrize(
        ("options", "kept"),
        [
            ({"path": "/a"}, None),
            ({"path": "file:/a b%20", "provider": "x", "owner": "me", "comment": "c", "p": "q"}, {"path": "/a b%20"}),
            (
                {
                    "path": "file:/a",
                    "option.path": "s3://a/b",
                    "option.view": "v",
                    "view": "v",
                    "provider": "x",
                    "owner": "me",
                },
                {"path": "s3://a/b", "view": "v"},
            ),
        ],
    )
    def test_what_spark_adds_is_left_out(self, options: dict[str, str], kept: dict[str, str] | None):
        assert catalog_tables.declared(options) == kept

    @pytest.mark.parametrize(
        "options",
        [
            {"fs.key": "x"},
            {"trust": "x"},
            {"table": "x.json"},
            {"includemetadata": "true"},
            {"path": "s3://me:secret@store/logs"},
            {"path": "s3://store/logs?access_key=me&secret_key=x"},
        ],
    )
    def test_what_is_refused(self, options: dict[str, str]):
        with pytest.raises(OptionError, match="a table of the catalog can't keep"):
            catalog_tables.check(options, [registry.codec(FORMAT)])

    def schema(self) -> "StructType":
        from pyspark.sql.types import ArrayType, IntegerType, StringType, StructType

        return StructType().add("a", IntegerType()).add("b", StringType()).add("c", ArrayType(IntegerType()))

    def test_options_count_with_their_columns_only(self):
        from pyspark.sql.types import IntegerType, StructType

        options = {"path": "/logs", "columns": "a,b,c"}
        kept = catalog_tables.keeping(self.schema(), options)
        assert catalog_tables.options_of(kept) == options
        assert catalog_tables.options_of(kept, written=True) == {"path": "/logs"}
        assert catalog_tables.options_of(catalog_tables.without(kept)) == {}
        assert catalog_tables.without(kept) == self.schema()
        for other in (StructType(kept.fields[:2]), StructType(kept.fields).add("d", IntegerType())):
            with pytest.raises(OptionError, match="aren't those with which the table was made"):
                catalog_tables.options_of(other)

    def test_tables_differ_in_the_type_that_spark_compares(self):
        one, other = (catalog_tables.keeping(self.schema(), {"path": path}) for path in ("/one", "/other"))
        assert [field.metadata.get(catalog_tables.DECLARED) for field in one][::2] == [None, None]
        assert one["b"].metadata[catalog_tables.DECLARED] != other["b"].metadata[catalog_tables.DECLARED]
        assert catalog_tables.keeping(self.schema(), {"path": "/one"}) == one

    def test_whole_numbers_tell_tables_apart(self):
        from pyspark.sql.types import StructType

        schema = StructType()
        for name, kind in zip("abcdef", ("double", "short", "byte", "integer", "long", "integer"), strict=True):
            schema.add(name, kind)
        one, other = (catalog_tables.keeping(schema, {"path": path}) for path in ("/one", "/other"))
        notes = {field.name: field.metadata.get(catalog_tables.DECLARED) for field in one}
        assert [name for name, note in notes.items() if note is None] == ["a", "f"]
        for name, digits in {"b": 5, "c": 3, "d": 10, "e": 19}.items():
            declared = re.fullmatch(r"decimal\((\d+),\s*(\d+)\)", str(notes[name]))
            assert declared is not None
            assert int(declared[1]) - int(declared[2]) >= digits
        assert any(field.metadata.get(catalog_tables.DECLARED) != notes[field.name] for field in other)
        assert catalog_tables.options_of(one, written=True) == {"path": "/one"}
        few = catalog_tables.keeping(StructType(schema.fields[:4]), {"path": "/one"})
        with pytest.raises(OptionError, match="don't say to which table they go"):
            catalog_tables.options_of(few, written=True)

    def test_columns_without_text_must_have_been_given_to_the_table(self):
        from pyspark.sql.types import StructType

        kept = catalog_tables.keeping(StructType(self.schema().fields[::2]), {"path": "/logs"})
        assert catalog_tables.options_of(kept) == {"path": "/logs"}
        with pytest.raises(OptionError, match="don't say to which table they go"):
            catalog_tables.options_of(kept, written=True)
        del kept["a"].metadata[catalog_tables.DECLARED]
        assert catalog_tables.options_of(kept, written=True) == {"path": "/logs"}
