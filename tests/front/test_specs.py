"""Where the specs are found (the copy in a wheel: tests/packaging)."""

from pathlib import Path

import pytest

from bytewright.errors import SpecError
from bytewright_codegen.front import shipped_specs

ROOT = Path(__file__).parents[2]


def test_the_checkouts_own():
    assert shipped_specs.spec_root() == ROOT / "specs"


def test_a_wheels_copy_though_a_folder_has_the_same_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "specs").mkdir()
    package = tmp_path / "site-packages" / "bytewright_codegen"
    (package / "specs").mkdir(parents=True)
    monkeypatch.setattr(shipped_specs, "__file__", str(package / "front" / "shipped_specs.py"))
    assert shipped_specs.spec_root() == package / "specs"
    (package / "specs").rmdir()
    with pytest.raises(SpecError, match=r"Name the \.ksy file"):
        shipped_specs.spec_root()
