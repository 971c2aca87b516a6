meta: {id: market, title: Market, endian: le, encoding: UTF-8}
doc: Days of stalls of sales, each of which is laid out by one of the forms that an option names.
-options:
  - {id: forms, type: file, loader: 'market_forms:forms', otherwise: 'market_forms:usual'}
  - {id: form, type: str}
-views:
  sales:
    default: true
    each: days[*].stalls.stalls[*].body.sales[*]
    columns:
      - {id: day, value: days._index, type: s4}
      - {id: date, value: days.date}
      - {id: stall, value: stalls.number}
      - {id: sale, value: _index, type: s4}
      - {id: form, value: _.body.form.name}
      - {id: stamp, value: _.body.stamp, nullable: true}
    pivot: {of: _.body, option: form, among: 'forms[*]', name: _.name, each: '_.columns[*]'}
  days:
    each: days[*]
    columns:
      - {id: day, value: _index, type: s4}
      - {id: date, value: _.date}
      - {id: stalls, type: s4, count: {in: '_.stalls.stalls[*]'}}
params:
  - {id: forms, type: 'form[]'}
seq:
  - {id: days, type: day, repeat: eos, -role: slack}
types:
  form:
    params:
      - {id: name, type: str}
      - {id: id, type: u1}
      - {id: stamped, type: bool}
      - {id: words, type: 'str[]'}
      - {id: columns, type: 'column[]'}
  column:
    params:
      - {id: name, type: str}
      - {id: kind, type: u1, enum: kind}
      - {id: inner, type: form}
      - {id: least, type: s4}
  day:
    seq:
      - {id: len_stalls, type: u2, valid: {min: 1}}
      - {id: date, type: s4}
      - {id: stalls, type: stalls, size: len_stalls}
  stalls:
    seq: [{id: stalls, type: stall, repeat: eos}]
  stall:
    seq:
      - {id: number, type: u1}
      - {id: len_body, type: u1}
      - {id: body, type: sales, size: len_body}
  sales:
    seq: [{id: sales, type: sale, repeat: eos}]
  sale:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: 'body(_root.forms)', size: len_body}
  body:
    -show:
      cells:
        each: form.columns[*]
        name: _.name
        case: _.kind
        cell: fields[_column].value
        inner: _.inner.columns[*]
    params: [{id: forms, type: 'form[]'}]
    seq:
      - {id: form_id, type: u1, valid: {expr: form_at >= 0}}
      - {id: fields, type: 'field(form.columns[_index], form)', repeat: expr, repeat-expr: form.columns.size}
      - {id: stamp, type: u2, if: 'forms[0].stamped'}
    instances:
      form_at: {value: form_id, -find: {in: forms, where: '_.id == form_id'}}
      form: {value: 'forms[form_at]'}
  field:
    params:
      - {id: column, type: column}
      - {id: form, type: form}
    seq:
      - id: value
        type:
          switch-on: column.kind
          cases:
            'kind::amount': s4
            'kind::price': f8
            'kind::time': moment
            'kind::text': text_at
            'kind::notes': notes_at(form)
            'kind::curve': curve_at
            'kind::fields': fields_at(column.inner)
            'kind::bounded': bounded_at(column)
  bounded_at:
    -show: {value: bounded}
    params: [{id: column, type: column}]
    seq: [{id: place, type: u1}]
    instances:
      bounded: {pos: place, type: bounded(column)}
  bounded:
    -show: {value: bounded}
    params: [{id: column, type: column}]
    seq: [{id: bounded, type: s4, valid: {min: column.least}}]
  moment:
    -show: {value: moment}
    seq: [{id: moment, type: s8, -type: {timestamp: ms}}]
  text_at:
    -show: {value: text}
    seq: [{id: place, type: u1}]
    instances:
      text: {pos: place, type: text}
  text:
    -show: {value: text}
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  notes_at:
    -show: {value: notes}
    params: [{id: form, type: form}]
    seq: [{id: place, type: u2}]
    instances:
      notes: {pos: place, type: notes(form)}
  notes:
    -show: {value: area}
    params: [{id: form, type: form}]
    seq:
      - {id: len_area, type: u1}
      - {id: area, type: area(form), size: len_area}
  area:
    -show: {value: notes}
    params: [{id: form, type: form}]
    seq:
      - {id: notes, type: note(form), repeat: eos, -type: {map: {key: _.key, value: _.text}}}
  note:
    params: [{id: form, type: form}]
    seq:
      - {id: code, type: u1, valid: {expr: 'code < 200 or code - 200 < form.words.size'}}
      - {id: literal, type: str, size: code, if: code < 200}
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
    instances:
      key: {value: 'code < 200 ? literal : form.words[code - 200]'}
  curve_at:
    -show: {value: curve}
    seq: [{id: place, type: u1}]
    instances:
      curve: {pos: place, type: curve}
  curve:
    -show:
      columns:
        - {id: kind, value: 'kind == shape::packed ? "packed" : kind == shape::scaled ? "scaled" : "other"'}
        - {id: scale, value: rule.as<rule>.scale, if: kind == shape::scaled}
        - {id: tops, list: {size: count, item: 'kind == shape::scaled ? exp(_index * log(pow(2, -rule.as<rule>.scale))) - 1.0 : _index == 0 ? 0.5 : -(_index * 1.5)'}}
        - {id: values, list: {size: count, item: 'kind == shape::packed ? words.words[_index] * 1.0 : 0.0'}}
    seq:
      - {id: kind, type: u1, enum: shape, valid: {in-enum: true}}
      - {id: count, type: u1, valid: {max: 40}}
      - id: rule
        type:
          switch-on: kind
          cases:
            'shape::scaled': rule
            'shape::packed': ruler
      - {id: len_words, type: u1, if: kind == shape::packed}
      - {id: words, type: words, size: len_words, process: 'bytewright.codecs.nibble_pack(count, 1)', if: kind == shape::packed}
  rule:
    seq: [{id: scale, type: s1, valid: {min: -4, max: 4}}]
  ruler:
    seq: [{id: ruled, type: u1}]
  words:
    seq: [{id: words, type: s8, repeat: eos}]
  fields_at:
    -show: {value: inner}
    params: [{id: inner_form, type: form}]
    seq: [{id: place, type: u1}]
    instances:
      inner: {pos: place, type: inner(inner_form)}
  inner:
    -show:
      cells:
        each: form.columns[*]
        name: _.name
        case: _.kind
        cell: fields[_column].value
        inner: _.inner.columns[*]
    params: [{id: form, type: form}]
    seq:
      - {id: fields, type: 'field(form.columns[_index], form)', repeat: expr, repeat-expr: form.columns.size}
enums:
  kind: {0: amount, 1: price, 2: text, 3: notes, 4: curve, 5: fields, 6: time, 7: bounded}
  shape: {1: scaled, 2: packed, 3: bare}
