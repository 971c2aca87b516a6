meta:
  id: filodb_container
  title: FiloDB RecordContainer (BinaryRecord v2)
  license: Apache-2.0
  endian: le
  encoding: UTF-8
doc: |
  Samples of time series as FiloDB's clients send them through Kafka: containers of records, each record laid out by a schema that
  the container only names by a number. Fields of fixed size come first; strings, maps, histograms and nested records lie behind
  them and are named by their offsets.
-samples: [samples/gauge.bin, samples/histograms.bin, samples/empty.bin]
-options:
  - id: schemas
    type: file
    loader: filodb_schemas:schemas
    otherwise: filodb_schemas:standard
    doc: Schemas, as FiloDB's own configuration (HOCON or JSON) or as a list of them in JSON. Without it FiloDB's standard ones.
  - {id: schema, type: str, doc: 'Only the columns of the schema with this name; of rows that are written, their schema.'}
  - {id: containerBytes, type: int, default: 262144, doc: 'Most bytes of a container that is made of rows; 0 for any number.'}
  - id: mapOrder
    type: enum
    choices: [auto, sorted, given]
    default: auto
    doc: 'Whether maps that are made of rows are sorted by their keys; with auto, those of rows without a partition hash.'
  - id: partitionHash
    type: enum
    choices: [bulk, pairs, single]
    default: bulk
    doc: 'How a partition hash that rows leave out is made of maps: at once, by sorted pairs, or by pairs as they are.'
  - {id: partitionHashIgnores, type: str, default: le, doc: 'Keys that a partition hash of sorted pairs leaves out, by commas.'}
-made-of:
  records:
    doc: Rows of the view.
    view: records
    with: filodb_records:containers
    options: [schemas, schema, mapOrder]
    deal: {list: 'containers[*].area.records[*]', limit: containerBytes}
-views:
  records:
    doc: One row per record.
    default: true
    each: containers[*].area.records[*]
    columns:
      - {id: container, value: containers._index, type: s4, doc: 'Number of the container in the file, from 0.'}
      - {id: record, value: _index, type: s4, doc: 'Number of the record in its container, from 0.'}
      - {id: container_time, value: containers.time, doc: When the container was made.}
      - {id: schema_id, value: _.body.schema_id, nullable: true, doc: 'Number of the schema, where records name it.'}
      - {id: schema, value: _.body.schema.name, nullable: true, doc: Name of the schema.}
      - {id: partition_hash, value: _.body.partition_hash, nullable: true, doc: 'Hash of the partition key, as stored.'}
    pivot:
      of: _.body
      option: schema
      among: schemas[*]
      name: _.name
      each: _.columns[*]
  containers:
    doc: One row per container.
    each: containers[*]
    columns:
      - {id: container, value: _index, type: s4, doc: 'Number of the container in the file, from 0.'}
      - {id: offset, value: _offset, type: s8, doc: Where it begins.}
      - {id: num_bytes, value: _.num_bytes, doc: Its size in bytes without this number.}
      - {id: version, value: _.version, type: s2, doc: Version of the layout.}
      - {id: container_time, value: _.time, doc: When it was made.}
      - {id: records, type: s4, count: {in: '_.area.records[*]'}, doc: How many records it has.}
params:
  - id: schemas
    type: schema[]
    doc: The schemas that records may have.
seq:
  - id: containers
    type: container
    repeat: eos
    -role: slack
    doc: |
      The containers. One that is full may be handed out with the unused rest of its buffer, so that zeros may follow the
      last one.
