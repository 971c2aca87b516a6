"""READMEs of codecs: that what they show works."""

import importlib
import sys
from pathlib import Path

import pytest

from bytewright_codegen.backends.testing.example import example
from bytewright_codegen.front.ksy import load
from bytewright_codegen.load import load as load_codec
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.semantics.resolve import resolve

FIXTURES = Path(__file__).parents[1] / "pipeline" / "fixtures"
TOYS = [
    FIXTURES / "readme" / "grid.ksy",
    FIXTURES / "derive" / "sizes.ksy",
    FIXTURES / "derive" / "places.ksy",
    FIXTURES / "records" / "lists.ksy",
]


@pytest.mark.parametrize("path", TOYS, ids=lambda path: path.stem)
def test_the_example_can_be_written(path: Path):
    library = resolve(load(path))
    codec = load_codec(str(path))
    names = vars(importlib.import_module(codec.package)) if codec.package in sys.modules else {}
    names = {**vars(sys.modules[codec.root.__module__]), **names}
    model = eval(example(plan(library)[library.main.id]).source, dict(names))
    assert codec.parse(codec.to_bytes(model)) == model


def test_lines_of_diagrams_fit_a_screen():
    for path in sorted((FIXTURES / "readme").glob("*.expected")):
        boxes = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] in "┌│└"]
        assert boxes
        assert max(map(len, boxes)) <= 110
