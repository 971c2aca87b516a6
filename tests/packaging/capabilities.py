"""Statements of what has been added since the rooms were made, and of each room: the tables of docs/decisions/sizes.md.

``python -m tests.packaging.capabilities`` counts anew. Statements are those that run: docstrings are none.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import zip_longest
from pathlib import Path

from tests.packaging.modules import PACKAGES, ROOT, sources

PAGE = ROOT / "docs" / "decisions" / "sizes.md"
COUNTED = "## Counted\n"
COUNTED_PACKAGES = (*PACKAGES, ROOT / "pipelines" / "bytewright_pipelines", ROOT / "runtime" / "pyspark_bytewright")
NUMBER = re.compile(r"\d[\d,]*")
BASE = "the base: all else"
CAPABILITIES = {
    "reading goes on behind damage": "views/evaluate/*resync.py views/evaluate/block_search.py codec/block_index.py"
    " views/evaluate/displaced_blocks.py views/evaluate/bad_records.py views/evaluate/passes/altered_sources.py"
    " kernels/drivers/search.py kernels/native/*/search.py kernels/plan/beginning.py analysis/evidence.py"
    " analysis/list_bounds.py analysis/block_index.py spark/bad_records.py",
    "repair": "tables/damage/* cli/commands/repair.py",
    "appending to logs, and following them": "tables/append/[!c]*.py io/appended_file.py cli/commands/tail.py"
    " analysis/appending.py",
    "few files of many": "tables/append/compaction.py cli/commands/compact.py",
    "commits of jobs, by journals": "io/commit_journal.py io/jobs/* io/folders.py spark/write/job*.py"
    " spark/write/once.py spark/write/target.py cli/commands/recover.py",
    "ingestion into Parquet, Delta, Iceberg": "spark/ingest/* cli/commands/ingest.py",
    "streams of Spark": "spark/streaming/* spark/stream_options.py",
    "indexes of records": "views/evaluate/record_index.py tables/indexes/* io/index_names.py spark/indexing.py"
    " cli/commands/index.py",
    "look-ups by keys": "tables/lookup/* schema/lookups.py",
    "doors of other engines, conditions on rows": "duckdb.py tables/dataset.py tables/sql/* cli/commands/sql.py"
    " arrow/conditions.py arrow/expressions.py kernels/program/kept_rows.py",
    "Arrow's extension types": "arrow/extensions.py schema/extensions.py",
    "pages for browsers": "page/* cli/commands/view.py",
    "trees in parts, differences, edits": "tables/trees/* tree/streaming.py tree/paths.py tree/record_places.py"
    " tree/window.py cli/commands/diff.py cli/commands/edit.py",
    "notebooks and terminals": "arrow/notebook.py model/html.py cli/row_*.py cli/progress.py cli/completion.py"
    " cli/commands/completion.py cli/commands/doctor.py",
    "single columns by objects": "columnar/scan/object_columns.py columnar/scan/completed_rows.py"
    " lowering/read/handed.py views/evaluate/handed.py lowering/layout/lazy_fields.py",
    "many small blocks and files at once": "columnar/scan/index_blocks.py columnar/scan/page_tables.py"
    " columnar/scan/small_files.py lowering/read/index_blocks.py lowering/read/outer_structures.py",
    "rows sorted, chosen, or backwards": "columnar/scan/arranged.py lowering/read/arranged.py arrow/backwards.py",
    "rows of lists in lists, and behind directories, are written": "columnar/encode/nested/*"
    " columnar/encode/directory_encoder.py lowering/write/nested.py lowering/write/directories.py"
    " views/invert/row_groups.py",
    "more codecs and checksums, in kernels, too": "codecs/arrow_streams.py codecs/blocks.py codecs/built_in.py"
    " codecs/deflate.py codecs/one_of.py codecs/incremental.py codecs/checksums.py kernels/drivers/libraries.py"
    " kernels/program/crc_tables.py lowering/layout/decoding/processes.py lowering/encode/sums.py"
    " objects/read/checksums.py",
    "threads": "kernels/drivers/parallel_scan.py",
    "the kernel ships as shared libraries": "kernels/native/machine/cpu_levels.py kernels/native/machine/sources.py"
    " kernels/native/machine/function_pointers.py kernels/native/machine/sh*ing.py"
    " kernels/native/machine/shared_library.py kernels/native/machine/part_table.py",
    "machine code of walks": "kernels/drivers/walk_codes.py kernels/native/machine/*walks.py"
    " kernels/program/walk_*.py codec/walk_libraries.py",
    "plans are data": "codec/plan_file.py kernels/plan/json_*.py backends/kernel/plan_file.py",
    "fields that are read when they are asked for": "codec/viewing.py objects/read/on_access.py objects/read/leb128.py"
    " backends/python/access.py",
    "running values in linear time": "model/tracking.py backends/python/tracked_expressions.py",
    "versions side by side": "tables/versions.py",
    "specs of users: projects, trust, jobs": "pipeline/new_project.py pipeline/project.py codec/trust.py"
    " codec/compiled.py front/programs.py",
    "explanations of each column, lint": "explain/advice.py explain/cures.py explain/engines.py explain/lint.py"
    " explain/plans.py explain/strategies.py lowering/read/refusals.py",
    "interfaces with versions and public names": "generated_api/* codec/api_version.py columns/*",
    "pipelines of AresDB": "aresdb/*",
    "pipelines of Deephaven": "deephaven/*",
    "pipelines of ESDB": "esdb/*",
    "pipelines of FiloDB": "filodb/*",
    "pipelines of Milvus": "milvus/*",
}
"""The modules of each, by patterns of their paths in their packages."""


@cache
def statements() -> Mapping[Path, int]:
    """How many statements of each module run."""
    modules = (path for package in COUNTED_PACKAGES for path in sources(package))
    return {path: counted(path.read_text(encoding="utf-8")) for path in modules}


def counted(text: str) -> int:
    """The statements of a source, at any depth, without docstrings."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt)]
    return sum(not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)) for node in nodes)


