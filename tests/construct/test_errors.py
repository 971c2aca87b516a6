"""Mistakes in declarations: each is named with its line and column in the declaration."""

from __future__ import annotations

from pathlib import Path

import pytest

from bytewright.codec.trust import consent
from bytewright.errors import InputMissingError
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.pipeline.resolved import resolved

HEAD = "from construct import *\nfrom bytewright.construct import *\n"
CASES = {
    "a name": ('toy = Struct("size" / Int8ul, "x" / Bytes(this.sise))', "3:43: unknown name 'sise'"),
    "a name in an inner structure": (
        'inner = Struct("n" / Int8ul)\ntoy = Struct("a" / inner, "x" / Bytes(this.a.m))',
        "4:39: unknown name 'm'",
    ),
    "a member that asks for itself": ('toy = Struct("a" / Bytes(this.a))', "3:26: unknown name 'a'"),
    "outside": ('toy = Struct("x" / Bytes(this._.n))', "3:26: '_' leads out of the outermost structure"),
    "a lambda's name": ('toy = Struct("x" / Computed(lambda ctx: ctx.a + 1))', "3:41: unknown name 'a'"),
    "a lambda that fails": (
        'toy = Struct(\n    "n" / Int8ul,\n    "x" / Computed(lambda ctx: open(ctx.n)),\n)',
        "5:32: this lambda can't be analysed: TypeError",
    ),
    "a lambda that loops": (
        'toy = Struct("n" / Bytes(3), "x" / Computed(lambda ctx: sum(b for b in ctx.n)))',
        "this lambda can't be analysed: it goes through a list of the file",
    ),
    "text of a value": (
        'toy = Struct("n" / Int8ul, "x" / Computed(lambda ctx: f"no. {ctx.n}"))',
        "3:55: this lambda can't be analysed: it makes text of something of the file",
    ),
    "a method of a value": (
        'toy = Struct("n" / Int8ul, Check(lambda ctx: ctx.n.bit_length() < 4))',
        "it calls a method of something of the file",
    ),
    "a mapping": (
        'toy = Struct("n" / Int8ul, "x" / Computed(lambda ctx: {1: 2}[ctx.n]))',
        "it looks up something of the file (write Switch, or conditions)",
    ),
    "what a context has besides": (
        'toy = Struct("n" / Bytes(this._params.size))',
        "3:26: unknown name '_params'",
    ),
    "what isn't installed": (
        'toy = Struct("n" / CompressedLZ4(GreedyBytes))',
        "3:20: the declaration fails: ModuleNotFoundError: No module named 'lz4'",
    ),
    "a number of its own": (
        'toy = Struct("n" / Bytes(3), "x" / Computed(lambda ctx: range(3)[ctx.n]))',
        "3:57: this lambda can't be analysed: it takes something of the file for a plain number",
    ),
    "a function of its own": (
        "def twice(ctx):\n    return str(ctx.n)\n\ntoy = Struct('n' / Int8ul, 'x' / Bytes(twice))",
        "the function 'twice' can't be analysed: it makes text of something of the file",
    ),
    "no Python": ("toy = Struct(", "3:13: not Python: '(' was never closed"),
    "a declaration that fails": (
        'size = {}\ntoy = Struct("x" / Bytes(size["n"]))',
        "4:26: the declaration fails: KeyError: 'n'",
    ),
    "nothing declared": ("x = 3", "1:1: the file declares no construct"),
    "an id": ('toy = Struct("日" / Int8ul)', "3:14: '日' can't be the id of a member"),
    "ids that are the same": (
        'toy = Struct("aB" / Int8ul, "a_b" / Int8ul)',
        "3:29: 'a_b' and another member have one id",
    ),
    "a name twice": ('toy = Struct("a" / Int8ul, "a" / Int8ul)', "3:28: 'a' occurs twice"),
    "a member of an enum": (
        'toy = Struct("k" / Enum(Int8ul, one=1), "x" / If(this.k == "two", Int8ul))',
        "3:50: no member of the Enum is called 'two'",
    ),
    "an enum and a number": (
        'toy = Struct("k" / Enum(Int8ul, one=1), "x" / If(this.k == 1, Int8ul))',
        "an Enum is compared with what is no member's name",
    ),
    "alternatives": (
        'toy = Struct("x" / Select(Struct("a" / VarInt), Struct("b" / Int8ul)))',
        "3:20: which of these it is can't be told from the next bytes",
    ),
    "a list to the end, and more": (
        'toy = Struct("xs" / GreedyRange(Int8ul), "y" / Int8ul)',
        "3:42: GreedyRange before this takes all bytes, so that there are none for 'y'",
    ),
    "bits that are no whole bytes": (
        'toy = BitStruct("a" / BitsInteger(4), "b" / Struct("c" / Nibble), Padding(8))',
        "3:39: what is no number must begin at a byte, also among bits",
    ),
    "a structure that is new each time": (
        'def node():\n    return Struct("next" / LazyBound(node))\n\ntoy = Struct("first" / node())',
        "more than 64 structures lie one in the next",
    ),
    "an adapter": (
        "class Upper(Adapter):\n    pass\n\ntoy = Struct('x' / Upper(Int8ul))",
        "6:20: the function '_decode' can't be analysed: NotImplementedError",
    ),
    "what an adapter does": (
        "class Upper(Adapter):\n    def _decode(self, obj, context, path):\n        return bytes(obj)\n\n"
        "toy = Struct('x' / Upper(Int8ul))",
        "5:9: the function '_decode' can't be analysed: it takes something of the file for a plain number",
    ),
    "an adapter's lambda": (
        'toy = Struct("x" / ExprAdapter(Bytes(2), lambda obj, ctx: obj.hex(), lambda obj, ctx: bytes.fromhex(obj)))',
        "this lambda can't be analysed",
    ),
    "flags": ('toy = Struct("x" / FlagsEnum(Int8ul, a=256))', "3:20: the flag 'a' is none of 8 bits"),
    "a checksum": (
        'toy = Struct("a" / RawCopy(Int8ul), "x" / Checksum(Int32ul, lambda data: 7, this.a.data))',
        "3:43: this checksum is not known",
    ),
    "a checksum of nothing": (
        'import zlib\ntoy = Struct("a" / Bytes(2), "x" / Checksum(Int32ul, zlib.crc32, this.a))',
        "4:36: of which bytes it is the checksum can't be told",
    ),
    "a compression": (
        'toy = Struct("x" / Prefixed(Int8ul, Compressed(GreedyBytes, "hex")))',
        "3:37: the compression 'hex' can't be compiled",
    ),
    "a key": ('toy = Struct("x" / Keyed(Int8ul, type="moment"))', "3:39: unknown logical type 'moment'"),
    "a key's expression": ('toy = Struct("x" / Keyed(Int8ul, null="1 +"))', "3:43: expression ends too early"),
    "a view": (
        'VIEWS = {"rows": {"each": "xs[*]", "columns": [{"id": "a", "value": "_.b"}]}}\n'
        'toy = Struct("xs" / GreedyRange(Struct("a" / Int8ul)))',
        "3:72: 'toy::x' has no member 'b'",
    ),
    "a view's key": (
        'VIEWS = {\n    "rows": {"eech": "xs[*]"},\n}\ntoy = Struct("xs" / GreedyRange(Int8ul))',
        "4:14: unknown key 'eech' in a view",
    ),
    "an element of a list that is being read": (
        'toy = Struct("x" / RepeatUntil(lambda obj, list_, ctx: list_[0] == 3, Int8ul))',
        "3:56: of 'list_' only the last item is known, list_[-1]",
    ),
    "a view's expression": (
        'VIEWS = {"rows": {"each": "xs[*]", "columns": [{"id": "a", "value": this.a}]}}\n'
        'toy = Struct("xs" / GreedyRange(Struct("a" / Int8ul)))',
        "3:69: an expression over a context can't stand here",
    ),
    "meta of a context": (
        'META = {"title": this.n}\ntoy = Struct("n" / Int8ul)',
        "3:18: an expression over a context can't stand here",
    ),
    "meta": ('META = {"titel": "Toy"}\ntoy = Struct("x" / Int8ul)', "3:9: unknown key 'titel' in META"),
    "a parameter's type": (
        "def toy(n: complex) -> Construct:\n    return Struct('x' / Bytes(n))",
        "3:1: a parameter can't be of the type complex",
    ),
    "a parameter without a type": (
        "def toy(n) -> Construct:\n    return Struct('x' / Bytes(n))",
        "3:1: the parameter 'n' of 'toy' has no annotation",
    ),
    "a parameter in a lambda": (
        "def toy(n: int) -> Construct:\n    return Struct('x' / Computed(lambda ctx: n + 1))",
        "asks for the parameter 'n'",
    ),
    "what a type rules out": (
        'toy = Struct("x" / Int8ul, "s" / CString("utf8"), "y" / Bytes(this.s))',
        "3:63: 'size' must be an integer, not text",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CASES))
