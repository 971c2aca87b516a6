"""What must hold of the files of any spec."""

from __future__ import annotations

import importlib
from collections import Counter
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from tests.random_specs.altered import check_altered
from tests.random_specs.chosen import check_chosen

from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError, LimitError, OptionError
from bytewright.oracles.kaitai_difference import oracle_difference
from bytewright.testing.checks import check_rewrite, check_round_trip, check_tree_of, check_views_of, written
from bytewright.testing.steady import steady

_QUIET = settings(
    database=None,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
    report_multiple_bugs=False,
    print_blob=False,
)


def check_spec(codec: Codec, number: int, examples: int, *, stock: bool) -> Counter[str]:
    """Draw values of a spec, write and read them; damage the files and read what can still be read.

    Args:
        codec: of the spec.
        number: decides which values are drawn.
        examples: how many.
        stock: whether the stock parser must read the same.

    Returns:
        How often what was tried.
    """
    tried: Counter[str] = Counter()
    models = models_of(codec)

    def check(model: Any) -> None:
        tried["drawn"] += 1
        data = written(codec, model)
        tried["written"] += 1
        check_round_trip(codec, model)
        check_file(codec, data, stock=stock)
        random = Random(data)  # the same whenever Hypothesis tries this model
        check_altered(codec, data, random)
        check_chosen(codec, data, random)
        for _ in range(4):
            bad = damaged(random, data)
            check_damaged(codec, bad, tried, stock=stock)
            check_chosen(codec, bad, random)

    try:
        run: Any = seed(number)(settings(_QUIET, max_examples=examples)(given(models)(check)))
        with steady():
            run()
    except Unsatisfiable:
        tried["without values"] += 1
    random = Random(number)
    for size in (0, 1, 7, 40, 200):
        check_damaged(codec, random.randbytes(size), tried, stock=stock)
    return tried


def models_of(codec: Codec) -> SearchStrategy[Any]:
    """The strategy of a codec's models."""
    found: SearchStrategy[Any] = importlib.import_module(f"{codec.package}.strategies").models()
    return found


def check_file(codec: Codec, data: bytes, *, stock: bool) -> None:
    """A file that reads is rewritten, has every byte in its tree once, and shows the same rows with all engines."""
    check_rewrite(codec, data)
    check_tree_of(codec, data)
    check_views_of(codec, data)
    if stock:
        try:
            found = oracle_difference(codec, data)
        except OptionError:
            raise
        except Exception as error:
            raise AssertionError(f"Kaitai doesn't read {data.hex(' ')}: {type(error).__name__}: {error}") from error
        assert found is None, f"read by Bytewright and by Kaitai: {found}"


def check_damaged(codec: Codec, data: bytes, tried: Counter[str], *, stock: bool) -> None:
    """A file that may be anything reads, and then all holds of it that holds of others, or says why not."""
    try:
        codec.parse(data)
    except BytewrightError as error:
        tried["refused"] += 1
        if error.field is None:
            raise AssertionError(f"of the bytes {data.hex(' ')}: no field is named: {error}") from error
        return
    tried["read"] += 1
    try:
        check_file(codec, data, stock=stock)
    except LimitError:
        tried["too much"] += 1  # of what is only read when it is asked for
    except Exception as error:
        raise AssertionError(f"of the bytes {data.hex(' ')}: {type(error).__name__}: {error}") from error


def damaged(random: Random, data: bytes) -> bytes:
    """A file with some bytes changed, cut or put in."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 5))):
        at = random.randrange(len(found) + 1)
        way = random.random()
        if way < 0.6 and found:
            found[at - 1] = random.choice(
                (0, 1, 2, 255, random.randrange(256), found[at - 1] ^ 1 << random.randrange(8))
            )
        elif way < 0.8:
            del found[at : at + random.choice((1, 2, 1000))]
        else:
            found[at:at] = random.randbytes(random.choice((1, 2, 9)))
    return bytes(found)
