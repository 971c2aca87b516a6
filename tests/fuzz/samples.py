"""Good files of formats of many shapes, drawn by chance: those of the repository, and specs that nobody wrote."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import Unsatisfiable
from tests.damage.logs import codec_of
from tests.damage.specs import FORMATS
from tests.fuzz.changed_specs import changed
from tests.fuzz.fields import damaged
from tests.fuzz.groups import Made, made_of_groups
from tests.fuzz.stated_specs import Stated, stated_specs
from tests.random_specs.checks import models_of
from tests.random_specs.compiled import Spec, compiled, library_of
from tests.random_specs.drawing import random_spec
from tests.random_specs.logs import random_log
from tests.random_specs.nulls import random_nulls
from tests.random_specs.records import random_records
from tests.shapes import SHAPES
from tests.support.both import TOYS, toy

from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.errors import BytewrightError, SpecError, WriteError
from bytewright.model.structures import Struct
from bytewright.schema.view import View
from bytewright.testing.steady import steady
from bytewright.views.evaluate.layout import pivot_of
from bytewright_codegen.front.programs import programs
from bytewright_codegen.load import load

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
_OWN = (("pcap", "capture.pcap"), ("utmp", "wtmp.utmp"), ("trades", "day.trades"))
"""Formats of `examples/`, and a file of each."""
LARGEST = 64 << 10
"""Bytes of a file of the repository that is tried: readers in Python have to read it, too."""
_DRAWN = settings(
    database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck), print_blob=False
)
_FILES = 6
"""Files that are drawn of a spec."""
_DAMAGED = 8
"""Files that are damaged to find a good one among them."""


class Drawn(NamedTuple):
    """Files of drawn values.

    Attributes:
        files: the simplest first.
        bad: those that can't be read.
        refused: why others make no file, or none that reads.
    """

    files: list[bytes]
    bad: list[bytes]
    refused: list[str]


@dataclass(frozen=True, slots=True)
class Sample:
    """A format and good files of it.

    Attributes:
        name: what it is, so that it can be made again.
        codec: the format.
        files: the files; none where no values of a random spec were found.
        made: what its groups of fields say of it.
        drawn: what has become of the values that were drawn for it.
    """

    name: str
    codec: Codec
    files: Sequence[bytes]
    made: Made | None = None
    drawn: Drawn | None = None


@cache
def known_files() -> dict[str, tuple[bytes, ...]]:
    """Small files of the shipped formats, from `tests/data/`, and of those of `examples/`."""
    found: dict[str, tuple[bytes, ...]] = {name: ((EXAMPLES / "data/own" / file).read_bytes(),) for name, file in _OWN}
    for name in registry.names():
        folder = ROOT / "tests" / "data" / name.partition("_")[0] / "good"
        if not folder.is_dir():
            continue
        extensions = registry.codec(name).extensions
        paths = (path for path in sorted(folder.rglob("*")) if path.suffix.lstrip(".") in extensions)
        small = tuple(path.read_bytes() for path in paths if path.is_file() and path.stat().st_size <= LARGEST)
        if small:
            found[name] = small
    return found


@cache
def known_codec(name: str) -> Codec:
    """Such a format, as it is compiled now, not as it was when its package was generated."""
    if name in dict(_OWN):
        return load(EXAMPLES / f"{name}.ksy")
    (spec,) = (path for path in (ROOT / "specs").rglob(f"{name}.*") if path.suffix in (".ksy", ".py"))
    return load(spec, trust=[spec if spec.suffix == ".py" else spec.parent], import_path=[ROOT / "specs"])


@cache
def toys() -> tuple[str, ...]:
    """The small specs that tests share."""
    return tuple(sorted(path.stem for path in TOYS.glob("*.ksy")))


def files_drawn(codec: Codec, number: int, count: int = _FILES) -> list[bytes]:
    """Files of a codec by the strategies that are generated for it, among others; fewer where values don't fit."""
    return with_others(codec, values_drawn(codec, number, count), number)


