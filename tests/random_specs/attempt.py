"""One random spec tried, and what there is to say if it fails."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib.resources import files

from tests.random_specs.checks import check_spec
from tests.random_specs.compiled import Spec, compiled, stock_parsers
from tests.random_specs.text import to_yaml

from bytewright.errors import SpecError

_SOURCES = ("reader.py", "writer.py", "strategies.py")


@dataclass
class Attempt:
    """What came of a spec.

    Attributes:
        spec: the spec.
        number: decides which values were drawn.
        stock: whether the stock parser was asked.
        tried: how often what was tried.
        failure: what failed, with the value; empty if nothing did.
        sources: the generated source, of what failed.
    """

    spec: Spec
    number: int
    stock: bool
    tried: Counter[str]
    failure: str = ""
    sources: str = ""

    def report(self, named: str) -> str:
        """All there is to say of a failure; ``named``: what a command calls the spec."""
        parts = [f"--- {id}.ksy\n{to_yaml(tree)}" for id, tree in self.spec.items()]
        command = f"python -m tests.random_specs reproduce {named}{' --stock' if self.stock else ''}"
        return "\n".join([*parts, self.sources, f"--- failure\n{self.failure}", f"again: {command}"])


def attempt(spec: Spec, number: int, *, values: int, parsers: dict[str, str] | None = None) -> Attempt:
    """Compile a spec and try values of it.

    Args:
        spec: the spec.
        number: decides which values are drawn.
        values: how many.
        parsers: the sources of the stock parsers, which must read the same.
    """
    made = Attempt(spec, number, parsers is not None, Counter())
    try:
        with compiled(spec, parsers) as codec:
            try:
                made.tried = check_spec(codec, number, values, stock=parsers is not None)
            except Exception:
                found = files(codec.package)
                made.sources = "\n".join(f"--- {name}\n{(found / name).read_text()}" for name in _SOURCES)
                raise
    except Exception as error:
        made.failure = f"{type(error).__name__}: {error}"
    return made


def stocked(spec: Spec) -> dict[str, str] | None:
    """The sources of the stock parsers of a spec; none where the stock compiler can't make them."""
    try:
        return stock_parsers([spec])
    except SpecError:
        return None
