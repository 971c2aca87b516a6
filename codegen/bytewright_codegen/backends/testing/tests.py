"""``tests/generated/test_<codec>.py``: what must hold of a codec, on models that are drawn at random."""

from __future__ import annotations

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.testing.strategies import planned_goals


def tests(plans: CodecPlans, package: str, declared: str) -> str:
    """Source of a codec's tests.

    Args:
        plans: of the codec.
        package: what the package of codecs is called.
        declared: what the construct of a whole file is called, where the spec is a declaration in Construct.
    """
    root, goals = plans.naming.types[plans.spec.root.name], len(planned_goals(plans))
    running = any(not plans.is_foreign(type) for type, _ in plans.running_values.values)
    return render(
        "tests.py.jinja",
        spec=plans.spec,
        package=package,
        root=root,
        goals=goals,
        declared=declared,
        running=running,
    )
