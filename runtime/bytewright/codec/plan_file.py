"""The plans of a codec: ``plans.json`` in its package, of which only what is asked for becomes plans.

The compiler prints it (`bytewright_codegen.backends.kernel.plan_file`); how nodes look in it says
`bytewright.kernels.plan.json_decoder`.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bytewright.codec.api_version import REGENERATE, check_api
from bytewright.errors import CodecError
from bytewright.host.gc_pause import uncollected

if TYPE_CHECKING:
    from bytewright.kernels.plan.json_decoder import PlanDecoder

PLAN_FILE = "plans.json"

SECTIONS = ("rows", "encoding", "nested", "elements", "mirrors", "templates", "choices")
"""Kinds of plans in the file, each of which is a mapping."""

_NONE: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {"shared": {}, "encoding": {"": "it was generated without a plan for the kernel"}}
)


class PlanFile:
    """What a codec's package holds of plans; nothing is read before one is asked for.

    Args:
        package: the codec's; empty: it has no plans.

    Attributes:
        rows: by name of the view, how a file becomes rows (a ``RowPlan``), or why the kernel can't read it.
        encoding: how rows become records (an ``EncodingPlan``), or why the kernel can't make them, under an empty name.
        nested: likewise by name of a view that goes through lists in lists.
        elements: by `place_name`, how columns become the elements of lists.
        mirrors: likewise, how they become structures without bytes that stand for the elements of another list.
        templates: by name of the view, why its steps differ in more than vectors and numbers; empty: they don't.
        choices: by `column_name`, which of several fields a row has a column's value for (an ``EncodingPlan`` that
            makes a byte for each record: the number of the way), or why the kernel can't tell.
    """

    def __init__(self, package: str = "") -> None:
        self._package = package
        self._content: Mapping[str, Mapping[str, Any]] | None = None
        self._decoder: PlanDecoder | None = None
        self.rows, self.encoding, self.nested, self.elements, self.mirrors, self.templates, self.choices = (
            _Section(self, name) for name in SECTIONS
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return PlanFile, (self._package,)

    def section(self, name: str) -> Mapping[str, Any]:
        """Plans of a kind, as JSON has them."""
        if self._content is None:
            self._content = _read(self._package) if self._package else _NONE
        return self._content.get(name, {})

    @uncollected()
    def decoded(self, value: Any) -> Any:
        """The plan that JSON stands for.

        Raises:
            CodecError: it stands for none.
        """
        if self._decoder is None:
            # Here, as a codec whose rows nobody asks for needs none of the classes of plans.
            from bytewright.kernels.plan.json_decoder import PlanDecoder

            self._decoder = PlanDecoder(self.section("shared"))
        try:
            return self._decoder.plan(value)
        except ValueError as error:
            raise _damaged(self._package, error) from None


class _Section(Mapping[str, Any]):
    """Plans of a kind by their names, each decoded once."""

    def __init__(self, file: PlanFile, name: str) -> None:
        self._file = file
        self._name = name
        self._known: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._known:
            self._known[name] = self._file.decoded(self._file.section(self._name)[name])
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._file.section(self._name))

    def __len__(self) -> int:
        return len(self._file.section(self._name))


def place_name(owner: type[Any], field: str) -> str:
    """What the plans of a list are called.

    Args:
        owner: the class of the structure that has it.
        field: its field there.
    """
    return f"{owner.TYPE}.{field}"


def column_name(view: str, column: str) -> str:
    """What the plan of a column of a view is called, by their names."""
    return f"{view}.{column}"


def _read(package: str) -> Mapping[str, Mapping[str, Any]]:
    try:
        # By the loader of the package, from wherever it is: a folder, an archive, memory.
        text = pkgutil.get_data(package, PLAN_FILE)
        found = json.loads(b"" if text is None else text)
    except (OSError, ValueError) as error:
        raise _damaged(package, error) from None
    if not isinstance(found, dict):
        raise _damaged(package, f"it holds a {type(found).__name__}")
    check_api(found.get("api"), package.rpartition(".")[2])
    return found


def _damaged(package: str, why: object) -> CodecError:
    return CodecError(
        f"the plans of the codec {package.rpartition('.')[2]} ({PLAN_FILE}) can't be read: {why}", hint=REGENERATE
    )
