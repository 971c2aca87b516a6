"""Formats whose processes nobody has written in Python."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bytewright.codec.codec import Codec
from bytewright.errors import UntrustedError
from bytewright_codegen.front import ksy
from bytewright_codegen.front.programs import programs
from bytewright_codegen.load import load


class Missing:
    """A process that isn't there."""

    def __init__(self, *_: object) -> None:
        pass

    def decode(self, data: bytes) -> bytes:
        raise ValueError("nobody has written it")


def load_without_processes(spec: Path, import_path: Sequence[Path]) -> Codec:
    """The codec of a spec; processes that aren't there decode nothing."""
    try:
        return load(spec, import_path=import_path)
    except UntrustedError:
        roles = (program.role.partition(" ") for program in programs(ksy.load(spec, import_path)))
        names = [name for kind, _, name in roles if kind == "process"]
        return load(spec, import_path=import_path, processes=dict.fromkeys(names, Missing))
