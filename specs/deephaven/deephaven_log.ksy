meta:
  id: deephaven_log
  title: Deephaven intraday binary log
  file-extension: bin
  license: Apache-2.0
  endian: be
  bit-endian: le
  encoding: UTF-8
doc: |
  A row-oriented log of one table, written by loggers and followed by the data import server. The header names and types
  the columns; behind it stand records: rows, each with a bit per column that says whether it has a value, and commands.
-options:
  - id: charNull
    type: enum
    choices: {fffe: 0xfffe, ffff: 0xffff, none: -1}
    default: fffe
    doc: Which code unit stands for null in a constant column of type Char; writers differ.
  - id: time
    type: enum
    choices: [ms, us, ns]
    per: column
    doc: Shows a column of longs as timestamps, `time.NAME=ms`. Nothing in a file tells which longs are times.
  - id: type
    type: str
    per: column
    doc: What a column is stored as, `type.Side=Char`, whatever rows say of it.
  - id: encoding
    type: str
    per: column
    doc: How a column's text is encoded, `encoding.Symbol=ISO-8859-1`, likewise.
  - id: symbols
    type: str
    per: column
    doc: 'The strings of a column of type Enum in their order, as a JSON array, likewise.'
-views:
  rows:
    doc: One row per row record, also those of sets that were aborted or never finished; one column per column definition, constants included.
    default: true
    each: records[*]
    where: _.body.is_row
    pivot:
      each: columns[*]
      name: _.name
      cell: _.body.cells[_column].cell
      constant: _.constant.cell
      times: time
      properties:
        - {id: type, value: _.type, option: type, doc: Type of its values.}
        - {id: encoding, value: _.encoding, option: encoding, doc: Encoding of its strings.}
        - {id: symbols, value: _.symbols, option: symbols, doc: Strings that the values of an Enum stand for.}
      new:
        root: {header: {records: [{type: column_definitions, body: {columns: '*'}}]}}
        name: name
        types:
          bool: {type: Boolean}
          int8: {type: Byte}
          int16: {type: Short}
          int32: {type: Int}
          int64: {type: Long}
          float: {type: Float}
          double: {type: Double}
          binary: {type: Blob}
          string: {type: EnhancedString, metadata: {encoding: '*encoding'}}
        said:
          type:
            EnhancedString: {type: EnhancedString, metadata: {encoding: '*encoding'}}
            Enum: {type: Enum, metadata: {encoding: '*encoding', symbols: '*symbols'}}
            _: {type: '*type'}
  sets:
    doc: The same rows, each with where it lies, and whether it starts or ends a set of records.
    each: records[*]
    where: _.body.is_row
    columns:
      - {id: record_offset, value: _offset, type: s8, doc: Where the record begins in the file.}
      - {id: record_end, value: _offset + _length, type: s8, doc: Where it ends.}
      - {id: record_flags, value: _.body.flags, type: s2, doc: 'Bits 0 and 1: whether it starts and ends a set of records.'}
    pivot:
      each: columns[*]
      name: _.name
      cell: _.body.cells[_column].cell
      constant: _.constant.cell
      times: time
      properties:
        - {id: type, value: _.type, option: type, doc: Type of its values.}
        - {id: encoding, value: _.encoding, option: encoding, doc: Encoding of its strings.}
        - {id: symbols, value: _.symbols, option: symbols, doc: Strings that the values of an Enum stand for.}
      new:
        root: {header: {records: [{type: column_definitions, body: {columns: '*'}}]}}
        name: name
        types:
          bool: {type: Boolean}
          int8: {type: Byte}
          int16: {type: Short}
          int32: {type: Int}
          int64: {type: Long}
          float: {type: Float}
          double: {type: Double}
          binary: {type: Blob}
          string: {type: EnhancedString, metadata: {encoding: '*encoding'}}
        said:
          type:
            EnhancedString: {type: EnhancedString, metadata: {encoding: '*encoding'}}
            Enum: {type: Enum, metadata: {encoding: '*encoding', symbols: '*symbols'}}
            _: {type: '*type'}
  records:
    doc: One row per record of the log.
    each: records[*]
    columns:
      - {id: offset, value: _offset, type: s8, doc: Where the record begins in the file.}
      - {id: kind, value: '_.body.is_row ? "row" : _.body.other.type == 20000 ? "command" : "other"', doc: 'What the record is: row, command or other.'}
      - {id: flags, value: _.body.flags, type: s2, doc: 'Bits 0 and 1: whether it starts and ends a set of records; bit 2: whether it is no row.'}
      - {id: start_of_set, value: '(_.body.flags & 1) != 0', doc: Whether it starts a set of records.}
      - {id: end_of_set, value: '(_.body.flags & 2) != 0', doc: Whether it ends a set of records.}
      - {id: type, value: _.body.other.type, nullable: true, doc: Type of a record that is no row.}
      - {id: version, value: _.body.other.version, nullable: true, doc: Version of that type.}
      - {id: command, value: _.body.other.command, nullable: true, doc: Id of a command.}
      - {id: data, value: _.body.other.data, nullable: true, doc: 'What follows, without the digest.'}
  commands:
    doc: One row per record that is no row.
    each: records[*]
    where: not _.body.is_row
    columns:
      - {id: offset, value: _offset, type: s8, doc: Where the record begins in the file.}
      - {id: end, value: _offset + _length, type: s8, doc: Where it ends.}
      - {id: type, value: _.body.other.type, doc: Type of the record; 20000 is a command.}
      - {id: version, value: _.body.other.version, doc: Version of that type.}
      - {id: command, value: _.body.other.command, nullable: true, doc: Id of a command; 10000 deletes the partition.}
      - {id: data, value: _.body.other.data, doc: 'What follows, without the digest.'}
  columns:
    doc: One row per column definition.
    each: columns[*]
    columns:
      - {id: position, value: _index, type: s4, doc: 'Place of the column, from 0.'}
      - {id: name, value: _.name, doc: Name of the column.}
      - {id: type, value: _.type, doc: Type of its values.}
      - {id: constant, value: _.is_constant, doc: Whether its value is in the header.}
      - {id: encoding, value: _.encoding, nullable: true, doc: Encoding of its strings.}
      - {id: enum_values, value: _.symbols, nullable: true, doc: Strings that the values of an Enum stand for.}
  header:
    doc: One row, of what the header says of the log.
    columns:
      - {id: version, value: version, doc: Version of the format.}
      - {id: application_version, value: application_version, doc: 'Version of the application''s protocol; 0 where none is stored.'}
      - {id: length, value: len_header + 12, type: s4, doc: 'Where the records begin, in bytes.'}
      - {id: num_columns, value: columns.size, type: s4, doc: Number of columns.}
      - {id: num_constants, value: header.num_constants, type: s4, doc: Number of columns whose value is in the header.}
