meta:
  id: dbf
  title: Table of dBASE III
  file-extension: dbf
  license: CC0-1.0
  endian: le
  encoding: ISO-8859-1
doc: |
  A table as dBASE III and all that came after it keep one: a header that describes the columns, then records of one size, in which
  every value is text as wide as its column. What is deleted stays, with a mark.
seq:
  - id: version
    type: u1
    -default: 3
    doc: Which program wrote it; 3 is dBASE III without memos, 0x83 with them.
  - id: year
    type: u1
    doc: When it was changed last, in years since 1900.
  - id: month
    type: u1
  - id: day
    type: u1
  - id: num_records
    type: u4
    doc: How many records there are, those that are deleted too.
  - id: len_header
    type: u2
    valid:
      min: 33
    -derive: {position-of: records}
    doc: Size of all that stands before the first record, in bytes.
  - id: len_record
    type: u2
    valid:
      min: 1
    doc: Size of a record, with its mark.
  - id: reserved
    size: 20
    doc: Used by some programs for locks and code pages.
  - id: columns
    type: column
    repeat: expr
    repeat-expr: (len_header - 33) / 32
    doc: The columns, in the order of their values.
  - id: end_of_columns
    contents: [0x0d]
  - size: len_header - _io.pos
    doc: What some programs keep behind the columns.
  - id: records
    type: record
    size: len_record
    repeat: expr
    repeat-expr: num_records
    doc: The records.
instances:
  rest:
    pos: len_header + num_records * len_record
    size-eos: true
    doc: What follows the records, usually a byte 0x1a.
types:
  column:
    doc: What a column is called and holds.
    seq:
      - id: name
        type: str
        size: 11
        terminator: 0
        doc: Its name, at most ten letters.
      - id: type
        type: u1
        enum: type
        doc: What its values are.
      - id: address
        size: 4
        doc: Of no use in files.
      - id: len
        type: u1
        doc: How many bytes a value takes.
      - id: decimals
        type: u1
        doc: How many digits of a number stand behind the point.
      - id: reserved
        size: 14
  record:
    doc: One row.
    seq:
      - id: mark
        type: u1
        enum: mark
        valid:
          in-enum: true
        doc: Whether the record is deleted.
      - id: cells
        type: cell(_index)
        repeat: expr
        repeat-expr: _root.columns.size
        doc: The values, one per column.
  cell:
    doc: A value.
    -show: {value: text}
    params:
      - {id: i, type: s4, doc: Place of the column.}
    seq:
      - id: text
        type: str
        size: _root.columns[i].len
        pad-right: 0x20
        doc: Text, or the digits of a number (behind spaces) or of a date.
enums:
  type:
    0x43: {id: character, doc: Text.}
    0x44: {id: date, doc: 'A date: four digits of the year, two of the month, two of the day.'}
    0x46: {id: float, doc: A number.}
    0x4c: {id: logical, doc: 'T, t, Y or y: true; F, f, N or n: false; a question mark where it isn''t known.'}
    0x4d: {id: memo, doc: Where a longer text begins in another file.}
    0x4e: {id: numeric, doc: A number.}
  mark:
    0x20: valid
    0x2a: deleted
-views:
  rows:
    default: true
    doc: One row per record that isn't deleted, one column per column of the table.
    each: records[*]
    where: _.mark == mark::valid
    pivot:
      each: columns[*]
      name: _.name
      cell: _.cells[_column].text
  records:
    doc: One row per record, also those that are deleted.
    each: records[*]
    columns:
      - {id: record, value: _index, type: s4, doc: 'Number of the record, from 0.'}
      - {id: deleted, value: '_.mark == mark::deleted', doc: Whether it is deleted.}
    pivot:
      each: columns[*]
      name: _.name
      cell: _.cells[_column].text
  columns:
    doc: One row per column.
    each: columns[*]
    columns:
      - {id: position, value: _index, type: s4, doc: 'Place of the column, from 0.'}
      - {id: name, value: _.name, doc: Name of the column.}
      - {id: type, value: _.type, doc: What its values are.}
      - {id: length, value: _.len, doc: How many bytes a value takes.}
      - {id: decimals, value: _.decimals, doc: How many digits stand behind the point.}
