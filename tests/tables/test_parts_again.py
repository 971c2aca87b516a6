"""Parts of a file of which objects were kept."""

from pathlib import Path

import bytewright

SPEC = """
meta: {id: lengths, endian: le}
seq: [{id: items, type: item, repeat: eos}]
types:
  item: {seq: [{id: size, type: u1}, {id: body, size: size, type: body}]}
  body: {seq: [{id: number, type: u2}]}
-views: {rows: {each: 'items[*]', columns: [{id: number, value: _.body.number}]}}
"""


def test_parts_after_all_rows(tmp_path: Path) -> None:
    """What was kept of a small file reads on when the file is opened again."""
    spec, path = tmp_path / "lengths.ksy", tmp_path / "data"
    spec.write_text(SPEC)
    path.write_bytes(b"".join(b"\x02" + number.to_bytes(2, "little") for number in range(5)))
    table = bytewright.open(path, spec, engine="objects")
    expected = [{"number": number} for number in range(5)]
    parts = table.splits(3)
    assert len(parts) == 5
    for _ in range(2):
        assert table.to_table().to_pylist() == expected
        assert [row for part in parts for batch in table.to_batches(part=part) for row in batch.to_pylist()] == expected
