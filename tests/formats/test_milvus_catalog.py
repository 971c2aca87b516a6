"""Collections and partitions at a time, of requests in files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.formats.fixtures import DATA

pytest.importorskip("bytewright_formats.milvus_binlog")

import bytewright
from bytewright.errors import OptionError, ReadError
from bytewright_formats.milvus_binlog import CODEC, EventType
from bytewright_pipelines.milvus.catalog import Collection, Logged, Partition, collections, replay, request
from bytewright_pipelines.milvus.writing import Request, write_requests

GOOD = DATA / "milvus" / "good"
CREATE, DROP = EventType.CREATE_PARTITION, EventType.DROP_PARTITION


def _requests() -> list[Request]:
    films: dict[str, Any] = {"collection": 7, "name": 'the "films" \\ é'}
    return [
        request(EventType.CREATE_COLLECTION, 10, **films),
        request(CREATE, 20, **films, partition=8, tag="abc"),
        request(CREATE, 30, **films, partition=9, tag="def"),
        request(DROP, 40, **films, partition=8, tag="abc"),
        request(CREATE, 50, **films, partition=11, tag="abc"),
        request(EventType.DROP_COLLECTION, 60, **films),
    ]


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
def test_what_there_is_at_a_time(tmp_path: Path, layout: Any) -> None:
    root, made = str(tmp_path), _requests()
    write_requests(root, made[3:], 7, layout, log=10)
    write_requests(root, made[:3], 7, layout, log=9)
    write_requests(root, [request(EventType.CREATE_COLLECTION, 55, collection=6)], 6, layout)
    there = {at: {one.number: {p.name: p.number for p in one.partitions} for one in collections([root], at)}
             for at in (9, 10, 20, 30, 40, 50, 55, 60)}  # fmt: skip
    assert there == {
        9: {},
        10: {7: {}},
        20: {7: {"abc": 8}},
        30: {7: {"abc": 8, "def": 9}},
        40: {7: {"def": 9}},
        50: {7: {"def": 9, "abc": 11}},
        55: {6: {}, 7: {"def": 9, "abc": 11}},
        60: {6: {}},
    }
    (films,) = collections([root], 40)
    assert films == Collection(7, 'the "films" \\ é', 10, partitions=(Partition("def", 9, 30),))


def test_requests_of_milvus() -> None:
    path = GOOD / "m2rc_s101_ddl_ddl.bin"
    events = bytewright.open(path, CODEC, "events").to_table().to_pylist()[1:]
    times = [event["start_timestamp"] for event in events]
    (films,) = collections([str(path)], times[1])
    assert (films.name, [part.name for part in films.partitions]) == ("coll101", ["abc"])
    (films,) = collections([str(path)], times[2])
    assert films.partitions == ()
    assert collections([str(path)]) == []
    assert collections([str(path)], times[0] - 1) == []


def test_requests_that_say_nothing() -> None:
    with pytest.raises(ReadError, match="expected the partition, found 'gone'"):
        replay([Logged(7, Request(DROP, 1, "gone"))])
    with pytest.raises(ReadError, match="ids that are numbers"):
        replay([Logged(7, Request(DROP, 1, "partitionID:x"))])
    with pytest.raises(ReadError, match="expected a request, which has a text, found delete"):
        collections([str(GOOD / "m2x_s101_delete_codec_int64.bin")])


def test_folders_without_requests(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="there are no requests"):
        collections([str(tmp_path)])


def test_a_partition_without_an_id_is_dropped_by_its_name() -> None:
    made = [Request(CREATE, 1, "CreatePartition abc"), Request(DROP, 2, "DropPartition partitionTag=abc")]
    (one,) = replay([Logged(7, asked) for asked in made])
    assert one.partitions == (Partition("abc", None, 1, 2, exists=False),)
