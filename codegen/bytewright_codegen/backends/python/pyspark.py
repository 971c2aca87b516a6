"""``pyspark_<codec>``: the module by which Spark finds a codec's data source."""

from __future__ import annotations

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.templates import render


def pyspark(plans: CodecPlans) -> str:
    """Source of a codec's module for Spark."""
    return render("pyspark.py.jinja", spec=plans.spec)
