"""``tests/generated/test_<codec>.py``: what must hold of a codec, on models that are drawn at random."""

from __future__ import annotations

from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.goals import goals
from bytewright_codegen.backends.templates import render
from bytewright_codegen.passes.dependencies import Dependencies


def tests(plans: CodecPlans) -> str:
    """Source of a codec's tests."""
    fewest = len(goals(plans, Dependencies(plans.library)))
    return render("tests.py.jinja", spec=plans.spec, root=plans.naming.types[plans.spec.root.name], goals=fewest)
