meta: {id: bulletins, title: Bulletins of weather stations, endian: be, encoding: UTF-8}
doc: Counted reports between a mark and a checksum, each laid out by what its station measures, which an option says.
-options:
  - {id: stations, type: file, loader: 'bulletin_reports:stations', otherwise: 'bulletin_reports:usual'}
  - {id: station, type: str}
  - {id: most, type: int, default: 0}
-made-of:
  reports:
    view: reports
    with: bulletin_reports:bulletins
    options: [stations]
    deal: {list: 'bulletins[*].reports[*]', limit: most}
    by-columns: bulletin_reports:columns
-views:
  reports:
    default: true
    each: bulletins[*].reports[*]
    columns:
      - {id: day, value: bulletins.day, type: s4}
      - {id: station, value: _.station.name}
      - {id: seal, value: _.body.seal, nullable: true}
      - {id: observer, value: _.body.observer}
    pivot: {of: _.body, option: station, among: 'stations[*]', name: _.name, each: '_.instruments[*]'}
params:
  - {id: stations, type: 'station[]'}
seq:
  - {id: bulletins, type: bulletin, repeat: eos}
types:
  station:
    params:
      - {id: name, type: str}
      - {id: number, type: u2}
      - {id: instruments, type: 'instrument[]'}
  instrument:
    params:
      - {id: name, type: str}
      - {id: kind, type: u1, enum: kind}
  bulletin:
    seq:
      - {id: mark, contents: BUL}
      - {id: day, type: u2}
      - {id: num_reports, type: u2}
      - {id: reports, type: report, repeat: expr, repeat-expr: num_reports}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: mark, to: reports}}
  report:
    seq:
      - {id: number, type: u2, valid: {expr: station_at >= 0}}
      - {id: len_body, type: u2}
      - {id: body, type: body(station), size: len_body}
    instances:
      station_at: {value: number, -find: {in: _root.stations, where: '_.number == number'}}
      station: {value: '_root.stations[station_at]'}
  body:
    -show:
      cells:
        each: station.instruments[*]
        name: _.name
        case: _.kind
        cell: readings[_column].value
    params: [{id: station, type: station}]
    seq:
      - {id: seal, type: u8, -default: {call: 'bulletin_reports:seal', with: ['bytes_of(observer.name)', 'bytes_of(remark.name)']}}
      - {id: observer, type: name_at}
      - {id: remark, type: name_at}
      - {id: readings, type: 'reading(station.instruments[_index])', repeat: expr, repeat-expr: station.instruments.size}
  reading:
    params: [{id: instrument, type: instrument}]
    seq:
      - id: value
        type:
          switch-on: instrument.kind
          cases:
            'kind::degrees': s2
            'kind::pressure': f8
            'kind::sky': name_at
            'kind::gusts': gusts_at
  name_at:
    -show: {value: name}
    seq: [{id: place, type: u2}]
    instances:
      name: {pos: place, type: name}
  name:
    -show: {value: text}
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  gusts_at:
    -show: {value: gusts}
    seq: [{id: place, type: u2}]
    instances:
      gusts: {pos: place, type: gusts}
  gusts:
    -show: {value: gusts}
    seq:
      - {id: num_gusts, type: u1}
      - {id: gusts, type: u4, repeat: expr, repeat-expr: num_gusts}
enums:
  kind: {1: degrees, 2: pressure, 3: sky, 4: gusts}
