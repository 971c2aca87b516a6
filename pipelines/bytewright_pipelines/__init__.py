"""What formats mean, on Spark."""

COMMANDS = {
    "assemble": "bytewright_pipelines.milvus.command",
    "replay": "bytewright_pipelines.aresdb.command",
}
"""Commands beside those of the runtime by their names, and the modules that hold them: the entry points of the group
``bytewright.commands``, for archives on the path, which have none."""
