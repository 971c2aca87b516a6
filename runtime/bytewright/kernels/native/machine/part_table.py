"""Which part of the kernel runs which operation; parts are compiled when a program first has an operation of theirs.

A part is a function ``(state, instruction, low, high, rows) -> count``: it runs one operation over elements ``low`` to
``high`` of its domain, in the check phase over all of them (``low`` is 0), in the output phase over a window of rows,
of which ``rows`` are in the batch already. (Of an encoder, ``rows`` is the first element of a block.) It gives how many
elements passed, or found room; where these aren't all, the state says why (`codes.REASON`), or how many bytes of room
are wanted (`codes.NEEDED`).

Nothing here needs Numba; the modules in `native/parts/` do, each of which holds the functions named for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bytewright.kernels.plan import codes
from bytewright.kernels.plan import encoding_codes as encoding

OPERATIONS: dict[int, tuple[str, ...]] = {
    codes.FRAME: ("frames.frame", "frames.frame_walked", "frames.frame_in_regions"),
    codes.RUN: ("elements.run",),
    codes.CHAIN: ("elements.chain",),
    codes.WINDOW: (),
    codes.PROCESSED: (),
    encoding.LISTED: (),
    encoding.PLACE: (),
    encoding.PUT_FOREIGN: (),
    codes.ELEMENTS: ("elements.count",),
    codes.UP: ("elements.relate",),
    codes.INDEX: ("elements.relate",),
    codes.PREVIOUS: ("elements.relate",),
    codes.LAST: ("elements.relate",),
    codes.COUNTED: ("elements.relate",),
    codes.BEST: ("elements.best",),
    codes.REPEATS: ("elements.relate",),
    codes.FOREMOST: ("elements.relate",),
    codes.CHOSEN: ("elements.relate",),
    codes.RUNNING: ("elements.run_values",),
    codes.ITEMS: ("elements.relate",),
    codes.LOAD: ("values.load",),
    codes.OFFSET: ("values.load",),
    codes.BINARY: ("values.compute",),
    codes.SELECT: ("values.compute",),
    codes.FLOAT: ("values.compute_float",),
    codes.LOOKUP: ("values.look_up",),
    codes.MATCH: ("values.look_up",),
    codes.FETCH: ("values.fetch",),
    codes.KEYED: ("values.fetch",),
    codes.VARINT_SIZE: ("values.read_varint",),
    codes.VARINT: ("values.read_varint",),
    codes.CHECK: ("checking.check",),
    codes.LEAVE: ("checking.check",),
    codes.WHETHER: ("checking.check",),
    codes.NEED: ("checking.check",),
    codes.TEXT: ("checking.check_text",),
    codes.SUM: ("checking.check_sum",),
    codes.ENDS: ("contents.find_end",),
    codes.FIND: ("contents.find_end",),
    codes.SPELLED: ("contents.read_text",),
    codes.CHARACTERS: ("contents.read_text",),
    codes.COMPARED: ("contents.compare",),
    codes.JOINED: ("contents.join",),
    codes.DECODE: ("contents.decode",),
    codes.FRONTS: ("contents.complete",),
    codes.LOCATE: ("parallel.locate",),
    codes.ADMIT: ("parallel.locate",),
    codes.SLOTS: ("parallel.check_slots",),
    codes.REPEAT: ("parallel.repeat",),
    codes.ROW: ("parallel.repeat",),
    codes.VECTOR: ("parallel.append_vectors",),
    codes.LISTS: ("parallel.append_lists",),
    codes.COPY: ("output.copy",),
    codes.STORE: ("output.store",),
    codes.PACK: ("output.pack",),
    codes.BYTES: ("output.append_bytes",),
    codes.LABEL: ("output.append_bytes",),
    codes.TRANSCODE: ("output.transcode",),
    encoding.HELD: ("rows.take",),
    encoding.THERE: ("rows.take",),
    encoding.SIZES: ("rows.take",),
    encoding.ITEMS: ("rows.take",),
    encoding.NUMBERED: ("rows.take",),
    encoding.DIGITS: ("rows.measure",),
    encoding.TOTAL: ("rows.measure",),
    encoding.PACKED: ("packed.measure",),
    encoding.BEHIND: ("rows.measure",),
    encoding.PUT: ("writing.put_number",),
    encoding.PUT_PIECE: ("writing.put_piece",),
    encoding.PUT_BYTES: ("writing.put_bytes",),
    encoding.FILL: ("writing.put_bytes",),
    encoding.PUT_VARINT: ("writing.put_varint",),
    encoding.PUT_SUM: ("writing.put_sum",),
    encoding.PUT_PACKED: ("packed.put",),
}
"""The parts that run each operation: one, or one for each form of it; none where a kernel runs it itself."""
COMMON = ("frames.frame", "values.load", "values.compute", "checking.check", "output.copy", "output.append_bytes")
"""Parts that most programs need."""
OF_ENCODING = ("rows.take", "writing.put_number", "writing.put_piece", "values.compute", "checking.check")
"""Parts that most programs need that encode."""
OF_PIVOTS = (
    *("parallel.locate", "parallel.check_slots", "parallel.repeat", "parallel.append_vectors"),
    "output.store",  # of what is looked through for the names
)
"""Parts that are needed where columns are named by values."""
NAMES = tuple(dict.fromkeys(part for parts in OPERATIONS.values() for part in parts))
"""All parts: module and function."""


def part_of(instruction: Sequence[int]) -> str | None:
    """The part that runs an instruction; None: the kernel itself does."""
    operation, parts = instruction[0], OPERATIONS[instruction[0]]
    if operation == codes.FRAME:
        return {codes.FRAME_WALK: parts[1], codes.FRAME_REGIONS: parts[2]}.get(instruction[2], parts[0])
    return parts[0] if parts else None


def parts_of(instructions: Iterable[Sequence[int]]) -> set[str]:
    """The parts that a program needs."""
    return {part for part in map(part_of, instructions) if part is not None}
