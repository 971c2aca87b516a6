# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

from enum import IntEnum

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class AresdbUpsertBatch(KaitaiStruct):
    """Upserts of some columns of one table, as columns: a header that describes every column, then for each column its
    validity bits and its values. The same buffer is what clients send over HTTP and Kafka and what the redo log stores.
    All offsets and alignments count from the start of the buffer.
    """

    class DataMode(IntEnum):
        all_null = 0
        all_valid = 1
        null_vector = 2

    class Type(IntEnum):
        bool = 1
        int8 = 65544
        uint8 = 131080
        int16 = 196624
        uint16 = 262160
        int32 = 327712
        uint32 = 393248
        float32 = 458784
        small_enum = 524296
        big_enum = 589840
        uuid = 655488
        geopoint = 720960
        geoshape = 786432
        int64 = 852032
        array_of_bool = 16777217
        array_of_int8 = 16842760
        array_of_uint8 = 16908296
        array_of_int16 = 16973840
        array_of_uint16 = 17039376
        array_of_int32 = 17104928
        array_of_uint32 = 17170464
        array_of_float32 = 17236000
        array_of_small_enum = 17301512
        array_of_big_enum = 17367056
        array_of_uuid = 17432704
        array_of_geopoint = 17498176
        array_of_int64 = 17629248

    class UpdateMode(IntEnum):
        overwrite_not_null = 0
        overwrite = 1
        add = 2
        min = 3
        max = 4

    def __init__(self, _io, _parent=None, _root=None):
        super(AresdbUpsertBatch, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.version = self._io.read_u4le()
        if not self.version == 4276944897:
            raise kaitaistruct.ValidationNotEqualError(4276944897, self.version, self._io, "/seq/0")
        self.num_rows = self._io.read_s4le()
        if not self.num_rows >= 0:
            raise kaitaistruct.ValidationLessThanError(0, self.num_rows, self._io, "/seq/1")
        self.num_columns = self._io.read_u2le()
        self._unnamed3 = self._io.read_bytes(14)
        self.arrival_time = self._io.read_u4le()
        self.column_offsets = []
        for i in range(self.num_columns + 1):
            self.column_offsets.append(self._io.read_u4le())

        self.reserved_1 = []
        for i in range(self.num_columns):
            self.reserved_1.append(self._io.read_u4le())

        self.reserved_2 = []
        for i in range(self.num_columns):
            self.reserved_2.append(self._io.read_u4le())

        self.types = []
        for i in range(self.num_columns):
            self.types.append(KaitaiStream.resolve_enum(AresdbUpsertBatch.Type, self._io.read_u4le()))
            if not isinstance(self.types[i], AresdbUpsertBatch.Type):
                raise kaitaistruct.ValidationNotInEnumError(self.types[i], self._io, "/seq/8")

        self.column_ids = []
        for i in range(self.num_columns):
            self.column_ids.append(self._io.read_u2le())

        self.modes = []
        for i in range(self.num_columns):
            self.modes.append(AresdbUpsertBatch.Mode(self._io, self, self._root))

        self.columns = []
        for i in range(self.num_columns):
            self.columns.append(AresdbUpsertBatch.Column(i, self._io, self, self._root))

        self._unnamed12 = self._io.read_bytes(-(self._io.pos()) % 8)

    def _fetch_instances(self):
        pass
        for i in range(len(self.column_offsets)):
            pass

        for i in range(len(self.reserved_1)):
            pass

        for i in range(len(self.reserved_2)):
            pass

        for i in range(len(self.types)):
            pass

        for i in range(len(self.column_ids)):
            pass

        for i in range(len(self.modes)):
            pass
            self.modes[i]._fetch_instances()

        for i in range(len(self.columns)):
            pass
            self.columns[i]._fetch_instances()

    class Array(KaitaiStruct):
        """Items and, behind them, a validity bit for each."""

        def __init__(self, type, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Array, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type
            self._read()

        def _read(self):
            self.num_items = self._io.read_u4le()
            self.items = []
            for i in range(self.num_items):
                _on = self.type
                if _on == AresdbUpsertBatch.Type.array_of_big_enum:
                    pass
                    self.items.append(self._io.read_u2le())
                elif _on == AresdbUpsertBatch.Type.array_of_bool:
                    pass
                    self.items.append(self._io.read_bits_int_le(1) != 0)
                elif _on == AresdbUpsertBatch.Type.array_of_float32:
                    pass
                    self.items.append(self._io.read_f4le())
                elif _on == AresdbUpsertBatch.Type.array_of_geopoint:
                    pass
                    self.items.append(AresdbUpsertBatch.Geopoint(self._io, self, self._root))
                elif _on == AresdbUpsertBatch.Type.array_of_int16:
                    pass
                    self.items.append(self._io.read_s2le())
                elif _on == AresdbUpsertBatch.Type.array_of_int32:
                    pass
                    self.items.append(self._io.read_s4le())
                elif _on == AresdbUpsertBatch.Type.array_of_int64:
                    pass
                    self.items.append(self._io.read_s8le())
                elif _on == AresdbUpsertBatch.Type.array_of_int8:
                    pass
                    self.items.append(self._io.read_s1())
                elif _on == AresdbUpsertBatch.Type.array_of_small_enum:
                    pass
                    self.items.append(self._io.read_u1())
                elif _on == AresdbUpsertBatch.Type.array_of_uint16:
                    pass
                    self.items.append(self._io.read_u2le())
                elif _on == AresdbUpsertBatch.Type.array_of_uint32:
                    pass
                    self.items.append(self._io.read_u4le())
                elif _on == AresdbUpsertBatch.Type.array_of_uint8:
                    pass
                    self.items.append(self._io.read_u1())
                elif _on == AresdbUpsertBatch.Type.array_of_uuid:
                    pass
                    self.items.append(AresdbUpsertBatch.Uuid(self._io, self, self._root))

            self._unnamed2 = self._io.read_bytes(0)
            self.validity = []
            for i in range(self.num_items):
                self.validity.append(self._io.read_bits_int_le(1) != 0)

            self._unnamed4 = self._io.read_bytes(-(self._io.pos()) % 8)

        def _fetch_instances(self):
            pass
            for i in range(len(self.items)):
                pass
                _on = self.type
                if _on == AresdbUpsertBatch.Type.array_of_big_enum:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_bool:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_float32:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_geopoint:
                    pass
                    self.items[i]._fetch_instances()
                elif _on == AresdbUpsertBatch.Type.array_of_int16:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_int32:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_int64:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_int8:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_small_enum:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_uint16:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_uint32:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_uint8:
                    pass
                elif _on == AresdbUpsertBatch.Type.array_of_uuid:
                    pass
                    self.items[i]._fetch_instances()

            for i in range(len(self.validity)):
                pass

    class ArraySlot(KaitaiStruct):
        """Place of an array in the value vector. One of no bytes is null."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.ArraySlot, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
                pass
                self._raw_array = self._io.read_bytes(self._parent.offsets[self.i + 1] - self._parent.offsets[self.i])
                _io__raw_array = KaitaiStream(BytesIO(self._raw_array))
                self.array = AresdbUpsertBatch.Array(self._parent.type, _io__raw_array, self, self._root)

        def _fetch_instances(self):
            pass
            if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
                pass
                self.array._fetch_instances()

    class Column(KaitaiStruct):
        """The data of one column, with what the header says of it."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Column, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            self._unnamed0 = self._io.read_bytes(self._parent.column_offsets[self.i] - self._io.pos())
            self._raw_data = self._io.read_bytes(
                self._parent.column_offsets[self.i + 1] - self._parent.column_offsets[self.i]
            )
            _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
            self.data = AresdbUpsertBatch.ColumnData(
                self._parent.column_offsets[self.i], _io__raw_data, self, self._root
            )

        def _fetch_instances(self):
            pass
            self.data._fetch_instances()

        @property
        def column_id(self):
            if hasattr(self, "_m_column_id"):
                return self._m_column_id

            self._m_column_id = self._parent.column_ids[self.i]
            return getattr(self, "_m_column_id", None)

        @property
        def mode(self):
            if hasattr(self, "_m_mode"):
                return self._m_mode

            self._m_mode = self._parent.modes[self.i]
            return getattr(self, "_m_mode", None)

        @property
        def type(self):
            if hasattr(self, "_m_type"):
                return self._m_type

            self._m_type = self._parent.types[self.i]
            return getattr(self, "_m_type", None)

    class ColumnData(KaitaiStruct):
        """Validity bits and values of one column. Values of variable size (arrays and shapes) lie in slots, one per row,
        behind the offsets of where these begin.
        """

        def __init__(self, start, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.ColumnData, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.start = start
            self._read()

        def _read(self):
            if (self.mode == AresdbUpsertBatch.DataMode.null_vector) and (self.type != AresdbUpsertBatch.Type.geoshape):
                pass
                self.validity = []
                for i in range(self.num_rows):
                    self.validity.append(self._io.read_bits_int_le(1) != 0)

            if (self.is_variable) and (self.mode != AresdbUpsertBatch.DataMode.all_null):
                pass
                self._unnamed1 = self._io.read_bytes(-(self.start + self._io.pos()) % 4)

            if (self.is_variable) and (self.mode != AresdbUpsertBatch.DataMode.all_null):
                pass
                self.offsets = []
                for i in range(self.num_rows + 1):
                    self.offsets.append(self._io.read_u4le())

            if self.mode != AresdbUpsertBatch.DataMode.all_null:
                pass
                self._unnamed3 = self._io.read_bytes(-(self.start + self._io.pos()) % 8)

            self.vector = AresdbUpsertBatch.Mark(self._io, self, self._root)
            if (self.is_variable) and (self.mode != AresdbUpsertBatch.DataMode.all_null):
                pass
                self._unnamed5 = self._io.read_bytes(self.offsets[0])

            if self.mode != AresdbUpsertBatch.DataMode.all_null:
                pass
                self.values = []
                for i in range(self.num_rows):
                    _on = self.type
                    if _on == AresdbUpsertBatch.Type.array_of_big_enum:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_bool:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_float32:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_geopoint:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_int16:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_int32:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_int64:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_int8:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_small_enum:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_uint16:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_uint32:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_uint8:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.array_of_uuid:
                        pass
                        self.values.append(AresdbUpsertBatch.ArraySlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.big_enum:
                        pass
                        self.values.append(self._io.read_u2le())
                    elif _on == AresdbUpsertBatch.Type.bool:
                        pass
                        self.values.append(self._io.read_bits_int_le(1) != 0)
                    elif _on == AresdbUpsertBatch.Type.float32:
                        pass
                        self.values.append(self._io.read_f4le())
                    elif _on == AresdbUpsertBatch.Type.geopoint:
                        pass
                        self.values.append(AresdbUpsertBatch.Geopoint(self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.geoshape:
                        pass
                        self.values.append(AresdbUpsertBatch.GeoshapeSlot(i, self._io, self, self._root))
                    elif _on == AresdbUpsertBatch.Type.int16:
                        pass
                        self.values.append(self._io.read_s2le())
                    elif _on == AresdbUpsertBatch.Type.int32:
                        pass
                        self.values.append(self._io.read_s4le())
                    elif _on == AresdbUpsertBatch.Type.int64:
                        pass
                        self.values.append(self._io.read_s8le())
                    elif _on == AresdbUpsertBatch.Type.int8:
                        pass
                        self.values.append(self._io.read_s1())
                    elif _on == AresdbUpsertBatch.Type.small_enum:
                        pass
                        self.values.append(self._io.read_u1())
                    elif _on == AresdbUpsertBatch.Type.uint16:
                        pass
                        self.values.append(self._io.read_u2le())
                    elif _on == AresdbUpsertBatch.Type.uint32:
                        pass
                        self.values.append(self._io.read_u4le())
                    elif _on == AresdbUpsertBatch.Type.uint8:
                        pass
                        self.values.append(self._io.read_u1())
                    elif _on == AresdbUpsertBatch.Type.uuid:
                        pass
                        self.values.append(AresdbUpsertBatch.Uuid(self._io, self, self._root))

        def _fetch_instances(self):
            pass
            if (self.mode == AresdbUpsertBatch.DataMode.null_vector) and (self.type != AresdbUpsertBatch.Type.geoshape):
                pass
                for i in range(len(self.validity)):
                    pass

            if (self.is_variable) and (self.mode != AresdbUpsertBatch.DataMode.all_null):
                pass

            if (self.is_variable) and (self.mode != AresdbUpsertBatch.DataMode.all_null):
                pass
                for i in range(len(self.offsets)):
                    pass

            if self.mode != AresdbUpsertBatch.DataMode.all_null:
                pass

            self.vector._fetch_instances()
            if (self.is_variable) and (self.mode != AresdbUpsertBatch.DataMode.all_null):
                pass

            if self.mode != AresdbUpsertBatch.DataMode.all_null:
                pass
                for i in range(len(self.values)):
                    pass
                    _on = self.type
                    if _on == AresdbUpsertBatch.Type.array_of_big_enum:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_bool:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_float32:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_geopoint:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_int16:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_int32:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_int64:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_int8:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_small_enum:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_uint16:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_uint32:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_uint8:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.array_of_uuid:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.big_enum:
                        pass
                    elif _on == AresdbUpsertBatch.Type.bool:
                        pass
                    elif _on == AresdbUpsertBatch.Type.float32:
                        pass
                    elif _on == AresdbUpsertBatch.Type.geopoint:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.geoshape:
                        pass
                        self.values[i]._fetch_instances()
                    elif _on == AresdbUpsertBatch.Type.int16:
                        pass
                    elif _on == AresdbUpsertBatch.Type.int32:
                        pass
                    elif _on == AresdbUpsertBatch.Type.int64:
                        pass
                    elif _on == AresdbUpsertBatch.Type.int8:
                        pass
                    elif _on == AresdbUpsertBatch.Type.small_enum:
                        pass
                    elif _on == AresdbUpsertBatch.Type.uint16:
                        pass
                    elif _on == AresdbUpsertBatch.Type.uint32:
                        pass
                    elif _on == AresdbUpsertBatch.Type.uint8:
                        pass
                    elif _on == AresdbUpsertBatch.Type.uuid:
                        pass
                        self.values[i]._fetch_instances()

        @property
        def is_variable(self):
            """Whether the values differ in size."""
            if hasattr(self, "_m_is_variable"):
                return self._m_is_variable

            self._m_is_variable = (self.type == AresdbUpsertBatch.Type.geoshape) or (int(self.type) & 16777216 != 0)
            return getattr(self, "_m_is_variable", None)

        @property
        def mode(self):
            if hasattr(self, "_m_mode"):
                return self._m_mode

            self._m_mode = self._parent.mode.data_mode
            return getattr(self, "_m_mode", None)

        @property
        def num_rows(self):
            if hasattr(self, "_m_num_rows"):
                return self._m_num_rows

            self._m_num_rows = self._parent._parent.num_rows
            return getattr(self, "_m_num_rows", None)

        @property
        def type(self):
            if hasattr(self, "_m_type"):
                return self._m_type

            self._m_type = self._parent.type
            return getattr(self, "_m_type", None)

    class Geopoint(KaitaiStruct):
        """A place on the earth in degrees."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Geopoint, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.lat = self._io.read_f4le()
            self.lng = self._io.read_f4le()

        def _fetch_instances(self):
            pass

    class Geoshape(KaitaiStruct):
        """A shape on the earth."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Geoshape, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_polygons = self._io.read_u4le()
            self.polygons = []
            for i in range(self.num_polygons):
                self.polygons.append(AresdbUpsertBatch.Polygon(self._io, self, self._root))

        def _fetch_instances(self):
            pass
            for i in range(len(self.polygons)):
                pass
                self.polygons[i]._fetch_instances()

    class GeoshapeSlot(KaitaiStruct):
        """Place of a shape in the value vector. One of no bytes is null."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.GeoshapeSlot, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
                pass
                self._raw_shape = self._io.read_bytes(self._parent.offsets[self.i + 1] - self._parent.offsets[self.i])
                _io__raw_shape = KaitaiStream(BytesIO(self._raw_shape))
                self.shape = AresdbUpsertBatch.Geoshape(_io__raw_shape, self, self._root)

        def _fetch_instances(self):
            pass
            if self._parent.offsets[self.i + 1] != self._parent.offsets[self.i]:
                pass
                self.shape._fetch_instances()

    class Mark(KaitaiStruct):
        """A place without bytes, from which others count."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Mark, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

    class Mode(KaitaiStruct):
        """Which values of a column are stored, and what an update does with them."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Mode, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.data_mode = KaitaiStream.resolve_enum(AresdbUpsertBatch.DataMode, self._io.read_bits_int_le(3))
            if not (
                (self.data_mode == AresdbUpsertBatch.DataMode.all_null)
                or (self.data_mode == AresdbUpsertBatch.DataMode.all_valid)
                or (self.data_mode == AresdbUpsertBatch.DataMode.null_vector)
            ):
                raise kaitaistruct.ValidationNotAnyOfError(self.data_mode, self._io, "/types/mode/seq/0")
            self.update_mode = KaitaiStream.resolve_enum(AresdbUpsertBatch.UpdateMode, self._io.read_bits_int_le(3))
            if not isinstance(self.update_mode, AresdbUpsertBatch.UpdateMode):
                raise kaitaistruct.ValidationNotInEnumError(self.update_mode, self._io, "/types/mode/seq/1")
            self.reserved = self._io.read_bits_int_le(2)

        def _fetch_instances(self):
            pass

    class Polygon(KaitaiStruct):
        """The points around an area."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Polygon, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_points = self._io.read_u4le()
            self.points = []
            for i in range(self.num_points):
                self.points.append(AresdbUpsertBatch.Geopoint(self._io, self, self._root))

        def _fetch_instances(self):
            pass
            for i in range(len(self.points)):
                pass
                self.points[i]._fetch_instances()

    class Uuid(KaitaiStruct):
        """Sixteen bytes in textual order."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbUpsertBatch.Uuid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_bytes(16)

        def _fetch_instances(self):
            pass
