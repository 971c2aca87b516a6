"""Damaged specs: whatever a slip of the hand makes of a spec, it compiles, or what is wrong is told with its place."""

import random
from pathlib import Path

import pytest
from tests.pipeline.dump import FIXTURES
from tests.pipeline.slips import damaged

from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.pipeline.compilation import modules, plan
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.style import style

SPECS = sorted(path for path in FIXTURES.rglob("*.ksy") if path.stat().st_size < 8000)


@pytest.mark.parametrize("seed", range(8))
def test_damaged_specs(tmp_path: Path, seed: int):
    rng = random.Random(seed)
    path = tmp_path / "damaged.ksy"
    refused = 0
    for _ in range(40):
        original = rng.choice(SPECS)
        text = damaged(original.read_text(encoding="utf-8"), rng)
        path.write_text(text, encoding="utf-8")
        try:
            library = resolved(path, [original.parent, FIXTURES / "imports"])
            style(library)
            for codec in plan(library).values():
                for name, source in modules(codec, original.parent).items():
                    compile(source, name, "exec")
        except SpecErrors as errors:
            refused += 1
            for found in (*errors.diagnostics, *errors.warnings):
                lines = Path(found.loc.file).read_text(encoding="utf-8").split("\n")
                assert found.loc.column <= len(lines[found.loc.line - 1]) + 1, found
        except Exception as error:
            error.add_note(text)
            raise
    assert refused > 5
