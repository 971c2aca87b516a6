meta: {id: weather, title: Weather, endian: be, bit-endian: be}
doc: Records of one size without a length, one after another from the first byte on.
seq:
  - {id: reports, type: report, repeat: eos}
types:
  report:
    seq:
      - {id: station, type: u2}
      - {id: windy, type: b1}
      - {id: sky, type: b3, enum: sky}
      - {id: spare, type: b4}
      - {id: temperature, type: f4}
      - {id: pressure, type: s2, valid: {min: -500, max: 500}}
      - {id: when, type: u4, -type: {timestamp: s}}
      - {id: wind, type: u1, enum: wind}
enums:
  sky: {0: clear, 1: {id: few, -label: few clouds}, 2: overcast}
  wind: {0: calm, 200: storm}
