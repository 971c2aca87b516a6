"""Repaired files are read by the parsers that kaitai-struct-compiler makes, as they are by ours."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.damage.damaging import damage
from tests.damage.logs import LOGS

import bytewright
from bytewright.codec.settings import parse
from bytewright.oracles.kaitai_engine import NoParserError
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input


@pytest.mark.parametrize("name", [name for name in LOGS if not name.startswith("esdb")])  # whose index holds names
def test_repaired_files_are_read_by_the_stock_parser(name: str, tmp_path: Path) -> None:
    log = LOGS[name](40, 1)
    for kind in ("bit", "lost", "noise"):
        place = damage(log, random.Random(f"{name} {kind}"), (kind,))
        (tmp_path / "bad").write_bytes(place.data)
        new = tmp_path / kind
        made = repair(log.codec, Input(str(tmp_path / "bad")), parse(log.codec), str(new))
        assert made.records
        columns = list(log.keys)
        ours = bytewright.open(str(new), log.codec, columns=columns, engine="objects").to_table()
        expected = bytewright.open(str(tmp_path / "bad"), log.codec, columns=columns, mode="DROPMALFORMED").to_table()
        assert ours.equals(expected.cast(ours.schema))
        try:
            theirs = bytewright.open(str(new), log.codec, columns=columns, engine="kaitai").to_table()
        except NoParserError as error:
            pytest.skip(str(error))
        assert theirs.equals(ours)
