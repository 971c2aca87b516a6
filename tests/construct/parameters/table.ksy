meta: {id: table, endian: le, encoding: UTF-8}
params: [{id: schemas, type: 'schema[]'}]
seq: [{id: rows, type: row, repeat: eos}]
types:
  row:
    seq:
    - {id: schema_id, type: u1}
    - {id: len_body, type: u2}
    - {id: body, size: len_body, type: body(schema)}
    instances:
      schema_at: {value: 0, -find: {in: _root.schemas, where: _.id == schema_id}, -valid: {min: 0}}
      schema: {value: '_root.schemas[schema_at]'}
      num_texts: {value: 0, -find: {count: schema.columns, before: schema.columns.size, where: '_.kind == kind::text'}}
      label: {value: 'schema_at == 0 ? "first" : schema.name'}
  body:
    params: [{id: schema, type: schema}]
    seq: [{id: fields, type: 'field(schema.columns[_index])', repeat: expr, repeat-expr: schema.columns.size}]
  field:
    -show: {value: value}
    params: [{id: column, type: column}]
    seq:
      - id: value
        type: 
          switch-on: column.kind
          cases: {'kind::int': s4, 'kind::double': f8, 'kind::text': text_ref, 'kind::row': row_ref(column.inner)}
  text_ref: {seq: [{id: offset, type: u2}], instances: {text: {pos: offset, type: text}}}
  text: {-show: {value: value}, seq: [{id: len_value, type: u2},{id: value, type: str, size: len_value}]}
  row_ref: {params: [{id: inner, type: schema}], seq: [{id: offset, type: u2}], instances: {row: {pos: offset, type: row_2}}}
  row_2: {-show: {value: value}, seq: [{id: len_value, type: u2},{id: value, size: len_value, type: body(_parent.inner)}]}
  schema: {params: [{id: name, type: str},{id: id, type: s4},{id: columns, type: 'column[]'}]}
  column: {params: [{id: name, type: str},{id: kind, type: u1, enum: kind},{id: inner, type: schema}]}
enums:
  kind: {0: int, 1: double, 2: text, 3: row}
