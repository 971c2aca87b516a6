"""The compiler makes of each spec what it made before: code, plans, documentation, explanations."""

from __future__ import annotations

import pytest
from tests.pipeline.outputs import digests_of, kept, specs


@pytest.mark.parametrize("spec", specs())
def test_is_as_before(spec: str) -> None:
    made, before = digests_of(spec), kept()[spec]
    changed = sorted(name for name in made.keys() | before if made.get(name) != before.get(name))
    assert not changed, "if it should change: python -m tests.pipeline.update_fixtures, and say why in the commit"


def test_no_spec_is_gone() -> None:
    assert list(kept()) == specs()
