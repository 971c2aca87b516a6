import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.dump import expr_text

from bytewright_codegen.front.ksy.document import Mapping, Scalar, Source, parse
from bytewright_codegen.front.ksy.expressions import parse_expression, parse_name, parse_path, parse_process, parse_type
from bytewright_codegen.ir import expressions as ir
from bytewright_codegen.ir.diagnostics import SpecErrors


def scalar(text: str) -> Scalar:
    return Scalar(text, text, "", Source("x", text), 0, len(text))


def parsed(text: str) -> str:
    return expr_text(parse_expression(scalar(text)))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        # literals
        ("12", "12"),
        ("0x1_F + 0b1_0 + 0o1_7 + 1_000", "(((31 + 2) + 15) + 1000)"),
        ("18446744073709551616", "18446744073709551616"),
        ("1.5", "1.5"),
        ("4.", "4.0"),
        (".5", "0.5"),
        ("1e3 + 1.5E-2 + .5e+1", "((1000.0 + 0.015) + 5.0)"),
        ("4.to_s", "4.to_s"),
        ("4. to_s", "4.to_s"),
        ("0x4.to_s", "4.to_s"),
        ("1.5.to_i", "1.5.to_i"),
        ("true and false", "(True and False)"),
        ("trueish or notable", "(trueish or notable)"),
        # text
        (r"'raw \n'", r"'raw \\n'"),
        (r'"\a\b\t\n\v\f\r\e"', r"'\x07\x08\t\n\x0b\x0c\r\x1b'"),
        (r'"\"\'\\\u00e4\101\0"', repr("\"'\\äA\0")),
        (""" "a" 'b'  "c" """, "'abc'"),
        ('f""', "f{}"),
        ('f"a"', "f{'a'}"),
        ('f" {x}, {y + 1} "', "f{' ' + x + ', ' + (y + 1) + ' '}"),
        (r'f"\"{x}\{"', "f{'\"' + x + '{'}"),
        ("""f"{f"{x}" + '}'}" """, "f{(f{x} + '}')}"),
        # lists
        ("[]", "[]"),
        ("[1, 0x2, x]", "[1, 2, x]"),
        ("[1, ]", "[1]"),
        ("[[1], ['a']]", "[[1], ['a']]"),
        # postfix
        ("a.b.c[0].d(1, 2).e()", "a.b.c[0].d(1, 2).e"),
        ("x.as<a::b[]>.y", "x.as<a::b[]>.y"),
        ("x . as < u2le > . y", "x.as<u2le>.y"),
        ("x.as<::a>[1]", "x.as<::a>[1]"),
        ("x.assign.as", "x.assign.as"),
        ("sizeof<foo>>>2", "(sizeof<foo> >> 2)"),
        ("bitsizeof<a::b> >= sizeof<u4>", "(bitsizeof<a::b> >= sizeof<u4>)"),
        ("sizeof < a > - 1", "(sizeof<a> - 1)"),
        ("sizeofs", "sizeofs"),
        ("-1.to_s", "(- 1.to_s)"),
        # enums
        ("a::b", "a::b"),
        ("::a::b::c", "::a::b::c"),
        ("a :: b", "a::b"),
        ("bool::true", "bool::true"),
        ("a::b.to_i", "a::b.to_i"),
        ("x ? a::b : c::d", "(x ? a::b : c::d)"),
        # operators, from the loosest to the tightest
        ("a ? b : c ? d : e", "(a ? b : (c ? d : e))"),
        ("a ? b ? c : d : e", "(a ? (b ? c : d) : e)"),
        ("a or b ? c : d", "((a or b) ? c : d)"),
        ("a or b and c or d", "((a or (b and c)) or d)"),
        ("not a and b", "((not a) and b)"),
        ("not not a == b", "(not (not (a == b)))"),
        ("x and not y", "(x and (not y))"),
        ("a | b == c & d", "((a | b) == (c & d))"),
        ("a | b ^ c & d << 2 + 3 * 4", "(a | (b ^ (c & (d << (2 + (3 * 4))))))"),
        ("a - b - c", "((a - b) - c)"),
        ("a / b * c % d", "(((a / b) * c) % d)"),
        ("a << b >> c", "((a << b) >> c)"),
        ("-a * ~b", "((- a) * (~ b))"),
        ("- -1 - -1", "((- (- 1)) - (- 1))"),
        ("+a + +1", "(a + 1)"),
        ("(-_io.pos) % 8", "((- _io.pos) % 8)"),
        ("-_io.pos % 8", "((- _io.pos) % 8)"),
        ("(a + b) * c", "((a + b) * c)"),
        ("a <= b", "(a <= b)"),
        ("a!=b", "(a != b)"),
        ("a\n  +\n  b", "(a + b)"),
    ],
)
def test_trees(text: str, tree: str):
    assert parsed(text) == tree


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ("", 1, "expression is empty", None),
        ("1 *", 4, "expression ends too early", None),
        ("(1 + 5 ", 7, "expression ends too early", None),
        ("a == 1 && b", 8, "unexpected '&&' in expression", "Write 'and'."),
        ("a || b", 3, "unexpected '||' in expression", "Write 'or'."),
        ("!a", 1, "unexpected '!' in expression", "Write 'not'."),
        ("a = b", 3, "unexpected '=' in expression", "Write '==' to compare."),
        ("a < b < c", 7, "unexpected '<' in expression", None),
        ('"abc', 1, 'text is not closed: no second "', None),
        ("a + 'abc", 5, "text is not closed: no second '", None),
        (r'"a\q"', 3, r"unknown escape '\q' in text", None),
        (r'f"a\q{x}"', 4, r"unknown escape '\q' in text", None),
        ("a b", 3, "unexpected 'b' in expression", None),
        ("12abc", 3, "unexpected 'abc' in expression", None),
        ("f(1)", 1, "there is no function 'f'", "Known are pow, exp, log, bytes_of."),
        ("pow(1)", 1, "'pow' takes 2 arguments, not 1", None),
        ("pow(1, 2, 3)", 1, "'pow' takes 2 arguments, not 3", None),
        ("exp(1, 2)", 1, "'exp' takes 1 argument, not 2", None),
        ("log(1, 2)", 1, "'log' takes 1 argument, not 2", None),
        ("bytes_of(1, 2)", 1, "'bytes_of' takes 1 argument, not 2", None),
        ("a[*].b", 3, "'[*]' is for paths in -views and -derive", None),
        ("a\tb", 2, "unexpected '\t' in expression", None),
        ("f(1, )", 6, "unexpected ')' in expression", None),
        ("x.f(1, )", 8, "unexpected ')' in expression", None),
        ("a ? b", 6, "expression ends too early", None),
        ("^AHEM", 1, "unexpected '^' in expression", None),
    ],
)
def test_errors(text: str, column: int, message: str, hint: str | None):
    with pytest.raises(SpecErrors) as caught:
        parse_expression(scalar(text))
    (found,) = caught.value.diagnostics
    assert (found.loc.column, found.message, found.hint) == (column, message, hint)


