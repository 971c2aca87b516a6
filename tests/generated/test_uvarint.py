"""Unsigned LEB128 integer: what must hold of every file of the format, on models that are drawn at random.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from hypothesis import given

from bytewright.testing import (
    FEW,
    PROFILE,
    check_changed,
    check_coverage,
    check_kept,
    check_oracle,
    check_round_trip,
    check_tree,
    check_views,
)
from bytewright_formats.uvarint import CODEC, Uvarint
from bytewright_formats.uvarint.strategies import GOALS, models


@given(models())
@PROFILE
def test_what_is_written_reads_back(model: Uvarint) -> None:
    check_round_trip(CODEC, model)


@given(models())
@PROFILE
def test_kaitai_reads_the_same(model: Uvarint) -> None:
    check_oracle(CODEC, model)


@given(models())
@PROFILE
def test_trees_have_every_byte_once(model: Uvarint) -> None:
    check_tree(CODEC, model)


@given(models())
@PROFILE
def test_views_give_rows(model: Uvarint) -> None:
    check_views(CODEC, model)


@given(models())
@FEW
def test_rows_keep_what_files_say(model: Uvarint) -> None:
    check_kept(CODEC, model)


@given(models())
@FEW
def test_calculated_values_follow_their_fields(model: Uvarint) -> None:
    check_changed(CODEC, model)


def test_models_cover_the_spec() -> None:
    coverage = check_coverage(CODEC, models(), GOALS)
    assert len(coverage.names) >= 3
