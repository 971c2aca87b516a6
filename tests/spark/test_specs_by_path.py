"""Specs that are named by their paths: the driver compiles them, and tasks are sent all that they need."""

from __future__ import annotations

import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

import bytewright
from bytewright.codec import registry
from bytewright.errors import CodecError, OptionError
from bytewright.host import cache
from bytewright.spark import catalog_tables
from bytewright.spark.cell_values import Reader, Writer
from bytewright.spark.functions import from_bytes, to_bytes
from bytewright.spark.ingest import check
from bytewright.spark.options import WriteOptions
from bytewright.spark.source import BytewrightDataSource
from bytewright.spark.write.task import Sink

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GAUGES = """
meta: {id: gauges, endian: le, imports: [station], file-extension: gauge}
seq:
  - {id: magic, contents: GAUG}
  - {id: stations, type: station, repeat: eos}
-views:
  readings:
    each: stations[*].body.readings[*]
    columns:
      - {id: station, value: stations.name.text}
      - {id: at, value: _.at}
      - {id: level, value: _.level}
  stations: {each: 'stations[*]', columns: [{id: name, value: _.name.text}, {id: readings, value: _.body.readings}]}
"""
STATION = """
meta: {id: station, endian: le}
seq:
  - {id: len_name, type: u1}
  - {id: name, size: len_name, type: name, process: turned}
  - {id: body, type: body}
types:
  name: {seq: [{id: text, type: str, size-eos: true, encoding: UTF-8}]}
  body:
    seq:
      - {id: count, type: u2}
      - {id: readings, type: reading, repeat: expr, repeat-expr: count}
  reading: {seq: [{id: at, type: u4}, {id: level, type: f4}]}
"""
TURNED = """
from helper import turned


class Turned:
    def decode(self, data): return turned(data)
    def encode(self, data): return turned(data)
"""
HELPER = "def turned(data): return data[::-1]\n"
DECLARED = """
from construct import Const, GreedyRange, Int8ul, Int16ul, Int32ul, Float32l, PascalString, PrefixedArray, Struct
META = {"id": "gauges"}
reading = Struct("at" / Int32ul, "level" / Float32l)
station = Struct("name" / PascalString(Int8ul, "utf-8"), "readings" / PrefixedArray(Int16ul, reading))
gauges = Struct("magic" / Const(b"GAUG"), "stations" / GreedyRange(station))
"""
COLUMNS = ("name", "readings")
STATIONS: list[dict[str, Any]] = [
    {"name": name, "readings": [{"at": at, "level": at / 2} for at in range(count)]}
    for name, count in (("ab", 2), ("c", 1))
]


def data(turned: bool = True) -> bytes:
    found = b"GAUG"
    for station in STATIONS:
        name, readings = station["name"].encode(), station["readings"]
        found += bytes([len(name)]) + (name[::-1] if turned else name) + struct.pack("<H", len(readings))
        found += b"".join(struct.pack("<If", reading["at"], reading["level"]) for reading in readings)
    return found


@pytest.fixture(params=["ksy", "py"])
def declared(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """Options of a read: a spec with imports and code beside it, or a declaration in Construct; and a file."""
    folder = tmp_path / "specs"
    folder.mkdir()
    (tmp_path / "a.gauge").write_bytes(data(turned=request.param == "ksy"))
    view = {"view": "stations"} if request.param == "ksy" else {}
    if request.param == "ksy":
        (folder / "gauges.ksy").write_text(GAUGES)
        (folder / "station.ksy").write_text(STATION)
        (folder / "turned.py").write_text(TURNED)
        (folder / "helper.py").write_text(HELPER)
    else:
        (folder / "gauges.py").write_text(DECLARED)
    spec = str(folder / f"gauges.{request.param}")
    return {"path": str(tmp_path / "a.gauge"), "spec": spec, "trust": str(folder), **view}


def as_executor(tmp_path: Path, *jobs: tuple[Any, str]) -> list[Any]:
    """What expressions over ``it``, what was pickled, give in one process that has no compiler, in another folder."""
    (tmp_path / "jobs").write_bytes(pickle.dumps([pickle.dumps(it) for it, _ in jobs]))
    script = f"""
import pickle, sys
sys.modules["bytewright_codegen"] = None
given = pickle.load(open("jobs", "rb"))
expressions = {[expression for _, expression in jobs]!r}
found = [eval(each, {{"it": pickle.loads(data)}}) for data, each in zip(given, expressions)]
pickle.dump(found, open("found", "wb"))
"""
    subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True)
    found: list[Any] = pickle.loads((tmp_path / "found").read_bytes())
    return found


