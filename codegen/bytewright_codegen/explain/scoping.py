"""Scopes: how often each expression is computed."""

from __future__ import annotations

from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.plans.notation import expression, short
from bytewright_codegen.plans.scoping import Scope, Scoped, Scopes


def scope_lines(scopes: Scopes) -> list[str]:
    """The expressions of a spec by their scopes, outermost scope first; constants are left out."""
    groups: dict[tuple[str, bool], list[Scoped]] = {}
    for scoped in scopes.expressions:
        if scoped.scope.kind != "spec":
            element = scoped.scope.kind == "element"
            groups.setdefault((scope_text(scoped.scope), element), []).append(scoped)
    lines = []
    for (text, _), found in sorted(
        groups.items(), key=lambda group: (group[1][0].scope.lists, group[0][1], group[0][0])
    ):
        lines.append(text)
        rows = dict.fromkeys((_owner(s.owner), s.role, expression(s.expr)) for s in found)
        lines += aligned(list(rows))
    if not scopes.complete:
        lines.append("and in more structures, which are too many to be looked into")
    return lines


def scope_text(scope: Scope) -> str:
    """How often something is computed, in words."""
    match scope.kind:
        case "spec":
            return "when the spec is compiled"
        case "parameter":
            return "once, from the options"
        case "file":
            return "once per file"
        case "element":
            inner = scope.path.removesuffix("[rows]").rstrip(".")
            if scope.path.endswith("[rows]"):
                return f"once per row of {inner or 'the file'}"
    return f"once per {scope.path}"


def _owner(owner: str) -> str:
    return owner if owner.startswith("view ") else short(owner)
