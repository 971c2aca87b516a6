"""Hands Spark the source ``esdb_spaces``: Spark looks for ``DefaultSource`` in every module called ``pyspark_*``.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

import warnings

try:
    from bytewright.generated_api.spark import source_for

    DefaultSource = source_for("esdb_spaces")
except (
    Exception
) as error:  # Spark imports all such modules for any source: one that fails would take the others with it
    warnings.warn(f"the Spark source esdb_spaces can't be used: {error}", stacklevel=2)
