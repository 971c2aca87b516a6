meta:
  id: pcap
  title: Captured packets
  file-extension: pcap
  license: CC0-1.0
  endian: le
  bit-endian: be
doc: |
  Packets as libpcap saves them (`pcap-savefile(5)`): a header of 24 bytes, and each packet behind its time and its sizes. Whoever
  writes a file uses the byte order of the machine, and says by the magic number which it is and in which unit times are.
seq:
  - id: magic
    type: u4
    enum: magic
    valid:
      any-of: [magic::microseconds, magic::nanoseconds, magic::microseconds_be, magic::nanoseconds_be]
    doc: Byte order and unit of times.
  - id: header
    type: header
    doc: What all packets have in common.
  - id: packets
    type: packet
    repeat: eos
    doc: The packets, as they were captured.
instances:
  nanoseconds:
    value: magic == magic::nanoseconds or magic == magic::nanoseconds_be
    doc: Whether times are in nanoseconds, not in microseconds.
types:
  header:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          magic::microseconds: le
          magic::nanoseconds: le
          _: be
    seq:
      - id: major
        type: u2
        valid: 2
        doc: Version of the format, 2.4 for a quarter of a century.
      - id: minor
        type: u2
      - id: reserved
        size: 8
        doc: Once a time zone and the accuracy of times; zero.
      - id: most_bytes
        type: u4
        doc: Bytes of a packet that were kept at most.
      - id: link
        type: u4
        doc: What kind of network it was, and in the upper bits whether packets end with a checksum of theirs.
  packet:
    meta:
      endian:
        switch-on: _root.magic
        cases:
          magic::microseconds: le
          magic::nanoseconds: le
          _: be
    seq:
      - id: seconds
        type: u4
        doc: When it was captured, in seconds since 1970.
      - id: fraction
        type: u4
        doc: And so many microseconds or nanoseconds.
      - id: len_data
        type: u4
        doc: Size of what was kept, in bytes.
      - id: len_packet
        type: u4
        doc: Size that it had on the network.
      - id: data
        size: len_data
        doc: The packet, as far as it was kept.
    instances:
      nanoseconds:
        value: '_root.nanoseconds ? fraction : fraction * 1000'
      time:
        value: seconds * 1000000 + nanoseconds / 1000
        -type: {timestamp: us}
        doc: When it was captured.
enums:
  magic:
    0xa1b2c3d4: microseconds
    0xa1b23c4d: nanoseconds
    0xd4c3b2a1: microseconds_be
    0x4d3cb2a1: nanoseconds_be
-views:
  packets:
    default: true
    doc: One row per packet.
    each: packets[*]
    columns:
      - {id: time, value: _.time, doc: When it was captured.}
      - {id: nanoseconds, value: _.nanoseconds, doc: Nanoseconds of that second.}
      - {id: size, value: _.len_packet, doc: 'Size that it had on the network, in bytes.'}
      - {id: data, value: _.data, doc: 'The packet, as far as it was kept.'}
