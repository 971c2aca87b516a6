# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

from enum import IntEnum

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class DeephavenLog(KaitaiStruct):
    """A row-oriented log of one table, written by loggers and followed by the data import server. The header names and types
    the columns; behind it stand records: rows, each with a bit per column that says whether it has a value, and commands.
    """

    class ColumnType(IntEnum):
        boolean = 1
        byte = 2
        char = 3
        short = 4
        int = 5
        long = 6
        float = 7
        double = 8
        blob = 9
        enhanced_string = 10
        enum = 11

    class HeaderRecordType(IntEnum):
        column_definitions = 1
        constant_columns = 2
        application_version = 3

    class Storage(IntEnum):
        boolean = 1
        byte = 2
        char = 3
        short = 4
        int = 5
        long = 6
        float = 7
        double = 8
        blob = 9
        utf8_string = 10
        enum = 11
        latin1_string = 12

    def __init__(self, _io, _parent=None, _root=None):
        super(DeephavenLog, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\xdb\x1a\xa1\xdb":
            raise kaitaistruct.ValidationNotEqualError(b"\xdb\x1a\xa1\xdb", self.magic, self._io, "/seq/0")
        self.version = self._io.read_s4be()
        if not self.version == 3:
            raise kaitaistruct.ValidationNotEqualError(3, self.version, self._io, "/seq/1")
        self.len_header = self._io.read_s4be()
        if not self.len_header >= 4:
            raise kaitaistruct.ValidationLessThanError(4, self.len_header, self._io, "/seq/2")
        self._raw_header = self._io.read_bytes(self.len_header - 4)
        _io__raw_header = KaitaiStream(BytesIO(self._raw_header))
        self.header = DeephavenLog.Header(_io__raw_header, self, self._root)
        self.header_digest = self._io.read_u4be()
        self.records = []
        i = 0
        while not self._io.is_eof():
            self.records.append(DeephavenLog.Record(self._io, self, self._root))
            i += 1

    def _fetch_instances(self):
        pass
        self.header._fetch_instances()
        for i in range(len(self.records)):
            pass
            self.records[i]._fetch_instances()

    class AdlerStep(KaitaiStruct):
        def __init__(self, i, _io, _parent=None, _root=None):
            super(DeephavenLog.AdlerStep, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            if (self.a < 0) or (self.b < 0):
                pass
                self.force = self._io.read_bytes(0)

        def _fetch_instances(self):
            pass
            if (self.a < 0) or (self.b < 0):
                pass

            _ = self.at
            if hasattr(self, "_m_at"):
                pass

        @property
        def a(self):
            if hasattr(self, "_m_a"):
                return self._m_a

            self._m_a = ((1 if self.i == 0 else self._parent.sum[self.i - 1].a) + self.byte) % 65521
            return getattr(self, "_m_a", None)

        @property
        def at(self):
            if hasattr(self, "_m_at"):
                return self._m_at

            _pos = self._io.pos()
            self._io.seek((self.i - 5 if self.i >= 5 else 0))
            self._m_at = self._io.read_u1()
            self._io.seek(_pos)
            return getattr(self, "_m_at", None)

        @property
        def b(self):
            if hasattr(self, "_m_b"):
                return self._m_b

            self._m_b = ((0 if self.i == 0 else self._parent.sum[self.i - 1].b) + self.a) % 65521
            return getattr(self, "_m_b", None)

        @property
        def byte(self):
            if hasattr(self, "_m_byte"):
                return self._m_byte

            self._m_byte = (
                self._parent._parent.flags
                if self.i == 4
                else (self._parent._parent._parent.len_body >> 24 - 8 * self.i & 255 if self.i < 4 else self.at)
            )
            return getattr(self, "_m_byte", None)

    class ApplicationVersion(KaitaiStruct):
        """Which version of its protocol an application used."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ApplicationVersion, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s4be()

        def _fetch_instances(self):
            pass

    class Blob(KaitaiStruct):
        """Bytes behind their size."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Blob, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            self.value = self._io.read_bytes(self.len_value)

        def _fetch_instances(self):
            pass

    class Body(KaitaiStruct):
        """A row with a bit per column that is not constant, or what is no row."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Body, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.flags = self._io.read_u1()
            if self.is_row:
                pass
                self.presence = []
                for i in range(len(self._root.columns) - self._root.header.num_constants):
                    self.presence.append(self._io.read_bits_int_le(1) != 0)

            if self.is_row:
                pass
                self.cells = []
                for i in range(len(self._root.columns)):
                    self.cells.append(DeephavenLog.Cell(i, self._io, self, self._root))

            if self.is_row:
                pass
                self.digest = self._io.read_u4be()

            if not (self.is_row):
                pass
                self._raw_other = self._io.read_bytes_full()
                _io__raw_other = KaitaiStream(BytesIO(self._raw_other))
                self.other = DeephavenLog.OtherRecord(_io__raw_other, self, self._root)

        def _fetch_instances(self):
            pass
            if self.is_row:
                pass
                for i in range(len(self.presence)):
                    pass

            if self.is_row:
                pass
                for i in range(len(self.cells)):
                    pass
                    self.cells[i]._fetch_instances()

            if self.is_row:
                pass

            if not (self.is_row):
                pass
                self.other._fetch_instances()

        @property
        def is_row(self):
            """Whether the record is a row."""
            if hasattr(self, "_m_is_row"):
                return self._m_is_row

            self._m_is_row = self.flags & 4 == 0
            return getattr(self, "_m_is_row", None)

    class Boolean(KaitaiStruct):
        """True or false in a byte."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Boolean, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s1()
            if not ((self.value == 0) or (self.value == 1)):
                raise kaitaistruct.ValidationNotAnyOfError(self.value, self._io, "/types/boolean/seq/0")

        def _fetch_instances(self):
            pass

    class Cell(KaitaiStruct):
        """A value in a row, where the column has one."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(DeephavenLog.Cell, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            if self.is_present:
                pass
                _on = self.column.storage
                if _on == DeephavenLog.Storage.blob:
                    pass
                    self.cell = DeephavenLog.Blob(self._io, self, self._root)
                elif _on == DeephavenLog.Storage.boolean:
                    pass
                    self.cell = DeephavenLog.Boolean(self._io, self, self._root)
                elif _on == DeephavenLog.Storage.byte:
                    pass
                    self.cell = self._io.read_s1()
                elif _on == DeephavenLog.Storage.char:
                    pass
                    self.cell = DeephavenLog.Char(self._io, self, self._root)
                elif _on == DeephavenLog.Storage.double:
                    pass
                    self.cell = self._io.read_f8be()
                elif _on == DeephavenLog.Storage.enum:
                    pass
                    self.cell = DeephavenLog.Symbol(self.i, self._io, self, self._root)
                elif _on == DeephavenLog.Storage.float:
                    pass
                    self.cell = self._io.read_f4be()
                elif _on == DeephavenLog.Storage.int:
                    pass
                    self.cell = self._io.read_s4be()
                elif _on == DeephavenLog.Storage.latin1_string:
                    pass
                    self.cell = DeephavenLog.Latin1String(self._io, self, self._root)
                elif _on == DeephavenLog.Storage.long:
                    pass
                    self.cell = self._io.read_s8be()
                elif _on == DeephavenLog.Storage.short:
                    pass
                    self.cell = self._io.read_s2be()
                elif _on == DeephavenLog.Storage.utf8_string:
                    pass
                    self.cell = DeephavenLog.Utf8String(self._io, self, self._root)

        def _fetch_instances(self):
            pass
            if self.is_present:
                pass
                _on = self.column.storage
                if _on == DeephavenLog.Storage.blob:
                    pass
                    self.cell._fetch_instances()
                elif _on == DeephavenLog.Storage.boolean:
                    pass
                    self.cell._fetch_instances()
                elif _on == DeephavenLog.Storage.byte:
                    pass
                elif _on == DeephavenLog.Storage.char:
                    pass
                    self.cell._fetch_instances()
                elif _on == DeephavenLog.Storage.double:
                    pass
                elif _on == DeephavenLog.Storage.enum:
                    pass
                    self.cell._fetch_instances()
                elif _on == DeephavenLog.Storage.float:
                    pass
                elif _on == DeephavenLog.Storage.int:
                    pass
                elif _on == DeephavenLog.Storage.latin1_string:
                    pass
                    self.cell._fetch_instances()
                elif _on == DeephavenLog.Storage.long:
                    pass
                elif _on == DeephavenLog.Storage.short:
                    pass
                elif _on == DeephavenLog.Storage.utf8_string:
                    pass
                    self.cell._fetch_instances()

        @property
        def column(self):
            """The definition of the column."""
            if hasattr(self, "_m_column"):
                return self._m_column

            self._m_column = self._root.columns[self.i]
            return getattr(self, "_m_column", None)

        @property
        def is_present(self):
            """Whether the row has a value of the column."""
            if hasattr(self, "_m_is_present"):
                return self._m_is_present

            self._m_is_present = False if self.column.is_constant else self._parent.presence[self.column.presence_index]
            return getattr(self, "_m_is_present", None)

    class Char(KaitaiStruct):
        """A code unit of UTF-16."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Char, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u2be()

        def _fetch_instances(self):
            pass

    class Column(KaitaiStruct):
        """A column."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(DeephavenLog.Column, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            self.len_name = self._io.read_s4be()
            self.name = (self._io.read_bytes(self.len_name)).decode("UTF-8")
            self.type = KaitaiStream.resolve_enum(DeephavenLog.ColumnType, self._io.read_s4be())
            if not isinstance(self.type, DeephavenLog.ColumnType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, "/types/column/seq/2")
            self.len_metadata = self._io.read_s4be()
            _on = self.type
            if _on == DeephavenLog.ColumnType.enhanced_string:
                pass
                self._raw_metadata = self._io.read_bytes(self.len_metadata)
                _io__raw_metadata = KaitaiStream(BytesIO(self._raw_metadata))
                self.metadata = DeephavenLog.StringMetadata(_io__raw_metadata, self, self._root)
            elif _on == DeephavenLog.ColumnType.enum:
                pass
                self._raw_metadata = self._io.read_bytes(self.len_metadata)
                _io__raw_metadata = KaitaiStream(BytesIO(self._raw_metadata))
                self.metadata = DeephavenLog.EnumMetadata(_io__raw_metadata, self, self._root)
            else:
                pass
                self.metadata = self._io.read_bytes(self.len_metadata)

        def _fetch_instances(self):
            pass
            _on = self.type
            if _on == DeephavenLog.ColumnType.enhanced_string:
                pass
                self.metadata._fetch_instances()
            elif _on == DeephavenLog.ColumnType.enum:
                pass
                self.metadata._fetch_instances()
            else:
                pass
            _ = self.find_constant
            if hasattr(self, "_m_find_constant"):
                pass
                for i in range(len(self._m_find_constant)):
                    pass
                    self._m_find_constant[i]._fetch_instances()

        @property
        def constant(self):
            """Its value, where it is in the header."""
            if hasattr(self, "_m_constant"):
                return self._m_constant

            if self.is_constant:
                pass
                self._m_constant = self._root.header.constants.entries[self.constant_at]

            return getattr(self, "_m_constant", None)

        @property
        def constant_at(self):
            """Which entry of the constant columns holds its value; -1 where none does."""
            if hasattr(self, "_m_constant_at"):
                return self._m_constant_at

            if self._root.header.constants_at >= 0:
                pass
                self._m_constant_at = -1 if self._root.header.num_constants == 0 else self.find_constant[-1].at

            return getattr(self, "_m_constant_at", None)

        @property
        def encoding(self):
            """Encoding of its strings."""
            if hasattr(self, "_m_encoding"):
                return self._m_encoding

            if (self.type == DeephavenLog.ColumnType.enum) or (self.type == DeephavenLog.ColumnType.enhanced_string):
                pass
                self._m_encoding = (
                    self.metadata.encoding if self.type == DeephavenLog.ColumnType.enum else self.metadata.encoding
                )

            return getattr(self, "_m_encoding", None)

        @property
        def find_constant(self):
            if hasattr(self, "_m_find_constant"):
                return self._m_find_constant

            if self._root.header.num_constants != 0:
                pass
                self._m_find_constant = []
                i = 0
                while True:
                    _ = DeephavenLog.ConstantProbe(i, self.name, self._io, self, self._root)
                    self._m_find_constant.append(_)
                    if _.done:
                        break
                    i += 1

            return getattr(self, "_m_find_constant", None)

        @property
        def is_constant(self):
            """Whether its value is in the header."""
            if hasattr(self, "_m_is_constant"):
                return self._m_is_constant

            self._m_is_constant = False if self._root.header.num_constants == 0 else self.constant_at >= 0
            return getattr(self, "_m_is_constant", None)

        @property
        def next_presence_index(self):
            if hasattr(self, "_m_next_presence_index"):
                return self._m_next_presence_index

            self._m_next_presence_index = self.presence_index + (0 if self.is_constant else 1)
            return getattr(self, "_m_next_presence_index", None)

        @property
        def presence_index(self):
            """Number of the column's bit in the presence map of a row; only columns that are not constant have one."""
            if hasattr(self, "_m_presence_index"):
                return self._m_presence_index

            self._m_presence_index = 0 if self.i == 0 else self._parent.columns[self.i - 1].next_presence_index
            return getattr(self, "_m_presence_index", None)

        @property
        def storage(self):
            """How its values are stored."""
            if hasattr(self, "_m_storage"):
                return self._m_storage

            self._m_storage = KaitaiStream.resolve_enum(
                DeephavenLog.Storage,
                (
                    12
                    if ((self.type == DeephavenLog.ColumnType.enhanced_string) and (self.encoding == "ISO-8859-1"))
                    else int(self.type)
                ),
            )
            return getattr(self, "_m_storage", None)

        @property
        def symbols(self):
            """Strings that the values of an Enum stand for."""
            if hasattr(self, "_m_symbols"):
                return self._m_symbols

            if self.type == DeephavenLog.ColumnType.enum:
                pass
                self._m_symbols = self.metadata.symbols

            return getattr(self, "_m_symbols", None)

    class ColumnDefinitions(KaitaiStruct):
        """The columns of the table that the log holds."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ColumnDefinitions, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_columns = self._io.read_s4be()
            self.columns = []
            for i in range(self.num_columns):
                self.columns.append(DeephavenLog.Column(i, self._io, self, self._root))

        def _fetch_instances(self):
            pass
            for i in range(len(self.columns)):
                pass
                self.columns[i]._fetch_instances()

    class ColumnProbe(KaitaiStruct):
        def __init__(self, i, wanted, _io, _parent=None, _root=None):
            super(DeephavenLog.ColumnProbe, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self.wanted = wanted
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

        @property
        def at(self):
            if hasattr(self, "_m_at"):
                return self._m_at

            self._m_at = self.i if self.hit else -1
            return getattr(self, "_m_at", None)

        @property
        def done(self):
            if hasattr(self, "_m_done"):
                return self._m_done

            self._m_done = (self.hit) or (self.i == len(self._root.columns) - 1)
            return getattr(self, "_m_done", None)

        @property
        def hit(self):
            if hasattr(self, "_m_hit"):
                return self._m_hit

            self._m_hit = self._root.columns[self.i].name == self.wanted
            return getattr(self, "_m_hit", None)

    class Constant(KaitaiStruct):
        """A column that has the same value in every row."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Constant, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_name = self._io.read_s4be()
            self.name = (self._io.read_bytes(self.len_name)).decode("UTF-8")
            _on = self.column.storage
            if _on == DeephavenLog.Storage.blob:
                pass
                self.cell = DeephavenLog.ConstantBlob(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.boolean:
                pass
                self.cell = DeephavenLog.ConstantBoolean(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.byte:
                pass
                self.cell = DeephavenLog.ConstantByte(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.char:
                pass
                self.cell = DeephavenLog.ConstantChar(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.double:
                pass
                self.cell = DeephavenLog.ConstantDouble(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.enum:
                pass
                self.cell = DeephavenLog.ConstantSymbol(self.column_at, self._io, self, self._root)
            elif _on == DeephavenLog.Storage.float:
                pass
                self.cell = DeephavenLog.ConstantFloat(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.int:
                pass
                self.cell = DeephavenLog.ConstantInt(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.latin1_string:
                pass
                self.cell = DeephavenLog.ConstantLatin1String(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.long:
                pass
                self.cell = DeephavenLog.ConstantLong(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.short:
                pass
                self.cell = DeephavenLog.ConstantShort(self._io, self, self._root)
            elif _on == DeephavenLog.Storage.utf8_string:
                pass
                self.cell = DeephavenLog.ConstantUtf8String(self._io, self, self._root)

        def _fetch_instances(self):
            pass
            _on = self.column.storage
            if _on == DeephavenLog.Storage.blob:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.boolean:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.byte:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.char:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.double:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.enum:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.float:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.int:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.latin1_string:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.long:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.short:
                pass
                self.cell._fetch_instances()
            elif _on == DeephavenLog.Storage.utf8_string:
                pass
                self.cell._fetch_instances()
            _ = self.find_column
            if hasattr(self, "_m_find_column"):
                pass
                for i in range(len(self._m_find_column)):
                    pass
                    self._m_find_column[i]._fetch_instances()

        @property
        def column(self):
            """The definition of the column."""
            if hasattr(self, "_m_column"):
                return self._m_column

            self._m_column = self._root.columns[self.column_at]
            return getattr(self, "_m_column", None)

        @property
        def column_at(self):
            """Which column definition has that name."""
            if hasattr(self, "_m_column_at"):
                return self._m_column_at

            self._m_column_at = self.find_column[-1].at
            return getattr(self, "_m_column_at", None)

        @property
        def find_column(self):
            if hasattr(self, "_m_find_column"):
                return self._m_find_column

            self._m_find_column = []
            i = 0
            while True:
                _ = DeephavenLog.ColumnProbe(i, self.name, self._io, self, self._root)
                self._m_find_column.append(_)
                if _.done:
                    break
                i += 1
            return getattr(self, "_m_find_column", None)

    class ConstantBlob(KaitaiStruct):
        """Bytes behind their size, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantBlob, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            if self.len_value != -2147483648:
                pass
                self.value = self._io.read_bytes(self.len_value)

        def _fetch_instances(self):
            pass
            if self.len_value != -2147483648:
                pass

    class ConstantBoolean(KaitaiStruct):
        """True, false or null in a byte."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantBoolean, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s1()
            if not ((self.value == 0) or (self.value == 1) or (self.value == -128)):
                raise kaitaistruct.ValidationNotAnyOfError(self.value, self._io, "/types/constant_boolean/seq/0")

        def _fetch_instances(self):
            pass

    class ConstantByte(KaitaiStruct):
        """A byte, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantByte, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s1()

        def _fetch_instances(self):
            pass

    class ConstantChar(KaitaiStruct):
        """A code unit of UTF-16, or null; writers differ in what stands for null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantChar, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u2be()

        def _fetch_instances(self):
            pass

    class ConstantColumns(KaitaiStruct):
        """The columns whose value is in the header. Their types may stand behind them, so they are read when they are first
        asked for.
        """

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantColumns, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.list
            if hasattr(self, "_m_list"):
                pass
                self._m_list._fetch_instances()

        @property
        def list(self):
            """The constant columns."""
            if hasattr(self, "_m_list"):
                return self._m_list

            self._m_list = DeephavenLog.ConstantList(self._io, self, self._root)
            return getattr(self, "_m_list", None)

    class ConstantDouble(KaitaiStruct):
        """A double, or null; the largest negative one stands for null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantDouble, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f8be()

        def _fetch_instances(self):
            pass

    class ConstantFloat(KaitaiStruct):
        """A float, or null; the largest negative one stands for null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantFloat, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f4be()

        def _fetch_instances(self):
            pass

    class ConstantInt(KaitaiStruct):
        """An int, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantInt, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s4be()

        def _fetch_instances(self):
            pass

    class ConstantLatin1String(KaitaiStruct):
        """Text in ISO-8859-1 behind its size, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantLatin1String, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            if self.len_value != -2147483648:
                pass
                self.value = (self._io.read_bytes(self.len_value)).decode("ISO-8859-1")

        def _fetch_instances(self):
            pass
            if self.len_value != -2147483648:
                pass

    class ConstantList(KaitaiStruct):
        """Constant columns, in any order."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantList, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_entries = self._io.read_s4be()
            self.entries = []
            for i in range(self.num_entries):
                self.entries.append(DeephavenLog.Constant(self._io, self, self._root))

        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()

    class ConstantLong(KaitaiStruct):
        """A long, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantLong, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s8be()

        def _fetch_instances(self):
            pass

    class ConstantProbe(KaitaiStruct):
        def __init__(self, i, wanted, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantProbe, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self.wanted = wanted
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

        @property
        def at(self):
            if hasattr(self, "_m_at"):
                return self._m_at

            self._m_at = self.i if self.hit else -1
            return getattr(self, "_m_at", None)

        @property
        def done(self):
            if hasattr(self, "_m_done"):
                return self._m_done

            self._m_done = (self.hit) or (self.i == self._root.header.num_constants - 1)
            return getattr(self, "_m_done", None)

        @property
        def hit(self):
            if hasattr(self, "_m_hit"):
                return self._m_hit

            self._m_hit = self._root.header.constants.entries[self.i].name == self.wanted
            return getattr(self, "_m_hit", None)

    class ConstantShort(KaitaiStruct):
        """A short, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantShort, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s2be()

        def _fetch_instances(self):
            pass

    class ConstantSymbol(KaitaiStruct):
        """A string by its number in the column's metadata, or null."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantSymbol, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            self.number = self._io.read_s4be()
            _ = self.number
            if not ((_ == -2147483648) or ((_ >= 0) and (_ < len(self._root.columns[self.i].symbols)))):
                raise kaitaistruct.ValidationExprError(self.number, self._io, "/types/constant_symbol/seq/0")

        def _fetch_instances(self):
            pass

    class ConstantUtf8String(KaitaiStruct):
        """Text in UTF-8 behind its size, or null."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.ConstantUtf8String, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            if self.len_value != -2147483648:
                pass
                self.value = (self._io.read_bytes(self.len_value)).decode("UTF-8")

        def _fetch_instances(self):
            pass
            if self.len_value != -2147483648:
                pass

    class EnumMetadata(KaitaiStruct):
        """What the numbers of a column of type Enum stand for."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.EnumMetadata, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_symbols = self._io.read_s4be()
            self.len_encoding = self._io.read_s4be()
            self.encoding = (self._io.read_bytes(self.len_encoding)).decode("UTF-8")
            if not ((self.encoding == "ISO-8859-1") or (self.encoding == "UTF-8")):
                raise kaitaistruct.ValidationNotAnyOfError(self.encoding, self._io, "/types/enum_metadata/seq/2")
            self.symbols = []
            for i in range(self.num_symbols):
                self.symbols.append(DeephavenLog.EnumSymbol(self._io, self, self._root))

        def _fetch_instances(self):
            pass
            for i in range(len(self.symbols)):
                pass
                self.symbols[i]._fetch_instances()

    class EnumSymbol(KaitaiStruct):
        """What a number stands for."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.EnumSymbol, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            _on = self._parent.encoding == "ISO-8859-1"
            if _on == True:
                pass
                self._raw_value = self._io.read_bytes(self.len_value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = DeephavenLog.Latin1Text(_io__raw_value, self, self._root)
            else:
                pass
                self._raw_value = self._io.read_bytes(self.len_value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = DeephavenLog.Utf8Text(_io__raw_value, self, self._root)

        def _fetch_instances(self):
            pass
            _on = self._parent.encoding == "ISO-8859-1"
            if _on == True:
                pass
                self.value._fetch_instances()
            else:
                pass
                self.value._fetch_instances()

    class Header(KaitaiStruct):
        """Records of known and unknown types, each at most once, in any order."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Header, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.records = []
            i = 0
            while not self._io.is_eof():
                self.records.append(DeephavenLog.HeaderRecord(self._io, self, self._root))
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.records)):
                pass
                self.records[i]._fetch_instances()

            _ = self.find_application_version
            if hasattr(self, "_m_find_application_version"):
                pass
                for i in range(len(self._m_find_application_version)):
                    pass
                    self._m_find_application_version[i]._fetch_instances()

            _ = self.find_constants
            if hasattr(self, "_m_find_constants"):
                pass
                for i in range(len(self._m_find_constants)):
                    pass
                    self._m_find_constants[i]._fetch_instances()

            _ = self.find_definitions
            if hasattr(self, "_m_find_definitions"):
                pass
                for i in range(len(self._m_find_definitions)):
                    pass
                    self._m_find_definitions[i]._fetch_instances()

        @property
        def application_version_at(self):
            """Which record holds the version of the application; -1 where there is none."""
            if hasattr(self, "_m_application_version_at"):
                return self._m_application_version_at

            self._m_application_version_at = self.find_application_version[-1].at
            return getattr(self, "_m_application_version_at", None)

        @property
        def constants(self):
            """The constant columns."""
            if hasattr(self, "_m_constants"):
                return self._m_constants

            if self.constants_at >= 0:
                pass
                self._m_constants = self.records[self.constants_at].body.list

            return getattr(self, "_m_constants", None)

        @property
        def constants_at(self):
            """Which record holds the constant columns; -1 where there is none."""
            if hasattr(self, "_m_constants_at"):
                return self._m_constants_at

            self._m_constants_at = self.find_constants[-1].at
            return getattr(self, "_m_constants_at", None)

        @property
        def definitions(self):
            """The column definitions."""
            if hasattr(self, "_m_definitions"):
                return self._m_definitions

            self._m_definitions = self.records[self.definitions_at].body
            return getattr(self, "_m_definitions", None)

        @property
        def definitions_at(self):
            """Which record holds the column definitions."""
            if hasattr(self, "_m_definitions_at"):
                return self._m_definitions_at

            self._m_definitions_at = self.find_definitions[-1].at
            return getattr(self, "_m_definitions_at", None)

        @property
        def find_application_version(self):
            if hasattr(self, "_m_find_application_version"):
                return self._m_find_application_version

            self._m_find_application_version = []
            i = 0
            while True:
                _ = DeephavenLog.HeaderProbe(i, 3, self._io, self, self._root)
                self._m_find_application_version.append(_)
                if _.done:
                    break
                i += 1
            return getattr(self, "_m_find_application_version", None)

        @property
        def find_constants(self):
            if hasattr(self, "_m_find_constants"):
                return self._m_find_constants

            self._m_find_constants = []
            i = 0
            while True:
                _ = DeephavenLog.HeaderProbe(i, 2, self._io, self, self._root)
                self._m_find_constants.append(_)
                if _.done:
                    break
                i += 1
            return getattr(self, "_m_find_constants", None)

        @property
        def find_definitions(self):
            if hasattr(self, "_m_find_definitions"):
                return self._m_find_definitions

            self._m_find_definitions = []
            i = 0
            while True:
                _ = DeephavenLog.HeaderProbe(i, 1, self._io, self, self._root)
                self._m_find_definitions.append(_)
                if _.done:
                    break
                i += 1
            return getattr(self, "_m_find_definitions", None)

        @property
        def num_constants(self):
            """How many columns are constant."""
            if hasattr(self, "_m_num_constants"):
                return self._m_num_constants

            self._m_num_constants = 0 if self.constants_at < 0 else self.constants.num_entries
            return getattr(self, "_m_num_constants", None)

    class HeaderProbe(KaitaiStruct):
        def __init__(self, i, wanted, _io, _parent=None, _root=None):
            super(DeephavenLog.HeaderProbe, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self.wanted = wanted
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

        @property
        def at(self):
            if hasattr(self, "_m_at"):
                return self._m_at

            self._m_at = self.i if self.hit else -1
            return getattr(self, "_m_at", None)

        @property
        def done(self):
            if hasattr(self, "_m_done"):
                return self._m_done

            self._m_done = (self.hit) or (self.i == len(self._parent.records) - 1)
            return getattr(self, "_m_done", None)

        @property
        def hit(self):
            if hasattr(self, "_m_hit"):
                return self._m_hit

            self._m_hit = int(self._parent.records[self.i].type) == self.wanted
            return getattr(self, "_m_hit", None)

    class HeaderRecord(KaitaiStruct):
        """A record of the header."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.HeaderRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_body = self._io.read_s4be()
            if not self.len_body >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.len_body, self._io, "/types/header_record/seq/0")
            self.type = KaitaiStream.resolve_enum(DeephavenLog.HeaderRecordType, self._io.read_s4be())
            _on = self.type
            if _on == DeephavenLog.HeaderRecordType.application_version:
                pass
                self._raw_body = self._io.read_bytes(self.len_body)
                _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
                self.body = DeephavenLog.ApplicationVersion(_io__raw_body, self, self._root)
            elif _on == DeephavenLog.HeaderRecordType.column_definitions:
                pass
                self._raw_body = self._io.read_bytes(self.len_body)
                _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
                self.body = DeephavenLog.ColumnDefinitions(_io__raw_body, self, self._root)
            elif _on == DeephavenLog.HeaderRecordType.constant_columns:
                pass
                self._raw_body = self._io.read_bytes(self.len_body)
                _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
                self.body = DeephavenLog.ConstantColumns(_io__raw_body, self, self._root)
            else:
                pass
                self.body = self._io.read_bytes(self.len_body)

        def _fetch_instances(self):
            pass
            _on = self.type
            if _on == DeephavenLog.HeaderRecordType.application_version:
                pass
                self.body._fetch_instances()
            elif _on == DeephavenLog.HeaderRecordType.column_definitions:
                pass
                self.body._fetch_instances()
            elif _on == DeephavenLog.HeaderRecordType.constant_columns:
                pass
                self.body._fetch_instances()
            else:
                pass

    class Latin1String(KaitaiStruct):
        """Text in ISO-8859-1 behind its size."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Latin1String, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            self.value = (self._io.read_bytes(self.len_value)).decode("ISO-8859-1")

        def _fetch_instances(self):
            pass

    class Latin1Text(KaitaiStruct):
        """Text in ISO-8859-1."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Latin1Text, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = (self._io.read_bytes_full()).decode("ISO-8859-1")

        def _fetch_instances(self):
            pass

    class OtherRecord(KaitaiStruct):
        """A record that is no row."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.OtherRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.type = self._io.read_s4be()
            self.version = self._io.read_s4be()
            if self.type == 20000:
                pass
                self.command = self._io.read_s4be()

            self.data = self._io.read_bytes((self._io.size() - self._io.pos()) - (4 if self.has_digest else 0))
            if self.has_digest:
                pass
                self.digest = self._io.read_u4be()

        def _fetch_instances(self):
            pass
            if self.type == 20000:
                pass

            if self.has_digest:
                pass

            _ = self.sum
            if hasattr(self, "_m_sum"):
                pass
                for i in range(len(self._m_sum)):
                    pass
                    self._m_sum[i]._fetch_instances()

            _ = self.tail
            if hasattr(self, "_m_tail"):
                pass

        @property
        def has_digest(self):
            """Whether the last four bytes are a digest of what is before them."""
            if hasattr(self, "_m_has_digest"):
                return self._m_has_digest

            self._m_has_digest = self.sum[-1].b * 65536 + self.sum[-1].a == self.tail
            return getattr(self, "_m_has_digest", None)

        @property
        def sum(self):
            if hasattr(self, "_m_sum"):
                return self._m_sum

            self._m_sum = []
            for i in range((5 + self._io.size()) - 4):
                self._m_sum.append(DeephavenLog.AdlerStep(i, self._io, self, self._root))

            return getattr(self, "_m_sum", None)

        @property
        def tail(self):
            if hasattr(self, "_m_tail"):
                return self._m_tail

            _pos = self._io.pos()
            self._io.seek(self._io.size() - 4)
            self._m_tail = self._io.read_u4be()
            self._io.seek(_pos)
            return getattr(self, "_m_tail", None)

    class Record(KaitaiStruct):
        """A row, or something else."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Record, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_body = self._io.read_s4be()
            if not self.len_body >= 5:
                raise kaitaistruct.ValidationLessThanError(5, self.len_body, self._io, "/types/record/seq/0")
            self._raw_body = self._io.read_bytes(self.len_body)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = DeephavenLog.Body(_io__raw_body, self, self._root)

        def _fetch_instances(self):
            pass
            self.body._fetch_instances()

    class StringMetadata(KaitaiStruct):
        """How the strings of a column are encoded."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.StringMetadata, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_encoding = self._io.read_s4be()
            self.encoding = (self._io.read_bytes(self.len_encoding)).decode("UTF-8")
            if not ((self.encoding == "ISO-8859-1") or (self.encoding == "UTF-8")):
                raise kaitaistruct.ValidationNotAnyOfError(self.encoding, self._io, "/types/string_metadata/seq/1")

        def _fetch_instances(self):
            pass

    class Symbol(KaitaiStruct):
        """A string by its number in the column's metadata."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(DeephavenLog.Symbol, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            self.number = self._io.read_s4be()
            if not self.number >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.number, self._io, "/types/symbol/seq/0")
            if not self.number <= len(self._root.columns[self.i].symbols) - 1:
                raise kaitaistruct.ValidationGreaterThanError(
                    len(self._root.columns[self.i].symbols) - 1, self.number, self._io, "/types/symbol/seq/0"
                )

        def _fetch_instances(self):
            pass

    class Utf8String(KaitaiStruct):
        """Text in UTF-8 behind its size."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Utf8String, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_value = self._io.read_s4be()
            self.value = (self._io.read_bytes(self.len_value)).decode("UTF-8")

        def _fetch_instances(self):
            pass

    class Utf8Text(KaitaiStruct):
        """Text in UTF-8."""

        def __init__(self, _io, _parent=None, _root=None):
            super(DeephavenLog.Utf8Text, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = (self._io.read_bytes_full()).decode("UTF-8")

        def _fetch_instances(self):
            pass

    @property
    def application_version(self):
        """Version of the application's protocol; 0 where none is stored."""
        if hasattr(self, "_m_application_version"):
            return self._m_application_version

        self._m_application_version = (
            0
            if self.header.application_version_at < 0
            else self.header.records[self.header.application_version_at].body.value
        )
        return getattr(self, "_m_application_version", None)

    @property
    def columns(self):
        """The column definitions."""
        if hasattr(self, "_m_columns"):
            return self._m_columns

        self._m_columns = self.header.definitions.columns
        return getattr(self, "_m_columns", None)