def as_spark(value: Any) -> Any:
    """What a process of the driver's gets of another one."""
    return pickle.loads(pickle.dumps(value))


READ = "[row for one in it[1] for batch in it[0].read(one) for row in batch.to_pylist()]"


def planned(options: dict[str, str]) -> tuple[Any, list[Any]]:
    """What tasks of a read get: the reader, and the partitions."""
    source = as_spark(BytewrightDataSource(options))
    reader = as_spark(source).reader(source.schema())
    return reader, reader.partitions()


def test_tasks_need_neither_compiler_nor_spec(declared: dict[str, str], tmp_path: Path):
    spec, trust = declared["spec"], declared["trust"]
    reader = planned({**declared, "columns": ",".join(COLUMNS)})
    schema = bytewright.open(declared["path"], spec, declared.get("view"), columns=COLUMNS, trust=trust).schema
    (tmp_path / "out").mkdir()
    written = WriteOptions.parse({**declared, "path": str(tmp_path / "out")})
    sink = Sink("job", str(tmp_path / "out"), written, schema)
    sink.target.begin(sink.folder)
    codec = registry.codec(spec, trust=trust)
    cells = Reader(codec, declared.get("view"), columns=COLUMNS)
    writer = Writer(codec, declared.get("view"))
    file = Path(declared["path"]).read_bytes()
    shutil.rmtree(tmp_path / "specs")
    rows = [STATIONS]
    read, wrote, parsed, made, model = as_executor(
        tmp_path,
        (reader, READ),
        ((sink, [pa.RecordBatch.from_pylist(STATIONS, schema)]), "it[0].write(it[1], 'part-00000', '0')"),
        ((cells, pa.array([file])), "it[0](it[1]).to_pylist()"),
        ((writer, pa.array(rows, pa.list_(pa.struct(list(schema))))), "it[0](it[1]).to_pylist()"),
        ((codec, file), "it[0].to_bytes(it[0].parse(it[1]))"),
    )
    assert [read, parsed, made, model] == [STATIONS, rows, [file], file]
    (name,) = wrote
    assert (tmp_path / "out" / sink.folder / name).read_bytes() == file


def test_specs_of_one_name_and_a_spec_that_changes_in_one_worker(tmp_path: Path):
    """Workers are kept alive, and the path is the same."""
    paths = [tmp_path / "one" / "pair.ksy", tmp_path / "other" / "pair.ksy"]
    for path, field in zip(paths, ("a", "b"), strict=True):
        path.parent.mkdir()
        path.write_text(f"meta: {{id: pair}}\nseq: [{{id: {field}, type: u2le}}]\n")
    (tmp_path / "f").write_bytes(b"\1\2")
    jobs = [planned({"path": str(tmp_path / "f"), "spec": str(path)}) for path in paths]
    paths[0].write_text("meta: {id: pair}\nseq: [{id: a, type: u2be}]\n")
    jobs.append(planned({"path": str(tmp_path / "f"), "spec": str(paths[0])}))
    found = as_executor(tmp_path, *((job, READ) for job in (*jobs, jobs[0])))
    assert found == [[{"a": 513}], [{"b": 513}], [{"a": 258}], [{"a": 513}]]


def test_a_driver_that_can_write_nothing(declared: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache, "_bases", list)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    jobs = planned({**declared, "columns": ",".join(COLUMNS)})
    assert as_executor(tmp_path, (jobs, READ)) == [STATIONS]


