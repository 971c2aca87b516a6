"""Adapters of one's own."""

from typing import Any

from construct import Adapter, Array, Computed, Int8ul, Int16ub, Struct, SymmetricAdapter, Validator, this

VALUES = [{"k": 2, "x": 0.5, "y": 7, "list": [3, 4]}, {"k": 4, "x": 0.0, "y": 0, "list": [1, 2]}]


class Fixed(Adapter):  # type: ignore[misc]
    """A fraction, of which `scale` are one."""

    def __init__(self, subcon: Any, scale: int) -> None:
        super().__init__(subcon)
        self.scale = scale

    def _decode(self, obj: Any, context: Any, path: Any) -> Any:
        return obj / self.scale

    def _encode(self, obj: Any, context: Any, path: Any) -> Any:
        return int(obj * self.scale)


class Turned(SymmetricAdapter):  # type: ignore[misc]
    """What is missing to 255, of even `k`."""

    def _decode(self, obj: Any, context: Any, path: Any) -> Any:
        if context.k == 2:
            return 255 - obj
        return obj


class Even(Validator):  # type: ignore[misc]
    """An even number."""

    def _validate(self, obj: Any, context: Any, path: Any) -> Any:
        return obj % 2 == 0


toy = Struct(
    "k" / Even(Int8ul),
    "x" / Fixed(Int16ub, 256),
    "y" / Turned(Int8ul),
    "list" / Array(2, Fixed(Int8ul, 1)),
    "next" / Computed(this.y + 1),
)
