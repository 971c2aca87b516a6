"""The table that a run makes, and what fails with its reason, as Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.conformance.explanations import explanation
from tests.conformance.results import TITLES, Outcome, Result

_SECTIONS = (
    (Outcome.FAILED, "what fails"),
    (Outcome.NOT_APPLICABLE, "what can't be asked"),
    (Outcome.PASSED, "what passes with a remark"),
)


def markdown(results: Sequence[Result], refused: Mapping[str, str]) -> str:
    """The report.

    Args:
        results: of all parts.
        refused: specs without a stock parser, with the reasons.
    """
    lines = ["| | passed | of | not applicable | |", "|---|---|---|---|---|"]
    parts = {part: [r for r in results if r.part == part] for part in TITLES}
    for part, found in parts.items():
        if found:
            count = {outcome: sum(r.outcome is outcome for r in found) for outcome in Outcome}
            asked = len(found) - count[Outcome.NOT_APPLICABLE]
            numbers = (count[Outcome.PASSED], asked, count[Outcome.NOT_APPLICABLE] or "")
            lines.append(f"| {' | '.join(map(str, (TITLES[part], *numbers, _remark(found))))} |")
    shares = [r for r in results if r.part in ("rewrite", "samples") and r.size]
    if shares:
        lines += ["", *_shares(shares)]
    for part, found in parts.items():
        for outcome, title in _SECTIONS:
            chosen = sorted((r for r in found if r.outcome is outcome and _why(r)), key=lambda r: r.name)
            if chosen:
                lines += ["", f"## {TITLES[part]}: {title}", "", "| | why |", "|---|---|"]
                lines += [f"| {r.name} | {_cell(_why(r))} |" for r in chosen]
    if refused:
        lines += ["", "## Specs without a stock parser", "", "| | why |", "|---|---|"]
        lines += [f"| {name} | {_cell(reason)} |" for name, reason in sorted(refused.items())]
    return "\n".join(lines) + "\n"


def _remark(found: Sequence[Result]) -> str:
    """What the number of those that passed doesn't say: how much of the files are values, and what was counted."""
    size = sum(r.size for r in found)
    counts: Counter[str] = Counter()
    for result in found:
        counts.update(result.counts)
    remarks = [f"{number} {what}" for what, number in counts.items()]
    if size:
        values = size - sum(r.raw + r.slack for r in found)
        remarks.insert(0, f"{100 * values / size:.1f} % of their bytes are made of values")
    return "; ".join(remarks)


def _shares(found: Sequence[Result]) -> list[str]:
    """How much of the files is kept besides their values: overall, and the files with the largest shares."""
    lines = ["| bytes of | files | size | kept as `raw` | `slack` |", "|---|---|---|---|---|"]
    for part in ("rewrite", "samples"):
        chosen = [r for r in found if r.part == part]
        if chosen:
            size, raw, slack = (sum(getattr(r, name) for r in chosen) for name in ("size", "raw", "slack"))
            lines.append(f"| {part} | {len(chosen)} | {size} | {_share(raw, size)} | {_share(slack, size)} |")
    most = sorted(found, key=lambda r: (r.raw + r.slack) / r.size, reverse=True)
    lines += ["", "## Kept bytes of each file", "", "| | size | kept as `raw` | `slack` |", "|---|---|---|---|"]
    lines += [
        f"| {r.name} | {r.size} | {_share(r.raw, r.size)} | {_share(r.slack, r.size)} |"
        for r in most
        if r.raw or r.slack
    ]
    return lines


def _share(part: int, whole: int) -> str:
    return f"{part} ({100 * part / whole:.1f} %)"


def _why(result: Result) -> str:
    known = explanation(result)
    return f"{known} ({result.reason})" if known else result.reason


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
