"""Text of a spec stays text in what is generated of it: a hundred hostile specs, whose source is parsed."""

from __future__ import annotations

import ast
import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bytewright.errors import BytewrightError
from bytewright_codegen.backends.python.package import pyspark
from bytewright_codegen.backends.testing.tests import tests as generated_tests
from bytewright_codegen.kaitai.parsers import parsers
from bytewright_codegen.pipeline.compilation import modules, plan
from bytewright_codegen.pipeline.resolved import resolved

RUN = "__import__('os').system('touch PWNED')"
TEXTS = {
    "docstring": f'""" + {RUN} + """',
    "ends with a quote": f'{RUN}"',
    "apostrophes": f"''' + {RUN} + '''",
    "string": f'" + {RUN} + "',
    "list": f'", pa.int8()), {RUN}, pa.field("x',
    "index": f'x"] or {RUN} or ["x',
    "call": f"x'), {RUN}, ('",
    "backslash": f'\\" + {RUN} + \\"\\',
    "lines": f'"""\n{RUN}\n"""',
    "separators": f'\x85{RUN}\u2028{RUN}\u2029{RUN}\x1c{RUN}\x0c"""{RUN}',
    "carriage return": f"\r{RUN}\r",
    "unicode name": "\\N{x} \\x \\u12",
    "template": "{{ 7 * 7 }}{% for x in y %}{# #}",
    "comment": f"# type: ignore\n{RUN} #",
    "f-string": f"{{{RUN}}}",
}
"""What would leave a literal, a docstring or a comment that it was put into as it is."""

