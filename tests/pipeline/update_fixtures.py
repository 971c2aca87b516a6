"""Writes the ``.expected`` files of the fixtures, and ``outputs.json``, anew: ``python -m tests.pipeline.update_fixtures``.

Look at ``git diff`` afterwards: what is written is what the compiler does, not what it should.
"""

from __future__ import annotations

import json

from tests.pipeline import outputs
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
    before, made = outputs.kept(), {spec: outputs.digests_of(spec) for spec in outputs.specs()}
    outputs.KEPT.write_text(f"{json.dumps(made, indent=1)}\n", encoding="utf-8")
    for spec, digests in made.items():
        if changed := [name for name, digest in digests.items() if before.get(spec, {}).get(name) != digest]:
            print(f"{spec}: {', '.join(changed)}")


if __name__ == "__main__":
    main()
