"""The text of a spec with the keys of this version in place of former ones."""

from __future__ import annotations

from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.front.ksy.reader import read_spec
from bytewright_codegen.ir.diagnostics import Problems


def respelled(text: str, file: str) -> str:
    """Spells former keys anew.

    Args:
        text: the text of a ``.ksy``.
        file: its name, for errors.

    Returns:
        The text, changed where a key is spelled otherwise now; comments and everything else stay as they are.

    Raises:
        SpecErrors: the text isn't YAML.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    ending = "\r\n" if "\r\n" in text else "\n"
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    problems = Problems()
    read_spec(parse(text, file, []), file, problems)
    parts, at = [], 0
    for edit in sorted(problems.edits, key=lambda edit: (edit.start, edit.end)):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    parts.append(text[at:])
    return mark + "".join(parts).replace("\n", ending)
