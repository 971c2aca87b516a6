"""Compile the kernel ahead of its first use, once per installation."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.columnar.scan.preparation import capability

EXAMPLES = ("bytewright warm",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> int:
    """Compile; gives the exit status."""
    console.say(capability.warm())
    return console.DONE
