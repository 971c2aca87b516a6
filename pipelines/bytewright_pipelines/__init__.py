"""What formats mean, on Spark."""

COMMANDS = {
    "assemble": "bytewright_pipelines.milvus.command",
    "collections": "bytewright_pipelines.milvus.collections_command",
    "compact-segments": "bytewright_pipelines.milvus.compact_command",
    "replay": "bytewright_pipelines.aresdb.command",
    "segment": "bytewright_pipelines.milvus.segment_command",
}
"""Commands beside those of the runtime by their names, and the modules that hold them: the entry points of the group
``bytewright.commands``, for archives on the path, which have none."""
