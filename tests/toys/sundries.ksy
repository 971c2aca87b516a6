meta:
  id: sundries
  title: Records that take operations of the kernel which few formats need
  encoding: UTF-8
  endian: le
doc: Texts that are put together, lists of numbers of which the largest counts, texts that must differ, sums so far, elements by number.
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: num_files, type: u1}
      - {id: files, type: file(_index), repeat: expr, repeat-expr: num_files, -valid: {unique: _.name}}
      - {id: num_shorts, type: u1}
      - {id: shorts, type: u2, repeat: expr, repeat-expr: num_shorts}
      - {id: padding, size: (4 - _io.pos) % 4}
      - {id: len_rest, type: u1}
      - {id: rest, type: rest, size: len_rest}
    instances:
      most: {value: shorts.max}
      least: {value: shorts.min, if: num_shorts > 0}
      label: {value: name + '-' + num_files.to_s}
      lines: {value: rest.lines.size}
      total: {value: files.last.so_far, if: num_files > 0}
  file:
    params: [{id: number, type: u1}]
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: size, type: u2}
    instances:
      so_far: {value: 'number == 0 ? size : _parent.files[number - 1].so_far + size'}
  rest:
    seq:
      - {id: lines, type: line, repeat: eos}
  line:
    seq:
      - {id: len, type: u2be}
      - {id: text, size: len}
-views:
  rows:
    each: records[*]
    columns:
      - {id: most, value: _.most, if: _.num_shorts > 0, nullable: true}
      - {id: label, value: _.label}
      - {id: lines, value: _.lines}
      - {id: total, value: _.total, nullable: true}
  files:
    each: records[*].files[*]
    columns:
      - {id: name, value: _.name}
      - {id: so_far, value: _.so_far}
  lines:
    each: records[*].rest.lines[*]
    columns:
      - {id: len, value: _.len}
      - {id: chosen, value: 'records.files[_.len].size', if: _.len < records.num_files, nullable: true}
