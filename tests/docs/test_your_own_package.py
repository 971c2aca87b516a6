"""docs/your-own-package.md, done as it says: the package is installed, in an environment of its own, by pip."""

import os
import shlex
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from tests.docs.blocks import ROOT, blocks, commands, matches, run

DOCUMENT = ROOT / "docs" / "your-own-package.md"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment in which all is installed that is installed here, and whose pip downloads nothing; npm isn't
    reached."""
    home = tmp_path / "environment"
    venv.create(home, symlinks=True)
    python = home / "bin" / "python"
    inside = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    outer = sysconfig.get_path("purelib")
    Path(inside, "outer.pth").write_text(f"import site; site.addsitedir({outer!r})\n")
    options = "--quiet --no-index --no-deps --no-build-isolation --disable-pip-version-check"
    programs = {"bytewright": '-m bytewright "$@"', "pip": f'-m pip "$@" {options}'}
    for name, words in programs.items():
        (home / "bin" / name).write_text(f"#!/bin/sh\nexec {shlex.quote(str(python))} {words}\n")
        (home / "bin" / name).chmod(0o755)
    return {
        "PATH": os.pathsep.join([str(home / "bin"), os.environ["PATH"]]),
        # The code of this checkout, whatever is installed.
        "PYTHONPATH": os.pathsep.join(str(ROOT / name) for name in ("runtime", "codegen", "generated", "pipelines")),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "npm_config_registry": "http://127.0.0.1:9",
        "npm_config_fetch_retries": "0",
    }


@pytest.mark.skipif(sys.platform == "win32", reason="the page's commands are those of a Unix shell")
def test_the_page(tmp_path: Path, environment: dict[str, str]):
    folder = tmp_path / "work"
    folder.mkdir()
    for block in blocks(DOCUMENT):
        if block.info.startswith("append to "):
            with (folder / block.info.removeprefix("append to ")).open("a", encoding="utf-8") as file:
                file.write(block.text)
        elif block.info:
            (folder / block.info).write_text(block.text, encoding="utf-8")
        for command in commands(block) if block.language == "console" else []:
            printed = run(command.command, folder, environment)
            assert matches(command.expected, printed), (
                f"line {command.line}: $ {command.command}\n{command.expected}--- prints\n{printed}"
            )
    # Spark looks for sources among all modules, and imports what it finds.
    code = (
        "import pkgutil; print('pyspark_gauge_log' in [module.name for module in pkgutil.iter_modules()]); "
        "import pyspark_gauge_log as found; source = found.DefaultSource({'path': 'gauge_log/samples/gauge_log'}); "
        "schema = source.schema(); reader = source.reader(schema); print(schema.names, "
        "sum(batch.num_rows for one in reader.partitions() for batch in reader.read(one)))"
    )
    found = run(f'python -c "{code}"', folder, environment)
    assert found == "True\n['number', 'time', 'value', 'note'] 2\n"
