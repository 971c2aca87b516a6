"""A choice by a flag."""

from construct import Flag, If, Int8ul, Int16ul, Struct, Switch, this

VALUES = [{"f": True, "x": 7, "y": 1}, {"f": False, "x": 700, "y": None}]

toy = Struct("f" / Flag, "x" / Switch(this.f, {True: Int8ul, False: Int16ul}), "y" / If(this.f, Int8ul))
