"""Specs that mean more than they say: what would take for ever, or all memory, or the stack, compiles or is refused."""

import contextlib
import sys
import time
from pathlib import Path

import pytest

import bytewright
from bytewright.errors import ReadError
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen import load as loading
from bytewright_codegen.analysis.dependencies import Dependencies, Trace
from bytewright_codegen.analysis.scopes import scopes
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import Location
from bytewright_codegen.lowering.expressions import steps
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.lowering.write.encoding import Encoded
from bytewright_codegen.pipeline.compilation import modules, plan
from bytewright_codegen.semantics.resolve import resolve
from bytewright_codegen.semantics.style import style

SOON = 120
"""Seconds of a processor that are enough on any machine; what isn't bounded takes years."""


def compiled(folder: Path, spec: str) -> dict[str, str]:
    """The modules of a spec, which must be Python."""
    path = folder / "m.ksy"
    path.write_text("meta: {id: m}\n" + spec, encoding="utf-8")
    library = resolve(load(path))
    style(library)
    found = modules(plan(library)["m"], folder)
    for name, text in found.items():
        compile(text, name, "exec")
    return found


def tower(levels: int, members: str) -> str:
    """Types each of which uses the next one: ``members`` with ``@`` for its name."""
    lines = ["seq:", "  - {id: a, type: t0}", "types:"]
    for i in range(levels):
        following = f"t{i + 1}" if i < levels - 1 else "u1"
        lines += [f"  t{i}:", members.replace("@", following)]
    return "\n".join(lines) + "\n"


def chain(levels: int, first: str, member: str) -> str:
    """Instances each of which rests on the one before: ``member`` with ``@`` for its name."""
    lines = ["seq:", "  - {id: a, type: u1}", "  - {id: z, size: LAST}", "instances:", f"  i0: {first}"]
    lines += [f"  i{i}: {member.replace('@', f'i{i - 1}')}" for i in range(1, levels)]
    return "\n".join(lines).replace("LAST", f"i{levels - 1}") + "\n"


def beside(item: str, types: str) -> str:
    """Lists of one length beside each other."""
    fields = ", ".join(f"{{id: x{i}, type: {item}, repeat: expr, repeat-expr: 3}}" for i in range(40))
    return f"seq: [{{id: a, type: r, repeat: eos}}]\ntypes: {{r: {{seq: [{fields}]}}, {types}}}\n"


TWICE = "    seq: [{id: x, type: @}, {id: y, type: @}]"
LISTS = "    seq:\n" + "".join(f"      - {{id: {i}, type: '@', repeat: expr, repeat-expr: 3}}\n" for i in "xy")
SWITCH = (
    "    seq: [{id: k, type: u1}, {id: x, type: {switch-on: k, cases: {1: @, 2: @}}}, {id: y, type: @, if: k == 1}]"
)
EXPONENTIAL = {
    "types": tower(25, TWICE),
    "bits": tower(25, TWICE).replace("u1", "b3"),
    "lists": tower(25, LISTS),
    "switches": tower(25, SWITCH),
    "parents": tower(25, "    instances: {v: {value: '_root.a'}}\n" + TWICE),
    "lists beside each other": beside("v", "v: {seq: [{id: n, type: u1}, {id: d, size: n}]}"),
    "lists in lists beside each other": beside(
        "v",
        "v: {seq: [{id: n, type: u1}, {id: ws, type: w, repeat: expr, repeat-expr: n}]}, "
        "w: {seq: [{id: n, type: u1}, {id: d, size: n}]}",
    ),
    "values": tower(25, "    seq: [{id: x, type: @}]\n    instances: {p: {value: x}, q: {value: x}}"),
    "parameters": tower(25, "    params: [{id: p, type: u4}]\n" + TWICE.replace("@", "'@(p * p)'"))
    .replace("type: t0", "type: t0(1)")
    .replace("u1(p * p)", "u1"),
    "sums": chain(60, "{value: a}", "{value: '@ + @'}"),
    "constants": chain(60, "{value: 1}", "{value: '@ + @'}"),
    "products": chain(60, "{value: 3}", "{value: '@ * @'}"),
    "shifts": chain(60, "{value: 1}", "{value: '@ << 4000'}"),
    "ternaries": chain(60, "{value: a}", "{value: '@ > 1 ? @ : @ - 1'}"),
    "reversed": chain(2, "{value: '\"a\"'}", "{value: '@" + ".reverse" * 90 + ".length'}"),
    "parts": chain(2, "{value: '\"a\"'}", "{value: '@" + ".substring(0, 1)" * 90 + ".length'}"),
    "numerals": chain(2, "{value: 5}", "{value: '@" + ".to_s.to_i" * 45 + "'}"),
    "encodings": chain(2, "{value: '\"a\"'}", "{value: '@" + '.to_b("ASCII").to_s("ASCII")' * 45 + ".length'}"),
    "items": chain(2, "{value: 5}", "{value: '" + "[" * 40 + "@" + "].last" * 20 + "].max" * 20 + "'}"),
    "absences": "seq: [{id: a, type: r, repeat: eos}]\ntypes:\n  r:\n    seq:\n      - {id: k, type: u8le}\n"
    + "".join(f"      - {{id: f{i}, type: u2le, if: k & {1 << i} != 0}}\n" for i in range(30)),
    "branches": "seq: [{id: a, type: u1}]\ninstances:\n"
    f"  v: {{value: '{''.join(f'a == {i} ? {i} : ' for i in range(45))}0'}}\n",
}


