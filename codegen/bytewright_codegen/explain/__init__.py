"""``bytewright explain``: what the compiler makes of a spec, for people, and its IR as JSON."""

from bytewright_codegen.explain.command import main

__all__ = ["main"]
