"""A group of measurements that fails is named, and takes nothing with it."""

from __future__ import annotations

import os
import time

import pytest
from benchmarks.apart import run_apart
from benchmarks.bench import measure
from benchmarks.report import BEGIN, END, Claim, Measurement, Section, headlines, summary, times


def test_what_a_process_returns() -> None:
    assert run_apart(divmod, (17, 5), 60) == (3, 2)


def test_a_process_that_dies() -> None:
    assert run_apart(os._exit, (7,), 60) == "its process ended with 7"


def test_a_process_that_hangs() -> None:
    assert run_apart(time.sleep, (600,), 0.1) == "no answer within 0 s"


def test_what_a_group_found_before_it_failed(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(bench: object) -> None:
        bench.claim("speed", 3.0, 2.0, times)  # type: ignore[attr-defined]
        raise ValueError("no more\nand why")

    monkeypatch.setattr("benchmarks.groups.threads.run", run)
    section = measure("threads", str(tmp_path), 1, 1, False, False)
    assert section.failed == "ValueError: no more"
    assert "| met |" in section.page()
    assert "**Failed**: ValueError: no more" in section.page()


def test_all_figures_in_one_table() -> None:
    one = Section("One: of two", claims=[Claim("speed", 3.0, 2.0, times), Claim("room", 4.0, 2.0, times, at_most=True)])
    text = summary([one, Section("Other", failed="no answer within 1 s")])
    assert text.startswith("1 of 2 figures are met; failed: Other.")
    assert [line.split("|")[5].strip() for line in text.splitlines() if line.startswith("| One")] == ["1.50", "0.50"]


def test_what_the_readme_shows() -> None:
    found = [Measurement("all", 3_000_000, 2.0, 100, 8, headline="x: ours"), Measurement("some", 1, 1.0, 1, 1)]
    text = f"above\n{BEGIN}\nwhat was there\n{END}\nbelow\n"
    shown = headlines(text, [Section("One", measured=found)]).splitlines()
    assert (shown[:2], shown[-2:]) == (["above", BEGIN], [END, "below"])
    assert [cell.strip() for cell in shown[4].split("|")[1:-1]] == ["x: ours", "2", "50"]
    assert len(shown) == 7
    assert headlines(text, [Section("One", failed="why")]) == text
    with pytest.raises(ValueError, match="no lines"):
        headlines("above", [])
