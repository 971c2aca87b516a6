"""Writes the ``.expected`` files of the fixtures anew: ``python -m tests.pipeline.update_fixtures``.

Look at ``git diff`` afterwards: what is written is what the compiler does, not what it should.
"""

from __future__ import annotations

from tests.pipeline.dump import FIXTURES, KINDS, expected_of


def main() -> None:
    """Writes all files that have changed, and names them."""
    for kind in KINDS:
        for path in sorted((FIXTURES / kind).glob("*.ksy")):
            text = expected_of(kind, path)
            expected = path.with_suffix(".expected")
            if not expected.exists() or expected.read_text(encoding="utf-8") != text:
                expected.write_text(text, encoding="utf-8")
                print(expected.relative_to(FIXTURES))


if __name__ == "__main__":
    main()
