"""All that generated code imports of the runtime; code that isn't generated imports none of it.

There is one module here for each module of a generated package. `bytewright.codec.api_version.CODEC_API` is the version
of all: raise it when a name here changes what it does, or goes. A generated package imports its version first (as in
``from bytewright.generated_api import api_5``), so that one of another version is refused before all else.

A generated module calls helpers by a prefix (``from bytewright.generated_api import reader as rt``,
``rt.check_size(…)``), so they can't clash with names of a spec. A module here imports what its counterpart needs, and
no more: importing a model loads no kernel, no Spark and no Hypothesis.
"""

from __future__ import annotations

import sys


def __getattr__(name: str) -> int:
    version = name.removeprefix("api_")
    if version == name or not version.isdigit():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from bytewright.codec.api_version import check_api  # here, as Spark imports this package for each of its sources

    check_api(int(version), _importing())
    return int(version)


def _importing() -> str:
    """The name of the package that is being imported."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__") in (__name__, "importlib._bootstrap"):
        frame = frame.f_back
    return str(frame.f_globals.get("__name__")).rpartition(".")[2]
