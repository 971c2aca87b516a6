"""A plugin of pytest: of each test, only its first case runs."""

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the other cases."""
    first: dict[str, pytest.Item] = {}
    for item in items:
        first.setdefault(item.nodeid.partition("[")[0], item)
    kept = set(first.values())
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]
