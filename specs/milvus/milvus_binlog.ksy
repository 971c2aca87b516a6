meta:
  id: milvus_binlog
  title: Milvus binlog
  license: CC0-1.0
  endian: le
  encoding: UTF-8
doc: >-
  What Milvus keeps of a segment, a file per column: a descriptor, then events, each with a whole Parquet file as its payload. Also
  deleted keys, requests that change the schema, and parts of indexes. There are three layouts: that of the design document
  (December 2020), that of 2.0.0-rc1 to rc6 (2021), and that of later releases (2.x). A file tells by itself which one it has.
-samples:
  - samples/m2x_s101_insert_102_i8.bin
  - samples/m2x_s101_insert_multi_event.bin
  - samples/m2x_s102_insert_142_n_sparse.bin
  - samples/m2x_s101_stream_insert_102_n_f.bin
  - samples/m2x_s101_delete_stream_multifield_varchar.bin
  - samples/m2rc_s101_ddl_ddl.bin
  - samples/m2rc_s101_insert_noevents.bin
  - samples/mdec2020_s101_insert_bool.bin
  - samples/mdec2020_s101_insert_noevents.bin
-options:
  - id: layout
    type: enum
    choices: {auto: 0, '2020': 1, '2021': 2, '2x': 3}
    default: auto
    doc: Which layout a file must have; by default it may be any.
  - id: field
    type: str
    doc: Only files of this field, by its number, or by its name in the schema. RowID and Timestamp always have a name.
  - id: schema
    type: file
    loader: milvus_schema:field_ids
    doc: Schema of the collection in JSON, which gives fields names.
-views:
  rows:
    doc: One row per row of a payload.
    default: true
    each: events[*]
    files: &field {option: field, is: descriptor.field_id, names: schema, known: {RowID: 0, Timestamp: 1}}
    metadata: &ids
      - {id: collection_id, value: descriptor.collection_id, type: s8, doc: The collection.}
      - {id: partition_id, value: descriptor.partition_id, type: s8, doc: The partition.}
      - {id: segment_id, value: descriptor.segment_id, type: s8, doc: The segment.}
      - {id: field_id, value: descriptor.field_id, type: s8, nullable: true, doc: The field.}
    require: [&layout {holds: 'layout == 0 or descriptor.layout.to_i == layout', field: descriptor.server_id_or_len}]
    columns:
      - {id: event, value: _index, type: s4, doc: 'Number of the event, from 0; the descriptor is none.'}
      - {id: event_type, value: _.type_code, doc: What it tells.}
      - {id: row, value: _row, type: s4, doc: 'Number of the row in the event, from 0.'}
    decode:
      bytes: _.body.payload
      by: bytewright.codecs.parquet
      column: value
      doc: The value.
      as:
        - {where: 'not descriptor.is_legacy and descriptor.field_id == -1 and _.type_code == event_type::delete', type: {struct: {pk: [s8, str], ts: s8}, tags: {pkType: {pk: [5, 21]}}}}
        - {where: 'descriptor.payload_data_type == data_type::string and not descriptor.is_legacy and _.type_code == event_type::index_file', type: bytes}
        - {where: 'descriptor.payload_data_type == data_type::bool', type: bool}
        - {where: 'descriptor.payload_data_type == data_type::int8', type: s1}
        - {where: 'descriptor.payload_data_type == data_type::int16', type: s2}
        - {where: 'descriptor.payload_data_type == data_type::int32', type: s4}
        - {where: 'descriptor.payload_data_type == data_type::int64 or descriptor.payload_data_type == data_type::timestamptz', type: s8}
        - {where: 'descriptor.payload_data_type == data_type::float', type: f4}
        - {where: 'descriptor.payload_data_type == data_type::double', type: f8}
        - {where: 'descriptor.is_text', type: str}
        - {where: 'descriptor.is_binary', type: bytes}
        - {where: 'descriptor.payload_data_type == data_type::float_vector', type: 'f4[]'}
        - {where: 'descriptor.payload_data_type == data_type::int8_vector', type: 's1[]'}
        - {where: 'descriptor.payload_data_type == data_type::sparse_float_vector', type: {map: [u4, f4]}}
        - {where: 'descriptor.payload_data_type == data_type::array_of_vector', metadata: {elementType: '101'}, type: 'f4[][]'}
        - {where: 'descriptor.payload_data_type == data_type::array_of_vector', metadata: {elementType: '105'}, type: 's1[][]'}
        - {where: 'descriptor.payload_data_type == data_type::array_of_vector', type: 'bytes[]'}
      encode:
        - {where: descriptor.is_legacy, with: {compression: none, version: '1.0'}}
        - {where: _.type_code == event_type::delete and descriptor.payload_data_type == data_type::int64, with: {compression: none}}
        - {with: {compression: zstd, level: 3}}
      stated-size: {in: descriptor.current.extras, member: original_size}
  events:
    doc: One row per event, the descriptor first.
    each: events[*]
    first: descriptor
    files: *field
    metadata: *ids
    require: [*layout]
    columns:
      - {id: event, value: _index + 1, type: s4, doc: Number of the event; that of the descriptor is 0.}
      - {id: offset, value: _offset, type: s8, first: _offset, doc: Where it begins in the file.}
      - {id: event_type, value: _.type_code, first: _.type_code, doc: What it tells.}
      - {id: timestamp, value: _.timestamp, first: _.timestamp, type: long, doc: 'When it was written, as stored.'}
      - {id: time, value: _.timestamp >> 18, first: _.timestamp >> 18, type: {timestamp: ms}, doc: The physical part of that.}
      - {id: event_length, value: _.len_event, first: _.event_length, type: s4, doc: Its size in bytes.}
      - {id: next_position, value: _.next_position, first: _.next_position, type: s4, doc: 'Where the next one begins, or -1.'}
      - {id: start_timestamp, value: _.body.start_timestamp, first: _.start_timestamp, type: long, doc: Timestamp of its first row.}
      - {id: end_timestamp, value: _.body.end_timestamp, first: _.end_timestamp, type: long, doc: Timestamp of its last row.}
      - {id: payload_size, value: _.body.payload.length, type: s4, nullable: true, doc: Size of its payload in bytes.}
  descriptor:
    doc: What the file is, in one row.
    files: *field
    require: [*layout]
    columns:
      - {id: layout, value: descriptor.layout, doc: Which layout it has.}
      - {id: collection_id, value: descriptor.collection_id, type: s8, doc: The collection.}
      - {id: partition_id, value: descriptor.partition_id, type: s8, doc: The partition.}
      - {id: segment_id, value: descriptor.segment_id, type: s8, doc: The segment.}
      - {id: field_id, value: descriptor.field_id, type: s8, nullable: true, doc: The field.}
      - {id: payload_data_type, value: descriptor.payload_data_type.to_i, type: s4, doc: 'The type of its values, as a number.'}
      - {id: start_timestamp, value: descriptor.start_timestamp, type: long, doc: Timestamp of the first row.}
      - {id: end_timestamp, value: descriptor.end_timestamp, type: long, doc: Timestamp of the last row.}
      - {id: extras, value: descriptor.current.extras, nullable: true, doc: What else the writer said of it.}
