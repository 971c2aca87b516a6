"""The help of commands that formats add."""

import pytest
from tests.support.help_of_commands import check_examples

from bytewright.cli.command_table import Command
from bytewright_pipelines import COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_examples_are_what_the_command_takes(name: str) -> None:
    check_examples(name, Command(COMMANDS[name], ""))