@pytest.mark.parametrize("spec", EXPONENTIAL.values(), ids=EXPONENTIAL.keys())
def test_what_doubles_with_every_step_compiles(tmp_path: Path, spec: str):
    began = time.process_time()
    compiled(tmp_path, spec)
    assert time.process_time() - began < SOON


def test_a_structure_with_too_many_members_is_shown_as_text(tmp_path: Path):
    assert "JsonText()" in compiled(tmp_path, EXPONENTIAL["types"])["views.py"]
    assert "JsonText()" not in compiled(tmp_path, tower(5, TWICE))["views.py"]


def test_a_value_that_is_the_structure_itself(tmp_path: Path):
    spec = "seq: [{id: a, type: u1}]\ninstances:\n  v: {value: _root}\n"
    assert "JsonText()" in compiled(tmp_path, spec)["views.py"]


BESIDE = {
    "numbers": "- {id: f@, type: u4le}",
    "conditions": "- {id: n@, type: u1}\n  - {id: f@, type: u1, if: n@ > 3}",
    "bits": "- {id: f@, type: b5}",
    "lists": "- {id: n@, type: u1}\n  - {id: f@, type: u2le, repeat: expr, repeat-expr: n@}",
    "texts": "- {id: n@, type: u1}\n  - {id: f@, type: str, encoding: ASCII, size: n@}",
    "rules": "- {id: f@, type: u1, valid: {max: 9}}",
}


@pytest.mark.parametrize("field", BESIDE.values(), ids=BESIDE.keys())
def test_fields_of_a_structure_cost_what_they_are(tmp_path: Path, field: str):
    """Compiling four times as many takes about four times as many calls, not sixteen times."""

    def calls(number: int) -> int:
        found = 0

        def count(frame: object, event: str, argument: object) -> None:
            nonlocal found
            found += event == "call"

        spec = "seq:\n" + "".join(f"  {field.replace('@', str(i))}\n" for i in range(number))
        sys.setprofile(count)
        try:
            compiled(tmp_path, spec)
        finally:
            sys.setprofile(None)
        return found

    calls(1)  # what is made once in a process
    assert calls(240) < 4.7 * calls(60)


def value(expression: str) -> str:
    return f"seq: [{{id: a, type: u1}}, {{id: b, type: b1}}]\ninstances:\n  v: {{value: '{expression}'}}\n"


