"""A cluster of Spark on this machine: PySpark's own master and workers, on loopback, without a home to write to."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import sysconfig
import tarfile
import time
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.hanging import HANGS

ROOT = Path(__file__).parents[2]
PACKAGES = ("runtime", "codegen", "generated", "pipelines")
NEEDED = ("numpy", "numpy.libs", "pyarrow", "kaitaistruct.py", "rich", "cramjam", "google_crc32c", "anycrc", "pandas",
          "pytz", "dateutil", "six.py", "tzdata", "pygments", "markdown_it", "mdurl")  # fmt: skip
"""What executors need beside Bytewright: what reading asks for, and what PySpark does."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class Cluster:
    """A master and two workers.

    Attributes:
        url: of the master.
        workers: the processes of the workers.
    """

    url: str
    folder: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def executors(self) -> list[int]:
        """The processes in which workers run tasks."""
        return [child for worker in self.workers for child in children(worker.pid)]

    def kill_executor(self) -> bool:
        """Kill one of them, with its Python processes; whether there was one."""
        for number in self.executors():
            for process in [number, *descendants(number)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            return True
        return False


def children(number: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for one in Path("/proc").iterdir():
        if one.name.isdigit():
            with contextlib.suppress(OSError):
                if int((one / "stat").read_text().rpartition(")")[2].split()[1]) == number:
                    found.append(int(one.name))
    return sorted(found)


def descendants(number: int) -> list[int]:
    found = children(number)
    return found + [below for one in found for below in descendants(one)]


@contextlib.contextmanager
def cluster(folder: Path, user: str | None = None) -> Iterator[Cluster]:
    """Start one; its processes end with the block.

    Args:
        folder: where it works.
        user: whose processes workers and executors are; None: ours. Only root can say so.
    """
    import pyspark

    from bytewright.spark.process.java import ensure_java

    home = Path(pyspark.__file__).parent
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "XDG_", "PYSPARK"))}
    environment = kept | {
        "SPARK_HOME": str(home),
        "JAVA_HOME": str(ensure_java()),
        "HOME": "/proc/nobody",
        "SPARK_LOCAL_IP": "127.0.0.1",
        "SPARK_LOCAL_DIRS": str(folder / "local"),
        "TMPDIR": str(folder),
    }
    port = free_port()
    found = Cluster(f"spark://127.0.0.1:{port}", folder)
    processes: list[subprocess.Popen[bytes]] = []

    def start(name: str, *words: str, user: str | None = None) -> subprocess.Popen[bytes]:
        with open(folder / f"{name}.log", "wb") as log:
            command = [str(home / "bin" / "spark-class"), f"org.apache.spark.deploy.{name}", *words]
            process = subprocess.Popen(
                command, env=environment, stdout=log, stderr=log, start_new_session=True, **_of_user(user)
            )
        processes.append(process)
        return process

    try:
        (folder / "local").mkdir()
        if user is not None:
            shutil.chown(folder / "local", user)
        start("master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
        for number in range(2):
            place = folder / f"worker-{number}"
            place.mkdir()
            if user is not None:
                shutil.chown(place, user)
            words = ("--host", "127.0.0.1", "--webui-port", "0", "--cores", "1", "--memory", "1g", "-d", str(place))
            found.workers.append(start("worker.Worker", *words, found.url, user=user))
        until = time.monotonic() + HANGS
        while (folder / "master.Master.log").read_text().count("Registering worker") < 2:
            if time.monotonic() > until or any(process.poll() is not None for process in processes):
                raise RuntimeError((folder / "master.Master.log").read_text())
            time.sleep(0.2)
        yield found
    finally:
        for process in processes:
            for one in [process.pid, *descendants(process.pid)]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)
            process.wait()


def _of_user(user: str | None) -> dict[str, Any]:
    """What makes a process one of another user, with none of our groups."""
    if user is None:
        return {}
    found = pwd.getpwnam(user)
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": []}


