"""Milvus: payloads, writers of its files, and segments put together."""
