"""Compile the kernel ahead of its first use, once per installation."""

from __future__ import annotations

import argparse

from bytewright import columns
from bytewright.cli import console


def arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> int:
    """Compile; gives the exit status."""
    console.say(columns.warm())
    return console.DONE
