"""Generated sources as the formatter prints them: of any name, and nothing else than Python."""

from pathlib import Path

import pytest
from tests.support.faults import Kind, each_call_fails, kinds

from bytewright.errors import CodecError
from bytewright_codegen.pipeline.compilation import formatted


def test_sources_are_formatted_whatever_their_place_is_called() -> None:
    text = "import os\nimport  sys\nsys"
    files = {"toy/reader.py": text, "dist/build.py": text, "toy/__init__.py": "x  =  1", "toy/README.md": "x  =  1"}
    assert formatted(files) == {
        "toy/reader.py": "import sys\n\nsys\n",
        "dist/build.py": "import sys\n\nsys\n",
        "toy/__init__.py": "x = 1\n",
        "toy/README.md": "x  =  1",
    }
    assert formatted({}) == {}


def test_what_is_not_python_is_named() -> None:
    with pytest.raises(CodecError, match=r"toy/reader\.py:1:6"):
        formatted({"toy/reader.py": "x = (", "toy/model.py": "x = 1"})


@kinds
def test_the_folder_of_the_formatter_is_left_nowhere(kind: Kind, tmp_path: Path) -> None:
    """Whatever call fails, also one that deletes it."""

    def run(_: Path) -> dict[str, str]:
        return formatted({"toy/reader.py": "x  =  1", "toy/model.py": "y  =  1"})

    each_call_fails(tmp_path, run, kind)
