"""Show what is wrong with specs, or could be said better; the compiler parses the arguments."""

from __future__ import annotations

from collections.abc import Sequence

from bytewright.cli.optional_commands import run_extra


def main(words: Sequence[str]) -> int:
    """Run the compiler; gives the exit status."""
    return run_extra("bytewright_codegen.explain.lint", "codegen", words)
