"""The compiler makes of each spec what it made before: code, plans, documentation, explanations, errors."""

from __future__ import annotations

import pytest
from tests.pipeline.outputs import changed, kept, of_spec, of_stated, specs, stating

CURE = "where it is meant to change: python -m tests.pipeline.update_fixtures, and say why in the commit"


@pytest.mark.parametrize("spec", specs())
def test_a_spec_becomes_what_it_was(spec: str) -> None:
    assert changed(of_spec(spec), kept()["specs"].get(spec, {})) == [], CURE


@pytest.mark.parametrize("path", kept()["stated"])
def test_what_tests_state_becomes_what_it_was(path: str) -> None:
    assert changed(of_stated(path), kept()["stated"].get(path, {})) == [], CURE


def test_none_is_gone() -> None:
    assert (list(kept()["specs"]), list(kept()["stated"])) == (specs(), stating()), CURE
