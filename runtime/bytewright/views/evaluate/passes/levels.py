"""The steps that elements of lists give a view, level by level."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bytewright.errors import NO_VALUE, ValueInvalidError, cause
from bytewright.model.structures import Struct
from bytewright.objects.read.recovery import DamagedElement
from bytewright.schema.blame import blamed
from bytewright.schema.scope import Expression, Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.nested_lists import through


def one_by_one(steps: Iterable[tuple[Scope, ...]]) -> Iterator[tuple[Scope, ...]]:
    """Steps whose elements are let go when the next one is asked for: they hold the bytes of tables, of which many
    would wait for Python to look for garbage."""
    for scopes in steps:
        try:
            yield scopes
        finally:
            scopes[-1].element._disown()


def levels(
    view: View,
    root: Struct,
    elements: Iterable[Struct],
    options: Any,
    first: int = 0,
    outer: tuple[Scope, ...] = (),
) -> Iterator[tuple[Scope, ...]]:
    """The steps that elements of a view's outermost list are, or hold.

    Args:
        view: the view.
        root: the structure that it belongs to.
        elements: of its outermost list.
        options: values of the options.
        first: number of the first element.
        outer: the levels of the views around this one.
    """
    if not outer and _is_flat(view):
        known: dict[Any, Any] = {}
        for index, element in enumerate(elements, first):
            yield (Scope(root, element, index, 0, options, 0, (), known),)
        return
    yield from shown(view, root, through(view, root, elements, options, first), options, outer)


def shown(
    view: View, root: Struct, elements: Iterable[Scope], options: Any, outer: tuple[Scope, ...] = ()
) -> Iterator[tuple[Scope, ...]]:
    """The steps of a view that the elements of its innermost list are."""
    for scope in elements:
        scopes = (*outer, scope)
        element = scope.element
        if isinstance(element, DamagedElement):
            yield scopes
            continue
        if view.where is not None and not holds(view.where, scopes[-1]):
            continue
        if view.inner is None:
            yield scopes
            continue
        inner_root = element if view.inner_root is None else view.inner_root(scopes[-1])
        if inner_root is not None:
            inner = view.inner
            each = inner.each
            within = (inner_root,) if each is None else each(Scope(inner_root, inner_root, options=options)) or ()
            yield from levels(inner, inner_root, within, options, outer=scopes)


def _is_flat(view: View) -> bool:
    """Whether the elements of a view are those of its list, one by one."""
    through_others = view.deeper or view.order is not None or view.selections
    return view.where is None and view.inner is None and not through_others


def good(steps: Iterable[tuple[Scope, ...]]) -> Iterator[tuple[Scope, ...]]:
    """Steps up to the first that can't be read.

    Raises:
        ReadError: why.
    """
    for scopes in steps:
        element = scopes[-1].element
        if isinstance(element, DamagedElement):
            raise element.error
        yield scopes


def require(view: View, scope: Scope) -> None:
    """Check what a view requires of the beginning of a file.

    Raises:
        ValueInvalidError: it isn't so; names the field that says otherwise.
    """
    for one in view.requirements:
        if not holds(one.holds, scope):
            node, field = one.origin(scope)
            expected, found = "what the options say", str(getattr(node, field, ""))
            raise blamed(ValueInvalidError(expected=expected, found=found), node, field)


def holds(condition: Expression, scope: Scope) -> bool:
    """Whether a step is one of a view's."""
    try:
        return bool(condition(scope))
    except (*NO_VALUE, RecursionError) as error:
        raise blamed(ValueInvalidError(f"the view has no value for it: {cause(error)}"), scope.element) from error