def test_places_of_nodes():
    text = "x:\n  - \"a.bc[1 + d]\n    == e.as<f> ? (g ) : -h.i('\\x6a')\"\n"
    root = parse(text, "x.ksy")
    assert isinstance(root, Mapping)
    leaf = root.entries[0].node.items[0]  # type: ignore[union-attr]
    expr = parse_expression(leaf)  # type: ignore[arg-type]
    places = {}

    def walk(node: ir.Expr, name: str) -> None:
        places[name] = (node.loc.line, node.loc.column)
        for field in ("test", "then", "otherwise", "left", "right", "target", "index", "operand"):
            if hasattr(node, field):
                walk(getattr(node, field), f"{name}.{field}".lstrip("."))
        for i, arg in enumerate(getattr(node, "args", ())):
            walk(arg, f"{name}.{i}")

    walk(expr, "")
    assert places == {
        "": (2, 6),
        "test": (2, 6),
        "test.left": (2, 6),
        "test.left.target": (2, 8),  # of a member: its name
        "test.left.target.target": (2, 6),
        "test.left.index": (2, 11),
        "test.left.index.left": (2, 11),
        "test.left.index.right": (2, 15),
        "test.right": (3, 13),  # of a cast: the type
        "test.right.target": (3, 8),
        "then": (3, 19),
        "otherwise": (3, 25),
        "otherwise.operand": (3, 28),
        "otherwise.operand.target": (3, 26),
        "otherwise.operand.0": (3, 30),
    }
    assert isinstance(expr, ir.Conditional)
    assert isinstance(expr.otherwise, ir.Unary)
    assert ir.beginning(expr.otherwise.operand).column == 26


def test_paths():
    assert expr_text(parse_path(scalar("a[*].b[_index]"))) == "a[*].b[_index]"


def test_references():
    found = parse_type(scalar("a::b(1, x.y)"))
    assert (found.name, [expr_text(arg) for arg in found.args]) == ("a::b", ["1", "x.y"])
    assert parse_type(scalar("a()")).args == ()
    assert parse_name(scalar("::a :: b")) == "::a::b"
    assert parse_name(scalar("a::b[]"), "type_name") == "a::b[]"
    process = parse_process(scalar("a.b.c(x, [1])"))
    assert (process.name, [expr_text(arg) for arg in process.args]) == ("a.b.c", ["x", "[1]"])
    assert parse_process(scalar("zlib")).args == ()


LEAVES = st.one_of(st.integers(0, 2**70).map(str), st.sampled_from(["a", "_", "_io.pos", "x::y", "'t'", "1.5", "true"]))
TREES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.tuples(
            inner, st.sampled_from(["+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "<", "and", "or"]), inner
        ).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
        st.tuples(st.sampled_from(["-", "~", "not"]), inner).map(lambda t: f"({t[0]} {t[1]})"),
        st.tuples(inner, inner, inner).map(lambda t: f"({t[0]} ? {t[1]} : {t[2]})"),
        st.tuples(inner, inner).map(lambda t: f"{t[0]}[{t[1]}]"),
    ),
    max_leaves=12,
)


@given(TREES)
def test_bracketed_text_comes_back(text: str):
    once = parsed(text)
    assert parsed(once.replace("True", "true")) == once
