"""An S3 server on this machine."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any


@contextlib.contextmanager
def object_store(*buckets: str) -> Iterator[tuple[str, Any]]:
    """A server with some buckets, while the block runs: its address, and a client of it."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        client = boto3.client(
            "s3", endpoint_url=f"http://{host}:{port}", region_name="us-east-1",
            aws_access_key_id="key", aws_secret_access_key="secret",
        )  # fmt: skip
        for bucket in buckets:
            client.create_bucket(Bucket=bucket)
        yield f"{host}:{port}", client
    finally:
        server.stop()


def arguments(address: str) -> dict[str, str]:
    """The options that lead to a server."""
    return {
        "fs.endpoint_override": address, "fs.scheme": "http", "fs.access_key": "key", "fs.secret_key": "secret",
        "fs.region": "us-east-1",
    }  # fmt: skip
