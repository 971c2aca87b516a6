"""A choice by bytes."""

from construct import Bytes, Int8ul, Int16ul, Struct, Switch, this

VALUES = [{"magic": b"AA", "x": 7}, {"magic": b"BB", "x": 700}, {"magic": b"CC", "x": None}]

toy = Struct("magic" / Bytes(2), "x" / Switch(this.magic, {b"AA": Int8ul, b"BB": Int16ul}))
