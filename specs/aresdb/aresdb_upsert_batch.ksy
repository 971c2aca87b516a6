meta:
  id: aresdb_upsert_batch
  title: AresDB upsert batch
  license: Apache-2.0
  endian: le
  bit-endian: le
doc: |
  Upserts of some columns of one table, as columns: a header that describes every column, then for each column its
  validity bits and its values. The same buffer is what clients send over HTTP and Kafka and what the redo log stores.
  All offsets and alignments count from the start of the buffer.
-options:
  - id: table
    type: file
    loader: aresdb_table:columns
    doc: An AresDB table schema in JSON. Columns get its names, order and types; enum columns that list their cases print them.
  - id: type
    type: str
    per: column
    doc: What a column is stored as, `type.c0=uint32`, whatever rows or files say of it.
  - id: update
    type: str
    per: column
    doc: How the values of a column combine with those already in the table, `update.c0=add`, likewise.
-views:
  rows:
    doc: One row per row of the batch, one column per column id (or per column of the table).
    default: true
    rows: num_rows
    columns:
      - {id: batch, value: 0, type: s4, doc: 'Number of the batch, from 0.'}
      - {id: row, value: _row, type: s4, doc: 'Number of the row in its batch, from 0.'}
      - {id: arrival_time, value: arrival_time, doc: 'When the batch arrived.'}
    pivot:
      each: columns[*]
      key: _.column_id
      name: '"c" + _.column_id.to_s'
      vector: _.data.values
      schema: table
      properties:
        - {id: type, value: _.type, option: type, doc: What the values are stored as.}
        - {id: update, value: _.mode.update_mode, option: update, mode: true, doc: How they combine with those already in the table.}
  columns:
    doc: One row per column of the batch.
    each: columns[*]
    columns:
      - {id: batch, value: 0, type: s4, doc: 'Number of the batch, from 0.'}
      - {id: position, value: _index, type: s4, doc: 'Place of the column in the batch, from 0.'}
      - {id: column_id, value: _.column_id, doc: 'Logical id of the column in its table.'}
      - {id: type, value: _.type, doc: 'Type of the values.'}
      - {id: data_mode, value: _.mode.data_mode, doc: 'Which values are stored.'}
      - {id: update_mode, value: _.mode.update_mode, doc: 'How values combine with those already in the table.'}
      - {id: num_rows, value: num_rows, doc: 'Number of rows of the batch.'}
seq:
  - id: version
    type: u4
    valid: '0xfeed0001'
    doc: Version of the layout.
  - id: num_rows
    type: s4
    valid:
      min: 0
    doc: Number of rows.
  - id: num_columns
    type: u2
    doc: Number of columns.
  - size: 14
    doc: Reserved.
  - id: arrival_time
    type: u4
    -type: {timestamp: s}
    doc: When the batch was made, by the clock of the client, in seconds since 1970-01-01 UTC.
  - id: column_offsets
    type: u4
    repeat: expr
    repeat-expr: num_columns + 1
    -derive: {position-of: 'columns[*].data', when-empty: 0}
    doc: Where the data of each column begins, and where that of the last one ends.
  - id: reserved_1
    type: u4
    repeat: expr
    repeat-expr: num_columns
    -default: 0
    doc: Reserved; once the length of the column's enum dictionary.
  - id: reserved_2
    type: u4
    repeat: expr
    repeat-expr: num_columns
    -default: 0
    doc: Reserved.
  - id: types
    type: u4
    enum: type
    repeat: expr
    repeat-expr: num_columns
    valid:
      in-enum: true
    doc: Type of each column (width in bits, base type, and whether it is an array).
  - id: column_ids
    type: u2
    repeat: expr
    repeat-expr: num_columns
    doc: Logical id of each column. Where one occurs twice, the last counts.
  - id: modes
    type: mode
    repeat: expr
    repeat-expr: num_columns
    doc: How each column is stored, and how it updates the table.
  - id: columns
    type: column(_index)
    repeat: expr
    repeat-expr: num_columns
    doc: The columns.
  - size: (-_io.pos) % 8
    doc: Pads the buffer to a multiple of eight bytes.
