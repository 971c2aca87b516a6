"""``bytewright explain --plan`` of a format that comes along: its plans are those that its package has."""

from pathlib import Path

import pytest

from bytewright.cli import main

PLANS = Path(__file__).parents[2] / "generated" / "bytewright_formats" / "uvarint" / "plans.json"


def explained(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["explain", *words]) == 0
    return capsys.readouterr().out


def test_plans_say_what_the_kernel_does(capsys: pytest.CaptureFixture[str]) -> None:
    lines = explained(capsys, "uvarint", "--plan").splitlines()
    assert lines[3:6] == ["PLANS", "  read rows: RowPlan", "    frame: WholeFrame()"]
    assert "      Let('groups', 'groups.low', Load('u1', Begin()) & 127)" in lines
    assert any(line.startswith("  write: ") for line in lines)


def test_plans_as_json_are_those_of_the_codec(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, "uvarint", "--plan", "--json") == PLANS.read_text(encoding="utf-8")
