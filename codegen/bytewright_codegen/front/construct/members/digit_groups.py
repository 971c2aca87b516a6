"""Integers in groups of seven bits: Construct has a class for them, the language has types, ``groups.ksy``."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources

from bytewright_codegen.front.construct.walk import Walk
from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.front.ksy.reader import read_spec
from bytewright_codegen.ir.diagnostics import Problems

_NEEDED = {"var_int": ("var_int", "var_int_group"), "zig_zag": ("var_int", "var_int_group", "zig_zag")}


def group_types(walk: Walk, name: str) -> str:
    """The name of such a type, which is added to the spec with what it needs.

    Args:
        walk: of the spec.
        name: ``var_int`` or ``zig_zag``.
    """
    file = "groups.ksy"
    text = resources.files(__package__).joinpath(file).read_text(encoding="utf-8")
    problems = Problems()
    spec = read_spec(parse(text, file), file, problems)
    problems.raise_any()
    for definition in spec.types:
        short = definition.name.rpartition("::")[2]
        full = f"{walk.spec}::{short}"
        if short in _NEEDED[name] and all(known.name != full for known in walk.ready):
            walk.ready.append(replace(definition, name=full))
    return name
