"""How models are drawn from a codec's strategies where each run is to draw the same ones."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, settings


def same_each_time(examples: int) -> settings:
    """Draws so many, however long they take; a failure is shown as it was drawn."""
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
