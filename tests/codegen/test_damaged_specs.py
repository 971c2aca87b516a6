"""Damaged specs: whatever a slip of the hand makes of a spec, it compiles, or what is wrong is told with its place."""

import random
from pathlib import Path

import pytest
from tests.codegen.dump import FIXTURES

from bytewright_codegen.compilation import modules, plan
from bytewright_codegen.diagnostics import SpecErrors
from bytewright_codegen.front import resolved
from bytewright_codegen.passes.style import style

SPECS = sorted(path for path in FIXTURES.rglob("*.ksy") if path.stat().st_size < 8000)
VALUES = (
    "", "null", "[]", "{}", "-1", "1.5", "true", "a", "_", "_parent", "_root", "_io", "_.x", "[1, 2]", "{a: b}", "u2",
    "str", "b3", "a::b", "a(1)", "1 / 0", "1 << 99999999999", "99999999999999999999", "'[].size'", "sizeof<u1>", "eos",
    "zlib",
)  # fmt: skip
KEYS = (
    "id", "type", "size", "size-eos", "repeat", "repeat-expr", "if", "pos", "io", "value", "enum", "contents",
    "terminator", "process", "valid", "parent", "encoding", "params", "seq", "types", "instances", "enums", "meta",
    "-type", "-derive", "-default", "-validity-of", "-checksum", "-find", "-null", "-unique", "-views", "-options",
    "-value", "to-string",
)  # fmt: skip


def misspelt(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(("", "x", "_", ":", ".", "(", " ", "#", '"')) + text[at + rng.randrange(2) :]


def damaged(text: str, rng: random.Random) -> str:
    lines = text.split("\n")
    at = rng.randrange(len(lines))
    line = lines[at]
    key, colon, value = line.partition(":")
    indent = key[: len(key) - len(key.lstrip(" -"))]
    match rng.randrange(7):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, line)
        case 2:
            lines[at] = misspelt(line, rng)
        case 3:
            lines[at] = f"{key}: {rng.choice(VALUES)}"
        case 4:
            lines[at] = f"{indent}{rng.choice(KEYS)}{colon or ':'}{value}"
        case 5:
            lines[at] = "  " + line
        case _:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], line
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_specs(tmp_path: Path, seed: int):
    rng = random.Random(seed)
    path = tmp_path / "damaged.ksy"
    refused = 0
    for _ in range(40):
        original = rng.choice(SPECS)
        text = damaged(original.read_text(encoding="utf-8"), rng)
        path.write_text(text, encoding="utf-8")
        try:
            library = resolved(path, [original.parent, FIXTURES / "imports"])
            style(library)
            for codec in plan(library).values():
                for name, source in modules(codec, original.parent).items():
                    compile(source, name, "exec")
        except SpecErrors as errors:
            refused += 1
            for found in (*errors.diagnostics, *errors.warnings):
                lines = Path(found.loc.file).read_text(encoding="utf-8").split("\n")
                assert found.loc.column <= len(lines[found.loc.line - 1]) + 1, found
        except Exception as error:
            error.add_note(text)
            raise
    assert refused > 5
