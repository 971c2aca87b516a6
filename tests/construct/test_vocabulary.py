"""Every name of Construct: read, refused with what to write instead, or no part of a declaration."""

from __future__ import annotations

from pathlib import Path

import construct
import pytest

from bytewright.codec.trust import consent
from bytewright_codegen.front.construct.refusals import IRRELEVANT, REFUSED
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.pipeline.resolved import resolved

READ = {
    "Adapter": "Own(Int8ul)",
    "Aligned": "Aligned(4, Int8ul)",
    "AlignedStruct": 'AlignedStruct(4, "a" / Int8ul)',
    "Array": "Array(3, Int8ul)",
    "Bit": 'BitStruct("a" / Bit, "b" / BitsInteger(7))',
    "BitStruct": 'BitStruct("a" / BitsInteger(8))',
    "BitsInteger": 'BitStruct("a" / BitsInteger(8))',
    "Bitwise": 'Bitwise(Struct("a" / Octet))',
    "Byte": "Byte",
    "ByteSwapped": "ByteSwapped(Int32ub)",
    "Bytes": "Bytes(3)",
    "BytesInteger": "BytesInteger(3)",
    "Bytewise": 'Bitwise(Struct("a" / Octet, "b" / Bytewise(Int16ub)))',
    "CString": 'CString("utf8")',
    "Check": "Check(this.before == 1)",
    "Checksum": 'Struct("a" / RawCopy(Bytes(2)), "b" / Checksum(Int32ul, __import__("zlib").crc32, this.a.data))',
    "Compressed": 'Prefixed(Int8ul, Compressed(GreedyBytes, "zlib"))',
    "Computed": "Computed(this.before + 1)",
    "Const": "Const(b'ab')",
    "Default": "Default(Int8ul, 3)",
    "Double": "Double",
    "Enum": "Enum(Int8ul, one=1)",
    "Error": "Switch(this.before, {1: Int8ul}, default=Error)",
    "ExprAdapter": "ExprAdapter(Int8ul, obj_ + 1, obj_ - 1)",
    "ExprSymmetricAdapter": "ExprSymmetricAdapter(Int8ul, obj_ & 15)",
    "ExprValidator": "ExprValidator(Int8ul, obj_ > 3)",
    "FixedSized": "FixedSized(4, GreedyBytes)",
    "Flag": "Flag",
    "FlagsEnum": "FlagsEnum(Int8ul, a=1, b=2)",
    "FocusedSeq": 'FocusedSeq("b", "a" / Int8ul, "b" / Int8ul)',
    "FormatField": 'FormatField("<", "H")',
    "GreedyBytes": "GreedyBytes",
    "GreedyRange": "GreedyRange(Int8ul)",
    "GreedyString": 'GreedyString("utf8")',
    "Debugger": "Debugger(Int8ul)",
    "Half": "Half",
    "Hex": "Hex(Int8ul)",
    "HexDump": "HexDump(Bytes(2))",
    "If": "If(this.before, Int8ul)",
    "IfThenElse": "IfThenElse(this.before, Int8ul, Int16ul)",
    "Index": 'Array(2, Struct("a" / Index))',
    "Int": "Int",
    "Lazy": "Lazy(Int8ul)",
    "LazyArray": "LazyArray(3, Int8ul)",
    "LazyBound": "LazyBound(lambda: Int8ul)",
    "LazyStruct": 'LazyStruct("a" / Int8ul)',
    "Long": "Long",
    "Mapping": 'Mapping(Int8ul, {"a": 1})',
    "NamedTuple": 'NamedTuple("p", "a", Struct("a" / Int8ul))',
    "Nibble": 'BitStruct("a" / Nibble, "b" / Nibble)',
    "NoneOf": "NoneOf(Int8ul, [1, 2])",
    "NullStripped": "FixedSized(4, NullStripped(GreedyBytes))",
    "NullTerminated": "NullTerminated(GreedyBytes)",
    "Octet": 'BitStruct("a" / Octet)',
    "OffsettedEnd": "OffsettedEnd(0, GreedyBytes)",
    "OneOf": "OneOf(Int8ul, [1, 2])",
    "Optional": "Optional(Int8ul)",
    "Padded": "Padded(4, Int8ul)",
    "PaddedString": 'PaddedString(4, "utf8")',
    "Padding": "Padding(3)",
    "PascalString": 'PascalString(Int8ul, "utf8")',
    "Pass": "Pass",
    "Path": "Bytes(this.before)",
    "Path2": "RepeatUntil(list_[-1] == 0, Int8ul)",
    "FuncPath": 'Struct("a" / Bytes(2), "b" / Computed(len_(this.a)))',
    "Peek": "Peek(Int8ul)",
    "Pointer": "Pointer(0, Int8ul)",
    "Prefixed": "Prefixed(Int8ul, GreedyBytes)",
    "PrefixedArray": "PrefixedArray(Int8ul, Int8ul)",
    "ProcessRotateLeft": "FixedSized(4, ProcessRotateLeft(3, 1, GreedyBytes))",
    "ProcessXor": "FixedSized(4, ProcessXor(3, GreedyBytes))",
    "Probe": "Probe()",
    "RawCopy": "RawCopy(Int8ul)",
    "Rebuild": 'Struct("n" / Rebuild(Int8ul, len_(this.a)), "a" / Array(this.n, Int8ul))',
    "Renamed": 'Struct(Renamed(Int8ul, "a"))',
    "RepeatUntil": "RepeatUntil(obj_ == 0, Int8ul)",
    "Select": 'Select(Struct(Const(b"a")), Struct("b" / Int8ul))',
    "Sequence": "Sequence(Int8ul, Int16ul)",
    "Short": "Short",
    "Single": "Single",
    "StopIf": "Struct('a' / Int8ul, StopIf(this.a == 0), 'b' / Int8ul)",
    "StringEncoded": 'StringEncoded(Bytes(3), "utf8")',
    "Struct": "Struct('a' / Int8ul)",
    "SymmetricAdapter": "Symmetric(Int8ul)",
    "Switch": "Switch(this.before, {1: Int8ul, 2: Int16ul})",
    "Tell": "Tell",
    "Terminated": "Terminated",
    "Validator": "Judge(Int8ul)",
    "VarInt": "VarInt",
    "ZigZag": "ZigZag",
    "abs_": "Computed(abs_(this.before - 3))",
    "len_": 'Struct("a" / Bytes(2), "b" / Computed(len_(this.a)))',
    "list_": "RepeatUntil(list_[-1] == 0, Int8ul)",
    "max_": 'Struct("a" / Array(2, Int8ul), "b" / Computed(max_(this.a)))',
    "min_": 'Struct("a" / Array(2, Int8ul), "b" / Computed(min_(this.a)))',
    "obj_": "RepeatUntil(obj_ == 0, Int8ul)",
    "this": "Bytes(this.before)",
    **{
        name: name
        for name in construct.__all__
        if name.startswith(("Int8", "Int16", "Int24", "Int32", "Int64", "Float16", "Float32", "Float64"))
    },
}
EXAMPLES = {
    "BitsSwapped": "BitsSwapped(Int8ul)",
    "CompressedLZ4": "FixedSized(4, Raw())",
    "Filter": "Filter(obj_ != 0, Int8ul[3])",
    "Indexing": "Indexing(Int8ul[3], 3, 1)",
    "Pickled": "Pickled",
    "Numpy": "Numpy",
    "RestreamData": 'RestreamData(b"ab", Int8ul)',
    "Transformed": "Transformed(Bytes(2), bytes.upper, 2, bytes.lower, 2)",
    "Seek": "Seek(3)",
    "Slicing": "Slicing(Int8ul[3], 3, 0, 1)",
    "Tunnel": "FixedSized(4, Through(GreedyBytes))",
    "Union": 'Union(0, "a" / Int8ul, "b" / Int8sl)',
    "Rebuffered": "Rebuffered(Int8ul)",
    "sum_": 'Struct("a" / Array(2, Int8ul), "b" / Computed(sum_(this.a)))',
}
CLASSES = """
class Own(Adapter):
    def _decode(self, obj, context, path):
        return obj + 1


class Symmetric(SymmetricAdapter):
    def _decode(self, obj, context, path):
        return 255 - obj


class Through(Tunnel):
    pass


class Judge(Validator):
    def _validate(self, obj, context, path):
        return obj > 3
"""