PLAIN = "plain text"
BASE = """
meta: {id: toy, title: <TITLE>, license: <LICENSE>, file-extension: <EXTENSION>, tags: [<TAG>], endian: le,
       encoding: UTF-8, xref: {wikidata: <XREF>}}
doc: <DOC>
doc-ref: <REF>
-options:
  - {id: <OPTION>, type: enum, choices: [<CHOICE>, b], default: <CHOICE>, doc: <OPTION_DOC>}
  - {id: near, type: str, default: <DEFAULT>}
-views:
  rows:
    doc: <VIEW_DOC>
    each: parts[*]
    select: [{option: <OPTION>, equals: _.n.to_i.to_s}]
    columns:
      - {id: <COLUMN>, value: _.n, doc: <COLUMN_DOC>}
      - {id: inner, each: '_.marks[*]', columns: [{id: <MEMBER>, value: _.m}]}
      - {id: chosen, value: near}
      - {id: said, value: <COLUMN_LITERAL>}
  tables:
    each: parts[*]
    files: {option: <OPTION>, is: parts.size, known: {<KNOWN>: 1}}
    columns: []
    metadata: [{id: <METADATA>, value: <METADATA_LITERAL>}]
    decode:
      bytes: _.s
      by: bytewright.codecs.parquet
      column: <DECODED>
      doc: <DECODED_DOC>
      as: [{metadata: {<SAYS>: <SAID>}, type: {struct: {<STRUCT>: str}}}, {type: s4}]
      encode: [{with: {<SETTING>: <SET>}}]
seq:
  - {id: parts, type: part, repeat: eos, doc: <FIELD_DOC>, doc-ref: <FIELD_REF>}
types:
  part:
    doc: <TYPE_DOC>
    -show: {columns: [{id: <STATED>, value: n}]}
    seq:
      - {id: n, type: u1, enum: kinds, -hint: <HINT>, valid: {any-of: [kinds::one, kinds::two]}}
      - {id: s, size: 2}
      - {id: t, type: str, size: 2, encoding: <ENCODING>, valid: {any-of: [<VALID_LITERAL>]}}
      - {id: marks, type: mark, repeat: expr, repeat-expr: 1}
    instances:
      v: {value: n.to_i + 1, doc: <VALUE_DOC>}
  mark:
    seq: [{id: m, type: u1, if: _parent.n == kinds::one}]
enums:
  kinds:
    1: {id: one, doc: <MEMBER_DOC>, -label: <LABEL>}
    2: two
"""
PLACES = frozenset(re.findall(r"<(\w+)>", BASE))
NAMES = {
    "an id": "seq: [{id: <X>, type: u1}]",
    "a type": "seq: [{id: a, type: <X>}]\ntypes: {b: {seq: [{id: c, type: u1}]}}",
    "the id of a type": "seq: [{id: a, type: u1}]\ntypes: {<X>: {seq: [{id: c, type: u1}]}}",
    "an enum": "seq: [{id: a, type: u1, enum: <X>}]\nenums: {b: {1: c}}",
    "the id of an enum": "seq: [{id: a, type: u1}]\nenums: {<X>: {1: c}}",
    "the member of an enum": "seq: [{id: a, type: u1}]\nenums: {b: {1: <X>}}",
    "an instance": "instances: {<X>: {value: 1}}",
    "a parameter": "params: [{id: <X>, type: u1}]\nseq: [{id: a, type: u1}]",
    "a process": "seq: [{id: a, size: 1, process: <X>}]",
    "an argument": 'seq: [{id: a, size: 1, process: "xor(<X>)"}]',
    "an import": "meta: {imports: [<X>]}",
    "an expression": "instances: {a: {value: <X>}}",
    "a method": "seq: [{id: a, type: str, size: 1}]\ninstances: {b: {value: a.<X>}}",
    "a condition": "seq: [{id: a, type: u1, if: <X>}]",
    "a view": "seq: [{id: a, type: u1}]\n-views: {<X>: {columns: [{id: a, value: a}]}}",
    "a view inside": "seq: [{id: a, type: u1}]\n-views: {v: {view: <X>, columns: [{id: a, value: a}]}}",
    "the type of a column": "seq: [{id: a, type: u1}]\n-views: {v: {columns: [{id: a, value: a, type: <X>}]}}",
    "a loader": "seq: [{id: a, type: u1}]\n-options: [{id: b, type: file, loader: <X>}]",
    "an option that chooses": (
        "seq: [{id: a, type: u1, repeat: eos}]\n-options: [{id: <X>, type: str}]\n"
        "-views: {v: {each: 'a[*]', columns: [{id: a, value: _}], select: [{option: <X>, equals: _.to_s}]}}"
    ),
    "rows": "seq: [{id: a, type: u1}]\n-made-of: {<X>: {with: 'm:f', columns: {a: s4}}}",
    "a function": "seq: [{id: a, type: u1}]\n-made-of: {rows: {with: <X>, columns: {a: s4}}}",
    "a call": "seq: [{id: a, type: u1, -default: {call: <X>, with: [1]}}]",
    "a library": (
        "seq: [{id: a, size: 1}]\n-views: {v: {decode: {bytes: a, by: <X>, column: c, as: [{type: s4}]}, columns: []}}"
    ),
    "a checksum": "seq: [{id: a, type: u4, -checksum: <X>}]",
    "a byte order": "meta: {endian: <X>}\nseq: [{id: a, type: u2}]",
    "a size": "seq: [{id: a, size: <X>}]",
    "contents": "seq: [{id: a, contents: <X>}]",
    "a pivot": (
        "seq: [{id: a, type: u1, repeat: eos}]\n"
        "-views: {v: {each: 'a[*]', columns: [], pivot: {each: <X>, key: _, name: _, vector: _}}}"
    ),
    "a path": "seq: [{id: a, type: u1}]\n-views: {v: {each: <X>, columns: [{id: a, value: 1}]}}",
    "a derived value": "seq: [{id: a, type: u1, -derive: {value: <X>}}, {id: b, size: a}]",
}
CODE = {
    "run": RUN,
    "name": "__import__",
    "attribute": "a.__class__.__mro__",
    "format": f'f"{{{RUN}}}"',
    "lambda": "(lambda: 1)()",
    "string": f'"a" + "\\" + {RUN} + \\""',
    "comprehension": "[x for x in (1).__class__.__bases__]",
    "statement": f"a\n    {RUN}",
    "semicolon": f"a; {RUN}",
    "path": "../../etc/passwd",
    "module": "os:system",
    "quote": f"a'); {RUN}; ('",
}
UNEXPECTED = {
    "__import__",
    "eval",
    "exec",
    "compile",
    "open",
    "system",
    "os",
    "popen",
    "subprocess",
    "__class__",
    "__mro__",
}


