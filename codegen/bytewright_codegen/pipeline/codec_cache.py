"""Codecs that were compiled on the fly, as the cache keeps them: one file for all modules, source and code.

They are imported from memory (`bytewright.codec.compiled`): what is run is what was checked.
"""

from __future__ import annotations

import contextlib
import itertools
import marshal
from collections.abc import Mapping
from pathlib import Path

from bytewright.codec.compiled import Modules
from bytewright.host import cache

_UNTRIMMED = 16
"""Codecs that are written before the cache is trimmed again: to look at all that is there takes a third as long as to
compile a small spec."""
_written = itertools.count()


def read(key: str) -> Modules | None:
    """What was saved; None: nothing, or not what was saved."""
    path = _path(key)
    content = None if path is None else cache.read(path)
    if content is None:
        return None
    found: Modules = marshal.loads(content)  # noqa: S302 - nobody else may have written it, and the digest is right
    return found


def save(key: str, codecs: Mapping[str, Mapping[str, str]], before: Modules | None = None) -> Modules:
    """Compile modules, and keep them for other processes where that can be.

    Args:
        key: what they are kept by: all that they depend on.
        codecs: the sources of each codec, and its files of data, by file name.
        before: modules that are kept with them.
    """
    modules = dict(before or {})
    for codec, files in codecs.items():
        for file, text in files.items():
            if file.endswith(".py"):
                name = codec if file == "__init__.py" else f"{codec}.{file.removesuffix('.py')}"
                modules[name] = text, compile(text, f"{key}/{codec}/{file}", "exec", dont_inherit=True)
            else:
                modules[f"{codec}/{file}"] = text, None
    path = _path(key)
    if path is not None:
        with contextlib.suppress(OSError):
            cache.write(path, marshal.dumps(modules))
            if next(_written) % _UNTRIMMED == 0:
                cache.trim(path.parent)
    return modules


def _path(key: str) -> Path | None:
    folder = cache.lasting_directory("compiled")
    return None if folder is None else folder / f"{key}.codecs"
