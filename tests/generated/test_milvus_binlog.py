"""Milvus binlog: what must hold of every file of the format, on models that are drawn at random.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from hypothesis import given

from bytewright.testing import FEW, PROFILE, check_kept, check_oracle, check_round_trip, check_tree, check_views
from bytewright_formats.milvus_binlog import CODEC, MilvusBinlog
from bytewright_formats.milvus_binlog.strategies import models


@given(models())
@PROFILE
def test_what_is_written_reads_back(model: MilvusBinlog) -> None:
    check_round_trip(CODEC, model)


@given(models())
@PROFILE
def test_kaitai_reads_the_same(model: MilvusBinlog) -> None:
    check_oracle(CODEC, model)


@given(models())
@PROFILE
def test_trees_have_every_byte_once(model: MilvusBinlog) -> None:
    check_tree(CODEC, model)


@given(models())
@PROFILE
def test_views_give_rows(model: MilvusBinlog) -> None:
    check_views(CODEC, model)


@given(models())
@FEW
def test_rows_keep_what_files_say(model: MilvusBinlog) -> None:
    check_kept(CODEC, model)
