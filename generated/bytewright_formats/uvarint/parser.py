# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class Uvarint(KaitaiStruct):
    """An unsigned integer of up to 64 bits in groups of seven, the lowest first."""

    def __init__(self, _io, _parent=None, _root=None):
        super(Uvarint, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.groups = []
        i = 0
        while True:
            _ = Uvarint.Group(i, self._io, self, self._root)
            self.groups.append(_)
            if not (_.has_next):
                break
            i += 1

    def _fetch_instances(self):
        pass
        for i in range(len(self.groups)):
            pass
            self.groups[i]._fetch_instances()

    class Group(KaitaiStruct):
        """Seven bits of the integer."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(Uvarint.Group, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            self.has_next = self._io.read_bits_int_be(1) != 0
            self.low = self._io.read_bits_int_be(7)
            if not self.low <= (127 if self.i < 9 else 1):
                raise kaitaistruct.ValidationGreaterThanError(
                    (127 if self.i < 9 else 1), self.low, self._io, "/types/group/seq/1"
                )

        def _fetch_instances(self):
            pass

        @property
        def value(self):
            """The integer that this group and those before it make."""
            if hasattr(self, "_m_value"):
                return self._m_value

            self._m_value = (0 if self.i == 0 else self._parent.groups[self.i - 1].value) + (self.low << 7 * self.i)
            return getattr(self, "_m_value", None)

    @property
    def value(self):
        """The integer."""
        if hasattr(self, "_m_value"):
            return self._m_value

        self._m_value = self.groups[-1].value
        return getattr(self, "_m_value", None)