types:
  mode:
    doc: Which values of a column are stored, and what an update does with them.
    seq:
      - id: data_mode
        type: b3
        enum: data_mode
        valid:
          any-of: ['data_mode::all_null', 'data_mode::all_valid', 'data_mode::null_vector']
        -derive: {nulls-of: '_parent.columns[_index].data.values', all: 'data_mode::all_null', none: 'data_mode::all_valid', some: 'data_mode::null_vector'}
        doc: Whether there is a validity bit per row, or all rows are null or none.
      - id: update_mode
        type: b3
        enum: update_mode
        valid:
          in-enum: true
        -default: 'update_mode::overwrite_not_null'
        doc: What happens where the table has a value already.
      - id: reserved
        type: b2
        -default: 0
        doc: Ignored by AresDB.
  column:
    doc: The data of one column, with what the header says of it.
    params:
      - id: i
        type: s4
        doc: Place of the column in the batch.
    seq:
      - size: _parent.column_offsets[i] - _io.pos
        doc: Gap before the data; AresDB leaves none.
      - id: data
        type: column_data(_parent.column_offsets[i])
        size: _parent.column_offsets[i + 1] - _parent.column_offsets[i]
    instances:
      column_id:
        value: _parent.column_ids[i]
      type:
        value: _parent.types[i]
      mode:
        value: _parent.modes[i]
  column_data:
    doc: |
      Validity bits and values of one column. Values of variable size (arrays and shapes) lie in slots, one per row,
      behind the offsets of where these begin.
    params:
      - id: start
        type: u4
        doc: Where the data begins in the buffer; alignment counts from the start of the buffer.
    seq:
      - id: validity
        type: b1
        repeat: expr
        repeat-expr: num_rows
        if: mode == data_mode::null_vector and type != type::geoshape
        -validity-of: values
        doc: One bit per row, set where the row has a value.
      - size: (-(start + _io.pos)) % 4
        if: is_variable and mode != data_mode::all_null
        doc: Aligns the offsets to four bytes.
      - id: offsets
        type: u4
        repeat: expr
        repeat-expr: num_rows + 1
        if: is_variable and mode != data_mode::all_null
        -derive: {position-of: 'values[*]', relative-to: vector}
        doc: Where the slot of each row begins in the value vector, and where that of the last one ends.
      - size: (-(start + _io.pos)) % 8
        if: mode != data_mode::all_null
        doc: Aligns the values to eight bytes.
      - id: vector
        type: mark
        doc: The value vector begins here.
      - size: offsets[0]
        if: is_variable and mode != data_mode::all_null
        doc: Gap before the first slot; AresDB leaves none.
      - id: values
        type:
          switch-on: type
          cases:
            'type::bool': b1
            'type::int8': s1
            'type::uint8': u1
            'type::int16': s2
            'type::uint16': u2
            'type::int32': s4
            'type::uint32': u4
            'type::float32': f4
            'type::small_enum': u1
            'type::big_enum': u2
            'type::uuid': uuid
            'type::geopoint': geopoint
            'type::geoshape': geoshape_slot(_index)
            'type::int64': s8
            'type::array_of_bool': array_slot(_index)
            'type::array_of_int8': array_slot(_index)
            'type::array_of_uint8': array_slot(_index)
            'type::array_of_int16': array_slot(_index)
            'type::array_of_uint16': array_slot(_index)
            'type::array_of_int32': array_slot(_index)
            'type::array_of_uint32': array_slot(_index)
            'type::array_of_float32': array_slot(_index)
            'type::array_of_small_enum': array_slot(_index)
            'type::array_of_big_enum': array_slot(_index)
            'type::array_of_uuid': array_slot(_index)
            'type::array_of_geopoint': array_slot(_index)
            'type::array_of_int64': array_slot(_index)
        repeat: expr
        repeat-expr: num_rows
        if: mode != data_mode::all_null
        doc: One value per row.
    instances:
      num_rows:
        value: _parent._parent.num_rows
      type:
        value: _parent.type
      mode:
        value: _parent.mode.data_mode
      is_variable:
        value: type == type::geoshape or (type.to_i & 0x01000000) != 0
        doc: Whether the values differ in size.
  mark:
    doc: A place without bytes, from which others count.
  array_slot:
    doc: Place of an array in the value vector. One of no bytes is null.
    -show: {value: array}
    params:
      - id: i
        type: s4
        doc: Number of the row.
    seq:
      - id: array
        type: array(_parent.type)
        size: _parent.offsets[i + 1] - _parent.offsets[i]
        if: _parent.offsets[i + 1] != _parent.offsets[i]
        doc: The array, unless it is null.
  array:
    doc: Items and, behind them, a validity bit for each.
    -show: {value: items}
    params:
      - id: type
        type: u4
        enum: type
        doc: Type of the column.
    seq:
      - id: num_items
        type: u4
        doc: Number of items.
      - id: items
        type:
          switch-on: type
          cases:
            'type::array_of_bool': b1
            'type::array_of_int8': s1
            'type::array_of_uint8': u1
            'type::array_of_int16': s2
            'type::array_of_uint16': u2
            'type::array_of_int32': s4
            'type::array_of_uint32': u4
            'type::array_of_float32': f4
            'type::array_of_small_enum': u1
            'type::array_of_big_enum': u2
            'type::array_of_uuid': uuid
            'type::array_of_geopoint': geopoint
            'type::array_of_int64': s8
        repeat: expr
        repeat-expr: num_items
        doc: The items.
      - size: 0
        doc: The validity bits begin with a byte of their own.
      - id: validity
        type: b1
        repeat: expr
        repeat-expr: num_items
        -validity-of: items
        doc: One bit per item, set where it isn't null.
      - size: (-_io.pos) % 8
        doc: Pads the slot to a multiple of eight bytes.
  geoshape_slot:
    doc: Place of a shape in the value vector. One of no bytes is null.
    -show: {value: shape}
    params:
      - id: i
        type: s4
        doc: Number of the row.
    seq:
      - id: shape
        type: geoshape
        size: _parent.offsets[i + 1] - _parent.offsets[i]
        if: _parent.offsets[i + 1] != _parent.offsets[i]
        doc: The shape, unless it is null.
  geoshape:
    doc: A shape on the earth.
    -show: {value: polygons}
    seq:
      - id: num_polygons
        type: u4
        doc: Number of polygons.
      - id: polygons
        type: polygon
        repeat: expr
        repeat-expr: num_polygons
        doc: Its polygons.
  polygon:
    doc: The points around an area.
    -show: {value: points}
    seq:
      - id: num_points
        type: u4
        doc: Number of points.
      - id: points
        type: geopoint
        repeat: expr
        repeat-expr: num_points
        doc: Its points.
  uuid:
    doc: Sixteen bytes in textual order.
    -show: {value: value}
    -type: uuid
    seq:
      - id: value
        size: 16
  geopoint:
    doc: A place on the earth in degrees.
    seq:
      - id: lat
        type: f4
        doc: Latitude in degrees.
      - id: lng
        type: f4
        doc: Longitude in degrees.