types:
  schema:
    doc: How records are laid out. It is not in the file; readers are given it.
    params:
      - {id: name, type: str, doc: Its name.}
      - {id: id, type: s4, doc: Number by which records name it; -1 where they don't.}
      - {id: has_id, type: bool, doc: Whether records have the number and a hash of the partition key.}
      - {id: columns, type: 'column[]', doc: 'Its columns, those of the partition key last.'}
      - {id: partition_start, type: s4, doc: Place of the first column of the partition key.}
      - {id: predefined_keys, type: 'str[]', doc: Keys of maps that are stored as a number.}
  column:
    doc: A column of a schema.
    params:
      - {id: name, type: str, doc: Its name.}
      - {id: type, type: u1, enum: column_type, doc: Type of its values.}
      - {id: inner, type: schema, doc: 'Schema of the records that it holds, if it does.'}
  container:
    doc: Records that belong together, such as those of a message.
    seq:
      - id: num_bytes
        type: s4
        valid:
          min: 12
        doc: How many bytes follow.
      - id: reserved
        size: 3
        -default: '[0, 0, 0]'
        doc: Kept for flags, and never read.
      - id: version
        type: u1
        valid: 1
        doc: Version of the layout.
      - id: time
        type: s8
        -type: {timestamp: ms}
        doc: When the container was made or emptied.
      - id: area
        size: num_bytes - 12
        type: records
        doc: The records.
  records:
    doc: Records one after another.
    seq:
      - id: records
        type: record
        repeat: eos
        doc: The records.
  record:
    doc: A record, padded to a multiple of four bytes.
    seq:
      - id: len_body
        type: s4
        valid:
          min: 0
        doc: How many bytes follow, without padding.
      - id: body
        size: len_body
        type: body(_root.schemas[0], false)
        doc: What the record holds.
      - size: (-len_body) % 4
        doc: Padding; writers leave in it what was there before.
  body:
    doc: The fields of a record. Offsets count from the record's length, four bytes before.
    -show:
      cells:
        each: schema.columns[*]
        name: _.name
        case: _.type
        cell: fields[_column].value
        inner: _.inner.columns[*]
    params:
      - {id: outer, type: schema, doc: 'The schema of a nested record; otherwise the first of all.'}
      - {id: is_inner, type: bool, doc: Whether the record is nested in another.}
    seq:
      - id: schema_id
        type: u2
        if: outer.has_id
        valid:
          expr: is_inner or schema_at >= 0
        -hint: The option schemas says which schemas there are.
        doc: Number of the schema.
      - id: fields
        type: field(schema.columns[_index])
        repeat: expr
        repeat-expr: schema.columns.size
        doc: The fields; of those of variable size, where they are.
      - id: partition_hash
        type: s4
        if: outer.has_id
        -default:
          call: filodb_keys:partition_hash
          with:
            - schema
            - fields
            - size: schema.columns.size - schema.partition_start
              item: >-
                schema.columns[schema.partition_start + _index].type == column_type::string ?
                fields[schema.partition_start + _index].value.as<string_ref>.target.text.to_b("UTF-8") :
                schema.columns[schema.partition_start + _index].type == column_type::map ?
                bytes_of(fields[schema.partition_start + _index].value.as<map_ref>.target) :
                schema.columns[schema.partition_start + _index].type == column_type::hist ?
                bytes_of(fields[schema.partition_start + _index].value.as<histogram_ref>.target.histogram) :
                schema.columns[schema.partition_start + _index].type == column_type::br ?
                bytes_of(fields[schema.partition_start + _index].value.as<record_ref>.target.record) : [].as<bytes>
            - partitionHash
            - partitionHashIgnores
        doc: Hash of the partition key.
    instances:
      schema_at:
        value: find_schema.last.at
        -find: {in: _root.schemas, where: _.id == schema_id}
        if: outer.has_id and not is_inner
        doc: Which schema it is.
      schema:
        value: 'outer.has_id and not is_inner ? _root.schemas[schema_at] : outer'
        doc: The schema of the record.
      find_schema:
        -role: internal
        pos: 0
        type: schema_probe(_index, schema_id)
        repeat: until
        repeat-until: _.done
  schema_probe:
    -role: internal
    params:
      - {id: i, type: s4}
      - {id: wanted, type: u2}
    instances:
      hit:
        value: _root.schemas[i].id == wanted
      done:
        value: hit or i == _root.schemas.size - 1
      at:
        value: 'hit ? i : -1'
  field:
    doc: A field of a record.
    -show: {value: value}
    params:
      - {id: column, type: column, doc: The column that it is of.}
    seq:
      - id: value
        type:
          switch-on: column.type
          cases:
            'column_type::int': s4
            'column_type::long': s8
            'column_type::double': f8
            'column_type::ts': moment
            'column_type::string': string_ref
            'column_type::map': map_ref(_parent.schema)
            'column_type::hist': histogram_ref
            'column_type::br': record_ref(column.inner)
        doc: The value, or where it is.
  moment:
    doc: A moment in milliseconds.
    -show: {value: value}
    seq:
      - {id: value, type: s8, -type: {timestamp: ms}, doc: Milliseconds since 1970-01-01 UTC.}
  string_ref:
    doc: Where a text lies.
    -show: {value: target}
    seq:
      - {id: offset, type: s4, doc: 'Where it begins, counted from the length of the record.'}
    instances:
      target:
        pos: offset - 4
        type: short_text
        doc: The text.
  short_text:
    doc: Text behind its length.
    -show: {value: text}
    seq:
      - {id: len_text, type: u2, doc: Size in bytes.}
      - {id: text, type: str, size: len_text, doc: The text.}
  map_ref:
    doc: Where a map lies.
    -show: {value: target}
    params:
      - {id: schema, type: schema, doc: The schema of the record.}
    seq:
      - {id: offset, type: s4, doc: 'Where it begins, counted from the length of the record.'}
    instances:
      target:
        pos: offset - 4
        type: map(schema)
        doc: The map.
  map:
    doc: A map behind its length.
    -show: {value: area}
    params:
      - {id: schema, type: schema, doc: The schema of the record.}
    seq:
      - {id: len_area, type: u2, doc: Size of the entries in bytes.}
      - {id: area, size: len_area, type: entries(schema), doc: The entries.}
  entries:
    doc: The entries of a map, in any order. Writers sort them by their keys.
    -show: {value: entries}
    params:
      - {id: schema, type: schema, doc: The schema of the record.}
    seq:
      - id: entries
        type: entry(schema)
        repeat: eos
        -type: {map: {key: _.key, value: _.value}}
        doc: The entries.
  entry:
    doc: A key and a value.
    params:
      - {id: schema, type: schema, doc: The schema of the record.}
    seq:
      - id: code
        type: u1
        valid:
          expr: '_ < 192 or (_ & 63) < schema.predefined_keys.size'
        doc: Size of the key in bytes, or from 192 on the number of a predefined one.
      - {id: literal, type: str, size: code, if: code < 192, doc: 'The key, where it is none of the predefined ones.'}
      - {id: len_value, type: u2, doc: Size of the value in bytes.}
      - {id: value, type: str, size: len_value, doc: The value.}
    instances:
      key:
        value: 'code < 192 ? literal : schema.predefined_keys[code & 63]'
        doc: The key.
  record_ref:
    doc: Where a nested record lies.
    -show: {value: target}
    params:
      - {id: inner, type: schema, doc: Its schema.}
    seq:
      - {id: offset, type: s4, doc: 'Where it begins, counted from the length of the record around it.'}
    instances:
      target:
        pos: offset - 4
        type: nested_record(inner)
        doc: The record.
  nested_record:
    doc: A record behind the size of all of it.
    -show: {value: record}
    params:
      - {id: inner, type: schema, doc: Its schema.}
    seq:
      - {id: len_record, type: u2, doc: Size of the record in bytes.}
      - {id: record, size: len_record, type: whole_record(inner), doc: The record.}
  whole_record:
    doc: A nested record.
    -show: {value: body}
    params:
      - {id: inner, type: schema, doc: Its schema.}
    seq:
      - {id: len_body, type: s4, doc: How many bytes follow.}
      - {id: body, size: len_body, type: 'body(inner, true)', doc: What the record holds.}
  histogram_ref:
    doc: Where a histogram lies.
    -show: {value: target}
    seq:
      - {id: offset, type: s4, doc: 'Where it begins, counted from the length of the record.'}
    instances:
      target:
        pos: offset - 4
        type: sized_histogram
        doc: The histogram.
  sized_histogram:
    doc: A histogram behind its size.
    -show: {value: histogram}
    seq:
      - {id: len_histogram, type: u2, valid: {max: 32767}, doc: Size in bytes.}
      - {id: histogram, size: len_histogram, type: histogram, doc: The histogram.}
  histogram:
    doc: Buckets and how many samples are in each and all before it.
    -show:
      columns:
        - {id: format, value: format.to_i, type: s2, doc: Code of the format.}
        - id: scheme
          value: >-
            is_empty ? "empty" : format == histogram_format::geometric_minus_1_long ? "geometric_minus_1" :
            is_geometric ? "geometric" : is_exponential ? "exponential" : "custom"
          doc: How its buckets are said.
        - {id: first, value: buckets.as<geometric>.first, if: is_geometric, doc: Top of the first bucket.}
        - {id: multiplier, value: buckets.as<geometric>.multiplier, if: is_geometric, doc: 'By what each bucket is wider than the one before.'}
        - {id: scale, value: buckets.as<exponential>.scale, type: s4, if: is_exponential, doc: How fine the buckets are.}
        - {id: start_index, value: buckets.as<exponential>.start_index, if: is_exponential, doc: Index of the first positive bucket.}
        - id: bucket_tops
          list:
            size: num_buckets
            item: >-
              is_geometric ? buckets.as<geometric>.first * pow(buckets.as<geometric>.multiplier, _index) -
              (format == histogram_format::geometric_minus_1_long ? 1.0 : 0.0) :
              is_exponential ? (_index == 0 ? 0.0 :
              exp((buckets.as<exponential>.start_index + _index) * log(pow(2, pow(2, -buckets.as<exponential>.scale))))) :
              buckets.as<custom>.tops.values[_index]
          doc: Top of each bucket.
        - {id: values, list: {size: num_buckets, item: 'is_double ? doubles.values[_index] : longs.values[_index] * 1.0'}, doc: How many samples are in each bucket and all before it.}
    seq:
      - id: format
        type: u1
        enum: histogram_format
        valid:
          in-enum: true
        doc: How buckets and values are stored.
      - id: len_buckets
        type: u2
        if: not is_empty
        doc: Size of the buckets in bytes.
      - id: buckets
        size: len_buckets
        if: not is_empty
        type:
          switch-on: format
          cases:
            'histogram_format::geometric_long': geometric
            'histogram_format::geometric_minus_1_long': geometric
            'histogram_format::geometric_double': geometric
            'histogram_format::custom_long': custom
            'histogram_format::custom_double': custom
            'histogram_format::exponential_long': exponential
            'histogram_format::exponential_double': exponential
        doc: The buckets.
      - {size-eos: true, if: is_empty, valid: {expr: _.length == 0}, doc: Nothing.}
      - id: longs
        size-eos: true
        process: bytewright.codecs.nibble_pack(num_buckets, 1)
        type: longs
        if: not is_empty and not is_double
        doc: The values, where they are integers.
      - id: doubles
        size-eos: true
        process: bytewright.codecs.nibble_pack(num_buckets, 2)
        type: doubles
        if: is_double
        doc: The values, where they are floats.
    instances:
      is_empty:
        value: format == histogram_format::empty
        doc: Whether it has no buckets.
      is_double:
        value: >-
          format == histogram_format::geometric_double or format == histogram_format::custom_double or
          format == histogram_format::exponential_double
        doc: Whether its values are floats.
      is_geometric:
        value: >-
          format == histogram_format::geometric_long or format == histogram_format::geometric_minus_1_long or
          format == histogram_format::geometric_double
        doc: Whether each bucket is wider than the one before by the same factor.
      is_exponential:
        value: format == histogram_format::exponential_long or format == histogram_format::exponential_double
        doc: Whether its buckets are those of OpenTelemetry's exponential histograms.
      num_buckets:
        value: >-
          is_empty ? 0 : is_geometric ? buckets.as<geometric>.num_buckets.as<s4> :
          is_exponential ? buckets.as<exponential>.num_positive.as<s4> + 1 : buckets.as<custom>.num_buckets.as<s4>
        doc: How many buckets it has.
  geometric:
    doc: Buckets each of which is wider than the one before by the same factor.
    seq:
      - {id: num_buckets, type: u2, valid: {min: 1, max: 32767}, doc: Number of buckets.}
      - {id: first, type: f8, doc: Top of the first bucket.}
      - {id: multiplier, type: f8, doc: The factor.}
      - {size-eos: true, valid: {expr: _.length == 0}, doc: Nothing.}
  custom:
    doc: Buckets by their tops.
    seq:
      - {id: num_buckets, type: u2, valid: {min: 1, max: 8191}, doc: Number of buckets.}
      - id: tops
        size-eos: true
        process: bytewright.codecs.nibble_pack(num_buckets, 2)
        type: doubles
        doc: Top of each bucket.
  exponential:
    doc: The buckets of OpenTelemetry's exponential histograms.
    seq:
      - {id: num_buckets, type: u2, doc: 'Number of buckets, which readers take from the positive ones.'}
      - {id: scale, type: s2, valid: {min: -20, max: 20}, doc: How fine they are.}
      - {id: start_index, type: s4, doc: Index of the first positive bucket.}
      - {id: num_positive, type: s2, valid: {min: 0, max: 180}, doc: Number of positive buckets.}
      - {id: negative, contents: [0, 0, 0, 0, 0, 0], doc: 'First index and number of negative buckets, of which there are none.'}
      - {size-eos: true, valid: {expr: _.length == 0}, doc: Nothing.}
  longs:
    doc: Integers.
    -show: {value: values}
    seq:
      - {id: values, type: s8, repeat: eos, doc: The values.}
  doubles:
    doc: Floats.
    -show: {value: values}
    seq:
      - {id: values, type: f8, repeat: eos, doc: The values.}
enums:
  column_type:
    0: int
    1: long
    2: double
    3: ts
    4: string
    5: map
    6: hist
    7: br
  histogram_format:
    0x00: empty
    0x03: geometric_long
    0x04: geometric_minus_1_long
    0x05: custom_long
    0x08: geometric_double
    0x09: exponential_long
    0x0a: custom_double
    0x10: exponential_double
