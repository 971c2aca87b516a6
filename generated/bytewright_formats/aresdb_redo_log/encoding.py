"""AresDB redo log: what the kernel needs to make records of rows.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.encoding.plan import EncodingPlan

ENCODING: EncodingPlan | str = "a number that counts lists in lists"
"""How rows become records, or why the kernel can't make them."""
