"""FiloDB RecordContainer (BinaryRecord v2): what the kernel needs to make records of rows.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.encoding.plan import EncodingPlan

ENCODING: EncodingPlan | str = "fields with places of their own"
"""How rows become records, or why the kernel can't make them."""