seq:
  - id: magic
    contents: [0xbc, 0xfa, 0xff, 0x00]
    doc: The number 0xfffabc.
  - id: descriptor
    type: descriptor
    doc: Of which collection, segment and field the file is.
  - id: events
    type: event
    repeat: eos
    -valid: {same: _.kind}
    -hint: A file has rows, deletes, requests or parts of an index, not some of each.
    doc: The events.
types:
  descriptor:
    doc: The first event.
    seq:
      - id: timestamp
        type: u8
        doc: When it was written, as Milvus counts time, in milliseconds since 1970 times 2¹⁸, plus a number.
      - id: type_code
        type: s1
        enum: event_type
        valid:
          any-of: [event_type::descriptor]
        -hint: The first event of a file is its descriptor.
        -default: event_type::descriptor
        doc: Always that of a descriptor.
      - id: server_id_or_len
        type: s4
        doc: In the layouts of 2020 and 2021 the id of the server, which is always 1; in 2.x the size of the event in bytes.
      - id: len_legacy
        type: s4
        if: server_id_or_len == 1
        valid:
          any-of: [91, 99]
        doc: Size of the event in bytes, in the layouts of 2020 and 2021.
      - id: next_position
        type: s4
        -derive: {end-of: [legacy, current]}
        doc: Where the next event begins in the file.
      - id: legacy
        type: legacy_descriptor
        size: len_legacy - 21
        if: server_id_or_len == 1
        doc: The rest, as it was in 2020 and 2021.
      - id: current
        type: current_descriptor
        size: server_id_or_len - 17
        if: server_id_or_len != 1
        doc: The rest, as it is in 2.x.
    instances:
      is_legacy:
        value: server_id_or_len == 1
      layout:
        value: 'not is_legacy ? layout::v2x : len_legacy == 91 ? layout::v2020 : layout::v2021'
      event_length:
        value: 'is_legacy ? len_legacy : server_id_or_len'
      collection_id:
        value: 'is_legacy ? legacy.collection_id : current.collection_id'
      partition_id:
        value: 'is_legacy ? legacy.partition_id : current.partition_id'
      segment_id:
        value: 'is_legacy ? legacy.segment_id : current.segment_id'
      field_id:
        value: 'is_legacy ? legacy.field_id : current.field_id'
      start_timestamp:
        value: 'is_legacy ? legacy.start_timestamp : current.start_timestamp'
      end_timestamp:
        value: 'is_legacy ? legacy.end_timestamp : current.end_timestamp'
      is_text:
        value: payload_data_type == data_type::string or payload_data_type == data_type::varchar or payload_data_type == data_type::text or payload_data_type == data_type::json
      is_binary:
        value: >-
          payload_data_type == data_type::array or payload_data_type == data_type::geometry or payload_data_type == data_type::mol
          or payload_data_type == data_type::binary_vector or payload_data_type == data_type::float16_vector
          or payload_data_type == data_type::bfloat16_vector
      payload_data_type:
        value: 'is_legacy ? legacy.payload_data_type : current.payload_data_type'
      may_be_keys:
        value: payload_data_type == data_type::int64 or payload_data_type == data_type::string or payload_data_type == data_type::varchar
        doc: Whether the values may be primary keys, requests or times.
      has_requests:
        value: segment_id == -1 and payload_data_type == data_type::string
        doc: Whether the file can only be of requests.
  legacy_descriptor:
    seq:
      - id: binlog_version
        type: s2
        -default: 1
      - id: server_version
        type: s8
        -default: 1
      - id: commit_id
        type: s8
        -default: 1
      - id: len_header
        type: s1
        -default: 21
      - id: collection_id
        type: s8
        -default: -1
      - id: partition_id
        type: s8
        -default: -1
      - id: segment_id
        type: s8
        -default: -1
      - id: field_id
        type: s8
        if: _parent.len_legacy >= 99
      - id: start_timestamp
        type: u8
      - id: end_timestamp
        type: u8
      - id: payload_data_type
        type: s4
        enum: data_type
        valid:
          in-enum: true
      - id: len_descriptor
        type: u1
        -default: 63
        doc: Size of the fixed part of a descriptor's data, 71 in the layout of 2021. Nobody reads it.
      - id: len_events
        type: u1
        repeat: expr
        repeat-expr: 6
        -default: 16
        doc: Likewise of each other type of event.
  current_descriptor:
    seq:
      - id: collection_id
        type: s8
        -default: -1
      - id: partition_id
        type: s8
        -default: -1
      - id: segment_id
        type: s8
        -default: -1
      - id: field_id
        type: s8
        -default: -1
      - id: start_timestamp
        type: u8
      - id: end_timestamp
        type: u8
      - id: payload_data_type
        type: s4
        enum: data_type
        valid:
          in-enum: true
      - id: len_descriptor
        type: u1
        -default: 52
        doc: Size of the fixed part of a descriptor's data. Nobody reads it.
      - id: len_events
        type: u1
        repeat: expr
        repeat-expr: 7
        -default: 16
        doc: Likewise of each other type of event.
      - id: len_extras
        type: s4
      - id: extras
        type: str
        size: len_extras
        -type: {json: {nullable: bool, original_size: str}}
    instances:
      unused:
        value: _parent.server_id_or_len - 81 - len_extras
        -valid: 0
        doc: Bytes of the event behind the extras. There are none.
  event:
    seq:
      - id: timestamp
        type: u8
      - id: type_code
        type: s1
        enum: event_type
        valid:
          expr: may_stand_here
        -hint: Deletes stand in files of keys, requests in files of no segment, rows in all others and in those of times.
        doc: What it tells.
      - id: server_id
        type: s4
        if: _root.descriptor.is_legacy
        -default: 1
      - id: len_event
        type: s4
      - id: next_position
        type: s4
        -derive: {end-of: body, unless: -1}
        doc: Where the next event begins in the file, or -1, as some writers don't know that.
      - id: body
        type: event_body
        size: 'len_event - (_root.descriptor.is_legacy ? 21 : 17)'
    instances:
      of_schema:
        value: >-
          type_code == event_type::create_collection or type_code == event_type::drop_collection
          or type_code == event_type::create_partition or type_code == event_type::drop_partition
      kind:
        value: 'of_schema ? 3 : type_code.to_i'
        enum: kind
        doc: What it is about, which is the same for all events of a file.
      may_stand_here:
        value: >-
          of_schema ? _root.descriptor.segment_id == -1 and _root.descriptor.may_be_keys
          : type_code == event_type::delete ? _root.descriptor.may_be_keys
          : type_code == event_type::insert ? not _root.descriptor.has_requests
          : type_code == event_type::index_file and not _root.descriptor.is_legacy and _root.descriptor.payload_data_type == data_type::string
        doc: Whether such an event may stand in such a file; deletes in those of keys, requests in those of no segment, rows in all but those of requests.
  event_body:
    seq:
      - id: start_timestamp
        type: u8
      - id: end_timestamp
        type: u8
      - id: payload
        size-eos: true
enums:
  layout:
    1: {id: v2020, -label: '2020'}
    2: {id: v2021, -label: '2021'}
    3: {id: v2x, -label: '2x'}
  event_type:
    0: descriptor
    1: insert
    2: delete
    3: create_collection
    4: drop_collection
    5: create_partition
    6: drop_partition
    7: index_file
  kind:
    1: rows
    2: deletes
    3: requests
    7: parts_of_an_index
  data_type:
    -1: unset
    0: none
    1: bool
    2: int8
    3: int16
    4: int32
    5: int64
    10: float
    11: double
    20: string
    21: varchar
    22: array
    23: json
    24: geometry
    25: text
    26: timestamptz
    27: mol
    100: binary_vector
    101: float_vector
    102: float16_vector
    103: bfloat16_vector
    104: sparse_float_vector
    105: int8_vector
    106: array_of_vector
    200: array_of_struct
    201: struct
