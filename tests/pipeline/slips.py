"""Slips of the hand in the text of a spec."""

from __future__ import annotations

from random import Random

VALUES = (
    "", "null", "[]", "{}", "-1", "1.5", "true", "a", "_", "_parent", "_root", "_io", "_.x", "[1, 2]", "{a: b}", "u2",
    "str", "b3", "a::b", "a(1)", "1 / 0", "1 << 99999999999", "99999999999999999999", "'[].size'", "sizeof<u1>", "eos",
    "zlib",
)  # fmt: skip
KEYS = (
    "id", "type", "size", "size-eos", "repeat", "repeat-expr", "if", "pos", "io", "value", "enum", "contents",
    "terminator", "process", "valid", "parent", "encoding", "params", "seq", "types", "instances", "enums", "meta",
    "-type", "-derive", "-default", "-validity-of", "-checksum", "-find", "-null", "-valid", "-role", "-views",
    "-options", "-show", "-unique", "to-string",
)  # fmt: skip


def misspelt(text: str, rng: Random) -> str:
    """A text with a character too many, too few, or another."""
    at = rng.randrange(len(text) + 1)
    return text[:at] + rng.choice(("", "x", "_", ":", ".", "(", " ", "#", '"')) + text[at + rng.randrange(2) :]


def damaged(text: str, rng: Random) -> str:
    """A spec after a slip in one line."""
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
