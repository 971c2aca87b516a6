"""The derive plan: what a user sets, what follows from it, and when a writer knows it."""

from __future__ import annotations

from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.notation import expression, short
from bytewright_codegen.plans.writing import Answer, EntryWriting, Solve
from bytewright_codegen.wording import follows


def derive_lines(plans: CodecPlans) -> list[str]:
    """The derive plan of every type of a spec."""
    lines = []
    for plan in plans.writing:
        lines.append(short(plan.type))
        rows = []
        for writing in plan.entries:
            entry = writing.entry
            found = follows(plan, writing, plans.derivations)
            if found is not None:
                word = "derived" if found.sure else "derived where possible"
                rows.append((found.field, word, found.what.replace("`", ""), found.when))
            elif writing.default is not None:
                each = "each " if entry.count is not None else ""
                rows.append((entry.name, "may be set", f"otherwise {each}{expression(writing.default)}", ""))
            elif entry.condition is not None:
                rows.append((entry.name, "set", f"where {expression(entry.condition)}", ""))
            elif plans.required(writing):
                rows.append((entry.name, "set", "", ""))
            else:
                rows.append((entry.name, "may be set", "otherwise made of what follows", ""))
        lines += aligned(rows, widest=60)
        for writing in plan.entries:
            lines += _points(writing)
    return lines


def _points(writing: EntryWriting) -> list[str]:
    name = writing.entry.name if writing.entry.named else f"entry {writing.entry.index}"
    lines = [f"  before {name} is written: {_solve(s)}" for s in writing.before]
    lines += [f"  after {name} is written: {_solve(s)}" for s in writing.after]
    lines += [f"  after {name} is written: {_answer(a, 'its size')}" for a in writing.sizes]
    lines += [f"  before {name} is written: {_answer(a, 'its number of elements')}" for a in writing.lengths]
    lines += [f"  when {name} is placed: {_answer(a, 'its place')}" for a in writing.places]
    for told in writing.told:
        told_of = f"the {told.parameter} of its {short(told.type)}"
        lines += [f"  after {name} is written: {_answer(a, told_of)}" for a in told.answers]
    if writing.verify and not writing.gap:
        lines.append(f"  {name} rests on what is known late: checked in the end")
    return lines


def _solve(solve: Solve) -> str:
    target = "_parent." * solve.climb + solve.name
    if solve.each:
        return f"{target}[*] = the places of its elements, and of its end"
    if solve.element:
        offset = f" + {solve.offset}" if solve.offset else ""
        target += f"[{'_parent.' * solve.index_climb}_index{offset}]"
    if solve.value is None:
        return f"{target} = its place"
    return f"{target} = {expression(solve.value, 'its size')}"


def _answer(answer: Answer, quantity: str) -> str:
    target = answer.name if answer.way is None else f"{expression(answer.way)}.{answer.name}"
    if answer.element is not None:
        target += f"[{expression(answer.element)}]"
    values = " or ".join(expression(value, quantity) for value in answer.values)
    tests = " and ".join(expression(test) if holds else f"not ({expression(test)})" for test, holds in answer.when)
    kept = ", unless it says that already" if answer.again is not None else ""
    return f"{target} = {values}{kept}{f', where {tests}' if tests else ''}"
