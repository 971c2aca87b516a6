"""Hands Spark the source ``uvarint``: Spark looks for ``DefaultSource`` in every module called ``pyspark_*``.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

import warnings

try:
    from bytewright.generated_api.spark import source_for

    DefaultSource = source_for("uvarint")
except (
    Exception
) as error:  # Spark imports all such modules for any source: one that fails would take the others with it
    warnings.warn(f"the Spark source uvarint can't be used: {error}", stacklevel=2)
