"""Specs with what the passes must make of them (``update_fixtures`` writes the files anew)."""

from pathlib import Path

import pytest
from tests.pipeline.dump import FIXTURES, KINDS, expected_of

CASES = [(kind, path) for kind in KINDS for path in sorted((FIXTURES / kind).glob("*.ksy"))]


@pytest.mark.parametrize(("kind", "path"), CASES, ids=[f"{kind}/{path.stem}" for kind, path in CASES])
def test_fixture(kind: str, path: Path):
    assert expected_of(kind, path) == path.with_suffix(".expected").read_text(encoding="utf-8")
