"""A choice by text."""

from construct import CString, Int8ul, PaddedString, Struct, Switch, this

VALUES = [{"kind": "int", "x": 7}, {"kind": "text", "x": "hi"}]

toy = Struct("kind" / PaddedString(4, "ascii"), "x" / Switch(this.kind, {"int": Int8ul, "text": CString("utf8")}))