def values_drawn(codec: Codec, number: int, count: int) -> Drawn:
    """Files of values that the strategies draw."""
    found: list[bytes] = []
    bad: list[bytes] = []
    refused: list[str] = []

    def collect(model: Any) -> None:
        try:
            data = codec.to_bytes(model)
        except WriteError as error:
            refused.append(f"it can't be written: {error}")
            return  # what fills no size that is fixed is no example
        try:
            codec.parse(data)
        except BytewrightError as error:
            refused.append(f"{data.hex()} was written: {error}")
            bad.append(data)
            return
        found.append(data)

    try:
        run: Any = seed(number)(settings(_DRAWN, max_examples=count)(given(models_of(codec))(collect)))
        with steady():
            run()
    except Unsatisfiable:
        pass
    return Drawn([*dict.fromkeys(found[::-1])], bad, refused)


def with_others(codec: Codec, drawn: Drawn, number: int) -> list[bytes]:
    """Drawn files, the second of which is one that has been damaged and is still good."""
    good = drawn.files
    return [*good[:1], *_others(codec, good, random.Random(number)), *good[1:]]


def _others(codec: Codec, files: Sequence[bytes], chance: random.Random) -> list[bytes]:
    """Files that nobody would write and that are good, too: with other bytes in gaps, places that lead nowhere."""
    tried = [damaged(codec, chance.choice(files), chance) for _ in range(_DAMAGED if files else 0)]
    return [data for data in dict.fromkeys(tried) if data not in files and _reads(codec, data)][:1]


def _reads(codec: Codec, data: bytes) -> bool:
    try:
        codec.parse(data)
    except BytewrightError:
        return False
    return True


@contextmanager
def _shape(chance: random.Random) -> Iterator[Sample]:
    shape, count = chance.choice(SHAPES), chance.choice((1, 2, 5, 12, 40))
    yield Sample(f"shape {shape.name}", shape.codec, [shape.encode(random.Random(chance.random()), count)])


@contextmanager
def _log(chance: random.Random) -> Iterator[Sample]:
    name, count = chance.choice(list(FORMATS)), chance.choice((1, 2, 5, 12, 40))
    kind, values = FORMATS[name], random.Random(chance.random())
    data = kind.head + b"".join(kind.record(number, values) for number in range(count))
    yield Sample(f"log {name}", codec_of(name), [data])


@contextmanager
def _known(chance: random.Random) -> Iterator[Sample]:
    name = chance.choice(sorted(known_files()))
    yield Sample(name, known_codec(name), [chance.choice(known_files()[name])])


@contextmanager
def _toy(chance: random.Random) -> Iterator[Sample]:
    few = [name for name in toys() if any(pivot_of(view) is not None for view in toy(name).views)]
    name, number = chance.choice(few if chance.random() < 0.3 else toys()), chance.randrange(1 << 30)
    codec = toy(name)
    yield Sample(f"toy {name} {number}", codec, files_drawn(codec, number))


def _random(draw: Callable[[int], Spec], flag: str) -> Callable[[random.Random], Any]:
    @contextmanager
    def made(chance: random.Random) -> Iterator[Sample]:
        number = chance.randrange(1 << 30)
        spec, name = draw(number), f"python -m tests.random_specs reproduce {number}{flag}"
        wider = _wider(spec, chance)
        if wider is not None and _stands_alone(wider):
            spec, name = wider, f"{name}, as {wider}"
        with compiled(spec) as codec:
            yield Sample(name, codec, files_drawn(codec, number))

    return made


def _stands_alone(spec: Spec) -> bool:
    """Whether a spec compiles and names no code: structures of others may, and their modules lie beside those."""
    try:
        with compiled(spec):
            return not programs(library_of(spec))
    except SpecError:
        return False


def _wider(spec: Spec, chance: random.Random) -> Spec | None:
    """A spec some of whose fields mean more than those that are drawn, or that is changed like those which the
    repository states; None: it stays as it is."""
    if chance.random() < 0.4:
        return None
    found = copy.deepcopy(spec)
    if chance.random() < 0.5:
        name = next(iter(found))
        found[name] = changed(found[name], chance, chance.choice(_stated_specs()).tree)
        return found
    for tree in found.values():
        enums = dict(_enums(tree))
        for field in _fields(tree):
            if {"repeat", "-type", "-null", "valid"} & field.keys() or chance.random() < 0.5:
                continue
            if field.get("enum") in enums:
                field["-null"] = f"{field['enum']}::{chance.choice(enums[field['enum']])}"
            elif field.get("type") in ("u8", "s8", "u8le", "s8be"):
                field["-type"] = {"timestamp": chance.choice(("ns", "us", "ms", "s"))}
    return found if found != spec else None


