"""Examples of documents are typed: both type checkers take them, as strict as they can be.

Those of `WITH_TESTS_OF_THEIR_OWN` are not among them: they import packages that only these tests make.
"""

import doctest
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.blocks import ROOT, blocks
from tests.docs.test_documents import DOCUMENTS

pytestmark = pytest.mark.slow

PATHS = [str(ROOT / name) for name in ("runtime", "generated", "pipelines")]
NOT_OURS = {
    "field": "pyarrow's stubs don't say what a schema's fields are of",
    "scan_pyarrow_dataset": "Polars doesn't say what it takes",
}
"""What other libraries leave unknown to pyright, by the name that it gives, and why."""


def sources() -> dict[str, str]:
    """The Python of each document with examples, as a module."""
    found = {}
    for path in DOCUMENTS:
        python = [block for block in blocks(path) if block.language == "python" and ">>> " in block.text]
        if not python:
            continue
        # The lines are those of the document.
        lines = [""] * (path.read_text(encoding="utf-8").count("\n") + 1)
        for block in python:
            for example in doctest.DocTestParser().get_examples(block.text):
                for number, line in enumerate(example.source.splitlines(), block.line - 1 + example.lineno):
                    lines[number] = line
        if any("spark." in line for line in lines):
            lines[0] = "from pyspark.sql import SparkSession; spark: SparkSession = SparkSession.builder.getOrCreate()"
        found[path.stem] = "\n".join(lines) + "\n"
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in sources().items():
        (tmp_path / f"{name.replace('-', '_')}_md.py").write_text(text, encoding="utf-8")
    return tmp_path


def test_mypy(folder: Path) -> None:
    files = sorted(path.name for path in folder.glob("*.py"))
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--follow-imports=silent", *files]
    environment = {**os.environ, "MYPYPATH": os.pathsep.join(PATHS)}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == []


def test_pyright(folder: Path) -> None:
    settings = {
        "typeCheckingMode": "strict",
        "extraPaths": PATHS,
        "reportUnusedExpression": False,  # an example shows what an expression is
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)["generalDiagnostics"]
    wrong = [
        f"{Path(one['file']).name}:{one['range']['start']['line'] + 1}: {one['message']}"
        for one in found
        if one["severity"] == "error"
        and not any(f'"{name}" is partially unknown' in one["message"] for name in NOT_OURS)
    ]
    assert wrong == []
