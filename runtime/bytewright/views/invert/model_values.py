"""Values of rows as models hold them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from bytewright.arrow.logical import MIN_LONG, FarMoment, moment_of, units, unwrapped, utf16_unit
from bytewright.codec.plain_values import from_text
from bytewright.errors import WriteError
from bytewright.errors import shown as as_shown
from bytewright.host.suggest import hint
from bytewright.model.switches import Chosen
from bytewright.schema.value_forms import (
    CASE,
    PLAIN,
    Cases,
    Form,
    Items,
    JsonText,
    Long,
    Moment,
    Null,
    Pairs,
    Record,
    Truth,
    Utf16Unit,
    Uuid,
    Via,
    tagged_member,
)


def model_value(value: Any, form: Form) -> Any:
    """What a model holds for a value of a form: of a switch, that of its case alone."""
    match form:
        case Cases():
            return _chosen(value, form)
        case Moment(unit) if isinstance(value, datetime | FarMoment):
            try:
                return units(moment_of(value), unit)
            except ValueError as error:
                raise WriteError(str(error)) from None
        case Long() if type(value) is int and MIN_LONG <= value < 0:
            return unwrapped(value)
        case Uuid() if isinstance(value, str):
            return _uuid(value)
        case Truth() if isinstance(value, bool):
            return int(value)
        case Utf16Unit() if isinstance(value, str):
            return _unit(value)
        case Null(_, inner):
            return None if value is None else model_value(value, inner)
        case JsonText() if isinstance(value, str):
            return from_text(value)
        case Via(_, inner):
            return model_value(value, inner)
        case Items(item) if isinstance(value, list):
            return [model_value(v, item) for v in value]
        case Pairs() if isinstance(value, list):
            return [_of_pair(pair, form) for pair in value]
        case Record(members) if isinstance(value, dict):
            return {name: model_value(v, members[name].form if name in members else PLAIN) for name, v in value.items()}
    return plain_value(value)


def _uuid(text: str) -> bytes:
    try:
        return UUID(text).bytes
    except ValueError:
        raise WriteError(expected="a UUID", found=as_shown(text)) from None


def _unit(text: str) -> int:
    try:
        return utf16_unit(text)
    except ValueError as error:
        raise WriteError(expected=str(error), found=as_shown(text)) from None


def _chosen(value: Mapping[str, Any] | None, form: Cases) -> Chosen | None:
    """The case of a switch that rows set; None: none of them."""
    cases = dict(value or {})
    said = cases.pop(CASE, None) if form.tagged else None
    there = [name for name, inner in cases.items() if inner is not None]
    if len(there) > 1:
        raise WriteError(expected="one member at most, as of a switch only one case is there", found=", ".join(there))
    if form.tagged and there and said != there[0]:
        raise WriteError(expected=f"{there[0]}, the member that is set, as {CASE}", found=as_shown(said))
    if said is not None and said not in cases:
        raise WriteError(f"there is no member {said}, which {CASE} says", hint=hint(said, cases, "members"))
    name = said or next(iter(there), None)
    if name is None:
        return None
    case = next((one for one in form.members if tagged_member(one) == name), name) if form.tagged else name
    return Chosen(case, model_value(cases[name], form.members.get(case, PLAIN)))


_OTHERWISE = "Show the stored field as the key or value of the map, or leave the column out and give a root."


def _of_pair(pair: Any, form: Pairs) -> Any:
    """What a model holds for an entry of a map, which a list of structs with such members may be as well."""
    if isinstance(pair, dict) and pair.keys() == {"key", "value"}:
        pair = pair["key"], pair["value"]
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise WriteError(expected="a key and a value", found=str(pair))
    item: dict[str, Any] = {}
    ways = form.ways or ((form.key.attribute,), (form.value.attribute,))
    for way, side, value in zip(ways, (form.key, form.value), pair, strict=True):
        if not way:
            raise WriteError(f"the {side.attribute} of an entry is calculated: rows can't say it", hint=_OTHERWISE)
        holder, shown = item, side.form
        for id in way[:-1]:
            holder = holder.setdefault(id, {})
            shown = shown.form if isinstance(shown, Via) else shown
        holder[way[-1]] = model_value(value, shown)
    return item


def plain_value(value: Any, labels: Mapping[str, int] | None = None) -> Any:
    """What a model holds for a value of Arrow; ``labels``: numbers by the names that stand for them."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list):
        return [plain_value(v, labels) for v in value]
    if isinstance(value, dict):
        return {k: plain_value(v, labels) for k, v in value.items()}
    if isinstance(value, tuple):  # an entry of a map
        return tuple(plain_value(v, labels) for v in value)
    if labels and isinstance(value, str):
        return _numbered(value, labels)
    return value


def _numbered(label: str, labels: Mapping[str, int]) -> Any:
    """The number that a label stands for; one without a name stands for itself."""
    number = labels.get(label)
    return int(label) if number is None and label.isdecimal() else label if number is None else number
