"""Records laid out by an entry of the header that they choose, whose lists say what lies in them."""

from __future__ import annotations

import random
import struct
from typing import Any

from tests.support.both import agree, agree_when_damaged, made_by_the_kernel
from tests.support.compiling import Compile

TEMPLATES = """
seq:
  - {id: num_templates, type: u1}
  - {id: templates, type: template, repeat: expr, repeat-expr: num_templates}
  - {id: records, type: record, repeat: eos}
types:
  template: {seq: [{id: n, type: u1}, {id: fields, type: spec, repeat: expr, repeat-expr: n}]}
  spec: {seq: [{id: element, type: u1}, {id: len, type: s1}, {id: scale, type: f4}]}
  record:
    seq:
      - {id: template, type: u1}
      - id: fields
        type: field(_root.templates[template].fields[_index])
        repeat: expr
        repeat-expr: _root.templates[template].n
      - {id: mark, type: u1}
  field: {params: [{id: d, type: spec}], seq: [{id: raw, size: d.len}]}
-views:
  marks: {each: 'records[*]', columns: [{id: template, value: _.template}, {id: mark, value: _.mark}]}
  values:
    each: records[*].fields[*]
    columns:
      - {id: template, value: records.template}
      - {id: element, value: _.d.element}
      - {id: scale, value: _.d.scale}
      - {id: raw, value: _.raw}
  lists: {each: 'records[*]', columns: [{id: f, value: _.fields}, {id: mark, value: _.mark}]}
  one:
    each: records[*]
    columns:
      - {id: f, value: '_.fields[0].raw'}
      - {id: l, value: '_root.templates[_.template].fields[_.mark % 2].len'}
      - {id: s, value: '_root.templates[_.template].fields[_.mark % 2].scale'}
"""


def test_templates(compiled: Compile) -> None:
    codec = compiled(TEMPLATES)
    drawn = random.Random(1)
    templates = [[(7, 2, 0.5), (8, 0, 1.5)], [(9, 4, 2.5), (7, 2, -1.0), (3, 1, 4.0)], [(1, 3, 0.0), (2, 1, 1.0)]]
    data = bytes([len(templates)])
    for template in templates:
        data += bytes([len(template)]) + b"".join(struct.pack("<Bbf", *one) for one in template)
    marks, values, lists, ones = [], [], [], []
    for number in range(40):
        which = drawn.randrange(3)
        raws = [drawn.randbytes(length) for _, length, _ in templates[which]]
        data += bytes([which]) + b"".join(raws) + bytes([number])
        marks.append({"template": which, "mark": number})
        for (element, _, scale), raw in zip(templates[which], raws, strict=True):
            values.append({"template": which, "element": element, "scale": scale, "raw": raw})
        lists.append({"f": [{"raw": raw} for raw in raws], "mark": number})
        _, length, scale = templates[which][number % 2]
        ones.append({"f": raws[0], "l": length, "s": scale})
    shown: dict[str, list[Any]] = {"marks": marks, "values": values, "lists": lists, "one": ones}
    for view, rows in shown.items():
        assert made_by_the_kernel(codec, view) == set(rows[0])
        assert agree(codec, data, view=view) == (list(map(repr, rows)), None, [])
        agree_when_damaged(codec, data[:200], view=view)


NUMBERS = """
seq:
  - {id: layouts, type: layout, repeat: expr, repeat-expr: 2}
  - {id: records, type: record, repeat: eos}
types:
  layout: {seq: [{id: n, type: u1}, {id: kinds, type: u1, repeat: expr, repeat-expr: n}]}
  record:
    seq:
      - {id: layout, type: u1, valid: {max: 1}}
      - id: fields
        type: field(_root.layouts[layout].kinds[_index])
        repeat: expr
        repeat-expr: _root.layouts[layout].n
  field:
    params: [{id: kind, type: u1}]
    seq: [{id: value, type: {switch-on: kind, cases: {1: u1, 2: u2, 3: u4}}}]
-views:
  values: {each: 'records[*].fields[*]', columns: [{id: kind, value: _.kind}, {id: value, value: _.value}]}
  lists: {each: 'records[*]', columns: [{id: size, value: _.fields.size}]}
  kinds: {each: 'records[*]', columns: [{id: kind, value: '_root.layouts[_.layout].kinds[0]'}]}
"""


def test_lists_of_numbers_say_what_lies_there(compiled: Compile) -> None:
    codec = compiled(NUMBERS)
    layouts, forms = [[1, 2, 3], [2, 1]], {1: "<B", 2: "<H", 3: "<I"}
    data = b"".join(bytes([len(one), *one]) for one in layouts)
    values, lists, kinds = [], [], []
    for number in range(20):
        which = number % 3 % 2
        data += bytes([which])
        for kind in layouts[which]:
            value = number * 11 ** (kind - 1)
            data += struct.pack(forms[kind], value)
            values.append({"kind": kind, "value": value})
        lists.append({"size": len(layouts[which])})
        kinds.append({"kind": layouts[which][0]})
    shown: dict[str, list[Any]] = {"values": values, "lists": lists, "kinds": kinds}
    for view, rows in shown.items():
        assert made_by_the_kernel(codec, view) == set(rows[0])
        assert agree(codec, data, view=view) == (list(map(repr, rows)), None, [])
        agree_when_damaged(codec, data[:80], view=view)