def test_mistakes_are_named_with_their_places(name: str, tmp_path: Path) -> None:
    text, expected = CASES[name]
    path = tmp_path / "toy.py"
    path.write_text(f"{HEAD}{text}\n", encoding="utf-8")
    with pytest.raises(SpecErrors) as caught:
        resolved(path, trust=consent(path))
    shown = [str(found).removeprefix(f"{path}:") for found in caught.value.diagnostics]
    assert any(expected in one for one in shown), shown


def test_mistakes_that_do_not_follow_from_each_other_are_named_at_once(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text(f'{HEAD}toy = Struct(\n    "a" / Bytes(this.x),\n    "b" / Seek(3),\n    "c" / Pickled,\n)\n')
    with pytest.raises(SpecErrors) as caught:
        resolved(path, trust=consent(path))
    assert [found.loc.line for found in caught.value.diagnostics] == [4, 5, 6]


def test_what_follows_from_a_mistake_is_none(tmp_path: Path) -> None:
    path = tmp_path / "toy.py"
    path.write_text(
        f'{HEAD}toy = Struct(\n    "a" / Pickled,\n    "b" / Bytes(this.a),\n    "c" / Bytes(this.b.n),\n)\n'
    )
    with pytest.raises(SpecErrors) as caught:
        resolved(path, trust=consent(path))
    assert [found.loc.line for found in caught.value.diagnostics] == [4]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputMissingError):
        resolved(tmp_path / "toy.py", trust=consent(tmp_path))
