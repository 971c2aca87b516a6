"""The demo and the command, as a user runs them: in a process of their own, with a session of their own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.hanging import HANGS

pytest.importorskip("bytewright_formats.aresdb_redo_log")
pytest.importorskip("bytewright_formats.deephaven_log")

EXAMPLES = Path(__file__).parents[2] / "examples" / "data"


def run(*words: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-m", *words], cwd=folder, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    # Nothing of Spark's or the JVM's.
    assert [line for line in done.stderr.splitlines() if not line.startswith("bytewright: ")] == []
    return done.stdout


def test_the_demo_shows_what_it_did(tmp_path: Path):
    shown = run("bytewright_pipelines.demo", "--to", "out", "--megabytes", "8", folder=tmp_path)
    assert len(shown.splitlines()) <= 60
    assert re.search(r"^written +out/trades.bin: [78]\.\d MB, 131,072 rows, [\d.]+ [kM]B/s$", shown, re.MULTILINE)
    assert re.search(r"^ingested +by Spark on \d+ cores? into out/trades/ \(Parquet\): .* rows/s$", shown, re.MULTILINE)
    trades = [int(count) for count in re.findall(r"^[A-Z]{4} +(\d+) +12[45]\.\d+ +\d+$", shown, re.MULTILINE)]
    assert (len(trades), sum(trades)) == (5, 131_072)
    assert re.search(r"^back +df\.write.* made [\d.]+ kB of \d+ rows, which are read again$", shown, re.MULTILINE)
    assert re.search(r"^out/damaged\.bin: damage: 3 places, \d+ bytes in all", shown, re.MULTILINE)
    assert "out/healed.bin: 2,996 records (records); lost: 3 places" in shown
    assert "8 upserts in 2 batches, which add up trips" in shown
    assert re.search(r"^ +3 +9$", shown, re.MULTILINE)
    for line in (
        "merged +2 files of ESDB became",
        "built +120 records became 2",
        "compacted +16 rows in 2 segments of",
    ):
        assert re.search(f"^{line} ", shown, re.MULTILINE)
    assert (tmp_path / "out" / "healed.html").stat().st_size > 100_000
    assert "\x1b" not in shown
    next_commands = shown.partition("Next:\n")[2].splitlines()
    assert len(next_commands) == 3
    assert all(line.startswith("  bytewright ") for line in next_commands)


def test_the_command(tmp_path: Path):
    source = EXAMPLES / "aresdb" / "fact_table"
    shown = run("bytewright", "ingest", "--spec", "aresdb_redo_log", "--to", "t", str(source), folder=tmp_path)
    lines = shown.splitlines()
    assert re.fullmatch(r"rows     32 \(\d+/s\)", lines[0])
    assert lines[1].startswith("read     2 files, 1.5 kB (")
    assert lines[-1] == f"table    {tmp_path / 't'}"
