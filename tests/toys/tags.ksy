meta:
  id: tags
  title: Tags in code pages
  endian: le
doc: Texts of one byte a character, ended by a zero, and padded.
seq:
  - {id: tags, type: tag, repeat: eos}
types:
  tag:
    seq:
      - {id: name, type: strz, encoding: IBM866}
      - {id: shown, type: str, size: 8, pad-right: 0x20, encoding: windows-1252}
