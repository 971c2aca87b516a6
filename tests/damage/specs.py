"""Specs of kinds of logs that are none of the shipped formats, and their records."""

from __future__ import annotations

import binascii
import random
import struct
import zlib
from collections.abc import Callable
from typing import NamedTuple

JOURNAL = """
meta: {id: journal, endian: le}
seq:
  - {id: magic, contents: JRNL}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: u4}
      - {id: kind, type: u1, enum: kind}
      - {id: number, type: u4}
      - {id: body, size: len}
      - {id: crc, type: u4, -checksum: {algorithm: adler32, from: len, to: body}}
enums:
  kind: {1: put, 2: remove, 3: mark}
"""
FEED = """
meta: {id: feed, endian: be}
seq:
  - {id: records, type: message, repeat: eos}
types:
  message:
    seq:
      - {id: len, type: u2, valid: {min: 5}}
      - {id: kind, type: u1, valid: {any-of: [0x41, 0x45, 0x50, 0x58]}}
      - {id: number, type: u4}
      - {id: body, size: len - 5}
"""
CAPTURE = """
meta: {id: capture, endian: le}
seq:
  - {id: magic, contents: [0xd4, 0xc3, 0xb2, 0xa1]}
  - {id: records, type: packet, repeat: eos}
types:
  packet:
    seq:
      - {id: number, type: u4}
      - {id: fraction, type: u4, valid: {max: 999999}}
      - {id: len_kept, type: u4, valid: {max: 262144}}
      - {id: len, type: u4, valid: {max: 262144}}
      - {id: body, size: len_kept}
"""
FRAMES = """
meta: {id: sensor_frames, endian: le}
seq:
  - {id: records, type: frame, repeat: eos}
types:
  frame:
    seq:
      - {id: sync, contents: [0xaa, 0x55]}
      - {id: len, type: u1}
      - {id: number, type: u4}
      - {id: body, size: len}
      - {id: crc, type: u2, -checksum: {algorithm: crc16-xmodem, from: len, to: body}}
"""
FIXED = """
meta: {id: trades, endian: le}
seq:
  - {id: records, type: trade, repeat: eos}
types:
  trade:
    seq:
      - {id: number, type: u4}
      - {id: side, type: u1, enum: side, valid: {in-enum: true}}
      - {id: price, type: s4}
      - {id: amount, type: u4}
      - {id: reserved, type: u2}
      - {id: kind, type: u1, enum: kind, valid: {in-enum: true}}
enums:
  side: {0x42: buy, 0x53: sell}
  kind: {1: new, 2: cancel, 3: fill}
"""
WORDS = """
meta: {id: words, endian: le}
seq:
  - {id: records, type: word, repeat: eos}
types:
  word:
    seq:
      - {id: mark, contents: "N"}
      - {id: number, type: u4}
      - {id: text, type: strz, encoding: ASCII}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, from: mark, to: text}}
"""


def _journal(number: int, rng: random.Random) -> bytes:
    body = rng.randbytes(rng.randrange(60))
    head = struct.pack("<IBI", len(body), rng.randrange(1, 4), number) + body
    return head + struct.pack("<I", zlib.adler32(head))


def _feed(number: int, rng: random.Random) -> bytes:
    body = rng.randbytes(rng.randrange(40))
    return struct.pack(">HBI", len(body) + 5, rng.choice(b"AEPX"), number) + body


def _capture(number: int, rng: random.Random) -> bytes:
    body = rng.randbytes(rng.randrange(40, 200))
    return struct.pack("<IIII", number, rng.randrange(10**6), len(body), len(body)) + body


def _frame(number: int, rng: random.Random) -> bytes:
    body = rng.randbytes(rng.randrange(30))
    head = struct.pack("<BI", len(body), number) + body
    return b"\xaa\x55" + head + struct.pack("<H", binascii.crc_hqx(head, 0))


def _fixed(number: int, rng: random.Random) -> bytes:
    price, amount = rng.randrange(10_000, 20_000), rng.randrange(1, 500)
    return struct.pack("<IBiIHB", number, rng.choice(b"BS"), price, amount, 0, rng.randrange(1, 4))


def _word(number: int, rng: random.Random) -> bytes:
    head = b"N" + struct.pack("<I", number) + bytes(rng.choices(range(97, 123), k=rng.randrange(20))) + b"\0"
    return head + struct.pack("<I", zlib.crc32(head))


class Format(NamedTuple):
    """A spec, what precedes its records, one of them by its number, and how many good ones a place may cost."""

    spec: str
    head: bytes
    record: Callable[[int, random.Random], bytes]
    costs: float


FORMATS = {
    "journal": Format(JOURNAL, b"JRNL", _journal, 1),
    "feed": Format(FEED, b"", _feed, 2),
    "capture": Format(CAPTURE, b"\xd4\xc3\xb2\xa1", _capture, 2),
    "frames": Format(FRAMES, b"", _frame, 1),
    "fixed": Format(FIXED, b"", _fixed, 2),
    "words": Format(WORDS, b"", _word, 1),
}
