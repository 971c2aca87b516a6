"""Writes anew the fixtures' ``.expected`` files, and ``outputs.json``: ``python -m tests.pipeline.update_fixtures``.

Look at ``git diff`` afterwards: what is written is what the compiler does, not what it should.
"""

from __future__ import annotations

import json

from tests.pipeline import outputs
from tests.pipeline.dump import FIXTURES, KINDS, expected_of


def main() -> None:
    """Writes all files that have changed, and names them, and what else is made of which specs."""
    for kind in KINDS:
        for path in sorted((FIXTURES / kind).glob("*.ksy")):
            text = expected_of(kind, path)
            expected = path.with_suffix(".expected")
            if not expected.exists() or expected.read_text(encoding="utf-8") != text:
                expected.write_text(text, encoding="utf-8")
                print(expected.relative_to(FIXTURES))
    made = {
        "specs": {spec: outputs.of_spec(spec) for spec in outputs.specs()},
        "stated": {path: outputs.of_stated(path) for path in outputs.stating()},
    }
    for kind, before in outputs.kept().items():
        for name, digests in made[kind].items():
            if differing := outputs.changed(digests, before.get(name, {})):
                print(f"{name}: {', '.join(differing)}")
    outputs.KEPT.write_text(f"{json.dumps(made, indent=1)}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
