meta:
  id: album
  title: Album of songs
  file-extension: album
  license: CC0-1.0
  endian: le
  encoding: UTF-8
doc: Titles in front, scrambled texts anywhere, four letters at the end.
seq:
  - id: magic
    contents: ALB1
  - id: num_songs
    type: u2
  - id: songs
    type: song
    repeat: expr
    repeat-expr: num_songs
instances:
  end_mark:
    pos: _io.size - 4
    contents: END!
types:
  song:
    seq:
      - id: title
        type: strz
      - id: year
        type: u2
      - id: ofs_lyrics
        type: u4
      - id: len_lyrics
        type: u4
    instances:
      lyrics:
        io: _root._io
        pos: ofs_lyrics
        size: len_lyrics
        process: xor(0x2a)
        type: lyrics
  lyrics:
    seq:
      - id: lines
        type: str
        terminator: 0x0a
        repeat: eos
