"""What all tests share."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# No test is about time, and a busy machine is no reason to fail.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")


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
