from construct import (
    Enum,
    FixedSized,
    GreedyBytes,
    GreedyRange,
    GreedyString,
    Int8ub,
    Int16ub,
    Int32sb,
    Struct,
    Switch,
    this,
)

tag = Enum(Int8ub, **{"point": 1, "name": 2, "a pair": 9})
point = Struct("x" / Int32sb, "y" / Int32sb)
name = GreedyString("utf8")
pair = Struct("first" / Int8ub, "second" / Int8ub)
bodies = {"point": point, "name": name, tag.decmapping[9]: pair}
record = Struct(
    "tag" / tag,
    "len_body" / Int16ub,
    "body" / FixedSized(this.len_body, Switch(this.tag, bodies, default=GreedyBytes)),
)
tagged = Struct("records" / GreedyRange(record))