enums:
  data_mode:
    0: all_null
    1: all_valid
    2: null_vector
  update_mode:
    0: {id: overwrite_not_null, doc: A value replaces the old one; null leaves it.}
    1: {id: overwrite, doc: A value or null replaces the old one.}
    2: {id: add, doc: Adds to the old value.}
    3: {id: min, doc: Keeps the smaller one.}
    4: {id: max, doc: Keeps the larger one.}
  type:
    0x00000001: bool
    0x00010008: int8
    0x00020008: uint8
    0x00030010: int16
    0x00040010: uint16
    0x00050020: int32
    0x00060020: uint32
    0x00070020: float32
    0x00080008: {id: small_enum, doc: Number of a case; at most 256 cases.}
    0x00090010: {id: big_enum, doc: Number of a case; at most 65536 cases.}
    0x000a0080: uuid
    0x000b0040: geopoint
    0x000c0000: geoshape
    0x000d0040: int64
    0x01000001: {id: array_of_bool, -label: 'bool[]'}
    0x01010008: {id: array_of_int8, -label: 'int8[]'}
    0x01020008: {id: array_of_uint8, -label: 'uint8[]'}
    0x01030010: {id: array_of_int16, -label: 'int16[]'}
    0x01040010: {id: array_of_uint16, -label: 'uint16[]'}
    0x01050020: {id: array_of_int32, -label: 'int32[]'}
    0x01060020: {id: array_of_uint32, -label: 'uint32[]'}
    0x01070020: {id: array_of_float32, -label: 'float32[]'}
    0x01080008: {id: array_of_small_enum, -label: 'small_enum[]'}
    0x01090010: {id: array_of_big_enum, -label: 'big_enum[]'}
    0x010a0080: {id: array_of_uuid, -label: 'uuid[]'}
    0x010b0040: {id: array_of_geopoint, -label: 'geopoint[]'}
    0x010d0040: {id: array_of_int64, -label: 'int64[]'}
