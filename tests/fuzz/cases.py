"""Cases by number: each kind is a way to make a case from a seed and a number, and to try it.

All memory that the kernel reads or writes ends at a protected page (`tests.safety.guarded`).
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from tests.fuzz import compiling, samples
from tests.fuzz.damage import any_damage
from tests.fuzz.models import models_of
from tests.fuzz.modes import modes_of
from tests.fuzz.parts import parts_of
from tests.fuzz.promises import promised
from tests.fuzz.rows import rows_of
from tests.random_specs.attempt import attempt
from tests.random_specs.drawing import random_spec
from tests.safety.child import guarded_scan
from tests.safety.guarded import Guarded, allocate
from tests.safety.mutations import randomly
from tests.safety.subjects import SUBJECTS, Subject
from tests.support.both import SIZES, read

import bytewright
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.scan.preparation import capability
from bytewright.errors import BytewrightError, CodecError
from bytewright.kernels.drivers import buffers, scan
from bytewright.kernels.plan import codes
from bytewright.objects.read.traverse import explore
from bytewright_codegen.load import load
from bytewright_codegen.pipeline.compilation import compiled
from bytewright_codegen.pipeline.resolved import resolved

ROOT = Path(__file__).parents[2]
LARGEST = 64 << 10
"""Bytes of a file that is damaged: readers in Python have to read it, too."""
MOST_SHOWN = 4000
"""Characters of a spec that are shown of one that is found."""


class FoundError(AssertionError):
    """Something that must not be: what, in a few lines."""


@contextmanager
def guarded() -> Iterator[None]:
    """Registers, columns and read buffers end at protected pages."""
    usual = buffers.allocate
    buffers.allocate = allocate
    try:
        yield
    finally:
        buffers.allocate = usual


# --- files: both engines say the same of damaged ones -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Format:
    """A codec, the views of it that the kernel reads, and files of it."""

    codec: Codec
    views: tuple[str, ...]
    files: tuple[Path, ...]


@cache
def formats() -> tuple[Format, ...]:
    """The installed formats, and those of `examples/`."""
    found = []
    examples = {"pcap": "capture.pcap", "utmp": "wtmp.utmp", "trades": "day.trades"}
    known = [
        (load(ROOT / "examples" / f"{name}.ksy"), [ROOT / "examples/data/own" / file])
        for name, file in examples.items()
    ]
    for name in registry.names():
        folder = ROOT / "tests" / "data" / name.partition("_")[0]
        known.append((registry.codec(name), sorted((folder / "good").rglob("*")) if folder.is_dir() else []))
    for codec, paths in known:
        settings = parse(codec)
        views = tuple(view.name for view in codec.views if capability.refusal(codec, view, settings) is None)
        files = tuple(
            path
            for path in paths
            if path.suffix.lstrip(".") in codec.extensions and path.is_file() and path.stat().st_size <= LARGEST
        )
        if views and files:
            found.append(Format(codec, views, files))
    return tuple(found)


def damaged_file(chance: random.Random) -> str:
    """Read a damaged file by both engines; gives what it was."""
    chosen = chance.choice(formats())
    path, view = chance.choice(chosen.files), chance.choice(chosen.views)
    data = randomly(path.read_bytes(), chance)
    arguments: dict[str, Any] = {
        "view": view,
        "mode": chance.choice(("FAILFAST", "FAILFAST", "PERMISSIVE", "DROPMALFORMED")),
        "strict": chance.random() < 0.2,
        "options": {"verifyChecksum": chance.choice(("fail", "skip", "skip"))},
    }
    own = [column.id for column in _view(chosen, view).columns if not column.by_objects]
    if 0 < len(own) < len(_view(chosen, view).columns):
        arguments["columns"] = own  # for the others, objects read all records
    options = parse(chosen.codec)
    if capability.refusal(chosen.codec, _view(chosen, view), options, strict=arguments["strict"]) is not None:
        arguments["strict"] = False
    what = f"{chosen.codec.name} {path.relative_to(ROOT)} {arguments}"
    expected = read(chosen.codec, data, "objects", **arguments)
    sizes = scan.Settings
    # As large as the file, so that what lies behind it is protected.
    scan.Settings = partial(sizes, buffer_bytes=max(1, len(data)), block_records=8, elements=4)  # type: ignore[misc, assignment]
    try:
        with guarded():
            found = read(chosen.codec, data, "columns", chance.choice(SIZES[:-1]), **arguments)
    finally:
        scan.Settings = sizes  # type: ignore[misc]
    if found != expected:
        raise FoundError(f"{what}\n{data.hex()}\n--- objects\n{expected}\n--- columns\n{found}")
    return what


def _view(chosen: Format, name: str) -> Any:
    return next(view for view in chosen.codec.views if view.name == name)


# --- plans: the kernel alone, against plain Python -------------------------------------------------------------------


@cache
def subjects() -> tuple[Subject, ...]:
    """Small inputs and their plans."""
    return tuple(SUBJECTS())


def damaged_plan(chance: random.Random) -> str:
    """Read a damaged input of a plan between protected pages; gives which."""
    subject = chance.choice(subjects())
    data = randomly(subject.data, chance)
    expected = subject.expected(data)
    with guarded():
        reader = guarded_scan(subject)
        memory = Guarded(len(data) + codes.SLACK)
        for place in (memory.at_end, memory.at_start):
            found = reader.read(data, place, subject.listed)
            if repr(found) != repr(expected):
                raise FoundError(f"{subject.name}\n{data.hex()}\n--- expected\n{expected}\n--- found\n{found}")
    return subject.name


# --- readers: objects, and what is written of them --------------------------------------------------------------------


@cache
def corpora() -> dict[str, tuple[Codec, tuple[Path, ...]]]:
    """Files of each installed format, by its name; also of formats that no kernel reads."""
    found = {}
    for name in registry.names():
        codec, folder = registry.codec(name), ROOT / "tests" / "data" / name.partition("_")[0] / "good"
        paths = sorted(folder.rglob("*")) if folder.is_dir() else []
        files = tuple(path for path in paths if path.is_file() and path.stat().st_size <= LARGEST)
        fitting = tuple(path for path in files if path.suffix.lstrip(".") in codec.extensions)
        if fitting or files:
            found[name] = codec, fitting or files
    return found


def check_reader(codec: Codec, data: bytes) -> bool:
    """Read bytes; gives whether they are good. What is read is written back, byte for byte.

    Raises:
        FoundError: it isn't, or something else than an error of ours comes.
    """
    try:
        model = codec.parse(data)
        if explore(model):
            return False  # a place can't be read that only readers of it would come to
    except BytewrightError:
        return False
    except Exception as error:
        raise FoundError(f"{codec.name}: {type(error).__name__}: {error}\n{data.hex()}") from error
    try:
        written = codec.to_bytes(model)
    except Exception as error:
        raise FoundError(
            f"{codec.name} can't be written back: {type(error).__name__}: {error}\n{data.hex()}"
        ) from error
    if written != data:
        raise FoundError(f"{codec.name} is written back otherwise:\n{data.hex()}\n{written.hex()}")
    return True


def damaged_model(chance: random.Random) -> str:
    """Read a damaged file as objects, and write it back; gives what it was."""
    codec, paths = corpora()[chance.choice(sorted(corpora()))]
    path = chance.choice(paths)
    check_reader(codec, randomly(path.read_bytes(), chance))
    return f"{codec.name} {path.relative_to(ROOT)}"


# --- programs: specs that nobody wrote --------------------------------------------------------------------------------


def random_program(chance: random.Random) -> str:
    """Draw a spec, and values of it; all engines agree on what they are written as, damaged too; gives its number."""
    number = chance.randrange(1 << 40)
    with guarded():
        made = attempt(random_spec(number), number, values=4)
    if made.failure:
        raise FoundError(f"python -m tests.random_specs reproduce {number}\n{made.failure}")
    return f"spec {number}"


# --- specs: whatever a spec says, the compiler answers soon -----------------------------------------------------------


def wild_spec(chance: random.Random) -> str:
    """Draw a spec by the grammar, or damage a real one, and compile it with a budget; gives what came of it."""
    draft = compiling.draw(chance)
    said, fault = compiling.tried(draft, compiling.inputs(chance))
    if fault:
        name = str(draft.real.relative_to(ROOT)) if draft.real else "m.ksy"
        texts = {name: draft.text, **draft.beside}.items()
        shown = [f"--- {name}\n{text if len(text) <= MOST_SHOWN else f'{text[:MOST_SHOWN]}…'}" for name, text in texts]
        raise FoundError("\n".join((fault, *shown)))
    return said


def compiler() -> None:
    """Import all that compiling takes, so that no case pays for it."""
    example = ROOT / "examples" / "pcap.ksy"
    bytewright.open(ROOT / "examples/data/own/capture.pcap", load(example), engine="objects").to_table()
    compiled(resolved(example))  # the cache may have had it


def _told(try_one: Callable[[random.Random], str]) -> Callable[[random.Random], str]:
    """Cases that fail as tests do, or by what no case may raise."""

    def tried(chance: random.Random) -> str:
        try:
            with guarded():
                return try_one(chance)
        except Exception as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            at = "" if isinstance(error, AssertionError) else f" (at {Path(place.filename).name}:{place.lineno})"
            raise FoundError(f"{type(error).__name__}: {error}{at}") from error

    return tried


def _of_sample(check: Callable[[samples.Sample, random.Random], None]) -> Callable[[random.Random], str]:
    """Cases that take any sample."""

    def tried(chance: random.Random) -> str:
        with samples.sample(chance) as made:
            check(made, chance)
            return made.name

    return tried


_CHECKS = (rows_of, models_of, modes_of, parts_of)
"""What is tried of specs that the repository states: of what damage costs they promise nothing."""


def any_stated(chance: random.Random, number: int) -> str:
    """Try all that is tried of samples of the next spec that the repository states, of a few files; of each as it is,
    and of all again with changes."""
    with samples.stated(chance, number) as made:
        if made is None:
            return "refused"
        few = replace(made, files=made.files[:2])
        try:
            for check in _CHECKS:
                check(few, chance)
        except CodecError:
            return "refused"  # it names code that lies elsewhere
        return made.name


def made_of_groups(chance: random.Random) -> str:
    """Try what a spec of groups of fields promises, and some of what is tried of samples: more specs see more."""
    with samples.of_groups(chance) as made:
        promised(made, chance)
        for check in chance.sample(_CHECKS, 2):
            check(made, chance)
        return made.name


KINDS: dict[str, Callable[[random.Random], str]] = {
    "files": damaged_file,
    "plans": damaged_plan,
    "readers": damaged_model,
    "programs": random_program,
    "specs": wild_spec,
    "rows": _told(_of_sample(rows_of)),
    "modes": _told(_of_sample(modes_of)),
    "parts": _told(_of_sample(parts_of)),
    "models": _told(_of_sample(models_of)),
    "groups": _told(made_of_groups),
    "damage": _told(any_damage),
}
IN_TURN: dict[str, Callable[[random.Random, int], str]] = {"stated": any_stated}
"""Kinds whose cases lie in an order: each is made of its number, too."""


_NEEDED: dict[str, Callable[[], object]] = {
    "files": formats,
    "plans": subjects,
    "readers": corpora,
    "specs": compiler,
    **dict.fromkeys(("rows", "modes", "parts", "models", "damage"), samples.prepare),
}


def prepare(kind: str) -> None:
    """Make what cases of a kind have in common, which takes as long as it takes: specs are compiled."""
    if kind in _NEEDED:
        _NEEDED[kind]()


def case(kind: str, seed: int, number: int) -> str:
    """Try a case; gives what it was.

    Raises:
        FoundError: something that must not be.
    """
    chance = random.Random(f"{seed} {kind} {number}")
    if kind in IN_TURN:
        in_turn = IN_TURN[kind]
        return _told(lambda given: in_turn(given, number))(chance)
    return KINDS[kind](chance)