def name_of(module: Path) -> str:
    """The path of a module in its package."""
    return next(module.relative_to(package) for package in COUNTED_PACKAGES if package in module.parents).as_posix()


def capabilities_of(module: Path) -> list[str]:
    """The capabilities that a module belongs to."""
    name = name_of(module)
    return [one for one, globs in CAPABILITIES.items() if any(fnmatchcase(name, glob) for glob in globs.split())]


def lost(capabilities: Mapping[str, str]) -> list[str]:
    """Patterns of no module."""
    names = list(map(name_of, statements()))
    patterns = (glob for globs in capabilities.values() for glob in globs.split())
    return [glob for glob in patterns if not any(fnmatchcase(name, glob) for name in names)]


def tables() -> str:
    """What is counted, as the page has it."""
    by_capability, modules, by_room = Counter[str](), Counter[str](), Counter[str]()
    for path, count in statements().items():
        (capability,) = capabilities_of(path) or [BASE]
        by_capability[capability] += count
        modules[capability] += 1
        place = path.relative_to(ROOT).parts
        by_room["/".join(place[:3] if len(place) > 3 else place[:2])] += count
    rows = [f"| {one} | {modules[one]:,} | {by_capability[one]:,} |" for one in (*CAPABILITIES, BASE)]
    rooms = [f"| `{room}/` | {count:,} |" for room, count in sorted(by_room.items())]
    lines = [
        "| capability | modules | statements |",
        "|---|---:|---:|",
        *rows,
        f"| all | {len(statements()):,} | {sum(by_room.values()):,} |",
    ]
    lines += ["", "| room | statements |", "|---|---:|", *rooms]
    return "\n".join(lines) + "\n"


def differences(page: str, found: str) -> Iterator[str]:
    """Lines of the page that say something else than what is found: of numbers, by more than a twentieth and 20."""
    for was, now in zip_longest(page.splitlines(), found.splitlines(), fillvalue=""):
        pairs = zip(numbers(was), numbers(now), strict=False)
        if NUMBER.sub("", was) != NUMBER.sub("", now) or any(abs(a - b) > max(20, b // 20) for a, b in pairs):
            yield f"{was!r} is {now!r}"


def numbers(line: str) -> list[int]:
    """The numbers in a line."""
    return [int(one.replace(",", "")) for one in NUMBER.findall(line)]


if __name__ == "__main__":
    text, _, _ = PAGE.read_text(encoding="utf-8").partition(COUNTED)
    PAGE.write_text(f"{text}{COUNTED}\n{tables()}", encoding="utf-8")
