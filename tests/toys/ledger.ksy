meta:
  id: ledger
  title: A ledger whose header says which columns its records have
  endian: be
  encoding: UTF-8
doc: |
  Columns by name and kind, constant ones with their value behind them; then records, each a note or an entry with the
  cells that its presence bits announce.
-views:
  rows:
    default: true
    doc: One row per entry; the header names and types the columns.
    each: records[*]
    where: not _.body.is_note
    columns:
      - {id: record, value: _index, type: s4}
      - {id: offset, value: _offset}
      - {id: length, value: _length}
    pivot:
      each: header.columns[*]
      name: _.name
      cell: _.body.cells[_column].cell
      constant: constants[_index].cell
  entries:
    doc: The same without anything but the columns of the header.
    each: records[*]
    where: not _.body.is_note
    pivot:
      each: header.columns[*]
      name: _.name
      cell: _.body.cells[_column].cell
  columns:
    each: header.columns[*]
    columns:
      - {id: position, value: _index, type: s4}
      - {id: name, value: _.name}
      - {id: kind, value: _.kind}
      - {id: constant, value: _.is_constant != 0}
      - {id: symbols, value: _.symbols}
seq:
  - {id: magic, contents: LDGR}
  - {id: len_header, type: u4}
  - {id: header, type: header, size: len_header}
  - {id: constants, type: constant(_index), repeat: expr, repeat-expr: header.columns.size}
  - {id: records, type: record, repeat: eos}
types:
  header:
    seq:
      - {id: num_slots, type: u2}
      - {id: columns, type: column, repeat: eos}
  column:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
      - {id: is_constant, type: u1, valid: {max: 1}}
      - {id: place, type: u2}
      - {id: is_latin1, type: u1, if: kind == kind::text}
      - {id: num_symbols, type: u1}
      - {id: symbols, type: symbol, repeat: expr, repeat-expr: num_symbols}
  symbol:
    -show: {value: text}
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  constant:
    params: [{id: i, type: s4}]
    seq:
      - {id: cell, type: cell(i), if: '_root.header.columns[i].is_constant != 0'}
  record:
    seq:
      - {id: len_body, type: u4, valid: {min: 1}}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: flags, type: u1}
      - {id: presence, size: (_root.header.num_slots + 7) / 8, if: not is_note}
      - {id: cells, type: optional(_index), repeat: expr, repeat-expr: _root.header.columns.size, if: not is_note}
      - id: digest
        type: u4
        if: not is_note and has_digest
        -checksum: {algorithm: adler32, from: _parent.len_body, to: cells}
      - {id: note, type: str, size-eos: true, if: is_note}
    instances:
      is_note: {value: (flags & 4) != 0}
      has_digest: {value: (flags & 8) != 0}
  optional:
    params: [{id: i, type: s4}]
    seq:
      - {id: cell, type: cell(i), if: present}
    instances:
      column: {value: '_root.header.columns[i]'}
      present:
        value: 'column.is_constant != 0 ? false : (_parent.presence[column.place / 8] >> (column.place % 8) & 1) != 0'
  cell:
    -show: {value: value}
    params: [{id: i, type: s4}]
    seq:
      - id: value
        type:
          switch-on: _root.header.columns[i].kind
          cases:
            'kind::flag': flag
            'kind::tiny': s1
            'kind::short': s2
            'kind::int': s4
            'kind::long': s8
            'kind::count': u4
            'kind::float': f4
            'kind::double': f8
            'kind::moment': moment
            'kind::blob': blob
            'kind::text': text(_root.header.columns[i].is_latin1 != 0)
            'kind::symbol': symbol_of(i)
            'kind::unit': unit
            'kind::wide': wide
            'kind::item': item(i)
  flag:
    -show: {value: set}
    seq:
      - {id: byte, type: u1, valid: {max: 1}}
    instances: {set: {value: byte != 0}}
  moment:
    -show: {value: ms}
    -type: {timestamp: ms}
    seq: [{id: ms, type: s8}]
  blob:
    -show: {value: bytes}
    seq:
      - {id: len_bytes, type: u4}
      - {id: bytes, size: len_bytes}
  text:
    -show: {value: value}
    params: [{id: is_latin1, type: bool}]
    seq:
      - {id: len_raw, type: u4}
      - {id: raw, size: len_raw}
    instances:
      value: {value: 'is_latin1 ? raw.to_s("ISO-8859-1") : raw.to_s("UTF-8")'}
  symbol_of:
    -show: {value: text}
    params: [{id: i, type: s4}]
    seq: [{id: ordinal, type: s4}]
    instances:
      text: {value: '_root.header.columns[i].symbols[ordinal].text'}
  unit:
    -show: {value: code}
    seq: [{id: code, type: u2, -type: utf16-unit}]
  wide:
    -show: {value: text}
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: UTF-16LE}
  item:
    -show: {value: number}
    params: [{id: i, type: s4}]
    seq:
      - id: number
        type: s2
        valid: {min: 0}
        -type: {index: '_root.header.columns[i].symbols'}
enums:
  kind:
    1: flag
    2: tiny
    3: short
    4: int
    5: long
    6: count
    7: float
    8: double
    9: moment
    10: blob
    11: text
    12: symbol
    13: unit
    14: wide
    15: item
