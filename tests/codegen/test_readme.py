"""READMEs of codecs: that what they show works."""

import base64
import importlib
import re
import sys
import zlib
from pathlib import Path

import pytest

from bytewright import registry
from bytewright_codegen.backends.example import example
from bytewright_codegen.compilation import plan
from bytewright_codegen.ksy import load
from bytewright_codegen.load import load as load_codec
from bytewright_codegen.passes.resolve import resolve

FIXTURES = Path(__file__).parent / "fixtures"
ROOT = Path(__file__).parents[2]
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


def test_examples_of_installed_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in registry.names():
        text = (ROOT / "generated" / "bytewright_formats" / name / "README.md").read_text(encoding="utf-8")
        blocks = [b for b in re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL) if "model = " in b]
        written = next((b for b in blocks if "model = parse(" not in b), None)
        if written is None:  # no example could be made up
            samples = importlib.import_module(f"{registry.codec(name).package}.strategies").SAMPLES
            data = zlib.decompress(base64.b85decode(next(iter(samples.values()))))
            old, new = (tmp_path / Path(found).name for found in re.findall(r'"((?:old|new)[.]\w+)"', blocks[-1]))
            old.write_bytes(data)
            exec(blocks[-1], {})
            assert new.read_bytes() == data
            old.unlink()
            new.unlink()
            continue
        names: dict[str, object] = {}
        exec(written, names)
        file = next(iter(tmp_path.iterdir()))
        assert registry.codec(name).parse(file) == names["model"]
        file.unlink()


def test_lines_of_diagrams_fit_a_screen():
    for path in sorted((FIXTURES / "readme").glob("*.expected")):
        boxes = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] in "┌│└"]
        assert boxes
        assert max(map(len, boxes)) <= 110
