"""Sessions as tagged events with texts behind variable-length numbers, declared in Construct."""

from construct import Float32b, GreedyRange, Int8ub, Int16ub, Int32ub, PascalString, Struct, Switch, VarInt, this

META = {"id": "sessions"}

opened = Struct("user" / PascalString(VarInt, "utf8"), "port" / Int16ub)
moved = Struct("x" / Float32b, "y" / Float32b)
closed = Struct("reason" / PascalString(VarInt, "utf8"))
event = Struct("kind" / Int8ub, "at" / Int32ub, "body" / Switch(this.kind, {1: opened, 2: moved, 3: closed}))
sessions = Struct("events" / GreedyRange(event))
