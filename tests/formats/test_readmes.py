"""READMEs of the formats that come along: what they show works."""

import base64
import importlib
import re
import zlib
from pathlib import Path

import pytest

from bytewright.codec import registry

ROOT = Path(__file__).parents[2]


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
