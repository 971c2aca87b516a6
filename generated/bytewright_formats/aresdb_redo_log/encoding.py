"""AresDB redo log: what the kernel needs to make records of rows.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.encoding import EncodingPlan

ENCODING: EncodingPlan | str = "a number that counts lists in lists"
"""How rows become records, or why the kernel can't make them."""

SKELETONS: dict[str, str] = {"rows": "", "columns": "its rows are no parallel vectors"}
"""By name of the view: why its steps differ in more than their vectors; empty where they don't."""
