"""Codecs that the compiler made of the specs under ``specs/``; one package each."""