def test_a_codec_that_is_not_installed_where_tasks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    package = tmp_path / "only_here" / "pair"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (tmp_path / "pair.ksy").write_text("meta: {id: pair}\nseq: [{id: a, type: u1}]\n")
    codec = registry.codec(str(tmp_path / "pair.ksy"))
    (package / "__init__.py").write_text("from bytewright.codec.codec import Codec\nCODEC = object.__new__(Codec)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    from only_here.pair import CODEC  # type: ignore[import-not-found]

    for field in codec.__dataclass_fields__:
        object.__setattr__(CODEC, field, "only_here.pair" if field == "package" else getattr(codec, field))
    sent = pickle.dumps(CODEC)
    assert pickle.loads(sent) is CODEC
    monkeypatch.undo()
    for name in [name for name in sys.modules if name.startswith("only_here")]:
        del sys.modules[name]
    with pytest.raises(CodecError, match="the codec pair is needed in a process that has no package only_here"):
        pickle.loads(sent)


def test_classes_that_a_program_hands_over_go_with_the_codec(tmp_path: Path):
    (tmp_path / "note.ksy").write_text("meta: {id: note}\nseq: [{id: body, size-eos: true, process: turned}]\n")
    found = []
    for classes in ({"turned": Swapped}, {"turned": Upper}):
        codec = registry.codec(str(tmp_path / "note.ksy"), processes=classes)
        assert as_spark(codec) is codec
        found += as_executor_with_tests(tmp_path, codec)
    assert found == [b"Ab", b"AB"]


class Swapped:
    def decode(self, data: bytes) -> bytes:
        return data.swapcase()


class Upper:
    def decode(self, data: bytes) -> bytes:
        return data.upper()


def as_executor_with_tests(tmp_path: Path, codec: Any) -> list[Any]:
    """The classes go by value, as Spark sends what a program has defined."""
    from pyspark import cloudpickle as untyped

    cloudpickle: Any = untyped
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    try:
        sent = cloudpickle.dumps(codec)
    finally:
        cloudpickle.unregister_pickle_by_value(sys.modules[__name__])
    return as_executor(tmp_path, (sent, "__import__('pickle').loads(it).parse(b'aB').body"))


VERSION = """
meta: {{id: note_v{0}}}
seq:
  - {{id: version, type: u1, valid: {0}}}
  - {{id: notes, type: note, repeat: eos}}
types:
  note: {{seq: [{{id: {1}, type: {2}}}]}}
-views: {{rows: {{each: 'notes[*]', columns: [{{id: version, value: version}}, {{id: {1}, value: _.{1}}}]}}}}
"""


def versions(folder: Path) -> dict[str, str]:
    """Options of a read of a folder with files of two versions."""
    specs = []
    for number, field, kind in ((1, "a", "u1"), (2, "b", "u2le")):
        (folder / f"v{number}.ksy").write_text(VERSION.format(number, field, kind))
        specs.append(str(folder / f"v{number}.ksy"))
    (folder / "notes").mkdir()
    (folder / "notes" / "1").write_bytes(b"\1\7\7")
    (folder / "notes" / "2").write_bytes(b"\2\5\1")
    return {"path": str(folder / "notes"), "spec": ",".join(specs)}


NOTES = [
    {"version": 1, "a": 7, "b": None},
    {"version": 1, "a": 7, "b": None},
    {"version": 2, "a": None, "b": 261},
]


def test_versions_in_one_folder(tmp_path: Path):
    options = versions(tmp_path)
    planner = check(options["spec"], [options["path"]], tmp_path / "to", {}, "error").planner
    assert planner.schema().names == ["version", "a", "b"]
    job = planned(options)
    (tmp_path / "v1.ksy").unlink()
    assert as_executor(tmp_path, (job, READ)) == [NOTES]
    with pytest.raises(OptionError, match="option spec: expected the version that is written"):
        WriteOptions.parse({**options, "path": "out"})


def test_a_table_of_the_catalog_keeps_where_its_spec_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    made = {"provider": "x", "owner": "me", "option.SPEC": "specs/gauges.ksy", "option.path": "logs"}
    found = catalog_tables.declared(made)
    assert found == {"SPEC": str(tmp_path / "specs" / "gauges.ksy"), "path": str(tmp_path / "logs")}
    assert catalog_tables.declared({**made, "option.SPEC": "gauges"}) == {**found, "SPEC": "gauges"}
    several = catalog_tables.declared({**made, "option.SPEC": "a.ksy, b"})
    assert several == {**found, "SPEC": f'["{tmp_path / "a.ksy"}", "b"]'}


WHO = """
import sys


class Who:
    def decode(self, data): return data + str("bytewright_codegen" in sys.modules).encode()
    def encode(self, data): return data.removesuffix(b"True").removesuffix(b"False")
"""


def test_in_spark(spark: SparkSession, tmp_path: Path):
    """One session, whose workers are kept: files, tables, columns and sinks; the spec changes between two queries."""
    from pyspark.sql.functions import inline

    spec, other = tmp_path / "pair.ksy", tmp_path / "other" / "pair.ksy"
    (tmp_path / "who.py").write_text(WHO)
    spec.write_text("meta: {id: pair}\nseq: [{id: a, type: u1}, {id: who, size-eos: true, process: who}]\n")
    other.parent.mkdir()
    other.write_text("meta: {id: pair}\nseq: [{id: b, type: u1}]\n")
    (tmp_path / "f.pair").write_bytes(b"\1")

    def read(path: Path) -> Any:
        return spark.read.format("bytewright").options(spec=str(path), trust=str(tmp_path))

    first = read(spec).load(str(tmp_path / "f.pair"))
    query = first.join(read(other).load(str(tmp_path / "f.pair")), first.a == 1)
    assert [row.asDict() for row in query.collect()] == [{"a": 1, "who": b"False", "b": 1}]
    first.write.format("bytewright").options(spec=str(spec), trust=str(tmp_path)).mode("append").save(
        str(tmp_path / "out")
    )
    assert [path.read_bytes() for path in (tmp_path / "out").glob("part-*")] == [b"\1"]
    cells = spark.createDataFrame([(bytearray(b"\7"),)], "file binary")
    rows = from_bytes("file", str(other))
    assert cells.select(inline(rows)).collect()[0].b == 7
    assert cells.select(to_bytes(rows, str(other)).alias("file")).collect()[0].file == b"\7"
    trusted = {"trust": str(tmp_path)}
    told = cells.select(to_bytes(from_bytes("file", str(spec), trusted), str(spec), trusted).alias("file"))
    assert told.collect()[0].file == b"\7"
    spark.sql(f"CREATE TABLE pairs USING bytewright OPTIONS (spec '{other}', path '{tmp_path / 'f.pair'}')")
    try:
        assert [row.b for row in spark.table("pairs").collect()] == [1]
        other.write_text("meta: {id: pair}\nseq: [{id: b, type: u1}]\ninstances: {c: {value: b + 1}}\n")
        assert [row.b for row in spark.table("pairs").collect()] == [1]
        assert [row.c for row in read(other).load(str(tmp_path / "f.pair")).collect()] == [2]
        spec.unlink()
        assert first.count() == 1
        of_versions = versions(tmp_path)
        spark.sql(
            f"CREATE TABLE notes USING bytewright OPTIONS (spec '{of_versions['spec']}', path '{of_versions['path']}')"
        )
        assert [row.asDict() for row in spark.table("notes").collect()] == NOTES
    finally:
        spark.sql("DROP TABLE pairs")
        spark.sql("DROP TABLE IF EXISTS notes")


SWITCHED = """
meta: {id: switched}
seq: [{id: all, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: k, type: u1}
      - {id: a, type: {switch-on: k, cases: {1: u1, 2: pair}}, if: k < 3}
      - {id: b, type: {switch-on: k, cases: {3: u1, 4: s4le}}, if: k >= 3}
    instances: {either: {value: 'k < 3 ? a : b'}}
  pair: {seq: [{id: x, type: u1}, {id: y, type: u1}]}
-views:
  items:
    each: 'all[*]'
    columns: [{id: k, value: _.k}, {id: chosen, value: '_.k >= 3 ? _.b : _.a'}]
    default: true
  calculated: {each: 'all[*]', columns: [{id: k, value: _.k}, {id: chosen, value: _.either}]}
"""
ITEMS = [(1, "u1", 5), (2, "pair", (1, 2)), (3, "u1", 7), (4, "s4", -1), (5, None, None)]


@pytest.mark.parametrize("view", ["items", "calculated"])
@pytest.mark.parametrize("tags", [False, True])
def test_columns_over_several_switches(spark: SparkSession, tmp_path: Path, view: str, tags: bool) -> None:
    (tmp_path / "switched.ksy").write_text(SWITCHED)
    data = b"\1\5" + b"\2\1\2" + b"\3\7" + b"\4\xff\xff\xff\xff" + b"\5"
    (tmp_path / "a.bin").write_bytes(data)
    told = {"spec": str(tmp_path / "switched.ksy"), "view": view, "switchTags": str(tags).lower()}
    frame = spark.read.format("bytewright").options(**told).load(str(tmp_path / "a.bin"))
    members = [*(["case"] if tags else []), *(["u1", "s4", "pair"] if view == "items" else ["u1", "pair", "s4"])]
    assert frame.select("chosen.*").columns == members
    cases = [None if case is None else {"case": case, case: value} for _, case, value in ITEMS]
    expected = [None if one is None else tuple(map(one.get, members)) for one in cases]
    assert [row.chosen for row in frame.collect()] == expected
    assert [row.x for row in frame.where("chosen.pair.y = 2").select("chosen.pair.x").collect()] == [1]
    frame.coalesce(1).write.format("bytewright").options(**told).mode("append").save(str(tmp_path / "out"))
    (part,) = (tmp_path / "out").glob("part-*")
    assert part.read_bytes() == data
