"""The templates and how they are rendered."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("bytewright_codegen", "templates"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
        autoescape=False,
    )
    environment.filters["docstring"] = docstring
    environment.filters["python"] = repr
    return environment


def docstring(text: str, indent: int = 4) -> str:
    """Text as the inside of a docstring at an indent."""
    lines = [line.rstrip() for line in inert(text).strip().splitlines()]
    text = ("\n" + " " * indent).join(lines) if lines else ""
    text = re.sub(r"[ ]+\n", "\n", text)
    return text + " " if text.endswith('"') else text


def inert(text: str) -> str:
    """Text that stays inside a docstring: without characters that no source may hold, or that would end it."""
    text = "".join(c if c.isprintable() or c in "\n\t" else " " for c in text)
    return text.replace("\\", "\\\\").replace('"""', "'''")


_ENVIRONMENT = _environment()


def render(template: str, **context: Any) -> str:
    """The text that a template makes of a context."""
    return _ENVIRONMENT.get_template(template).render(**context)
