"""The entries of a page of a table, read symbolically: the page is a record, and what its entries say are numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, End, RowPlan, Start, Up
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble import assemble
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps, refuse
from bytewright_codegen.lowering.expressions.values import Context, Num, Place, Refusal, Stream, Structure, Value
from bytewright_codegen.lowering.expressions.values import Sequence as List
from bytewright_codegen.lowering.layout.columns import ColumnLowering
from bytewright_codegen.lowering.layout.structures import Layout
from bytewright_codegen.lowering.read.entry_lists import Mirror
from bytewright_codegen.plans.reading import Nested, RecordPlan


class Entries:
    """What the elements of a list say that stand for the entries of a page.

    Attributes:
        evaluation: computes expressions.
        domain: that of the entries.
        context: that of expressions over an element of the list, which is called ``_`` and by the list's name.
        of_view: that of a view's expressions, in which other names are those of the file.
    """

    def __init__(self, library: Library, plans: Mapping[str, RecordPlan], known: Sizes, mirror: Mirror) -> None:
        """Read a page.

        Args:
            library: the resolved specs.
            plans: record plans by type.
            known: sizes.
            mirror: the list.

        Raises:
            Refusal: objects must read it.
        """
        self._steps = Steps(library)
        self._layout = Layout(self._steps, plans, known)
        self._layout.asks_places = True
        self._mirror = mirror
        self.evaluation: Evaluation = self._layout.evaluation
        element, self.domain = self._element()
        levels: dict[str, Value] = {"_": element, mirror.name: element}
        self.context = Context(element, self.domain, levels)
        self.of_view = Context(file_of(Stream(RECORDS, Start(), End())), self.domain, levels)

    @property
    def page(self) -> kernel.Expr:
        """The number of the page, for each of its entries."""
        levels = self._steps.levels(RECORDS, self.domain)
        assert levels is not None
        number: kernel.Expr = kernel.Region()
        for _ in range(levels):
            number = Up(number)
        return number

    def columns(self) -> ColumnLowering:
        """What makes columns of values of entries."""
        return ColumnLowering(self._steps, self.evaluation, self.domain, False, self._layout.lists.each, by_region=True)

    def plan(self, columns: Sequence[kernel.Column]) -> RowPlan:
        """The plan that gives a row for each entry.

        Raises:
            Refusal: the kernel can't run it.
        """
        frame = kernel.RegionFrame((), kernel.RegionEnd())
        made = RowPlan(frame, tuple(self._steps.written), self.domain, tuple(columns))
        try:
            assemble(made)
        except Unsupported as error:
            raise Refusal(str(error), self._mirror.page.loc) from error
        return made

    def _element(self) -> tuple[Structure, str]:
        """An element of the list, which knows its entry, and the domain of the entries."""
        mirror = self._mirror
        stream = Stream(RECORDS, Start(), End())
        assert isinstance(mirror.page.item, Nested)
        checks = self._layout.checks
        stated = checks.of_entry(mirror.page) | checks.of_values(mirror.element)
        refuse((check for check in stated if check.kind != "type"), mirror.page.loc)
        owner = Structure("", RECORDS, stream, Start(), None, "")
        page = self._layout.structure(mirror.page.item, Place(RECORDS, Start(), stream, owner, ""))
        self._steps.leave(RECORDS, page.position.equals(End()), "")
        value: Value = page
        for name in mirror.path:
            value = value.fields[name] if isinstance(value, Structure) else value
        if not isinstance(value, List):
            raise Refusal("entries that are no list", mirror.page.loc)
        child, entry = self._layout.lists.each(value, Name(mirror.name, mirror.page.loc))
        holder = Structure(mirror.holder, RECORDS, stream, Start(), None, "")
        element = Structure(mirror.element, child, stream, Start(), holder, "")
        element.params[mirror.parameter] = entry
        element.index = Num(child, kernel.Index(), 0, kernel.MOST_ELEMENTS)
        return element, child


def file_of(stream: Stream) -> Structure:
    """What stands for the structure that a file is, of which nothing is known; ``stream``: in its place."""
    return Structure("", RECORDS, stream, stream.base, None, "")
