"""Random specs × random values: what must hold of any spec is tried on specs that nobody wrote.

``run FIRST LAST`` tries the specs of these numbers, ``reproduce NUMBER`` one of them again and ``reproduce FILE.ksy
NUMBER`` one that lies in a file, with the values of that number; it prints the spec, the generated source and the
value.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from tests.random_specs.attempt import Attempt, attempt, stocked
from tests.random_specs.compiled import Spec, stock_parsers
from tests.random_specs.drawing import random_spec
from tests.random_specs.logs import random_log
from tests.random_specs.nulls import random_nulls
from tests.random_specs.records import random_records
from tests.random_specs.reduction import kind_of, reduced
from tests.random_specs.text import to_yaml

from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.kaitai.documents import plain

_BATCH = 50


def main() -> int:
    """Run what the command line says; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_specs", description=__doc__)
    commands = parser.add_subparsers(required=True)
    run = commands.add_parser("run", help="try the specs of many numbers")
    run.add_argument("first", type=int)
    run.add_argument("last", type=int)
    run.set_defaults(command=_run)
    again = commands.add_parser("reproduce", help="try one again")
    again.add_argument("what", help="the number of a spec, or a file")
    again.add_argument("number", type=int, nargs="?", default=0, help="of the values, where a file is the spec")
    again.add_argument("--reduce", action="store_true", help="make the spec small first")
    again.set_defaults(command=_reproduce)
    for each in (run, again):
        each.add_argument("--stock", action="store_true", help="the stock parser must read the same")
        each.add_argument("--records", action="store_true", help="of specs that are lists of records with a view")
        each.add_argument("--logs", action="store_true", help="of such with headers, blocks, and what values mean")
        each.add_argument("--nulls", action="store_true", help="of specs with lists whose elements may be null")
        each.add_argument("--values", type=int, default=8, help="how many are drawn of a spec")
    arguments = parser.parse_args()
    return int(arguments.command(arguments))


def _run(arguments: argparse.Namespace) -> int:
    tried: Counter[str] = Counter()
    failed: dict[str, list[Attempt]] = {}
    began = time.monotonic()
    for first in range(arguments.first, arguments.last, _BATCH):
        numbers = range(first, min(first + _BATCH, arguments.last))
        specs = {number: _drawn(number, arguments) for number in numbers}
        parsers = _parsers(list(specs.values())) if arguments.stock else {}
        for number, spec in specs.items():
            sources = {id: parsers[id] for id in spec} if all(id in parsers for id in spec) else None
            made = attempt(spec, number, values=arguments.values, parsers=sources)
            tried += made.tried + Counter(specs=1, compared=sources is not None)
            if made.failure:
                failed.setdefault(kind_of(made.failure), []).append(made)
    print(", ".join(f"{count} {what}" for what, count in tried.items()), f"in {time.monotonic() - began:.0f} s")
    for kind, attempts in sorted(failed.items(), key=lambda item: -len(item[1])):
        print(f"{len(attempts)} × {kind}: {' '.join(str(each.number) for each in attempts[:8])}")
    return 1 if failed else 0


def _parsers(specs: list[Spec]) -> dict[str, str]:
    """The stock parsers of specs, of those that the stock compiler knows how to make."""
    try:
        return stock_parsers(specs)
    except Exception:
        if len(specs) == 1:
            return {}
        half = len(specs) // 2
        return _parsers(specs[:half]) | _parsers(specs[half:])


def _drawn(number: int, arguments: argparse.Namespace) -> Spec:
    if arguments.logs:
        return random_log(number)
    if arguments.nulls:
        return random_nulls(number)
    return random_records(number) if arguments.records else random_spec(number)


def _reproduce(arguments: argparse.Namespace) -> int:
    path = Path(arguments.what)
    spec = _read(path) if path.suffix == ".ksy" else _drawn(int(arguments.what), arguments)
    number = arguments.number if path.suffix == ".ksy" else int(arguments.what)

    def again(spec: Spec) -> Attempt:
        parsers = stocked(spec) if arguments.stock else None
        return attempt(spec, number, values=arguments.values, parsers=parsers)

    made = again(spec)
    flags = " --records" * arguments.records + " --logs" * arguments.logs + " --nulls" * arguments.nulls
    named = f"{arguments.what}{flags}" if path.suffix != ".ksy" else f"{path} {number}"
    if made.failure and arguments.reduce:
        made = again(reduced(spec, lambda smaller: again(smaller).failure))
        path = Path(f"{next(iter(spec))}.ksy")
        for id, tree in made.spec.items():
            path.with_stem(id).write_text(to_yaml(tree), encoding="utf-8")
        named = f"{path} {number}"
    print(made.report(named) if made.failure else "good: " + str(dict(made.tried)))
    return 1 if made.failure else 0


def _read(path: Path) -> Spec:
    """A spec of a file, and what it imports from beside it."""
    tree = plain(parse(path.read_text(encoding="utf-8"), str(path)))
    assert isinstance(tree, dict)
    found: Spec = {tree["meta"]["id"]: tree}
    for name in tree["meta"].get("imports", ()):
        found |= _read(path.with_stem(name))
    return found


if __name__ == "__main__":
    raise SystemExit(main())
