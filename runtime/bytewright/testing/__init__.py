"""Tests of codecs: what must hold of every one, on models that Hypothesis draws. Needs the extra ``testing``.

A codec's module ``strategies`` has ``models()``, which draws models as users make them, and ``GOALS``, what they are to
cover::

    from bytewright.testing import PROFILE, check_round_trip
    from bytewright_formats.some_format import CODEC
    from bytewright_formats.some_format.strategies import models


    @given(models())
    @PROFILE
    def test_round_trip(model):
        check_round_trip(CODEC, model)
"""

from bytewright.oracles.compare import difference
from bytewright.oracles.kaitai_difference import oracle_difference
from bytewright.testing.checks import (
    FEW,
    PROFILE,
    check_changed,
    check_changed_of,
    check_construct,
    check_coverage,
    check_encoding_of,
    check_kept,
    check_kept_of,
    check_oracle,
    check_refusals,
    check_rewrite,
    check_round_trip,
    check_tree,
    check_tree_of,
    check_views,
    check_views_of,
    written,
)

__all__ = [
    "FEW",
    "PROFILE",
    "check_changed",
    "check_changed_of",
    "check_construct",
    "check_coverage",
    "check_encoding_of",
    "check_kept",
    "check_kept_of",
    "check_oracle",
    "check_refusals",
    "check_rewrite",
    "check_round_trip",
    "check_tree",
    "check_tree_of",
    "check_views",
    "check_views_of",
    "difference",
    "oracle_difference",
    "written",
]