def sources(path: Path) -> dict[str, ast.Module]:
    """The syntax of a codec's modules."""
    library = resolved(path)
    plans = plan(library)
    main = plans[library.main.id]
    made = {**modules(main, path.parent), "pyspark": pyspark(main), "tests": generated_tests(main, "formats", "")}
    return {name: ast.parse(text) for name, text in made.items()}


def bare(tree: ast.Module) -> str:
    """A module without what its texts say."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            node.value = ""
    return ast.dump(tree)


def spec(folder: Path, texts: dict[str, str], name: str = "toy.ksy") -> Path:
    """A spec with texts at places."""
    path = folder / name

    def written(place: re.Match[str]) -> str:
        text = json.dumps(texts.get(place[1], f"{PLAIN} {place[1]}"))
        return json.dumps(text) if place[1].endswith("_LITERAL") else text  # an expression

    text = re.sub(r"<(\w+)>", written, BASE)
    path.write_text(text, encoding="utf-8")
    return path


@cache
def plain(folder: Path) -> dict[str, str]:
    """The syntax of a spec without malice."""
    return {name: bare(tree) for name, tree in sources(spec(folder, {})).items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("toy")


@pytest.mark.parametrize("text", TEXTS)
def test_texts_stay_texts(folder: Path, tmp_path: Path, text: str) -> None:
    found = sources(spec(tmp_path, dict.fromkeys(PLACES, TEXTS[text])))
    for name, tree in found.items():
        assert bare(tree) == plain(folder)[name], name


@pytest.mark.parametrize("text", TEXTS)
def test_names_of_files_stay_texts(folder: Path, tmp_path: Path, text: str) -> None:
    name = TEXTS[text].replace("/", "_") + ".ksy"
    found = sources(spec(tmp_path, {}, name))
    for module, tree in found.items():
        assert bare(tree) == plain(folder)[module], module


@pytest.mark.parametrize(("place", "code"), [*itertools.product(NAMES, CODE)])
def test_names_and_expressions_run_nothing(tmp_path: Path, place: str, code: str) -> None:
    path = tmp_path / "toy.ksy"
    text = NAMES[place] if "meta:" in NAMES[place] else "meta: {}\n" + NAMES[place]
    text = text.replace("meta: {", "meta: {id: toy, encoding: UTF-8, ", 1)
    written = json.dumps(CODE[code])
    path.write_text(text.replace("<X>", written if place != "an argument" else written[1:-1]), encoding="utf-8")
    try:
        found = sources(path)
    except BytewrightError:
        return
    for name, tree in found.items():
        assert not UNEXPECTED & set(_names(tree)), name


def _names(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield name
            case ast.Import(names) | ast.ImportFrom(names=names):
                yield from (alias.name for alias in names)


@pytest.mark.usefixtures("kaitai_compiler")
def test_texts_stay_texts_in_stock_parsers(tmp_path: Path) -> None:
    places = [{}, *(dict.fromkeys(PLACES, text) for text in TEXTS.values())]
    for number, texts in enumerate(places, 10):
        path = spec(tmp_path, texts, f"toy{number}.ksy")
        named = path.read_text(encoding="utf-8").replace("{id: toy,", f"{{id: toy{number},")
        path.write_text(named, encoding="utf-8")
    found = parsers(map(resolved, sorted(tmp_path.glob("*.ksy"))))
    assert len(found) == len(places)
    assert len({bare(ast.parse(re.sub(r"([Tt]oy)\d\d", r"\1", text))) for text in found.values()}) == 1
