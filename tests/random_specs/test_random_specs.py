"""Random specs × random values: the same few whenever the tests run; the stock parser is asked where Node may be."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from tests.fuzz.samples import files_drawn
from tests.random_specs.attempt import attempt
from tests.random_specs.compiled import Spec, compiled, library_of
from tests.random_specs.drawing import random_spec
from tests.random_specs.logs import random_log
from tests.random_specs.nulls import random_nulls
from tests.random_specs.plain_views import check_plain_views, with_asking_views
from tests.random_specs.records import random_records
from tests.random_specs.reduction import kind_of, reduced
from tests.random_specs.text import to_yaml

ROOT = Path(__file__).parents[2]


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the program."""
    command = [sys.executable, "-m", "tests.random_specs", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.mark.parametrize(
    ("draw", "numbers", "flag"),
    [
        (random_spec, range(8), ""),
        (random_records, range(6), " --records"),
        (random_log, range(6), " --logs"),
        (random_nulls, (0, 1, 3, 4, 5, 6), " --nulls"),  # of 2, it takes minutes to draw a value that fits
    ],
    ids=["any", "lists of records", "logs", "lists with null"],
)
def test_values_of_random_specs(draw: Callable[[int], Spec], numbers: Sequence[int], flag: str) -> None:
    for number in numbers:
        made = attempt(draw(number), number, values=6)
        assert not made.failure, made.report(f"{number} --values 6{flag}")


@pytest.mark.parametrize("draw", [random_records, random_log], ids=["lists of records", "logs"])
def test_views_show_what_models_say(draw: Callable[[int], Spec]) -> None:
    compared = 0
    for number in range(5):
        spec = draw(number)
        if "-views" in spec[next(iter(spec))]:
            spec = with_asking_views(spec)
            with compiled(spec) as codec:
                library = library_of(spec)
                compared += sum(check_plain_views(library, codec, data) for data in files_drawn(codec, number))
    assert compared > 100


@pytest.mark.slow
def test_the_stock_parser_reads_the_same() -> None:
    done = _run("run", "1004", "1019", "--stock")
    assert done.returncode == 0, done.stdout


def test_a_number_is_always_the_same_spec() -> None:
    assert to_yaml(random_spec(7)[f"random_{7}"]) == to_yaml(random_spec(7)[f"random_{7}"])


def test_what_fails_is_made_small_and_can_be_tried_again(tmp_path: Path) -> None:
    bad = {
        "bad": {
            "meta": {"id": "bad", "endian": "le"},
            "seq": [{"id": "x", "type": "u1"}, {"id": "y", "type": "missing"}, {"id": "z", "type": "u4"}],
        }
    }
    found = reduced(bad, lambda spec: attempt(spec, 0, values=1).failure)
    assert found["bad"]["seq"] == [{"id": "y", "type": "missing"}]
    path = tmp_path / "bad.ksy"
    path.write_text(to_yaml(found["bad"]), encoding="utf-8")
    done = _run("reproduce", str(path), "0")
    assert done.returncode == 1
    assert "'missing'" in done.stdout
    assert f"again: python -m tests.random_specs reproduce {path} 0" in done.stdout


def test_failures_of_one_kind_are_told_by_their_words() -> None:
    assert kind_of("ReadError: x.ksy: a[3].b: expected 4 bytes") == kind_of("ReadError: y.ksy: c.d: expected 9 bytes")
    assert kind_of("ReadError: a: expected 4 bytes") != kind_of("ReadError: a: found nothing")


def test_kernels_are_asked_only_for_what_they_show_of_a_file() -> None:
    # The file is one record to the kernel, which then shows no metadata.
    assert attempt(random_spec(21196), 21196, values=8).failure == ""
