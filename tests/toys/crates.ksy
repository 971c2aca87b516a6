meta: {id: crates, title: "Crates of which libraries decode parts, each in its own way", endian: le, encoding: UTF-8}
-views:
  crates:
    default: true
    each: crates[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: note, value: _.note}
      - {id: loose, value: _.loose}
      - {id: sum, value: _.body.as<levels>.sum, if: '_.kind == kind::levels'}
      - {id: levels, value: _.body.as<levels>.levels, if: '_.kind == kind::levels'}
      - {id: word, value: _.body.as<word>.text, if: '_.kind == kind::word'}
      - {id: hidden, value: _.body.as<word>.hidden, if: '_.kind == kind::word'}
  parts:
    each: crates[*].parts[*]
    columns:
      - {id: data, value: _.data}
      - {id: len, value: _.len_data}
  cards:
    each: crates[*].deck.cards[*]
    columns:
      - {id: place, value: _offset}
      - {id: kind, value: crates.kind}
      - {id: name, value: _.name}
      - {id: worth, value: _.worth}
seq:
  - {id: crates, type: crate, repeat: eos}
types:
  crate:
    seq:
      - {id: kind, type: u1, enum: kind}
      - {id: len_note, type: u1}
      - {id: note, size: len_note, process: zlib, type: str}
      - {id: len_loose, type: u1}
      - {id: loose, size: len_loose, process: bytewright.codecs.deflate, if: len_loose != 0}
      - {id: num_parts, type: u1}
      - {id: parts, type: part, repeat: expr, repeat-expr: num_parts}
      - {id: len_raw, type: u2}
      - {id: len_body, type: u2}
      - id: body
        size: len_body
        process: bytewright.codecs.lz4_block(len_raw)
        type:
          switch-on: kind
          cases: {'kind::levels': levels, 'kind::word': word}
      - {id: len_deck, type: u2}
      - {id: deck, size: len_deck, process: bytewright.codecs.zstd, type: deck}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: kind, to: deck}}
  part:
    seq:
      - {id: len_data, type: u1}
      - {id: data, size: len_data, process: bytewright.codecs.snappy}
  levels:
    seq:
      - {id: sum, type: u4}
      - {id: levels, type: u2, repeat: eos}
  word:
    seq:
      - {id: text, type: strz}
      - {id: len_hidden, type: u1}
      - {id: hidden, size: len_hidden, process: zlib}
  deck:
    seq:
      - {id: cards, type: card, repeat: eos}
  card:
    seq:
      - {id: name, type: strz}
      - {id: worth, type: s4}
      - {id: len_seal, type: u1}
      - {id: seal, size: len_seal, process: xor(0x5a)}
enums:
  kind: {1: levels, 2: word}
