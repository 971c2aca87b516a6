"""What the compiler makes of the specs that belong to no known format, and of those that tests state, as digests.

Rows tell nothing of a plan that has become slow, or of a way of writing that no test takes. These tell that what is
made has changed. ``python -m tests.pipeline.update_fixtures`` writes them anew.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]
from tests.conftest import WITH_FORMATS
from tests.fuzz.stated_specs import stated_in

from bytewright.errors import BytewrightError
from bytewright_codegen.backends.docs.readme import readme
from bytewright_codegen.backends.python.package import pyspark
from bytewright_codegen.backends.testing.tests import tests
from bytewright_codegen.explain.advice import advice
from bytewright_codegen.explain.command import USUAL, explained
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.ir.serial import to_json
from bytewright_codegen.pipeline.compilation import modules, plan
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.pipeline.workspace import is_file
from bytewright_codegen.semantics.style import style

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("outputs.json")
"""``specs``: by spec, and by what is made of it, the digest. ``stated``: by test, and by a spec's own digest, that of
all that is made of it, or of the errors."""
_FOLDERS = ("examples", "tests/shapes", "tests/toys")
_FIXTURES = ("derive", "encoding", "records", "rows", "skeletons")
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


@cache
def kept() -> dict[str, dict[str, dict[str, str]]]:
    """The digests that are committed."""
    found: dict[str, dict[str, dict[str, str]]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def specs() -> list[str]:
    """The specs of the checkout, by their paths in it."""
    folders = [*(ROOT / name for name in _FOLDERS), *(ROOT / "tests/pipeline/fixtures" / name for name in _FIXTURES)]
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*.ksy"))


def stating() -> list[str]:
    """The tests that know no format and state specs, by their paths."""
    paths = (path for path in (ROOT / "tests").rglob("*.py") if path.relative_to(ROOT).parts[1] not in WITH_FORMATS)
    return sorted(str(path.relative_to(ROOT)) for path in paths if stated_in(path))


def of_spec(spec: str) -> dict[str, str]:
    """Digests of what is made of a spec of the checkout.

    Args:
        spec: its path.
    """
    return {name: _digest(text) for name, text in _made(ROOT / spec).items()}


def of_stated(path: str) -> dict[str, str]:
    """By the digests of the specs that a test states, those of what is made of them, or of what is wrong with them.

    Args:
        path: of the test.
    """
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for one in stated_in(ROOT / path):
            text = yaml.dump(one.tree, Dumper=_DUMPER, sort_keys=False)
            spec = Path(folder, "stated.ksy")
            spec.write_text(text, encoding="utf-8")
            try:
                made = json.dumps(_made(spec))
            except SpecErrors as errors:
                made = errors.render()
            except BytewrightError as error:
                made = str(error)
            found[_digest(text)] = _digest(made.replace(folder, ""))
    return found


def changed(made: Mapping[str, str], before: Mapping[str, str]) -> list[str]:
    """What has come, gone, or has another digest."""
    return sorted(name for name in made.keys() | before.keys() if made.get(name) != before.get(name))


def _made(path: Path) -> dict[str, str]:
    library = resolved(path, [path.parent])
    plans = plan(library)[library.main.id]
    said = (*library.warnings, *style(library), *advice(plans), *plans.in_python)
    notes = (note for one in plans.writing for note in one.notes)
    return {
        **modules(plans, path.parent),
        "IR": to_json(library),
        "warnings": "\n".join(one.render() for one in (*said, *notes)),
        "for PySpark": pyspark(plans),
        "tests": tests(plans, "formats", "") if is_file(plans.spec) else "",
        "README.md": readme(plans, "formats"),
        "explain": explained(plans, USUAL),
        "explain --plan": explained(plans, ["plans"]),
    }


def _digest(text: str) -> str:
    return hashlib.sha256(text.replace(f"{ROOT}/", "").encode()).hexdigest()[:10]
