"""Models: what is written of drawn and changed ones reads back equal, and so do their other forms.

Plain values, trees, files that are edited and compared; each form says all of a file that it promises,
and what has been changed by hand is written as it says, or refused by an error of ours.
"""

from __future__ import annotations

import copy
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.fuzz.samples import Sample
from tests.random_specs.altered import altered

from bytewright import tree
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import parse
from bytewright.errors import BytewrightError, OptionError, ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.model.structures import Struct
from bytewright.objects.read.traverse import explore
from bytewright.tables.inputs import Input
from bytewright.tables.trees.differences import differences
from bytewright.tables.trees.editing import Assignment, edit

_TIMES = 3


def models_of(made: Sample, chance: random.Random) -> None:
    """Turn models of files into all their other forms, and back.

    Raises:
        AssertionError: something is lost on the way.
    """
    for data in made.files[:3]:
        try:
            model = made.codec.parse(data)
            if explore(model):
                continue  # a place that can't be read
            _plain(made.codec, data, chance)
            _trees(made.codec, data, chance)
            _edited(made.codec, data, chance)
            _compared(made.codec, data, chance.choice(made.files))
        except AssertionError as error:
            raise AssertionError(f"{error}\n{made.name}, of {data.hex()}") from error


def _plain(codec: Codec, data: bytes, chance: random.Random) -> None:
    """Plain values, changed too, make a file that reads, or none."""
    plain = json.loads(json.dumps(to_plain(codec.parse(data))))
    _left_out(codec, data, plain)
    for number in range(_TIMES):
        changed = plain
        if number:
            (changed,) = altered(chance, [plain])
        if number and chance.random() < 0.3:
            changed = _less(changed, chance)
        try:
            made = codec.to_bytes(from_plain(codec, changed))
        except BytewrightError:
            continue
        _reads_again(codec, made, f"of plain values {changed}")


def _left_out(codec: Codec, data: bytes, plain: dict[str, Any]) -> None:
    """What follows from other values may be left out, and nothing needs to be said of what isn't there."""
    if codec.placed:
        return  # what lies at places of its own may lie in other fields, and is needed there
    try:
        usual = codec.to_bytes(codec.parse(data), canonical=True)
        wanted = to_plain(codec.parse(usual))
    except BytewrightError:
        return  # something rests on where it lies, or on bytes that nothing describes
    try:
        made = codec.to_bytes(from_plain(codec, _said(codec.parse(usual), wanted)))
    except BytewrightError as error:
        raise AssertionError(f"of {wanted}, without what follows: {error}") from error
    _reads_again(codec, made, f"of {wanted}, without what follows")


def _said(model: Struct, plain: dict[str, Any]) -> dict[str, Any]:
    """The plain values of a structure without those that follow from others."""
    found = dict(plain)
    for field in model.FIELDS:
        if field.id not in found:
            continue
        value = getattr(model, field.name)
        if field.derived or value is None:
            del found[field.id]
        elif isinstance(value, Struct) and isinstance(found[field.id], dict):
            found[field.id] = _said(value, found[field.id])
        elif isinstance(value, list):
            found[field.id] = [
                _said(item, inner) if isinstance(item, Struct) and isinstance(inner, dict) else inner
                for item, inner in zip(value, found[field.id], strict=True)
            ]
    return found


def _less(plain: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Plain values without one of them."""
    found = copy.deepcopy(plain)
    holders = [one for one in _holders(found) if one]
    if holders:
        one = chance.choice(holders)
        del one[chance.choice([*one])]
    return found


def _holders(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for item in value.values():
            yield from _holders(item)
    elif isinstance(value, list):
        for item in value:
            yield from _holders(item)


def _reads_again(codec: Codec, made: bytes, what: str) -> None:
    """What was written can be read, and is written again."""
    try:
        again = codec.to_bytes(codec.parse(made))
    except BytewrightError as error:
        raise AssertionError(f"{what}: {made.hex()} was written: {error}") from error
    assert again == made, f"{what}: {made.hex()} is written again as {again.hex()}"


# --- trees ------------------------------------------------------------------------------------------------------------


def _trees(codec: Codec, data: bytes, chance: random.Random) -> None:
    """A tree with a node too many or too few is no other file's tree that nobody notices."""
    whole = tree.build(codec, BytesSource(data)).to_json()
    for _ in range(_TIMES):
        changed = copy.deepcopy(whole)
        inner = [one for one in _nodes(changed) if one.get("children") and not one["type"].endswith("[]")]
        if not inner:
            return
        children = chance.choice(inner)["children"]
        place = chance.randrange(len(children))
        if chance.random() < 0.5:
            what = f"with the node {children[place]['name']} twice"
            children.insert(chance.choice((place, len(children))), copy.deepcopy(children[place]))
        else:
            what = f"without the node {children.pop(place)['name']}"
        try:
            made = codec.to_bytes(tree.load(codec, changed))
        except BytewrightError:
            continue
        assert made != data or "twice" not in what, f"the tree {what} makes the same file: {json.dumps(changed)}"
        _reads_again(codec, made, f"of the tree {what}")


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("children") or ():
        yield from _nodes(child)


# --- files that are edited and compared -------------------------------------------------------------------------------


def _edited(codec: Codec, data: bytes, chance: random.Random) -> None:
    """A field that is given another value has it in the new file, or is refused."""
    leaves = [*_paths(tree.build(codec, BytesSource(data)).to_json(), "")]
    if not leaves:
        return
    with tempfile.TemporaryDirectory() as folder:
        old, new = Path(folder) / "old", Path(folder) / "new"
        old.write_bytes(data)
        path, value = chance.choice(leaves)
        given = f"{path}={value if chance.random() < 0.5 else chance.choice((0, 1, 255, 'a', '', '00'))}"
        try:
            edit(codec, Input(str(old)), parse(codec), [Assignment.parsed(given)], str(new))
        except (OptionError, ReadError, WriteError):
            return
        _reads_again(codec, new.read_bytes(), f"with {given}")


def _paths(node: dict[str, Any], around: str) -> Iterator[tuple[str, Any]]:
    for child in node.get("children") or ():
        name = child["name"]
        path = f"{around}{name}" if name.startswith("[") or not around else f"{around}.{name}"
        if "children" in child:
            yield from _paths(child, path)
        elif "value" in child:
            yield path, child["value"]


def _compared(codec: Codec, data: bytes, other: bytes) -> None:
    """Files differ from each other where their bytes do, and from themselves nowhere."""
    found = [*differences(codec, Input(data), Input(other), parse(codec))]
    assert bool(found) == (data != other), f"compared with {other.hex()}: {len(found)} differences"
