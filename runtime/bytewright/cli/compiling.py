"""Specs that are named by a path: compiled on the fly. The only way from the runtime to the compiler."""

from __future__ import annotations

import importlib

from bytewright import registry
from bytewright.cli import console
from bytewright.codec import Codec
from bytewright.errors import CodecError


def install() -> None:
    """Let specs be named by a path, for this process."""
    registry.install_compiler(_compile)


def _compile(path: str) -> Codec:
    try:
        compiler = importlib.import_module("bytewright_codegen.load")
    except ImportError as error:
        raise CodecError(
            f"compiling {path} needs the compiler: {error}", hint="Install it with `pip install bytewright[codegen]`."
        ) from error
    codec: Codec = compiler.load(path, console.remark)
    return codec