def _fields(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield from tree.get("seq", ())
    for inner in tree.get("types", {}).values():
        yield from _fields(inner)


def _enums(tree: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    for name, members in tree.get("enums", {}).items():
        yield name, [*members.values()]
    for inner in tree.get("types", {}).values():
        yield from _enums(inner)


_ORDER = 11
"""A seed of the order in which specs are tried that the repository states."""


@cache
def _stated_specs() -> list[Stated]:
    found = list(stated_specs())
    random.Random(_ORDER).shuffle(found)
    return found


@contextmanager
def stated(chance: random.Random, number: int) -> Iterator[Sample | None]:
    """The spec of a number that the repository states: first each as it is, then each with something changed.

    None: it doesn't compile by itself.
    """
    turn, place = divmod(number, len(_stated_specs()))
    one = _stated_specs()[place]
    tree = {key: value for key, value in one.tree.items() if value is not None}
    name = f"stated in {one.place}"
    if turn:
        tree = changed(tree, chance, chance.choice(_stated_specs()).tree)
        name = f"{name}, as {tree}"
    with ExitStack() as stack:
        try:
            codec = stack.enter_context(compiled({"stated": tree}))
            files = files_drawn(codec, chance.randrange(1 << 30))
        except (BytewrightError, ImportError):  # or it names code that lies elsewhere
            yield None
            return
        yield Sample(name, codec, files)


@contextmanager
def of_groups(chance: random.Random) -> Iterator[Sample]:
    """A spec of groups of fields."""
    spec, number = made_of_groups(chance), chance.randrange(1 << 30)
    with compiled({"stated": spec.tree}) as codec:
        drawn = values_drawn(codec, number, 4)
        files = with_others(codec, drawn, number)[:2]
        yield Sample(f"groups, as {spec.tree}", codec, files, spec, drawn)


_KINDS: dict[Callable[[random.Random], Any], float] = {
    _shape: 4,
    _log: 2,
    _known: 2,
    _toy: 4,
    _random(random_spec, ""): 1,
    _random(random_records, " --records"): 3,
    _random(random_log, " --logs"): 4,
    _random(random_nulls, " --nulls"): 1,
}
"""What makes samples, and how often it is chosen."""


@contextmanager
def sample(chance: random.Random) -> Iterator[Sample]:
    """A format with good files of it, importable meanwhile."""
    (make,) = chance.choices(list(_KINDS), list(_KINDS.values()))
    with make(chance) as made:
        yield made


def follow(codec: Codec, view: View) -> set[str]:
    """Columns of a view that show what follows from others: where something lies, how large it is, its checksum; or
    structures that hold such."""
    derived, fields = set[str](), dict[type[Struct], list[tuple[str, list[type[Struct]]]]]()
    todo = [codec.root]
    while todo:
        kind = todo.pop()
        if kind in fields:
            continue
        derived |= {field.name for field in kind.FIELDS if field.derived}
        fields[kind] = [
            (field.name, [one for one in (field.struct, *(field.cases or {}).values()) if _is_structure(one)])
            for field in kind.FIELDS
        ]
        todo += [one for _, inner in fields[kind] for one in inner]
    holding = {kind for kind in fields if any(field.derived for field in kind.FIELDS)}
    while (
        more := {kind for kind, inner in fields.items() if any(holding.intersection(kinds) for _, kinds in inner)}
        - holding
    ):
        holding |= more
    holders = {name for inner in fields.values() for name, kinds in inner if holding.intersection(kinds)}
    return {
        column.id
        for column in view.columns
        if derived.intersection(column.path) or holders.intersection(column.path[-1:])
    }


def _is_structure(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def prepare() -> None:
    """Compile the specs of the repository."""
    for name in known_files():
        known_codec(name)
    for name in FORMATS:
        codec_of(name)
    for shape in SHAPES:
        assert shape.codec.name
    for name in toys():
        toy(name)
