"""How partition hashes of records were made: FiloDB's writers have several ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa

from bytewright.codec import settings
from bytewright.errors import BytewrightError, WriteError
from bytewright.tables import row_models as files_of
from bytewright_formats.filodb_container import CODEC

VARIANTS = ("bulk", "pairs", "single")
"""The ways in which FiloDB's writers hash partition keys."""

_REMEMBERED = 1 << 17
"""Partition keys whose hashes are remembered, at most."""


def hash_variants(
    records: Any, options: Mapping[str, str] | None = None, texts: Mapping[str, str] | None = None
) -> pa.Array[Any]:
    """How the partition hashes of records were made; see `Hashes`."""
    return Hashes(options, texts).variants(records)


class Hashes:
    """Finds how partition hashes were made.

    A record of each partition key is written anew, without its hash, in each of the ways that FiloDB has. Samples of a
    series have the same key, so that most records need only be looked up.
    """

    def __init__(self, options: Mapping[str, str] | None = None, texts: Mapping[str, str] | None = None) -> None:
        """Prepare.

        Args:
            options: the options by which records were read.
            texts: contents of the files that options name, by the option's id, where they are known already.
        """
        self._options = dict(options or {})
        self._texts = texts
        schemas = settings.parse(CODEC, self._options, texts=texts).values["schemas"]
        self._keys = {one.name: [c.name for c in one.columns[one.partition_start :]] for one in schemas}
        self._known: dict[str, dict[str, int | None]] = {variant: {} for variant in VARIANTS}

    def variants(self, records: Any) -> pa.Array[Any]:
        """How the partition hashes of records were made.

        Args:
            records: an array of structs, rows of the view ``records``.

        Returns:
            An array of text: one of `VARIANTS`; null where the hash is none of the key's, or there is none.

        Raises:
            BytewrightError: they are no records of their schemas.
        """
        batch = pa.RecordBatch.from_struct_array(records)
        stored = batch.column("partition_hash").to_pylist()
        keys = self._keys_of(batch)
        left = [name for name in batch.schema.names if name not in ("container", "record", "partition_hash")]
        table = pa.Table.from_batches([batch]).select(left)
        found: list[str | None] = [None] * len(stored)
        for variant in VARIANTS:
            waiting = [place for place, one in enumerate(found) if one is None and stored[place] is not None]
            if not waiting:
                break
            known = self._known[variant]
            new = {keys[place]: place for place in waiting if keys[place] not in known}
            if new:
                if len(known) + len(new) > _REMEMBERED:
                    known.clear()
                    new = {keys[place]: place for place in waiting}
                known |= zip(new, self._hashes(table.take(list(new.values())), variant), strict=True)
            for place in waiting:
                if known[keys[place]] == stored[place]:
                    found[place] = variant
        return pa.array(found, pa.string())

    def _keys_of(self, batch: pa.RecordBatch) -> list[str]:
        """What tells the partition key of each record, and its schema, from those of others."""
        names = dict.fromkeys(name for key in self._keys.values() for name in key)
        columns = {name: batch.column(name).to_pylist() for name in names if name in batch.schema.names}
        return [
            repr((schema, [columns[name][place] for name in self._keys.get(schema, ()) if name in columns]))
            for place, schema in enumerate(batch.column("schema").to_pylist())
        ]

    def _hashes(self, table: pa.Table, variant: str) -> list[int | None]:
        """The partition hashes that records get when they are written."""
        stated = {"partitionHash": variant, "mapOrder": "given"}
        chosen = settings.parse(CODEC, {**self._options, **stated}, texts=self._texts)
        maker = files_of.maker_of(CODEC, None, chosen)
        if maker is None:
            raise BytewrightError("records can't be written")
        # Records that are dealt out are bytes when they are written: here they stay what they are.
        model = files_of.made_of(CODEC, replace(maker, deal=None), table, chosen)
        try:
            CODEC.to_bytes(model, canonical=True, options=chosen.values)
        except WriteError as error:
            raise BytewrightError(f"a record can't be written to find its hash: {error}") from error
        return [record.body.partition_hash for container in model.containers for record in container.area.records]
