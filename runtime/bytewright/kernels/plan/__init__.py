"""The row plan: how the records of a file become rows, as data.

A compiler pass makes it from a spec, generated code carries it, `bytewright.kernels.program.assemble` turns it and a
projection into a program. It knows no format, is frozen, and survives being printed as JSON
(`bytewright.kernels.plan.json_printer`).

Domains
    Everything happens in a *domain*: a named set of elements. `RECORDS` is the outermost one: the records of the file,
    found by the `Frame`. `Elements` adds the elements of a list in each element of a parent domain (column descriptors
    of a batch); every one of them is held in registers, so that it can be checked. So does `Run`, where only reading
    them tells how many there are. `Rows` adds a domain whose elements
    are only counted (rows of parallel vectors): there may be very many, nothing is computed for one of them on its
    own.

Expressions
    An expression belongs to a domain and has one int64 value per element: integers as such (unsigned ones of 8 bytes
    wrap), booleans as 0 and 1, floats as their bits, places as *addresses*. An address is ``Start() + something``: the
    engine places the record where it wants. Arithmetic wraps at 64 bits; the compiler proves that it doesn't, or adds
    a `Check`.

Steps
    They stand in the order in which a reader would come to them. Of all elements that fail, the one in the earliest
    record wins, and in it the first step; the record is refused as a whole. **A `Load` reads without looking: a `Need`
    before it must have proved that the bytes are there**, on the same element or on one above it. Named values (`Let`)
    are computed where they are first used, which is behind everything that stands before the `Let`.

Columns
    One row per element of the domain `RowPlan.rows`. Columns are evaluated after all steps, for the rows that go into
    the batch. A projection leaves out columns; steps are never left out. A column refuses a record only where its type
    can't hold a number (`Number.fits`).

Headers
    What a header decides for a whole file is written as `Given`: numbers that functions beside the plan compute from
    the header. `Unrolled` is a list with one element per column of a header, which takes `Steps` of its own for each;
    `Cells` are the columns, `Inner` those inside of one. `bytewright.kernels.program.specialize` writes them out when
    the header has been read, and the numbers become constants, so that nothing is decided per record that the header
    decides.

    What a record decides by choosing one of several things that a header describes (a schema by its number) is written
    as `Entry`, `Sought` and `Texts`: tables over a list of the header's. An `Unrolled` list with ``by`` has the layout
    that the entry chosen describes; all of them together are written out as well.

The position of a field is symbolic: an expression over earlier fields. ``u4`` at byte 28 of a body that begins four
bytes into the record is ``Load("u4le", Start() + 32)``.
"""

from bytewright.kernels.plan.arithmetic import Arithmetic, Binary, Const, Operator
from bytewright.kernels.plan.building import (
    add,
    all_of,
    any_of,
    invert,
    name_code,
    select,
)
from bytewright.kernels.plan.columns import (
    Cells,
    CellVariant,
    Column,
    Inner,
    List,
    Map,
    Named,
    Number,
    Outer,
    Piece,
    Pivot,
    Property,
    Struct,
    Tabled,
)
from bytewright.kernels.plan.expressions import (
    Before,
    Begin,
    Behind,
    Beside,
    Best,
    Chain,
    Characters,
    Chosen,
    Compared,
    Count,
    Cut,
    Decoded,
    Digits,
    Elements,
    End,
    Entry,
    Expr,
    Find,
    First,
    Float,
    Foremost,
    Function,
    Get,
    Given,
    Held,
    Index,
    Items,
    Joined,
    Joins,
    Keyed,
    Last,
    Let,
    Load,
    Lookup,
    Match,
    Offset,
    Packed,
    Previous,
    Region,
    RegionEnd,
    RegionStart,
    Repeats,
    Run,
    Running,
    Select,
    Size,
    SoFar,
    Sought,
    Spelled,
    Start,
    Sum,
    Texts,
    There,
    Told,
    Up,
    Varint,
    VarintSize,
    Which,
    Written,
)
from bytewright.kernels.plan.frames import (
    FixedFrame,
    Frame,
    LengthFrame,
    RegionFrame,
    WalkFrame,
    WholeFrame,
)
from bytewright.kernels.plan.names import (
    BEGIN,
    CHECKSUMS,
    COLUMN,
    COLUMNS,
    FILE_END,
    FREE_TURNS,
    MOST_ELEMENTS,
    MOST_EMPTY,
    MOST_ROWS,
    MOST_TURNS,
    NUMBER_KINDS,
    RECORDS,
    RULES,
    SLACK,
)
from bytewright.kernels.plan.row_plan import (
    RowPlan,
    chosen,
    discovery,
    ends,
    said,
)
from bytewright.kernels.plan.steps import (
    NUMBER,
    Aside,
    Check,
    Checksum,
    CheckText,
    Decode,
    Decoder,
    Fronts,
    Need,
    Processed,
    Rows,
    Slack,
    Slots,
    Step,
    Unrolled,
    Variant,
)
from bytewright.kernels.plan.vectors import (
    Case,
    Listing,
    Part,
)

__all__ = [
    "BEGIN",
    "CHECKSUMS",
    "COLUMN",
    "COLUMNS",
    "FILE_END",
    "FREE_TURNS",
    "MOST_ELEMENTS",
    "MOST_EMPTY",
    "MOST_ROWS",
    "MOST_TURNS",
    "NUMBER",
    "NUMBER_KINDS",
    "RECORDS",
    "RULES",
    "SLACK",
    "Arithmetic",
    "Aside",
    "Before",
    "Begin",
    "Behind",
    "Beside",
    "Best",
    "Binary",
    "Case",
    "CellVariant",
    "Cells",
    "Chain",
    "Characters",
    "Check",
    "CheckText",
    "Checksum",
    "Chosen",
    "Column",
    "Compared",
    "Const",
    "Count",
    "Cut",
    "Decode",
    "Decoded",
    "Decoder",
    "Digits",
    "Elements",
    "End",
    "Entry",
    "Expr",
    "Find",
    "First",
    "FixedFrame",
    "Float",
    "Foremost",
    "Frame",
    "Fronts",
    "Function",
    "Get",
    "Given",
    "Held",
    "Index",
    "Inner",
    "Items",
    "Joined",
    "Joins",
    "Keyed",
    "Last",
    "LengthFrame",
    "Let",
    "List",
    "Listing",
    "Load",
    "Lookup",
    "Map",
    "Match",
    "Named",
    "Need",
    "Number",
    "Offset",
    "Operator",
    "Outer",
    "Packed",
    "Part",
    "Piece",
    "Pivot",
    "Previous",
    "Processed",
    "Property",
    "Region",
    "RegionEnd",
    "RegionFrame",
    "RegionStart",
    "Repeats",
    "RowPlan",
    "Rows",
    "Run",
    "Running",
    "Select",
    "Size",
    "Slack",
    "Slots",
    "SoFar",
    "Sought",
    "Spelled",
    "Start",
    "Step",
    "Struct",
    "Sum",
    "Tabled",
    "Texts",
    "There",
    "Told",
    "Unrolled",
    "Up",
    "Variant",
    "Varint",
    "VarintSize",
    "WalkFrame",
    "Which",
    "WholeFrame",
    "Written",
    "add",
    "all_of",
    "any_of",
    "chosen",
    "discovery",
    "ends",
    "invert",
    "name_code",
    "said",
    "select",
]
