"""Containers of samples of time series as a metrics pipeline sends them: half of the records gauges, three in ten
counters, the rest histograms of twelve buckets, seven labels each."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np

from bytewright.codecs.nibble_pack import SUMS, XORS, NibblePack
from bytewright_formats.filodb_container.filodb_schemas import standard

CONTAINER = 262_144
"""Bytes of a container, at most."""
_BUCKETS = 12
_TOPS = (0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0, float("inf"))


def write(path: Path, size: int, seed: int = 1) -> int:
    """Write containers of about ``size`` bytes; gives the number of records."""
    random = np.random.default_rng(seed)
    ids = {schema["name"]: schema["id"] for schema in standard()}
    # A few containers, one after another: what they hold is as varied as a kernel can notice.
    made = [container(random, ids) for _ in range(8)]
    written = records = 0
    with path.open("wb") as file:
        while written < size:
            data, count = made[int(random.integers(len(made)))]
            written += file.write(data)
            records += count
    return records


def container(random: np.random.Generator, ids: dict[str, int], size: int = CONTAINER) -> tuple[bytes, int]:
    """The bytes of a container of at most so many, and how many records it has."""
    body = bytearray()
    count = 0
    while True:
        found = record(random, ids)
        found += bytes(-len(found) % 4)
        if 16 + len(body) + len(found) > size:
            break
        body += found
        count += 1
    return struct.pack("<iIq", 12 + len(body), 1 << 24, 1_700_000_000_000) + body, count


def record(random: np.random.Generator, ids: dict[str, int]) -> bytes:
    """One sample."""
    kind = random.random()
    time = struct.pack("<q", 1_700_000_000_000 + int(random.integers(1 << 30)))
    texts = [f"http_requests_total_{random.integers(100)}".encode(), tags(random)]
    if kind < 0.8:
        name = "gauge" if kind < 0.5 else "prom-counter"
        fixed = time + struct.pack("<d", random.random() * 1e4)
        return together(ids[name], [fixed, *texts])
    fixed = time + struct.pack("<dd", random.random() * 1e6, float(random.integers(1 << 20)))
    return together(ids["prom-histogram"], [fixed, histogram(random), *texts])


def together(schema: int, parts: list[bytes]) -> bytes:
    """A record: what is of fixed size, offsets of the other parts, and these, each behind its length."""
    fixed, *rest = parts
    place = 4 + 2 + len(fixed) + 4 * len(rest) + 4
    body = struct.pack("<H", schema) + fixed
    for part in rest:
        body += struct.pack("<i", place)
        place += 2 + len(part)
    body += struct.pack("<i", 12345)
    body += b"".join(struct.pack("<H", len(part)) + part for part in rest)
    return struct.pack("<i", len(body)) + body


def tags(random: np.random.Generator) -> bytes:
    """Seven labels, five of whose keys are predefined."""
    found = b""
    for key, text in (
        (0, "demo"),
        (1, f"app-{random.integers(20)}"),
        (4, f"10.0.{random.integers(256)}.{random.integers(256)}:9090"),
        (5, f"dc{random.integers(4)}"),
        (7, "prometheus"),
    ):
        found += bytes([0xC0 | key]) + struct.pack("<H", len(text)) + text.encode()
    for name, text in ((b"path", f"/api/v1/item{random.integers(1000)}"), (b"status", "200")):
        found += bytes([len(name)]) + name + struct.pack("<H", len(text)) + text.encode()
    return found


def histogram(random: np.random.Generator) -> bytes:
    """Twelve buckets with tops of their own, and how many samples are in each and all before it."""
    tops = NibblePack(_BUCKETS, XORS).encode(struct.pack(f"<{_BUCKETS}d", *_TOPS))
    counts = np.cumsum(random.integers(0, 2000, _BUCKETS)).astype("<i8")
    values = NibblePack(_BUCKETS, SUMS).encode(counts.tobytes())
    return struct.pack("<BHH", 5, 2 + len(tops), _BUCKETS) + tops + values
