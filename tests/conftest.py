"""What all tests share."""

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from tests.support.compiling import compiled as compiled

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# Processes that tests start inherit that an interrupt is ignored, as it is in jobs of a shell that isn't interactive.
signal.signal(signal.SIGINT, signal.default_int_handler)

# No test waits until a disk has what is written. That writers do is seen by tests/crash, which records their calls.
os.fsync = lambda fd: None

TESTS = Path(__file__).parent
WITH_FORMATS = {
    "benchmarks",
    "conformance",
    "damage",
    "docs",
    "formats",
    "fuzz",
    "generated",
    "packaging",
    "random_specs",
    "replanted",
    "safety",
    "soak",
    "spark",
}
"""Folders of tests that may know the formats that come along; all others pass where these have been deleted."""

# No test is about time, and a busy machine is no reason to fail. A run draws what every other run draws: new values are
# looked for by `make fuzz` and tests.random_specs, not by whoever changes something else.
settings.register_profile(
    "same each time",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same each time")


@pytest.fixture(scope="module", autouse=True)
def _steady_draws(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test draws depends on no other test, and no source is parsed for constants.

    Generated tests draw as they do for those who write a format: constants of readers and writers, too."""
    if request.path.parent == TESTS / "generated":
        yield
        return
    from bytewright.testing.steady import steady  # here, as its package has settings of its own over those above

    with steady():
        yield


@pytest.fixture(scope="module", autouse=True)
def _formats_that_tests_may_know(request: pytest.FixtureRequest) -> Iterator[None]:
    """In some folders, none: a test that needs one fails here, not only where they have been deleted."""
    if request.path.relative_to(TESTS).parts[0] in WITH_FORMATS:
        yield
        return
    import bytewright_formats

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bytewright_formats, "__path__", [])
        for name in [name for name in sys.modules if name.startswith("bytewright_formats.")]:
            patch.delitem(sys.modules, name)
        # The registry looks again where Python looks elsewhere.
        patch.syspath_prepend(str(TESTS / "no-formats"))
        yield


@pytest.fixture(scope="session")
def kaitai_compiler() -> None:
    """Skips what needs kaitai-struct-compiler where it isn't at hand and npm can't fetch it."""
    from bytewright_codegen.kaitai import toolchain

    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"fetch_retries": "0", "fetch_timeout": "60000"}.items():
            patch.setenv(f"npm_config_{name}", value)
        try:
            toolchain.install()
        except toolchain.ToolchainError as error:
            pytest.skip(f"needs kaitai-struct-compiler: {error}")


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything that uses Spark runs in one process, so that one session serves all of it."""
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("spark"))


@pytest.fixture(scope="session")
def spark_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder from which the session finds files, whichever test began it."""
    return tmp_path_factory.mktemp("spark-folder")


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory, spark_folder: Path) -> "Iterator[SparkSession]":
    """The one session. Tests leave its settings as they found them."""
    from bytewright.spark.session import local_session

    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        # The folder above is that of the run. A second session would cost a gigabyte, and minutes on two cores.
        first = tmp_path_factory.getbasetemp().parent / "spark-session"
        try:
            with first.open("x") as file:
                file.write(worker)
        except FileExistsError:
            pytest.fail(f"{worker} wants a second Spark session: run pytest with --dist loadgroup")
    with contextlib.chdir(spark_folder):
        session = local_session(cores=2, app_name="bytewright tests")
    yield session
    session.stop()
