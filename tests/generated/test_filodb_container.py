"""FiloDB RecordContainer (BinaryRecord v2): what must hold of every file of the format, on models that are drawn at random.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from hypothesis import given

from bytewright.testing import FEW, PROFILE, check_construct, check_kept, check_round_trip, check_tree, check_views
from bytewright_formats.filodb_container import CODEC, FilodbContainer
from bytewright_formats.filodb_container.parser import filodb_container as declared
from bytewright_formats.filodb_container.strategies import models


@given(models())
@PROFILE
def test_what_is_written_reads_back(model: FilodbContainer) -> None:
    check_round_trip(CODEC, model)


@given(models())
@PROFILE
def test_construct_reads_the_same(model: FilodbContainer) -> None:
    check_construct(CODEC, model, declared)


@given(models())
@PROFILE
def test_trees_have_every_byte_once(model: FilodbContainer) -> None:
    check_tree(CODEC, model)


@given(models())
@PROFILE
def test_views_give_rows(model: FilodbContainer) -> None:
    check_views(CODEC, model)


@given(models())
@FEW
def test_rows_keep_what_files_say(model: FilodbContainer) -> None:
    check_kept(CODEC, model)
