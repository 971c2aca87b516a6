"""What the compiler makes of every spec of the checkout, as digests.

Rows tell nothing of a plan that has become slow, and a writer of a way that no test takes; that what is made has changed,
these tell. `python -m tests.pipeline.update_fixtures` writes them anew.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from bytewright_codegen.backends.docs.readme import readme
from bytewright_codegen.explain.command import USUAL, explained
from bytewright_codegen.pipeline.compilation import modules, plan
from bytewright_codegen.pipeline.resolved import resolved

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("outputs.json")
"""By spec, and by what is made of it, the digest."""
_FOLDERS = ("specs", "examples", "tests/shapes", "tests/toys")
_FIXTURES = ("derive", "encoding", "records", "rows", "skeletons")
_DIGITS = 10


def specs() -> list[str]:
    """The specs, by their paths in the checkout."""
    folders = [*(ROOT / name for name in _FOLDERS), *(ROOT / "tests/pipeline/fixtures" / name for name in _FIXTURES)]
    return sorted(str(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*.ksy"))


def kept() -> dict[str, dict[str, str]]:
    """The digests that are committed."""
    found: dict[str, dict[str, str]] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def digests_of(spec: str) -> dict[str, str]:
    """Digests of the modules and the README of a spec's codec, and of all that ``explain`` says of it.

    Args:
        spec: its path in the checkout.
    """
    path = ROOT / spec
    library = resolved(path, [ROOT / "specs", path.parent])
    plans = plan(library)[library.main.id]
    made = {
        **modules(plans, path.parent),
        "README.md": readme(plans, "formats"),
        "explain": explained(plans, USUAL),
        "explain --plan": explained(plans, ["plans"]),
    }
    return {
        name: hashlib.sha256(text.replace(f"{ROOT}/", "").encode()).hexdigest()[:_DIGITS] for name, text in made.items()
    }
