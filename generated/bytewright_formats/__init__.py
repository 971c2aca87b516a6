"""Codecs, one package each, generated from ``specs/``."""
