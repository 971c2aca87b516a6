"""FiloDB: records of its containers, built and read one by one, and samples in Spark, also of streams."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bytewright_pipelines.filodb.builder import RecordBuilder, build
    from bytewright_pipelines.filodb.hashes import Hashes, hash_variants
    from bytewright_pipelines.filodb.in_spark import partition_keys, samples, samples_of, samples_of_values
    from bytewright_pipelines.filodb.ingestion import ingest, shard_key_hash
    from bytewright_pipelines.filodb.records import (
        RecordSchema,
        RecordView,
        part_key_from_ingest,
        partition_hash,
        partition_match,
    )

__all__ = [
    "Hashes",
    "RecordBuilder",
    "RecordSchema",
    "RecordView",
    "build",
    "hash_variants",
    "ingest",
    "part_key_from_ingest",
    "partition_hash",
    "partition_keys",
    "partition_match",
    "samples",
    "samples_of",
    "samples_of_values",
    "shard_key_hash",
]

_HOMES = {
    "Hashes": "hashes",
    "RecordBuilder": "builder",
    "RecordSchema": "records",
    "RecordView": "records",
    "build": "builder",
    "hash_variants": "hashes",
    "ingest": "ingestion",
    "part_key_from_ingest": "records",
    "partition_hash": "records",
    "partition_keys": "in_spark",
    "partition_match": "records",
    "samples": "in_spark",
    "samples_of": "in_spark",
    "samples_of_values": "in_spark",
    "shard_key_hash": "ingestion",
}


def __getattr__(name: str) -> Any:
    # Spark takes a while to import, and records do without it.
    if name in _HOMES:
        return getattr(import_module(f"bytewright_pipelines.filodb.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'bytewright_pipelines.filodb' has no attribute {name!r}")
