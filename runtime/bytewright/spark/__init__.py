"""Bytewright in Spark: formats as data sources, and bulk ingestion."""
