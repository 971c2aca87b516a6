"""What counts as found, on cases of our own: the suite itself is no part of the repository."""

from pathlib import Path

import pytest
from tests.conformance.errors import ErrorCase, error_cases

SPEC = """
meta:
  id: a
  encoding: utf-8
seq:
  - id: n
    type: u1
  - id: body
    type:
      switch-on: n
      cases:
        '"x"': u1
  - id: rest
    size: nn
"""
SIZE = "# a.ksy: /seq/2/size:\n# \terror: unable to access 'nn' in a context\n"
CASE = "# a.ksy: /seq/1/type/cases/Str(x):\n# \terror: can't compare Int1Type(false) and CalcStrType\n"


def case(folder: Path, comment: str, spec: str = SPEC) -> ErrorCase:
    (folder / "formats_err").mkdir()
    (folder / "formats_err" / "a.ksy").write_text(comment + spec, encoding="utf-8")
    (found,) = error_cases(folder)
    return found


@pytest.mark.parametrize("comment", [SIZE, CASE, CASE + "#\n" + SIZE])
def test_found(tmp_path: Path, comment: str):
    assert case(tmp_path, comment).found


@pytest.mark.parametrize(
    "comment",
    [
        SIZE.replace("seq/2/size", "seq/1"),
        SIZE.replace("a.ksy", "b.ksy"),
        SIZE.replace("unable to access", "unable to find type"),
        SIZE.replace("error", "warning"),
        SIZE.replace("unable to access", "something else about"),
        CASE + "#\n" + SIZE.replace("seq/2/size", "seq/0/type"),
        "",
    ],
)
def test_not_found(tmp_path: Path, comment: str):
    found = case(tmp_path, comment)
    assert not found.found
    assert "has no member 'nn'" in found.reason


WARNING = "# a.ksy: /meta/encoding:\n# \twarning: use canonical encoding name `UTF-8` instead of `utf-8`\n"


def test_warnings_must_not_come_with_errors(tmp_path: Path):
    assert case(tmp_path, WARNING, SPEC[: SPEC.index("  - id: body")]).found


def test_errors_where_there_should_be_warnings(tmp_path: Path):
    assert "only warnings were expected" in case(tmp_path, WARNING).reason


def test_line_and_column(tmp_path: Path):
    comment = "# a.ksy:4:10:\n# \terror: mapping values are not allowed here\n"
    assert case(tmp_path, comment, "meta:\n  id: a: b\n").found


def test_no_errors_are_expected(tmp_path: Path):
    assert case(tmp_path, "", "meta: {id: a}\n").found
