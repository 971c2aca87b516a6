"""Counted reports between a mark and a checksum, of stations that measure different things: read, and made of columns,
with seals that are digests of two parts, a few at a time, and of many files at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
import xxhash
from hypothesis import given
from hypothesis import strategies as st
from tests.support.both import TOYS, agree, agree_in_all_modes, made_by_the_kernel, toy
from tests.support.drawn import same_each_time

import bytewright
from bytewright.cli import main
from bytewright.codec.codec import Codec
from bytewright.codec.settings import parse
from bytewright.columnar.encode.containers.encoder import ContainerEncoder
from bytewright.columnar.encode.containers.frame import ContainerFrame
from bytewright.errors import OptionError, WriteError
from bytewright.kernels.drivers.encoder import USUAL, Sizes
from bytewright.tables.row_models import maker_of
from bytewright.tables.write import bytes_of, bytes_of_each
from bytewright_codegen.load import load

BEACH = {"station": "beach", "heat": -3, "gusts": [7, 1 << 31]}
LAKE = {"station": "lake", "heat": 20}
PEAK = {"station": "peak", "sky": "größte Wolken", "weight": 1013.25, "cold": -40, "gusts": []}
NAMES = st.text(st.characters(codec="utf-8"), max_size=9)
NUMBERS = st.integers(-(1 << 15), (1 << 15) - 1)
GUSTS = st.lists(st.integers(0, (1 << 32) - 1), max_size=5)
MEASURED = st.one_of(
    st.fixed_dictionaries({"station": st.just("beach"), "heat": NUMBERS, "gusts": GUSTS}),
    st.fixed_dictionaries({"station": st.just("lake"), "heat": NUMBERS}),
    st.fixed_dictionaries(
        {
            "station": st.just("peak"),
            "sky": NAMES,
            "weight": st.floats(allow_nan=False),
            "cold": NUMBERS,
            "gusts": GUSTS,
        }
    ),
)
ABOUT = st.fixed_dictionaries(
    {
        "day": st.integers(0, 3),
        "observer": NAMES,
        "seal": st.one_of(st.none(), st.integers(0, (1 << 64) - 1)),
    }
)
ROWS = st.lists(st.builds(lambda about, measured: {**about, **measured}, ABOUT, MEASURED), max_size=14)
MOST = st.sampled_from(["0", "150"])


def table(rows: list[dict[str, Any]]) -> pa.Table:
    kinds: dict[str, Any] = {
        "day": pa.int32(),
        "station": pa.string(),
        "seal": pa.decimal128(20, 0),
        "observer": pa.string(),
    }
    kinds |= {"heat": pa.int16(), "cold": pa.int16(), "weight": pa.float64(), "sky": pa.string()}
    return pa.Table.from_pylist(rows, schema=pa.schema([*kinds.items(), ("gusts", pa.list_(pa.int64()))]))


def row(measured: dict[str, Any], **about: Any) -> dict[str, Any]:
    return {"day": 1, "observer": "Ann", "seal": None, **measured, **about}


FEW = [row(BEACH), row(LAKE, observer=""), row(PEAK, day=2), row(LAKE, seal=(1 << 64) - 1), row(BEACH)]


def file(rows: list[dict[str, Any]], **options: str) -> bytes:
    codec = toy("bulletins")
    data, written = bytes_of(codec, table(rows), None, parse(codec, options), engine="columns")
    assert (written.strategy, written.encoded) == ("containers", len(rows))
    return data


@pytest.fixture(scope="module")
def codec() -> Codec:
    return toy("bulletins")


def changed(folder: Path, before: str, behind: str) -> Codec:
    """The codec with something else in its spec."""
    spec, code = ((TOYS / name).read_text(encoding="utf-8") for name in ("bulletins.ksy", "bulletin_reports.py"))
    (folder / "bulletins.ksy").write_text(spec.replace(before, behind, 1), encoding="utf-8")
    (folder / "bulletin_reports.py").write_text(code, encoding="utf-8")
    return load(folder / "bulletins.ksy", trust=folder)


def seal_of(observer: str) -> int:
    """The seal of a report that says none: digests of the observer and of the remark, as they are stored."""
    parts = [bytes([len(text.encode())]) + text.encode() for text in (observer, f"by {observer}")]
    first, second = (xxhash.xxh32(part, seed=99).intdigest() for part in parts)
    return first << 32 | second


# --- written ---------------------------------------------------------------------------------------------------------


@given(rows=ROWS, most=MOST, sizes=st.sampled_from([USUAL, Sizes(1, 1), Sizes(300, 3)]))
@same_each_time(60)
def test_bulletins_are_those_that_objects_write(rows: list[dict[str, Any]], most: str, sizes: Sizes) -> None:
    codec, made = toy("bulletins"), table(rows)
    settings = parse(codec, {"most": most})
    maker = maker_of(codec, None, settings)
    assert maker is not None
    encoder = ContainerEncoder(codec, maker, settings, made.schema, None, sizes)
    found = b"".join(bytes(piece) for piece in encoder.pieces(made.to_batches(max_chunksize=5)))
    expected, written = bytes_of(codec, made, None, settings, engine="objects")
    assert (written.encoded, encoder.rows) == (0, len(rows))
    assert found == expected


@given(files=st.lists(ROWS, max_size=6), most=MOST)
@same_each_time(40)
def test_files_that_are_made_at_once_are_those_that_are_made_one_by_one(
    files: list[list[dict[str, Any]]], most: str
) -> None:
    codec = toy("bulletins")
    settings = parse(codec, {"most": most})
    edges = np.concatenate([[0], np.cumsum([len(rows) for rows in files])]).astype(np.int64)
    made = list(
        bytes_of_each(codec, table([row for rows in files for row in rows]), edges, None, settings, engine="columns")
    )
    assert [data for data, _ in made] == [
        bytes_of(codec, table(rows), None, settings, engine="objects")[0] for rows in files
    ]
    assert [one.encoded for _, one in made] == [len(rows) for rows in files]


@pytest.mark.parametrize("most", ["0", "150"])
def test_what_counts_items_counts_each_where_objects_make_it(
    codec: Codec, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    settings = parse(codec, {"most": most})
    expected, _ = bytes_of(codec, table(FEW), None, settings, engine="objects")
    with monkeypatch.context() as patch:
        patch.setattr(ContainerEncoder, "_part", None)
        assert file(FEW, most=most) == expected
    monkeypatch.setattr(ContainerFrame, "made", lambda *given: None)
    assert file(FEW, most=most) == expected


def test_files_with_a_header_are_made_of_columns_one_by_one(tmp_path: Path) -> None:
    codec = changed(tmp_path, "  - {id: bulletins, type", "  - {id: magic, contents: W}\n  - {id: bulletins, type")
    settings = parse(codec, {})
    expected = [bytes_of(codec, table(rows), None, settings, engine="objects")[0] for rows in (FEW, FEW[:2])]
    made = bytes_of_each(codec, table([*FEW, *FEW[:2]]), np.array([0, 5, 7]), None, settings, engine="columns")
    assert [(data, one.strategy) for data, one in made] == [(data, "containers") for data in expected]


def test_items_that_rest_on_something_outside_are_left_to_objects(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    codec = changed(tmp_path, "place, type: u2}", "place, type: u2, valid: {max: _root.bulletins.size + 999}}")
    with pytest.raises(OptionError, match="can't write such rows of bulletins: ") as refused:
        bytes_of(codec, table(FEW), None, parse(codec, {}), engine="columns")
    assert bytes_of(codec, table(FEW), None, parse(codec, {}))[1].strategy == "objects"
    assert main(["explain", str(tmp_path / "bulletins.ksy"), "--trust", str(tmp_path), "--section", "writing"]) == 0
    why = str(refused.value).partition("of bulletins: ")[2].partition(". Leave")[0]
    assert f"  not by containers: {why}\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"station": "moon"}, "there is no station moon"),
        ({"observer": "x" * 254}, "from 0 to 255, found 257"),
        ({"day": 1 << 16}, r"day: expected an integer from 0 to 65535"),
        ({"gusts": [-1]}, r"gusts\[0\]: expected an integer from 0 to 4294967295, found -1"),
    ],
)
def test_objects_know_what_is_wrong(codec: Codec, change: dict[str, Any], message: str) -> None:
    with pytest.raises(WriteError, match=message):
        bytes_of(codec, table([*FEW, row(BEACH, **change)]), None, parse(codec, {}))


def test_files_are_cut_by_the_limit_and_each_part_is_summed_up(codec: Codec) -> None:
    many = [row(LAKE, observer=str(number)) for number in range(20)]
    model: Any = codec.parse(file(many, most="100"), options=parse(codec, {}).values)
    counts = [len(one.reports) for one in model.bulletins]
    assert sum(counts) == 20
    assert len(counts) > 5
    assert [one.num_reports for one in model.bulletins] == counts
    with pytest.raises(WriteError, match="at most"):
        bytes_of(codec, table([row(LAKE, observer="x" * 90)]), None, parse(codec, {"most": "100"}))


# --- read ------------------------------------------------------------------------------------------------------------


def test_rows_come_back(codec: Codec) -> None:
    assert {"day", "station", "seal", "observer"} <= made_by_the_kernel(codec, "reports")
    rows = bytewright.open(file(FEW), codec, engine="columns").to_table()
    found = [{name: value for name, value in one.items() if value is not None} for one in rows.to_pylist()]
    said = [seal_of(one["observer"]) if one["seal"] is None else one["seal"] for one in FEW]
    expected = [{**one, "seal": seal} for one, seal in zip(FEW, said, strict=True)]
    assert found == sorted(expected, key=lambda one: one["day"])


@pytest.mark.parametrize("options", [{}, {"station": "beach"}])
def test_damaged_files_are_read_alike(codec: Codec, options: dict[str, str]) -> None:
    data = file(FEW)
    if options:
        agree(codec, data, options=options)
    else:
        agree_in_all_modes(codec, data, few=40)