def runs_as(user: str, python: Path, code: str, **environment: str) -> bool:
    """Whether a program of another user does its work."""
    done = subprocess.run([python, "-c", code], env=environment, capture_output=True, cwd="/", **_of_user(user))
    return done.returncode == 0


def archive(folder: Path) -> Path:
    """The packages as the wheel has them."""
    path = folder / "bytewright.whl.zip"
    with zipfile.ZipFile(path, "w") as file:
        for root in PACKAGES:
            for source in (ROOT / root).rglob("*"):
                if source.is_file() and "__pycache__" not in source.parts:
                    file.write(source, source.relative_to(ROOT / root))
    return path


def bare_python(folder: Path, *, whole: bool = False) -> Path:
    """An environment with what executors need but Bytewright; ``whole``: and with it."""
    home = folder / ("env" if whole else "bare")
    venv.create(home, symlinks=True)
    (inside,) = home.glob("lib/python*/site-packages")
    for name in NEEDED:
        for source in Path(sysconfig.get_paths()["purelib"]).glob(name):
            if whole and source.is_dir():
                shutil.copytree(source, inside / name, ignore=shutil.ignore_patterns("__pycache__", "tests", "include"))
            elif whole:
                shutil.copy(source, inside / name)
            else:
                (inside / name).symlink_to(source)
    if whole:
        for root in PACKAGES:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / root, inside, dirs_exist_ok=True, ignore=ignored)
    return home


def copied_python(folder: Path, *, whole: bool) -> Path:
    """Python itself with what executors need but Bytewright, for users who can't reach ours; ``whole``: and with it."""
    home, version = folder / ("whole" if whole else "apart"), f"python{sys.version_info[0]}.{sys.version_info[1]}"
    (home / "bin").mkdir(parents=True)
    base, left_out = Path(sys.base_prefix), ("__pycache__", "test", "tests", "site-packages", "idlelib", "config-*")
    shutil.copy(base / "bin" / version, home / "bin" / "python")
    shutil.copytree(base / "lib" / version, home / "lib" / version, ignore=shutil.ignore_patterns(*left_out))
    for library in base.glob("lib/libpython*.so*"):
        shutil.copy(library, home / "lib")
    # Distributions of Linux have other names for where packages lie.
    asked = [str(home / "bin" / "python"), "-c", "import site; print(site.getsitepackages()[0])"]
    told = subprocess.run(asked, env={"LD_LIBRARY_PATH": str(home / "lib")}, capture_output=True, check=True, text=True)
    inside = Path(told.stdout.strip())
    inside.mkdir(parents=True)
    for name in NEEDED:
        for source in Path(sysconfig.get_paths()["purelib"]).glob(name):
            (inside / name).symlink_to(source)
    if whole:
        (inside / "bytewright.pth").write_text("\n".join(str(ROOT / package) for package in PACKAGES))
    return home


def packed(folder: Path) -> Path:
    """An environment with all that executors need, as an archive."""
    path = folder / "env.tar.gz"  # in others, Spark takes no links that lead out of them
    with tarfile.open(path, "w:gz", compresslevel=1) as file:
        file.add(bare_python(folder, whole=True), ".")
    return path


def driver(
    of: Cluster, python: object, settings: dict[str, str], code: str, folder: Path, umask: int = -1
) -> subprocess.Popen[str]:
    """A program with a session on the cluster, called ``spark``; ``python``: what executors run."""
    conf = "".join(f".config({name!r}, {text!r})" for name, text in settings.items())
    program = f"""
from bytewright.spark.process.java import ensure_java
ensure_java()
from pyspark.sql import SparkSession
spark = (
    SparkSession.builder.master({of.url!r}).config("spark.driver.host", "127.0.0.1").config("spark.ui.enabled", "false")
    .config("spark.executor.memory", "512m").config("spark.executor.cores", "1").config("spark.log.level", "ERROR")
    {conf}.getOrCreate()
)
{code}
spark.stop()
"""
    environment = {**os.environ, "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": str(python)}
    words = [sys.executable, "-c", program]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, cwd=folder, env=environment, text=True, stdout=pipe, stderr=pipe, umask=umask)
