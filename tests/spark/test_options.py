"""What a read may be told."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.toy_codecs import NOTES

from bytewright.codec import registry
from bytewright.codec.options import Option
from bytewright.codec.settings import GENERAL
from bytewright.errors import InputMissingError, OptionError
from bytewright.spark.options import SPARK_NAMES, WRITE_NAMES, ReadOptions


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A format with options of its own; nothing is read of it."""
    options = Option("tableFile", "file"), Option("layout", "enum", choices=("old", "new"))
    codec = replace(NOTES, name="toy", options=options)
    monkeypatch.setattr(registry, "codec", lambda name, **_: {"toy": codec}[name])


def test_defaults():
    options = ReadOptions.parse({"spec": "toy", "path": "x"})
    assert (options.codecs[0].name, options.paths, options.view, options.columns) == ("toy", ("x",), None, None)
    assert (options.max_partition_bytes, options.open_cost_in_bytes) == (128 << 20, 256 << 10)
    assert ReadOptions.parse({"spec": "toy", "path": "s3://bucket/x"}).open_cost_in_bytes == 4 << 20
    assert options.min_partitions >= 1
    assert options.settings == {}


def test_names_as_spark_hands_them_over():
    given = {
        "SPEC": "toy", "paths": json.dumps(["a", "b"]), "pathglobfilter": "*.x", "recursivefilelookup": "TRUE",
        "maxpartitionbytes": "64MB", "opencostinbytes": "0", "minpartitionnum": "3", "columns": "a, b.c",
        "layout": "new", "maxrecordbytes": "1000", "includemetadata": "true",
    }  # fmt: skip
    options = ReadOptions.parse(given)
    assert options.paths == ("a", "b")
    assert (options.name_filter, options.recursive) == ("*.x", True)
    assert (options.max_partition_bytes, options.open_cost_in_bytes, options.min_partitions) == (64 << 20, 0, 3)
    assert options.columns == ("a", "b.c")
    assert options.settings == {"layout": "new", "maxRecordBytes": "1000", "includeMetadata": "true"}


@pytest.mark.parametrize(
    ("text", "size"), [("1", 1), ("2k", 2048), ("3 KB", 3072), ("1mib", 1 << 20), ("1G", 1 << 30), ("1tb", 1 << 40)]
)
def test_sizes(text: str, size: int):
    assert ReadOptions.parse({"maxPartitionBytes": text}, "toy").max_partition_bytes == size


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"veiw": "x"}, "unknown option veiw. Did you mean 'view'?"),
        ({"tablefiel": "x"}, "unknown option tablefiel. Did you mean 'tableFile'?"),
        ({"spec": "toy"}, "unknown option spec."),
        ({"maxPartitionBytes": "0"}, "option maxPartitionBytes: expected a size of at least 1, found 0"),
        ({"maxPartitionBytes": "-1"}, "found -1"),
        ({"minPartitionNum": "two"}, "found two"),
        ({"recursiveFileLookup": "yes"}, "option recursiveFileLookup: expected true or false, found yes"),
        ({"paths": "a"}, "option paths: expected a JSON array of paths, found a"),
        ({"paths": "[1]"}, "option paths: expected a JSON array of paths"),
        ({"layout": "newest"}, "option layout: expected one of old, new"),
        ({"maxDepth": "deep"}, "option maxDepth: expected an integer"),
    ],
)
def test_wrong_options(given: dict[str, str], message: str):
    with pytest.raises(OptionError) as caught:
        ReadOptions.parse(given, "toy")
    assert message in str(caught.value)


def test_without_a_spec():
    with pytest.raises(OptionError, match="the option spec is not set"):
        ReadOptions.parse({"path": "x"})


def test_files_that_options_name_are_read_at_once(tmp_path: Path):
    (tmp_path / "t.json").write_text("{}")
    options = ReadOptions.parse({"tablefile": str(tmp_path / "t.json")}, "toy")
    (tmp_path / "t.json").unlink()
    assert options.texts == {"tableFile": "{}"}
    with pytest.raises(InputMissingError, match=r"option tableFile: no such file"):
        ReadOptions.parse({"tablefile": str(tmp_path / "t.json")}, "toy")


@pytest.mark.parametrize("name", sorted({*SPARK_NAMES, *WRITE_NAMES, *(o.id for o in GENERAL)} - {"paths"}))
def test_every_option_is_documented(name: str):
    docs = Path(__file__).parents[2] / "docs"
    pages = [(docs / page).read_text(encoding="utf-8") for page in ("spark.md", "streaming.md")]
    assert any(f"`{name}`" in page for page in pages)
