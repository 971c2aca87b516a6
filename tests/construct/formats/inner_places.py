from construct import FixedSized, GreedyRange, Int8ul, Int16ul, Int32ul, PascalString, Pointer, Struct, Tell, this

body = Struct(
    "start" / Tell,
    "ofs_text" / Int16ul,
    "number" / Int32ul,
    "text" / Pointer(this.start - 2 + this.ofs_text, PascalString(Int8ul, "utf8")),
)
record = Struct("len_body" / Int16ul, "body" / FixedSized(this.len_body, body))
inner_places = Struct("records" / GreedyRange(record))