seq:
  - id: magic
    contents: [0xdb, 0x1a, 0xa1, 0xdb]
    -hint: A file that begins with a small number is in the format from before the magic number, which is not read.
    doc: Its highest bit tells it from the number of columns with which the oldest format begins.
  - id: version
    type: s4
    valid: 3
    -hint: Version 2, whose metadata are serialized Java objects, is not read.
    doc: Version of the format.
  - id: len_header
    type: s4
    valid:
      min: 4
    doc: Size of the rest of the header in bytes, with its digest.
  - id: header
    type: header
    size: len_header - 4
    doc: What the records mean.
  - id: header_digest
    type: u4
    -checksum: {algorithm: adler32, from: magic, to: header}
    doc: Adler-32 of all bytes before it.
  - id: records
    type: record
    repeat: eos
    doc: Rows and commands.
instances:
  columns:
    value: header.definitions.columns
    doc: The column definitions.
  application_version:
    value: 'header.application_version_at < 0 ? 0 : header.records[header.application_version_at].body.as<application_version>.value'
    doc: Version of the application's protocol; 0 where none is stored.
types:
  header:
    doc: Records of known and unknown types, each at most once, in any order.
    seq:
      - id: records
        type: header_record
        repeat: eos
        -valid: {unique: _.type}
        doc: The records.
    instances:
      find_definitions:
        -role: internal
        type: header_probe(_index, 1)
        repeat: until
        repeat-until: _.done
      find_constants:
        -role: internal
        type: header_probe(_index, 2)
        repeat: until
        repeat-until: _.done
      find_application_version:
        -role: internal
        type: header_probe(_index, 3)
        repeat: until
        repeat-until: _.done
      definitions_at:
        value: find_definitions.last.at
        -find: {in: records, where: '_.type == header_record_type::column_definitions'}
        -valid: {min: 0}
        doc: Which record holds the column definitions.
      constants_at:
        value: find_constants.last.at
        -find: {in: records, where: '_.type == header_record_type::constant_columns'}
        doc: Which record holds the constant columns; -1 where there is none.
      application_version_at:
        value: find_application_version.last.at
        -find: {in: records, where: '_.type == header_record_type::application_version'}
        doc: Which record holds the version of the application; -1 where there is none.
      definitions:
        value: records[definitions_at].body.as<column_definitions>
        doc: The column definitions.
      constants:
        value: records[constants_at].body.as<constant_columns>.list
        if: constants_at >= 0
        doc: The constant columns.
      num_constants:
        value: 'constants_at < 0 ? 0 : constants.num_entries'
        doc: How many columns are constant.
  header_probe:
    -role: internal
    params:
      - {id: i, type: s4}
      - {id: wanted, type: s4}
    instances:
      hit:
        value: _parent.records[i].type.to_i == wanted
      done:
        value: hit or i == _parent.records.size - 1
      at:
        value: 'hit ? i : -1'
  header_record:
    doc: A record of the header.
    seq:
      - id: len_body
        type: s4
        valid:
          min: 0
        doc: Size of the body in bytes.
      - id: type
        type: s4
        enum: header_record_type
        -open: true
        doc: What the record holds.
      - id: body
        size: len_body
        type:
          switch-on: type
          cases:
            'header_record_type::column_definitions': column_definitions
            'header_record_type::constant_columns': constant_columns
            'header_record_type::application_version': application_version
        doc: The record's data.
  column_definitions:
    doc: The columns of the table that the log holds.
    seq:
      - id: num_columns
        type: s4
        doc: Number of columns.
      - id: columns
        type: column(_index)
        repeat: expr
        repeat-expr: num_columns
        doc: The columns.
  column:
    doc: A column.
    params:
      - {id: i, type: s4, doc: Place of the column among the definitions.}
    seq:
      - id: len_name
        type: s4
        doc: Size of the name in bytes.
      - id: name
        type: str
        size: len_name
        doc: Name of the column.
      - id: type
        type: s4
        enum: column_type
        valid:
          in-enum: true
        doc: Type of its values.
      - id: len_metadata
        type: s4
        doc: Size of what the type needs to know, in bytes.
      - id: metadata
        size: len_metadata
        type:
          switch-on: type
          cases:
            'column_type::enhanced_string': string_metadata
            'column_type::enum': enum_metadata
        doc: What the type needs to know.
    instances:
      encoding:
        value: >-
          type == column_type::enum ? metadata.as<enum_metadata>.encoding : metadata.as<string_metadata>.encoding
        if: type == column_type::enum or type == column_type::enhanced_string
        doc: Encoding of its strings.
      symbols:
        value: metadata.as<enum_metadata>.symbols
        if: type == column_type::enum
        doc: Strings that the values of an Enum stand for.
      storage:
        value: 'type == column_type::enhanced_string and encoding == "ISO-8859-1" ? 12 : type.to_i'
        enum: storage
        doc: How its values are stored.
      find_constant:
        -role: internal
        type: constant_probe(_index, name)
        repeat: until
        repeat-until: _.done
        if: _root.header.num_constants != 0
      constant_at:
        value: '_root.header.num_constants == 0 ? -1 : find_constant.last.at'
        -find: {in: _root.header.constants.entries, where: _.name == name}
        if: _root.header.constants_at >= 0
        doc: Which entry of the constant columns holds its value; -1 where none does.
      is_constant:
        value: '_root.header.num_constants == 0 ? false : constant_at >= 0'
        doc: Whether its value is in the header.
      constant:
        value: _root.header.constants.entries[constant_at]
        if: is_constant
        doc: Its value, where it is in the header.
      presence_index:
        value: 'i == 0 ? 0 : _parent.columns[i - 1].next_presence_index'
        -find: {count: _parent.columns, before: i, where: not _.is_constant}
        doc: Number of the column's bit in the presence map of a row; only columns that are not constant have one.
      next_presence_index:
        -role: internal
        value: 'presence_index.as<s4> + (is_constant ? 0 : 1)'
  constant_probe:
    -role: internal
    params:
      - {id: i, type: s4}
      - {id: wanted, type: str}
    instances:
      hit:
        value: _root.header.constants.entries[i].name == wanted
      done:
        value: hit or i == _root.header.num_constants - 1
      at:
        value: 'hit ? i : -1'
  string_metadata:
    doc: How the strings of a column are encoded.
    seq:
      - id: len_encoding
        type: s4
        doc: Size of the name of the encoding in bytes.
      - id: encoding
        type: str
        size: len_encoding
        valid:
          any-of: ['"ISO-8859-1"', '"UTF-8"']
        -default: '"UTF-8"'
        doc: Encoding of the strings.
  enum_metadata:
    doc: What the numbers of a column of type Enum stand for.
    seq:
      - id: num_symbols
        type: s4
        doc: Number of strings.
      - id: len_encoding
        type: s4
        doc: Size of the name of the encoding in bytes.
      - id: encoding
        type: str
        size: len_encoding
        valid:
          any-of: ['"ISO-8859-1"', '"UTF-8"']
        -default: '"UTF-8"'
        doc: Encoding of the strings.
      - id: symbols
        type: enum_symbol
        repeat: expr
        repeat-expr: num_symbols
        doc: The strings, in the order of the numbers.
  enum_symbol:
    doc: What a number stands for.
    -show: {value: value}
    seq:
      - id: len_value
        type: s4
        doc: Size of the string in bytes.
      - id: value
        size: len_value
        type:
          switch-on: _parent.encoding == "ISO-8859-1"
          cases:
            true: latin1_text
            _: utf8_text
        doc: The string.
  utf8_text:
    doc: Text in UTF-8.
    -show: {value: value}
    seq:
      - {id: value, type: str, size-eos: true}
  latin1_text:
    doc: Text in ISO-8859-1.
    -show: {value: value}
    seq:
      - {id: value, type: str, size-eos: true, encoding: ISO-8859-1}
  application_version:
    doc: Which version of its protocol an application used.
    seq:
      - id: value
        type: s4
        doc: The version.
  constant_columns:
    doc: |
      The columns whose value is in the header. Their types may stand behind them, so they are read when they are first
      asked for.
    instances:
      list:
        type: constant_list
        doc: The constant columns.
  constant_list:
    doc: Constant columns, in any order.
    seq:
      - id: num_entries
        type: s4
        doc: Number of constant columns.
      - id: entries
        type: constant
        repeat: expr
        repeat-expr: num_entries
        -valid: {unique: _.name}
        doc: The constant columns.
  constant:
    doc: A column that has the same value in every row.
    seq:
      - id: len_name
        type: s4
        doc: Size of the name in bytes.
      - id: name
        type: str
        size: len_name
        doc: Name of the column.
      - id: cell
        type:
          switch-on: column.storage
          cases:
            'storage::boolean': constant_boolean
            'storage::byte': constant_byte
            'storage::char': constant_char
            'storage::short': constant_short
            'storage::int': constant_int
            'storage::long': constant_long
            'storage::float': constant_float
            'storage::double': constant_double
            'storage::blob': constant_blob
            'storage::utf8_string': constant_utf8_string
            'storage::enum': constant_symbol(column_at)
            'storage::latin1_string': constant_latin1_string
        doc: The value.
    instances:
      find_column:
        -role: internal
        type: column_probe(_index, name)
        repeat: until
        repeat-until: _.done
      column_at:
        value: find_column.last.at
        -find: {in: _root.columns, where: _.name == name}
        -valid: {min: 0}
        doc: Which column definition has that name.
      column:
        value: _root.columns[column_at]
        doc: The definition of the column.
  column_probe:
    -role: internal
    params:
      - {id: i, type: s4}
      - {id: wanted, type: str}
    instances:
      hit:
        value: _root.columns[i].name == wanted
      done:
        value: hit or i == _root.columns.size - 1
      at:
        value: 'hit ? i : -1'
  record:
    doc: A row, or something else.
    seq:
      - id: len_body
        type: s4
        valid:
          min: 5
        doc: Size of the body in bytes.
      - id: body
        type: body
        size: len_body
        doc: What the record holds.
  body:
    doc: A row with a bit per column that is not constant, or what is no row.
    seq:
      - id: flags
        type: u1
        -default: 3
        doc: 'Bit 0: starts a set of records; bit 1: ends one; bit 2: is no row.'
      - id: presence
        type: b1
        repeat: expr
        repeat-expr: _root.columns.size - _root.header.num_constants
        if: is_row
        -derive: {presence-of: 'cells[*].cell', at: _.column.presence_index, where: not _.column.is_constant}
        doc: Which columns that are not constant have a value.
      - id: cells
        type: cell(_index)
        repeat: expr
        repeat-expr: _root.columns.size
        if: is_row
        doc: The values, one per column definition.
      - id: digest
        type: u4
        if: is_row
        -checksum: {algorithm: adler32, from: _parent.len_body, to: cells}
        doc: Adler-32 of the record, its size included.
      - id: other
        type: other_record
        size-eos: true
        if: not is_row
        doc: What a record that is no row holds.
    instances:
      is_row:
        value: (flags & 4) == 0
        doc: Whether the record is a row.
  cell:
    doc: A value in a row, where the column has one.
    -show: {value: cell}
    params:
      - {id: i, type: s4, doc: Place of the column among the definitions.}
    seq:
      - id: cell
        if: is_present
        type:
          switch-on: column.storage
          cases:
            'storage::boolean': boolean
            'storage::byte': s1
            'storage::char': char
            'storage::short': s2
            'storage::int': s4
            'storage::long': s8
            'storage::float': f4
            'storage::double': f8
            'storage::blob': blob
            'storage::utf8_string': utf8_string
            'storage::enum': symbol(i)
            'storage::latin1_string': latin1_string
        doc: The value.
    instances:
      column:
        value: _root.columns[i]
        doc: The definition of the column.
      is_present:
        value: 'column.is_constant ? false : _parent.presence[column.presence_index]'
        doc: Whether the row has a value of the column.
  other_record:
    doc: A record that is no row.
    seq:
      - id: type
        type: s4
        doc: Type of the record; 20000 is a command.
      - id: version
        type: s4
        doc: Version of that type.
      - id: command
        type: s4
        if: type == 20000
        doc: Id of the command; 10000 deletes the partition.
      - id: data
        size: '_io.size - _io.pos - (has_digest ? 4 : 0)'
        doc: What the type or command adds.
      - id: digest
        type: u4
        if: has_digest
        -checksum: {algorithm: adler32, from: _parent._parent.len_body, to: data}
        doc: Adler-32 of the record, its size included; some writers leave it out.
    instances:
      tail:
        -role: internal
        pos: _io.size - 4
        type: u4
      sum:
        -role: internal
        type: adler_step(_index)
        repeat: expr
        repeat-expr: 5 + _io.size - 4
      has_digest:
        value: sum.last.b.as<u4> * 65536 + sum.last.a.as<u4> == tail
        -valid: {checksum-of: digest}
        doc: Whether the last four bytes are a digest of what is before them.
  adler_step:
    -role: internal
    params:
      - {id: i, type: s4}
    seq:
      - id: force
        size: 0
        if: a < 0 or b < 0
    instances:
      at:
        pos: 'i >= 5 ? i - 5 : 0'
        type: u1
      byte:
        value: >-
          i == 4 ? _parent._parent.flags.as<s4> :
          i < 4 ? (_parent._parent._parent.len_body >> (24 - 8 * i)) & 255 :
          at.as<s4>
      a:
        value: '((i == 0 ? 1 : _parent.sum[i - 1].a.as<s4>) + byte) % 65521'
      b:
        value: '((i == 0 ? 0 : _parent.sum[i - 1].b.as<s4>) + a) % 65521'
  boolean:
    doc: True or false in a byte.
    -show: {value: value}
    seq:
      - {id: value, type: s1, valid: {any-of: [0, 1]}, -type: bool}
  char:
    doc: A code unit of UTF-16.
    -show: {value: value}
    seq:
      - {id: value, type: u2, -type: utf16-unit}
  blob:
    doc: Bytes behind their size.
    -show: {value: value}
    seq:
      - {id: len_value, type: s4, doc: Size of the value in bytes.}
      - {id: value, size: len_value}
  utf8_string:
    doc: Text in UTF-8 behind its size.
    -show: {value: value}
    seq:
      - {id: len_value, type: s4, doc: Size of the value in bytes.}
      - {id: value, type: str, size: len_value}
  latin1_string:
    doc: Text in ISO-8859-1 behind its size.
    -show: {value: value}
    seq:
      - {id: len_value, type: s4, doc: Size of the value in bytes.}
      - {id: value, type: str, size: len_value, encoding: ISO-8859-1}
  symbol:
    doc: A string by its number in the column's metadata.
    -show: {value: number}
    params:
      - {id: i, type: s4, doc: Place of the column among the definitions.}
    seq:
      - id: number
        type: s4
        valid: {min: 0, max: '_root.columns[i].symbols.size - 1'}
        -type: {index: '_root.columns[i].symbols'}
        doc: Place of the string.
  constant_boolean:
    doc: True, false or null in a byte.
    -show: {value: value}
    seq:
      - {id: value, type: s1, valid: {any-of: [0, 1, -128]}, -type: bool, -null: -128}
  constant_byte:
    doc: A byte, or null.
    -show: {value: value}
    seq:
      - {id: value, type: s1, -null: -128}
  constant_char:
    doc: A code unit of UTF-16, or null; writers differ in what stands for null.
    -show: {value: value}
    seq:
      - {id: value, type: u2, -type: utf16-unit, -null: charNull}
  constant_short:
    doc: A short, or null.
    -show: {value: value}
    seq:
      - {id: value, type: s2, -null: -32768}
  constant_int:
    doc: An int, or null.
    -show: {value: value}
    seq:
      - {id: value, type: s4, -null: '-2147483648'}
  constant_long:
    doc: A long, or null.
    -show: {value: value}
    seq:
      - {id: value, type: s8, -null: '-9223372036854775808'}
  constant_float:
    doc: A float, or null; the largest negative one stands for null.
    -show: {value: value}
    seq:
      - {id: value, type: f4, -null: '-3.4028234663852886e+38'}
  constant_double:
    doc: A double, or null; the largest negative one stands for null.
    -show: {value: value}
    seq:
      - {id: value, type: f8, -null: '-1.7976931348623157e+308'}
  constant_blob:
    doc: Bytes behind their size, or null.
    -show: {value: value}
    seq:
      - {id: len_value, type: s4, doc: Size of the value in bytes.}
      - {id: value, size: len_value, if: len_value != -2147483648}
  constant_utf8_string:
    doc: Text in UTF-8 behind its size, or null.
    -show: {value: value}
    seq:
      - {id: len_value, type: s4, doc: Size of the value in bytes.}
      - {id: value, type: str, size: len_value, if: len_value != -2147483648}
  constant_latin1_string:
    doc: Text in ISO-8859-1 behind its size, or null.
    -show: {value: value}
    seq:
      - {id: len_value, type: s4, doc: Size of the value in bytes.}
      - {id: value, type: str, size: len_value, encoding: ISO-8859-1, if: len_value != -2147483648}
  constant_symbol:
    doc: A string by its number in the column's metadata, or null.
    -show: {value: number}
    params:
      - {id: i, type: s4, doc: Place of the column among the definitions.}
    seq:
      - id: number
        type: s4
        valid: {expr: '_ == -2147483648 or (_ >= 0 and _ < _root.columns[i].symbols.size)'}
        -type: {index: '_root.columns[i].symbols'}
        -null: '-2147483648'
        doc: Place of the string.
enums:
  header_record_type:
    1: column_definitions
    2: constant_columns
    3: application_version
  column_type:
    1: {id: boolean, -label: Boolean}
    2: {id: byte, -label: Byte}
    3: {id: char, -label: Char}
    4: {id: short, -label: Short}
    5: {id: int, -label: Int}
    6: {id: long, -label: Long}
    7: {id: float, -label: Float}
    8: {id: double, -label: Double}
    9: {id: blob, -label: Blob}
    10: {id: enhanced_string, -label: EnhancedString}
    11: {id: enum, -label: Enum}
  storage:
    1: boolean
    2: byte
    3: char
    4: short
    5: int
    6: long
    7: float
    8: double
    9: blob
    10: utf8_string
    11: enum
    12: latin1_string
