"""Show what is installed and where things lie, and what is wrong with it, each with its cure."""

from __future__ import annotations

import argparse
import importlib.metadata
import platform
import re
import sys
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bytewright.cli import console
from bytewright.codec import registry
from bytewright.errors import BytewrightError
from bytewright.host import cache
from bytewright.host.cpus import usable
from bytewright.host.optional import command_for
from bytewright.kernels.native.machine import cpu_levels, shared_library

EXAMPLES = ("bytewright doctor",)

_NAME = re.compile(r"([A-Za-z0-9._-]+)")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")


class Finding(NamedTuple):
    """A line of the report.

    Attributes:
        what: what it is about.
        text: what was found.
        wrong: what is wrong with it, with the cure; empty: nothing.
    """

    what: str
    text: str
    wrong: str = ""


def arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> int:
    """Print the report; gives the exit status, 1 where something is wrong."""
    found = [finding for look in _LOOKS for finding in look()]
    width = max(len(finding.what) for finding in found)
    for finding in found:
        console.say(f"{finding.what:<{width}}  {finding.text}")
    wrong = [finding for finding in found if finding.wrong]
    for finding in wrong:
        console.report(f"{finding.what}: {finding.wrong}")
    if not wrong:
        console.say("nothing is wrong")
    return console.BAD_INPUT if wrong else console.DONE


def _versions() -> Iterator[Finding]:
    yield Finding("bytewright", _version("bytewright") or "on the path, not installed")
    yield Finding("python", f"{platform.python_version()} ({sys.executable})")
    yield Finding("system", f"{platform.system()} {platform.machine()}, {usable()} processors to use")


def _extras() -> Iterator[Finding]:
    """The packages that are needed, and those of each extra."""
    needed: dict[str, list[str]] = {}
    for text in importlib.metadata.requires("bytewright") or () if registry.has_metadata() else ():
        requirement, _, marker = text.partition(";")
        name, said = _NAME.match(requirement), _EXTRA.search(marker)
        if name is not None and name[1] != "bytewright":
            needed.setdefault(said[1] if said else "", []).append(name[1])
    for extra, names in needed.items():
        there = {name: _version(name) for name in names}
        missing = [name for name, version in there.items() if version is None]
        text = ", ".join(f"{name} {version}" for name, version in there.items() if version)
        if not extra:
            wrong = f"{', '.join(missing)} not installed. Run: pip install bytewright" if missing else ""
            yield Finding("packages", text, wrong)
        elif missing:
            yield Finding(f"[{extra}]", f"no {', '.join(missing)}: {command_for(extra)}")
        else:
            yield Finding(f"[{extra}]", text)


def _kernel() -> Iterator[Finding]:
    there = shared_library.there()
    levels = [level.name for level in cpu_levels.of_processor()]
    if there is not None:
        level = next((one for one in levels if shared_library.name_of(one) == there.name), there.name)
        try:
            shared_library.addresses([])
        except OSError as error:
            yield Finding("kernel", there.name, f"the system can't load it: {error}. {_REINSTALL}")
        else:
            yield Finding("kernel", f"compiled for {level}, shipped")
    elif _version("numba") is not None:
        yield Finding("kernel", f"none is shipped for {platform.machine()}; Numba compiles it at its first use")
    else:
        cure = f"files are read in Python, slowly. {command_for('numba')}"
        yield Finding("kernel", f"none is shipped for {platform.machine()}", cure)


def _java() -> Iterator[Finding]:
    if _version("pyspark") is None:
        return
    from bytewright.spark.process.java import ensure_java

    try:
        yield Finding("java", str(ensure_java()))
    except BytewrightError as error:
        yield Finding("java", "none for Spark", error.what)


def _cache() -> Iterator[Finding]:
    try:
        most = cache.limit()
        place = cache.lasting_directory("")
    except BytewrightError as error:
        yield Finding("cache", "unusable", error.what)
        return
    if place is None:
        wrong = "no folder can be written: what is compiled isn't kept. Set XDG_CACHE_HOME to a folder of yours"
        yield Finding("cache", "none", wrong)
        return
    taken = sum(size for _, size, _ in cache.entries(place))
    yield Finding("cache", f"{place}, {taken >> 20} MB of at most {most >> 20} MB ({cache.SIZE})")


def _formats() -> Iterator[Finding]:
    good = []
    for name in registry.names():
        try:
            registry.codec(name)
        except BytewrightError as error:
            yield Finding(f"format {name}", "can't be used", error.what)
        else:
            good.append(name)
    yield Finding("formats", ", ".join(good) or "none")


_REINSTALL = "Run: pip install --force-reinstall --no-deps bytewright"
_LOOKS: tuple[Callable[[], Iterator[Finding]], ...] = (_versions, _extras, _kernel, _java, _cache, _formats)


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
