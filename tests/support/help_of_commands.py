"""What must hold of the help of every command."""

import shlex

from bytewright.cli.command_table import Command


def check_examples(name: str, command: Command) -> None:
    """Its help has examples, each of which the command takes."""
    parser = command.parser(name)
    examples = command.load().EXAMPLES
    assert examples
    for example in examples:
        words = shlex.split(example.split(" > ")[0], comments=True)
        if words[0] == "eval":
            words = shlex.split(words[1].removeprefix("$(").removesuffix(")"))
        assert words[:2] == ["bytewright", name]
        parser.parse_args(words[2:])
        assert f"  {example}\n" in parser.format_help()
