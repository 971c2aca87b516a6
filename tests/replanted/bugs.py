"""The faults that were drawn, as changes to today's code, and the repairs that were passed over, with why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

_COMPILER = "codegen/bytewright_codegen"
_RUNTIME = "runtime/bytewright"


class Change(NamedTuple):
    """A text of a file, there once, and what it becomes."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Bug:
    """A fault that was repaired once.

    Attributes:
        commit: the repair.
        fault: what was wrong.
        changes: what puts it back.
        seen_by: what sees it where fuzzing doesn't; empty: fuzzing is to.
    """

    commit: str
    fault: str
    changes: tuple[Change, ...]
    seen_by: str = ""


BUGS = (
    Bug(
        "20cc1430",
        "values to choose from are put into generated text without quotes",
        (
            Change(
                f"{_COMPILER}/backends/python/rules.py",
                'text = repr("one of " + ", ".join(known))',
                'text = f\'"one of {", ".join(known)}"\'',
            ),
        ),
    ),
    Bug(
        "dde254b9",
        "fields without an id can't be asked for before they are read",
        (
            Change(
                f"{_RUNTIME}/model/structures.py",
                'own = name.startswith("_") and not name.startswith(UNNAMED)',
                'own = name.startswith("_")',
            ),
        ),
    ),
    Bug(
        "579298b2",
        "writers don't import the enum whose member stands for null",
        (
            Change(
                f"{_COMPILER}/backends/python/writer.py",
                "if e.valid is not None or e.attribute.null is not None]",
                "if e.valid is not None]",
            ),
        ),
    ),
    Bug(
        "36f660ba",
        "what says where something lies is zero where nothing lies there, and isn't kept",
        (
            Change(
                f"{_COMPILER}/backends/python/derivations.py",
                'return derive is not None and derive.kind in ("position-of", "end-of")',
                "return False",
            ),
        ),
    ),
    Bug(
        "d86dfe88",
        "records that a checksum decides about are left to objects",
        (
            Change(
                f"{_COMPILER}/lowering/expressions/evaluation.py",
                "if instance.checksum_field is not None and not self._steps.in_trial:",
                "if instance.checksum_field is not None:",
            ),
        ),
        "tests of what the kernel reads: rows are right, only slow",
    ),
    Bug(
        "b7f6d0db",
        "nanoseconds from 2^63 on are another moment in the kernel's columns",
        (
            Change(
                f"{_COMPILER}/lowering/layout/columns.py",
                'divided = Binary("u//" if value.high > HIGHEST else "//", expr, Const(1000))',
                'divided = Binary("//", expr, Const(1000))',
            ),
        ),
    ),
    Bug(
        "ba002aa2",
        "a count that may be left out must be there where no list is",
        (
            Change(
                f"{_COMPILER}/backends/python/derivations.py",
                """                conditional = ", conditional=True" if entry.condition is not None else ""
                if own""",
                """                conditional = ""
                if own""",
            ),
            Change(
                f"{_RUNTIME}/codec/plain_values.py",
                "if value is None and not field.mask and not _may_be_null(field):",
                "if value is None and not field.mask:",
            ),
        ),
    ),
    Bug(
        "522852c0",
        "a tree may name a node twice",
        (Change(f"{_RUNTIME}/tree/loading.py", "            if name in seen:\n", "            if False:\n"),),
    ),
    Bug(
        "c7335c29",
        "a closed log stays held by a process that was forked meanwhile",
        (Change(f"{_RUNTIME}/io/appended_file.py", "            unlock(descriptor)\n", ""),),
        "tests/tables/test_append.py, which forks; no kind does",
    ),
    Bug(
        "c9bb16c0",
        "a size that counts from the end of the stream isn't held against what is written",
        (
            Change(
                f"{_COMPILER}/backends/python/writer.py",
                "rests_on_end=free and entry.named and count is None,",
                "rests_on_end=False,",
            ),
        ),
    ),
    Bug(
        "7c86c752",
        "columns that values name aren't found in modes that go on, of files without records",
        (
            Change(
                f"{_RUNTIME}/columnar/scan/discovery.py",
                "if end_of is not None and (steps.streams(view) or frame_of(codec) is not None):",
                "if end_of is not None:",
            ),
        ),
    ),
    Bug(
        "bffc422a",
        "kernels take a list that ends by its elements for one that the header counts; look-ups read small files whole",
        (
            Change(
                f"{_COMPILER}/lowering/layout/lists.py",
                'if isinstance(entry.item, Bits) or entry.count.kind != "expr" or self._evaluation.header is None:',
                "if isinstance(entry.item, Bits) or entry.count.expr is None or self._evaluation.header is None:",
            ),
            Change(
                f"{_RUNTIME}/views/evaluate/steps.py",
                "return not (self.codec.placed and any(view.selections for view in self.codec.views))",
                "return True",
            ),
        ),
    ),
    Bug(
        "052d0851",
        "the kernel asks what a view wants inside of what is tried, and forgets it",
        (
            Change(
                f"{_COMPILER}/lowering/layout/structures.py",
                "if self.where is None or self._record is None or self._steps.depth > self._wanted_at:",
                "if self.where is None or self._record is None:",
            ),
        ),
    ),
    Bug(
        "b3414e62",
        "constants of 64 bits are divided with a sign while plans are written out",
        (
            Change(
                f"{_RUNTIME}/kernels/program/unrolled/constant_folding.py",
                "value = a % (1 << 64) // (b % (1 << 64)) if b else 0",
                "value = a // b if b else 0",
            ),
            Change(
                f"{_RUNTIME}/kernels/program/unrolled/constant_folding.py",
                "value = a % (1 << 64) % (b % (1 << 64)) if b else 0",
                "value = a % b if b else 0",
            ),
        ),
    ),
    Bug(
        "7439fad6",
        "a column whose case is none of the pivot's is found as its last one",
        (
            Change(
                f"{_RUNTIME}/kernels/drivers/discover.py",
                "            if case < 0:  # none of the pivot's\n",
                "            if case < -1:  # none of the pivot's\n",
            ),
        ),
    ),
    Bug(
        "dbbbfd81",
        "the search for columns ends behind a record that another one was taken into",
        (
            Change(
                f"{_RUNTIME}/columnar/scan/discovery.py",
                "if end is None or end == bad.offset:",
                "if end is None or end <= bad.offset:",
            ),
        ),
    ),
    Bug(
        "d6745f63",
        "sizes and counts of eight bytes end the kernel's encoder by an OverflowError",
        (
            Change(
                f"{_COMPILER}/lowering/encode/numbers.py", "            if high <= HIGHEST:\n", "            if high:\n"
            ),
        ),
    ),
    Bug(
        "b596542d",
        "a terminator that is left to what follows is counted as a byte of its list's element",
        (
            Change(
                f"{_COMPILER}/analysis/sizes.py",
                "return _bytes(len(terminator.bytes) if terminator.consume and terminator.eos_error else 0, None)",
                "taken = terminator.consume or terminator.include\n"
                "    return _bytes(len(terminator.bytes) if taken and terminator.eos_error else 0, None)",
            ),
        ),
    ),
    Bug(
        "7c054e18",
        "a terminator that is part of the text and of what follows is written twice",
        (
            Change(
                f"{_RUNTIME}/objects/write/primitives.py",
                "if not consume and include and not unended:",
                "if not consume and include and unended:",
            ),
        ),
    ),
    Bug(
        "26dd36cf",
        "bits of whole bytes that may be left out are taken for bits that share bytes",
        (
            Change(
                f"{_COMPILER}/lowering/layout/structures.py",
                "if entry.is_bit_field and (number < together or not _is_whole(entry, bits)):",
                "if entry.is_bit_field:",
            ),
        ),
    ),
    Bug(
        "35342610",
        "a tree doesn't know how large its file was",
        (
            Change(
                f"{_RUNTIME}/tree/loading.py",
                "    root._io = OutputStream(None, 0, given=size)",
                "    root._io = root._io",
            ),
        ),
    ),
    Bug(
        "59b9eafd",
        "what elements ask of the structure around them is asked where there are none",
        (
            Change(
                f"{_COMPILER}/lowering/expressions/steps.py",
                "plan.all_of(_has_elements(known.count), lifted(first)), lifted(second)",
                "lifted(first), lifted(second)",
            ),
        ),
    ),
    Bug(
        "1bb7a341",
        "a view without a plan for writing ends the kernel's encoder by an AssertionError",
        (
            Change(
                f"{_RUNTIME}/tables/encode_strategies.py",
                "    if why is not None:\n        raise Unsupported(why)\n    plan = encoding_of",
                "    plan = encoding_of",
            ),
        ),
    ),
    Bug(
        "42442a62",
        "rows of a region that were given before it was complete are counted wrongly where it turns out to be bad",
        (
            Change(
                f"{_RUNTIME}/columnar/scan/nested_scan.py",
                "given, self._passed = min(self._passed, open_rows), 0",
                "given, self._passed = self._passed, 0",
            ),
        ),
        "tests with regions of more than 64 MB: no kind makes files of that size",
    ),
    Bug(
        "ce6308fa",
        "the tree takes a stream that decoding leaves as it is for the one around it",
        (
            Change(
                f"{_RUNTIME}/objects/read/cursor.py",
                "data = _Apart(data) if len(data) <= 1 or data is self._data else data",
                "data = _Apart(data) if len(data) <= 1 else data",
            ),
        ),
    ),
    Bug(
        "35f21c78",
        "a condition of elements in lists in lists is asked of the records around them",
        (
            Change(
                f"{_COMPILER}/lowering/read/record_rows.py",
                "where = view.where if view is not None and len(view.lists) == 1 else None",
                "where = view.where if view is not None else None",
            ),
        ),
    ),
    Bug(
        "98f17f54",
        "values of a column of bytes are read together though each has columns of its own",
        (
            Change(
                f"{_RUNTIME}/spark/cell_values.py",
                "if self._keys is None and needs_discovery(self._view, self._settings):",
                "if False:",
            ),
        ),
        "tests/spark/test_values_of_columns.py: Spark's functions are no kind",
    ),
    Bug(
        "a15dab17",
        "the kernel reads what elements lead to only behind the list",
        (
            Change(
                f"{_COMPILER}/lowering/layout/structures.py",
                "here = Place(structure.domain, address, replace(stream, base=base), structure, path, guard)",
                "here = Place(structure.domain, address, stream, structure, path, guard)",
            ),
        ),
    ),
    Bug(
        "21e19bc3",
        "the size of text in an encoding by a table is asked of those without one",
        (
            Change(
                f"{_RUNTIME}/kernels/program/assemble_encoding.py",
                "case kernel.Size(_, name) if _ENCODINGS.get(name) == encoding_codes.BYTES:",
                "case kernel.Size(_, name) if _ENCODINGS[name] == encoding_codes.BYTES:",
            ),
        ),
    ),
    Bug(
        "230ae30e",
        "a file's list of records can't be called by a word of Python's",
        (
            Change(
                f"{_COMPILER}/backends/python/package.py",
                'records_field=field_name(plan.entries[plan.records].name) if plan.records is not None else "",',
                'records_field=plan.entries[plan.records].name if plan.records is not None else "",',
            ),
        ),
    ),
    Bug(
        "b355f156",
        "bytes of gaps that a tree describes in pieces stay in pieces",
        (
            Change(
                f"{_RUNTIME}/tree/loading.py",
                "Gaps(_joined(made._kept[GAPS]), _reach(node)",
                "Gaps(made._kept[GAPS], _reach(node)",
            ),
        ),
    ),
    Bug(
        "01d3817b",
        "files that are read together are numbered on from the wave before",
        (
            Change(
                f"{_RUNTIME}/columnar/scan/batch_scan.py",
                "        scan.go_on()\n        held: list",
                "        first = scan.region\n        scan.go_on()\n        held: list",
            ),
            Change(
                f"{_RUNTIME}/columnar/scan/batch_scan.py",
                "done = int(np.searchsorted(numbers, scan.region))",
                "done = int(np.searchsorted(numbers, scan.region - first))",
            ),
            Change(
                f"{_RUNTIME}/columnar/scan/batch_scan.py",
                "yield from _before(held, scan.region)",
                "yield from _before(held, scan.region - first)",
            ),
            Change(
                f"{_RUNTIME}/columnar/scan/batch_scan.py",
                "                number = scan.region\n",
                "                number = scan.region - first\n",
            ),
        ),
    ),
    Bug(
        "a72f3ac8",
        "bits that are left of a byte are the end of a list's stream to kernels",
        (
            Change(
                f"{_COMPILER}/lowering/layout/bit_positions.py",
                "        if may and _goes_on(entry):\n",
                "        if False and _goes_on(entry):\n",
            ),
        ),
    ),
    Bug(
        "7735f1bb",
        "vectors of a root that names them in another order are written in that of the rows",
        (
            Change(
                f"{_RUNTIME}/columnar/encode/template_encoder.py",
                "places = {key: place for place, key in enumerate(getattr(inner, self._inverse.keys))}",
                "places = {column.key: place for place, (column, _) in enumerate(self._vectors)}",
            ),
        ),
    ),
    Bug(
        "65857e09",
        "numbers around a byte are read at once though they lie in two byte orders",
        (
            Change(
                f"{_COMPILER}/backends/python/read_entries.py",
                "order = order or own",
                "order = own",
            ),
        ),
    ),
    Bug(
        "71e4e848",
        "a mask of a number's bits is taken for a condition on it",
        (
            Change(
                f"{_COMPILER}/lowering/expressions/implied.py",
                "if operator in _COMBINED and _is_truth(left) and _is_truth(right):",
                "if operator in _COMBINED:",
            ),
        ),
    ),
    Bug(
        "c5538276",
        "what stands for null is written where a parameter says that there is nothing",
        (
            Change(
                f"{_COMPILER}/backends/python/derivations.py",
                "unsure = writing.late_condition and not isinstance(writing.default, Invoke)",
                "unsure = writing.verify and not isinstance(writing.default, Invoke)",
            ),
        ),
    ),
    Bug(
        "78060c7c",
        "rules of a list don't wait for the validity bits behind it",
        (
            Change(
                f"{_COMPILER}/backends/python/rules.py",
                "return entry.masked_by is not None and entry.masked_by > entry.index and not placed",
                "return False",
            ),
        ),
    ),
    Bug(
        "a992df88",
        "what is asked of where an element begins is asked of its parent",
        (
            Change(
                f"{_COMPILER}/lowering/expressions/steps.py",
                " and not any(node == begin for part in (first, second) for node in nodes(part)):",
                ":",
            ),
        ),
    ),
    Bug(
        "bc3ed882",
        "lists that hold large text or dictionaries are of another type than those of the view",
        (
            Change(
                f"{_RUNTIME}/tables/row_models.py",
                "return pa.list_(kind.value_field.with_type(_of_values(kind.value_type)))",
                "return kind",
            ),
        ),
    ),
)
PASSED: Mapping[str, str] = MappingProxyType(
    {
        # No row and no file is wrong by them: documentation, types, messages, speed, memory, sessions, tests.
        "harmless": (
            "04677483 773e7e62 0146d485 59065077 2c58d2f8 6df94297 00880861 10dfff62 3049dd95 8b473a33 "
            "832e096a cad3c0f9 6c2bd1af ebc159d8 ccfa0b2c f4306b1b bc657cb4 24f8afc5 77a3f3e4 30f3fe84 "
            "fb913f15 badb77a9 1d12ca0d 2d9e20bb f113ce93 73a58574 81d143ea e57a8fe7 9fc41f1f f4bfa6c9 "
            "1cfbf5c7 1b07eead 06b1bae1 17cb77e1 91a0bccb 52a8db20 b2a2eb46 835d2226 6776937d ab98cd5a"
        ),
        # What was wrong has been replaced since.
        "gone": ("0b022e18 2c713bd7 594ee787 78da52d5 f930bc05 3667fde3 2cf8df3b 4bcc0af9 f04ec289"),
        # Several faults at once, or one that a few lines don't put back.
        "wide": (
            "eda6084d 72dee6a2 ca4b759f d10629a5 a55352b6 37f339a6 04382def 4af113ba f9bc32e1 4187b8af "
            "8405068a 64a00856 c740016d d811138c 72ca8fbf b5969ba3 a0e9cabf e5d024ff 2dd4e28c fc83afe9 "
            "2a35faa7 fee67dde 6499eb60 bbc3ecb4 d4dd5456 626f8f34 6bd9aa69 e02e507f 5d9c8f42 4b3b38dc "
            "0cfc07a1 14b51603 ac2084eb 8a6c1aeb 9e42b846 876f5c4a 59b8da56 72a601cc ae804065 cb18c94e "
            "f87f1a5b 4880e47e 0b97324e 7a1ee25a b36ee211 b20c9f91 b87999ce 5776a895 0d1ce893 d4f66d8a"
        ),
    }
)
"""The repairs that were drawn before the last of these and aren't put back, by why."""
