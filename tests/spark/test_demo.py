"""The demo and the command, as a user runs them: in a process of their own, with a session of their own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from rich.filesize import decimal
from tests.support.hanging import HANGS

pytest.importorskip("bytewright_formats.aresdb_redo_log")
pytest.importorskip("bytewright_formats.deephaven_log")

EXAMPLES = Path(__file__).parents[2] / "examples" / "data"


def run(*words: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""  # nothing of Spark's or the JVM's
    return done.stdout


def test_the_demo_shows_what_it_did(tmp_path: Path):
    shown = run("bytewright_pipelines.demo", "--data", str(EXAMPLES), "--to", str(tmp_path / "out"), folder=tmp_path)
    # Rows of each file as its README says.
    stated = re.findall(
        r"^\| `(\w+)/[\w.]+`(?:, `[\w.]+`)? \| [\d, ]+ \| ([\d, ]+) \|",
        (EXAMPLES / "README.md").read_text().partition("## `deephaven/`")[0],
        re.MULTILINE,
    )
    counts = {table: sum(map(int, rows.split(","))) for table, rows in stated}
    assert len(counts) == 8
    for table, rows in counts.items():
        assert re.search(rf"^{table} +\d+ +{rows:,} ", shown, re.MULTILINE), table
        assert list((tmp_path / "out" / "aresdb_redo_log" / table).glob("*.parquet"))
    size = decimal(sum(file.stat().st_size for file in (EXAMPLES / "aresdb").rglob("*.redolog")))
    assert re.search(rf"^8 tables +9 +{sum(counts.values()):,} +{re.escape(size)} ", shown, re.MULTILINE)
    assert re.search(r"^fact_table +200\.redolog +1,088 +24 +45\.3 *$", shown, re.MULTILINE)
    assert "a189e9da-6ab7-3095-…" in shown
    assert "out/aresdb_redo_log/fact_table  (" in shown
    assert re.search(r"^orders +2 +627 +60\.6 kB ", shown, re.MULTILINE)
    assert re.search(r"^Date +date *$", shown, re.MULTILINE)
    assert re.search(r"^3 tables +3 +340 ", shown, re.MULTILINE)
    assert re.search(r"^Table latencies: samples of \d+ time series, one row per bucket", shown, re.MULTILINE)
    rewritten = {
        "one_large_batch": ("aresdb_redo_log", counts["one_large_batch"]),
        "orders": ("deephaven_log", 627),
        "many_containers": ("filodb_container", 260),
    }
    for table, (spec, rows) in rewritten.items():
        (made,) = (tmp_path / "out" / "rewritten" / spec / table).glob("part-*")
        assert re.search(rf"^{table} +{spec} +{rows:,} +1 +{made.stat().st_size:,} ", shown, re.MULTILINE)
    assert "32 upserts in 4 batches become 7 rows." in shown
    assert "8 upserts in 2 batches, which add up trips." in shown
    assert re.search(r"^ +3 +9 *$", shown, re.MULTILINE)
    assert "627 rows are visible, 6 sets among them; 2 rows belong to no set that has begun, 0 wait" in shown
    assert "5 rows were applied, 1 dropped with a set that has no end." in shown
    assert "2 files become one of 24 events; the last ones of an index, backwards:" in shown
    assert re.search(r"^day 1, 11, day 1, 8, day 1, 5 *$", shown, re.MULTILINE)
    assert "47 rows were inserted, 3 deleted; 44 are left." in shown
    assert "16 rows were inserted in 2 segments; of 1 partitions that were made 0 are left." in shown
    assert "Compaction wrote 7 rows in 1 segment." in " ".join(shown.split())
    assert list((tmp_path / "out" / "milvus").glob("*.parquet"))
    assert max(map(len, shown.splitlines())) <= 120
    assert "\x1b" not in shown


def test_the_command(tmp_path: Path):
    source = EXAMPLES / "aresdb" / "fact_table"
    shown = run("bytewright.cli", "ingest", "--spec", "aresdb_redo_log", "--to", "t", str(source), folder=tmp_path)
    lines = shown.splitlines()
    assert re.fullmatch(r"rows     32 \(\d+/s\)", lines[0])
    assert lines[1].startswith("read     2 files, 1.5 kB (")
    assert lines[-1] == f"table    {tmp_path / 't'}"
