from construct import GreedyBytes, Int16ul, Prefixed, PrefixedArray, Struct, VarInt

varints = Struct("data" / Prefixed(VarInt, GreedyBytes), "items" / PrefixedArray(VarInt, Int16ul))
