"""ESDB with spaces: what must hold of every file of the format, on models that are drawn at random.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from hypothesis import given

from bytewright.testing import FEW, PROFILE, check_kept, check_oracle, check_round_trip, check_tree, check_views
from bytewright_formats.esdb_spaces import CODEC, EsdbSpaces
from bytewright_formats.esdb_spaces.strategies import models


@given(models())
@PROFILE
def test_what_is_written_reads_back(model: EsdbSpaces) -> None:
    check_round_trip(CODEC, model)


@given(models())
@PROFILE
def test_kaitai_reads_the_same(model: EsdbSpaces) -> None:
    check_oracle(CODEC, model)


@given(models())
@PROFILE
def test_trees_have_every_byte_once(model: EsdbSpaces) -> None:
    check_tree(CODEC, model)


@given(models())
@PROFILE
def test_views_give_rows(model: EsdbSpaces) -> None:
    check_views(CODEC, model)


@given(models())
@FEW
def test_rows_keep_what_files_say(model: EsdbSpaces) -> None:
    check_kept(CODEC, model)
