"""Print what makes a shell complete commands, arguments, their choices, and the names of formats."""

from __future__ import annotations

import argparse

from bytewright.cli import console

EXAMPLES = (
    'eval "$(bytewright completion bash)"    # in ~/.bashrc',
    'eval "$(bytewright completion zsh)"     # in ~/.zshrc, behind compinit',
    "bytewright completion fish > ~/.config/fish/completions/bytewright.fish",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")


def run(arguments: argparse.Namespace) -> int:
    """Print the script; gives the exit status."""
    from argcomplete.shell_integration import shellcode

    console.say(shellcode(["bytewright"], shell=arguments.shell).rstrip("\n"))
    return console.DONE
