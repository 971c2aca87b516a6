"""Codecs of the formats that come with Bytewright: one package each, generated from ``specs/``."""