TOO_MUCH = {
    "characters": ("doc: |\n" + "  many\n" * 1_000_000, "a spec of more than 4194304 characters"),
    "an expression": (value("+".join(["1"] * 40_000)), "an expression of more than 65536 characters"),
    "contents": (
        f"seq: [{{id: a, contents: {'x' * 70_000}}}]\n",
        "'contents' of 70000 bytes, where 65536 are the most",
    ),
    "sum": (value("+".join(["a"] * 5000)), "more than 100 operations depend on each other"),
    "signs": (value("-" * 5000 + "a"), "more than 100 operations"),
    "ways": (value("_root." * 5000 + "a"), "more than 100 operations"),
    "lists": ("-x: " + "[" * 5000 + "]" * 5000 + "\n", "more than 100 levels of mappings and lists"),
    "mappings": ("-x: " + "{a: " * 5000 + "1" + "}" * 5000 + "\n", "more than 100 levels of mappings and lists"),
    "aliases": (
        "-a0: &a0 [1, 1]\n" + "".join(f"-a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 30)),
        "with its aliases this is more than 1000000 values",
    ),
    "types": (tower(1500, "    seq: [{id: x, type: @}]"), "structures are nested too deeply"),
    "instances": (
        "instances:\n" + "".join(f"  i{i}: {{value: i{i + 1}}}\n" for i in range(1500)) + "  i1500: {value: 1}\n",
        "is asked for by a chain of 100 others",
    ),
    "digits": (value("9" * 10000), "an integer without digits, or with far too many"),
    "no digits": (value("0x___"), "an integer without digits"),
    "no float": (value("a * 1e999"), "a number beyond what 64-bit floats hold"),
    "no encoding": (value('b ? "a" : "b".to_b("x\\0").to_s("UTF-8")'), "no encoding's name has a character U+0000"),
}


@pytest.mark.parametrize(("spec", "message"), TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_what_is_too_deep_or_too_much_is_refused(tmp_path: Path, spec: str, message: str):
    began = time.process_time()
    with pytest.raises(SpecErrors) as caught:
        compiled(tmp_path, spec)
    assert message in caught.value.diagnostics[0].message
    assert caught.value.diagnostics[0].loc.file == str(tmp_path / "m.ksy")
    assert time.process_time() - began < SOON


PLACES = {
    "size": "- {id: z, size: '@'}",
    "condition": "- {id: z, type: u1, if: '@ > 3'}",
    "count": "- {id: z, type: u1, repeat: expr, repeat-expr: '@'}",
    "end": "- {id: z, type: u1, repeat: until, repeat-until: '_ == @'}",
    "switch": "- {id: z, type: {switch-on: '@', cases: {1: u1, 2: u2be}}}",
    "rule": "- {id: z, type: u1, valid: {expr: '_ != @'}}",
    "argument": "- {id: z, type: 'told(@)'}",
    "process": "- {id: z, size-eos: true, process: 'xor(@ & 127)'}",
    "place": "- {id: z, type: placed}",
    "column": "- {id: z, type: u1, repeat: eos}",
}
DOUBLED = {"sum": ("a", "@ + @"), "text": ("a.to_s", "@ + @")}


@pytest.mark.parametrize("doubled", DOUBLED)
@pytest.mark.parametrize("place", PLACES)
def test_what_doubles_compiles_wherever_it_stands(tmp_path: Path, place: str, doubled: str):
    first, step = DOUBLED[doubled]
    last = "i59" if doubled == "sum" else "i59.length"
    lines = [PLACES[place].replace("@", last), "instances:", f"  i0: {{value: '{first}'}}"]
    lines += [f"  i{i}: {{value: '{step.replace('@', f'i{i - 1}')}'}}" for i in range(1, 60)]
    told = "  told: {params: [{id: p, type: u4}], seq: [{id: x, type: u1}]}\n"
    placed = f"  placed: {{instances: {{x: {{pos: _root.{last}, type: u1}}}}}}\n"
    column = f"-views: {{v: {{each: 'z[*]', columns: [{{id: c, value: {last}}}]}}}}\n" if place == "column" else ""
    began = time.process_time()
    compiled(tmp_path, "seq:\n  - {id: a, type: u1}\n  " + "\n".join(lines) + f"\ntypes:\n{told}{placed}{column}")
    assert time.process_time() - began < SOON


def grown(first: str, step: str, levels: int = 60) -> str:
    """Values each of which asks for the one before it, as often as ``step`` has ``@``."""
    rest = "".join(f"  i{i}: {{value: '{step.replace('@', f'i{i - 1}')}'}}\n" for i in range(1, levels))
    return f"seq: [{{id: a, type: u1}}]\ninstances:\n  i0: {{value: '{first}'}}\n{rest}"


RUNNING = (
    "seq: [{id: r, type: r(_index), repeat: eos}]\ntypes:\n  r:\n    params: [{id: i, type: s4}]\n"
    "    seq: [{id: a, type: u1}]\n    instances:\n      t: {value: 'i == 0 ? FIRST : STEP'}\n"
).replace("STEP", "_parent.r[i - 1].t @ _parent.r[i - 1].t")
PASSED_ON = (
    "seq: [{id: n, type: 'n(FIRST)'}]\ntypes:\n  n:\n    params: [{id: p, type: KIND}]\n"
    "    seq: [{id: a, type: u1}, {id: n, type: 'n(p @ p)', if: a == 7}]\n"
)
GROWING = {
    "sums": (grown("a", "(@ + @) % 9"), None),
    "conditions": (grown("a", "@ > 4 ? @ - 1 : @ + 1"), None),
    "texts": (grown("a.to_s", "@ + @"), "a text of more than"),
    "constant texts": (grown('"ab"', "@ + @"), "a text of more than"),
    "texts turned": (grown("a.to_s", "(@ + @).reverse"), "a text of more than"),
    "texts with values": (grown("a.to_s", 'f"{@}{@}"'), "a text of more than"),
    "products": (grown("a", "@ * @"), "a product of more than 8192 bits"),
    "lists": (grown("[a, a]", "[@, @]", 30), "lists in lists of more than"),
    "running texts": (RUNNING.replace("FIRST", "a.to_s").replace("@", "+"), "a text of more than"),
    "running products": (RUNNING.replace("FIRST", "a").replace("@", "*"), "expected a value of type int64"),
    "nothing": (
        "seq: [{id: a, type: t0, repeat: expr, repeat-expr: 100000}]\ntypes:\n  t2: {seq: []}\n"
        + "".join(
            f"  t{i}: {{seq: [{{id: b, type: t{i + 1}, repeat: expr, repeat-expr: 100000}}]}}\n" for i in range(2)
        ),
        "at most 1048576 turns that read nothing",
    ),
    "texts passed on": (
        PASSED_ON.replace("FIRST", '"ab"').replace("KIND", "str").replace("@", "+"),
        "a text of more than",
    ),
    "products passed on": (PASSED_ON.replace("FIRST", "7").replace("KIND", "u8").replace("@", "*"), "more than 8192"),
}


@pytest.mark.parametrize(("spec", "message"), GROWING.values(), ids=GROWING.keys())
def test_what_a_few_bytes_ask_for_is_bounded(tmp_path: Path, spec: str, message: str | None):
    """Calculated values aren't computed over and over, and no value fills the memory."""
    path = tmp_path / "m.ksy"
    path.write_text("meta: {id: m, encoding: UTF-8}\n" + spec, encoding="utf-8")
    began = time.process_time()
    codec = loading.load(path)
    data = b"\7" * 60
    with pytest.raises(ReadError, match=message) if message is not None else contextlib.nullcontext():
        bytewright.open(data, codec, engine="objects").to_table()
    assert time.process_time() - began < SOON


def test_scopes_of_what_doubles(tmp_path: Path):
    path = tmp_path / "m.ksy"
    path.write_text("meta: {id: m}\n" + grown("a", "@ + @"), encoding="utf-8")
    library = resolve(load(path))
    found = scopes(library, library.main)
    assert found.complete
    assert len(found.expressions) == 60
    path.write_text("meta: {id: m}\n" + EXPONENTIAL["types"], encoding="utf-8")
    library = resolve(load(path))
    assert not scopes(library, library.main).complete


def test_what_is_deep_but_not_too_deep(tmp_path: Path):
    compiled(tmp_path, tower(60, "    seq: [{id: x, type: @}]"))
    compiled(tmp_path, value(" or ".join(["b"] * 40)))
    compiled(tmp_path, value("(" * 500 + "a" + ")" * 500))
    compiled(tmp_path, value("+".join(['"' + "x" * 500 + '"'] * 20)))
    compiled(tmp_path, value('(a == 1 ? "' + "x" * 5000 + '" : "").reverse'))
    compiled(
        tmp_path, "instances:\n" + "".join(f"  i{i}: {{value: i{i + 1}}}\n" for i in range(90)) + "  i90: {value: 1}\n"
    )


def test_hundreds_of_errors(tmp_path: Path):
    members = "seq:\n" + "".join(f"  - {{id: m{i}, type: tpye{i}, size: nn{i}}}\n" for i in range(300))
    types = "types:\n" + "".join(f"  type{i}: {{}}\n" for i in range(300))
    began = time.process_time()
    with pytest.raises(SpecErrors) as caught:
        compiled(tmp_path, members + types)
    assert len(caught.value.diagnostics) == 600
    assert "Did you mean 'type7'?" in caught.value.render()
    assert time.process_time() - began < SOON


def wide(members: str, *, size: int, before: str = "") -> str:
    """Records with so many times the same members: ``members`` with ``@`` for their number."""
    return f"seq: [{{id: r, type: t, repeat: eos}}]\ntypes:\n  t:\n    seq:\n{before}" + "".join(
        f"      - {{{member.replace('@', str(i))}}}\n" for i in range(size) for member in members.split("; ")
    )


KEY = "      - {id: k, type: u8le}\n"
WIDE = {
    "texts": ("id: f@, type: strz, encoding: ASCII", ""),
    "sizes": ("id: n@, type: u1; id: f@, size: n@", ""),
    "lists": ("id: n@, type: u1; id: f@, type: u2le, repeat: expr, repeat-expr: n@", ""),
    "conditions": ("id: f@, type: u2le, if: k & (1 << @ % 60) != 0", KEY),
    "switches": ("id: f@, type: {switch-on: k, cases: {1: u2le, 2: u4le, _: u1}}", KEY),
    "conditional bits": ("id: f@, type: b8, if: k == @", KEY),
}


def of_spec(folder: Path, spec: str) -> CodecPlans:
    path = folder / "m.ksy"
    path.write_text("meta: {id: m}\n" + spec, encoding="utf-8")
    return plan(resolve(load(path)))["m"]


@pytest.mark.parametrize(("members", "before"), WIDE.values(), ids=WIDE.keys())
def test_plans_grow_with_fields_and_no_faster(tmp_path: Path, members: str, before: str):
    sizes: dict[str, list[int]] = {"rows": [], "encoding": []}
    for size in (40, 80):  # of fewer fields addresses are sums
        codec = of_spec(tmp_path, wide(members, size=size, before=before))
        for kind, found in (("rows", codec.row_plans["rows"]), ("encoding", codec.encoding)):
            assert not isinstance(found, NoPlan)
            sizes[kind].append(len(list(nodes_of(found.plan if isinstance(found, Encoded) else found))))
    for small, large in sizes.values():
        assert large < 3 * small


MANY = 250
"""Fields or cases each of which rests on the one before it: more than Python nests calls for, or reads brackets."""
CHOSEN = """
seq: [{{id: r, type: t, repeat: eos}}]
types:
  t:
    seq: [{{id: k, {key}}}, {{id: f, type: {{switch-on: k, cases: {{{cases}}}}}}}]
{types}
"""
TYPES = "\n".join(f"  c{i}: {{seq: [{{id: x, type: u{1 + i % 2}}}]}}".replace("u2", "u2be") for i in range(MANY))


def chosen(key: str, case: str) -> str:
    """Records with a case for each of many keys."""
    return CHOSEN.format(key=key, cases=", ".join(f"{case.format(i)}: c{i}" for i in range(MANY)), types=TYPES)


CHAINED = {
    "numbers": (wide("id: f@, type: u2le, if: k == @", size=MANY, before=KEY), b"\7" + bytes(9) + b"\xf9" + bytes(9)),
    "texts": (
        wide("id: f@, type: strz, encoding: ASCII, if: k == @", size=MANY, before=KEY),
        b"\7" + bytes(7) + b"a\0",
    ),
    "lists": (
        wide("id: f@, type: u1, repeat: until, repeat-until: _ == 0, if: k == @", size=MANY, before=KEY),
        b"\7" + bytes(7) + b"ab\0",
    ),
    "switches": (
        wide("id: f@, type: {switch-on: k, cases: {7: u2le, _: u1}}", size=MANY, before=KEY),
        bytes(8 + MANY) + b"\7" + bytes(7 + 2 * MANY),
    ),
    "sizes": (wide("id: n@, type: u1; id: f@, size: n@", size=MANY), b"\1a" * MANY),
    "conditions on the field before": (
        "seq: [{id: r, type: t, repeat: eos}]\ntypes:\n  t:\n    seq:\n      - {id: f0, type: u1}\n"
        + "".join(f"      - {{id: f{i}, type: u1, if: f{i - 1} != 0}}\n" for i in range(1, MANY)),
        b"\1" * MANY,
    ),
    "cases": (chosen("type: u1", "{}"), b"\0a\1ab\xf9ab"),
    "cases by texts": (chosen("type: strz, encoding: ASCII", "'\"{}\"'"), b"0\0a1\0ab249\0ab"),
}


@pytest.mark.parametrize(("spec", "data"), CHAINED.values(), ids=CHAINED.keys())
def test_what_rests_on_hundreds_of_others_is_read_by_the_kernel(tmp_path: Path, spec: str, data: bytes):
    path = tmp_path / "m.ksy"
    path.write_text("meta: {id: m}\n" + spec, encoding="utf-8")
    codec = loading.load(path)
    expected = bytewright.open(data, codec, engine="objects").to_table()
    assert expected.num_rows > 0
    assert bytewright.open(data, codec, engine="columns").to_table() == expected


@pytest.mark.parametrize("position", ["a + {this}", "i{before} + 1", "i{before}"])
def test_work_on_places_grows_with_them_and_no_faster(position: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    steps: list[int] = []
    walk = Dependencies._walk

    def counted(self: Dependencies, expr: Expr, found: Trace, seen: set[tuple[str, str]]) -> None:
        steps[-1] += 1
        walk(self, expr, found, seen)

    monkeypatch.setattr(Dependencies, "_walk", counted)
    for size in (20, 40):
        steps.append(0)
        places = [position.format(this=i, before=i - 1) if i else "a" for i in range(size)]
        compiled(
            tmp_path,
            "seq: [{id: a, type: u1}]\ninstances:\n"
            + "".join(f"  i{i}: {{pos: {place}, type: u1}}\n" for i, place in enumerate(places)),
        )
    assert steps[1] < 2.5 * steps[0]


def test_a_plan_that_is_too_large_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(steps, "MOST_BUILT", 50)
    codec = of_spec(tmp_path, wide(*WIDE["texts"][:1], size=20))
    for found in (codec.row_plans["rows"], codec.encoding):
        assert isinstance(found, NoPlan)
        assert found.reason == "the kernel's plan would be larger than 50 operations"
        assert found.location.file == str(tmp_path / "m.ksy")


def test_plans_of_many_views_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(steps, "MOST_OF_ALL", 0.1)
    views = "".join(f"  v{i}: {{each: 'r[*]', columns: [{{id: x, value: _.f0}}]}}\n" for i in range(20))
    codec = of_spec(tmp_path, f"-views:\n{views}" + wide("id: f@, type: u2le, if: k == @", size=20, before=KEY))
    plans = [codec.row_plans[f"v{i}"] for i in range(20)]
    assert not isinstance(plans[0], NoPlan)
    assert isinstance(plans[-1], NoPlan)
    assert plans[-1].reason == "too many views, or too much to compute for them"


def test_a_plan_that_nests_too_deeply_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def too_deep(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(steps.Steps, "build", too_deep)
    codec = of_spec(tmp_path, wide(*WIDE["texts"][:1], size=2))
    for found in (codec.row_plans["rows"], codec.encoding):
        assert isinstance(found, NoPlan)
        assert found.reason == "fields whose places rest on too many others"


@pytest.mark.parametrize("error", [RecursionError(), KeyError("x")], ids=["too deep", "unforeseen"])
def test_what_nobody_foresaw_names_the_spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception):
    def failing(*_: object) -> None:
        raise error

    monkeypatch.setattr(loading, "_loaded", failing)
    with pytest.raises(SpecErrors, match="this spec can't be compiled") as caught:
        loading.load(tmp_path / "m.ksy")
    assert caught.value.diagnostics[0].loc == Location(str(tmp_path / "m.ksy"), 1, 1)


def test_wide_specs(tmp_path: Path):
    enum = "enums:\n  e:\n" + "".join(f"    {i}: m{i}\n" for i in range(3000))
    members = "seq:\n" + "".join(f"  - {{id: m{i}, type: u1}}\n" for i in range(300))
    compiled(tmp_path, members + enum)
