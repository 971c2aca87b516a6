"""The derive plan: what a user sets, what follows from it, and when a writer knows it."""

from __future__ import annotations

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.plans.english import follows
from bytewright_codegen.plans.notation import expression, short
from bytewright_codegen.plans.writing import Answer, Clue, EntryWriting, Said, Solve


def derive_lines(plans: CodecPlans) -> list[str]:
    """The derive plan of every type of a spec."""
    lines = []
    for plan in plans.writing:
        lines.append(short(plan.type))
        rows = []
        for writing in plan.entries:
            entry = writing.entry
            found = follows(plan, writing, plans.derivations)
            if entry.attribute.again:
                rows.append((entry.name, "not written", "as it reads what other fields describe", ""))
            elif found is not None:
                word = "derived" if found.sure else "derived where possible"
                rows.append((found.field, word, found.what.replace("`", ""), found.when))
            elif writing.default is not None:
                each = "each " if entry.count is not None else ""
                rows.append((entry.name, "may be set", f"otherwise {each}{expression(writing.default)}", ""))
            elif writing.needless:
                told = "; ".join(_clues(plan.type, writing, plans))
                rows.append((entry.name, "may be set", f"otherwise {told or 'by what is there'}", "before writing"))
            elif entry.condition is not None:
                rows.append((entry.name, "set", f"where {expression(entry.condition)}", ""))
            elif plans.required(writing):
                rows.append((entry.name, "set", "", ""))
            else:
                rows.append((entry.name, "may be set", "otherwise made of what follows", ""))
        lines += aligned(rows, widest=60)
        for writing in plan.entries:
            lines += _points(writing)
        lines += [f"  {note.message}: users set that" for note in plan.notes]
    return lines


def _clues(type: str, writing: EntryWriting, plans: CodecPlans) -> list[str]:
    """What a field is by what is there, where it is left out."""
    place = (type, writing.entry.index)
    found = []
    for plan in plans.writing:
        for other in plan.entries:
            for inferred in other.inferred:
                if (inferred.owner, inferred.field) == place:
                    found += [_clue(clue) for clue in inferred.clues]
            for closing in other.closings:
                if (closing.owner, closing.field) == place:
                    said = f"{_said(closing.last)} in the last of {other.entry.name}, {_said(closing.other)} before it"
                    found.append(said)
    return found


def _clue(clue: Clue) -> str:
    name = ".".join(step for step, _ in clue.path.steps)
    parts = [f"{_said(said)} where {name} is a {short(kind)}" for kind, said in (*clue.cases, *clue.members)]
    if clue.there is not None:
        parts.append(f"{_said(clue.there)} where there is {name}")
    if clue.absent is not None:
        parts.append(f"{_said(clue.absent)} where there is none")
    return ", ".join(parts)


def _said(said: Said) -> str:
    value = str(bool(said.value)).lower() if said.flag else str(said.value)
    return f"its bits {said.mask:#x} are {said.value:#x}" if said.mask else value


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