def spec(folder: Path, member: str) -> Path:
    path = folder / "toy.py"
    path.write_text(f'from construct import *\n{CLASSES}\ntoy = Struct("before" / Int8ul, "x" / {member})\n')
    return path


def test_every_name_is_known() -> None:
    names = set(construct.__all__)
    assert names == set(READ) | set(REFUSED) | IRRELEVANT
    assert not set(READ) & set(REFUSED)
    assert not IRRELEVANT & (set(READ) | set(REFUSED))


@pytest.mark.parametrize("name", sorted(READ))
def test_what_is_read_compiles(name: str, tmp_path: Path) -> None:
    library = resolved(spec(tmp_path, READ[name]), trust=consent(tmp_path))
    assert library.main.types[0].attributes[0].id == "before"


@pytest.mark.parametrize("name", sorted(EXAMPLES.keys() - {"CompressedLZ4", "Numpy"}))
def test_what_is_refused_says_what_to_write(name: str, tmp_path: Path) -> None:
    with pytest.raises(SpecErrors) as caught:
        resolved(spec(tmp_path, EXAMPLES[name]), trust=consent(tmp_path))
    error = caught.value.diagnostics[0]
    assert error.loc.line == 21
    assert error.hint is not None
    if name in REFUSED and name not in ("Half", "Float16l", "Filter", "BitsSwapped"):
        assert REFUSED[name] == error.hint
