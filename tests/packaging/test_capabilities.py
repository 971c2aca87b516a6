"""The page of sizes counts the modules that there are, each once."""

from tests.packaging.capabilities import (
    CAPABILITIES,
    COUNTED,
    PAGE,
    capabilities_of,
    counted,
    differences,
    lost,
    statements,
    tables,
)

HINT = "run: python -m tests.packaging.capabilities"


def test_the_page_counts_what_there_is() -> None:
    _, _, counted = PAGE.read_text(encoding="utf-8").partition(COUNTED)
    assert not list(differences(counted.strip(), tables().strip())), HINT


def test_a_module_belongs_to_one_capability_or_to_the_base() -> None:
    assert not {path: found for path in statements() if len(found := capabilities_of(path)) > 1}


def test_every_pattern_is_of_modules() -> None:
    there = {one for path in statements() for one in capabilities_of(path)}
    assert there == set(CAPABILITIES)
    assert not lost(CAPABILITIES)
    assert lost({"one": "page/* page/nothing.py"}) == ["page/nothing.py"]


def test_statements_are_those_that_run() -> None:
    assert counted('"""Text."""\nif a:\n    b = 1\n\n\ndef f() -> int:\n    """Text."""\n    return 1\n') == 4


def test_pages_may_be_off_by_a_twentieth() -> None:
    page = "| a | 1,000 |\n| b | 10 |"
    assert not list(differences(page, "| a | 1,049 |\n| b | 30 |"))
    assert list(differences(page, "| a | 1,060 |\n| b | 31 |")) == [
        "'| a | 1,000 |' is '| a | 1,060 |'",
        "'| b | 10 |' is '| b | 31 |'",
    ]
    assert list(differences(page, "| a | 1,000 |")) == ["'| b | 10 |' is ''"]
    assert list(differences(page, "| a | 1,000 |\n| c | 10 |")) == ["'| b | 10 |' is '| c | 10 |'"]
