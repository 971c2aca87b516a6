from construct import (
    Bytes,
    Computed,
    Default,
    Error,
    Flag,
    If,
    IfThenElse,
    Int8ul,
    Int16ul,
    Int32sl,
    Int32ul,
    PascalString,
    Pass,
    Struct,
    Switch,
    this,
)

choices = Struct(
    "kind" / Int8ul,
    "has_note" / Flag,
    "version" / Default(Int16ul, 3),
    "note" / If(this.has_note, PascalString(Int8ul, "ascii")),
    "value" / Switch(this.kind, {1: Int8ul, 2: Int32sl, 7: Bytes(2)}, default=Error),
    "size" / IfThenElse(this.version > 2, Int32ul, Int16ul),
    "old" / IfThenElse(this.version > 2, Pass, Int16ul),
    "is_small" / Computed(this.kind == 1),
)
