# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

from enum import IntEnum

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

import bytewright.codecs

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class FilodbContainer(KaitaiStruct):
    """Samples of time series as FiloDB's clients send them through Kafka: containers of records, each record laid out by a schema that
    the container only names by a number. Fields of fixed size come first; strings, maps, histograms and nested records lie behind
    them and are named by their offsets.
    """

    class ColumnType(IntEnum):
        int = 0
        long = 1
        double = 2
        ts = 3
        string = 4
        map = 5
        hist = 6
        br = 7

    class HistogramFormat(IntEnum):
        empty = 0
        geometric_long = 3
        geometric_minus_1_long = 4
        custom_long = 5
        geometric_double = 8
        exponential_long = 9
        custom_double = 10
        exponential_double = 16

    def __init__(self, schemas, _io, _parent=None, _root=None):
        super(FilodbContainer, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.schemas = schemas
        self._read()

    def _read(self):
        self.containers = []
        i = 0
        while not self._io.is_eof():
            self.containers.append(FilodbContainer.Container(self._io, self, self._root))
            i += 1

    def _fetch_instances(self):
        pass
        for i in range(len(self.containers)):
            pass
            self.containers[i]._fetch_instances()

    class Body(KaitaiStruct):
        """The fields of a record. Offsets count from the record's length, four bytes before."""

        def __init__(self, outer, is_inner, _io, _parent=None, _root=None):
            super(FilodbContainer.Body, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.outer = outer
            self.is_inner = is_inner
            self._read()

        def _read(self):
            if self.outer.has_id:
                pass
                self.schema_id = self._io.read_u2le()
                _ = self.schema_id
                if not ((self.is_inner) or (self.schema_at >= 0)):
                    raise kaitaistruct.ValidationExprError(self.schema_id, self._io, "/types/body/seq/0")

            self.fields = []
            for i in range(len(self.schema.columns)):
                self.fields.append(FilodbContainer.Field(self.schema.columns[i], self._io, self, self._root))

            if self.outer.has_id:
                pass
                self.partition_hash = self._io.read_s4le()

        def _fetch_instances(self):
            pass
            if self.outer.has_id:
                pass

            for i in range(len(self.fields)):
                pass
                self.fields[i]._fetch_instances()

            if self.outer.has_id:
                pass

            _ = self.find_schema
            if hasattr(self, "_m_find_schema"):
                pass
                for i in range(len(self._m_find_schema)):
                    pass
                    self._m_find_schema[i]._fetch_instances()

        @property
        def find_schema(self):
            if hasattr(self, "_m_find_schema"):
                return self._m_find_schema

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_find_schema = []
            i = 0
            while True:
                _ = FilodbContainer.SchemaProbe(i, self.schema_id, self._io, self, self._root)
                self._m_find_schema.append(_)
                if _.done:
                    break
                i += 1
            self._io.seek(_pos)
            return getattr(self, "_m_find_schema", None)

        @property
        def schema(self):
            """The schema of the record."""
            if hasattr(self, "_m_schema"):
                return self._m_schema

            self._m_schema = (
                self._root.schemas[self.schema_at] if ((self.outer.has_id) and (not (self.is_inner))) else self.outer
            )
            return getattr(self, "_m_schema", None)

        @property
        def schema_at(self):
            """Which schema it is."""
            if hasattr(self, "_m_schema_at"):
                return self._m_schema_at

            if (self.outer.has_id) and (not (self.is_inner)):
                pass
                self._m_schema_at = self.find_schema[-1].at

            return getattr(self, "_m_schema_at", None)

    class Column(KaitaiStruct):
        """A column of a schema."""

        def __init__(self, name, type, inner, _io, _parent=None, _root=None):
            super(FilodbContainer.Column, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.name = name
            self.type = type
            self.inner = inner
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

    class Container(KaitaiStruct):
        """Records that belong together, such as those of a message."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Container, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_bytes = self._io.read_s4le()
            if not self.num_bytes >= 12:
                raise kaitaistruct.ValidationLessThanError(12, self.num_bytes, self._io, "/types/container/seq/0")
            self.reserved = self._io.read_bytes(3)
            self.version = self._io.read_u1()
            if not self.version == 1:
                raise kaitaistruct.ValidationNotEqualError(1, self.version, self._io, "/types/container/seq/2")
            self.time = self._io.read_s8le()
            self._raw_area = self._io.read_bytes(self.num_bytes - 12)
            _io__raw_area = KaitaiStream(BytesIO(self._raw_area))
            self.area = FilodbContainer.Records(_io__raw_area, self, self._root)

        def _fetch_instances(self):
            pass
            self.area._fetch_instances()

    class Custom(KaitaiStruct):
        """Buckets by their tops."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Custom, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_buckets = self._io.read_u2le()
            if not self.num_buckets >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.num_buckets, self._io, "/types/custom/seq/0")
            if not self.num_buckets <= 8191:
                raise kaitaistruct.ValidationGreaterThanError(8191, self.num_buckets, self._io, "/types/custom/seq/0")
            self._raw__raw_tops = self._io.read_bytes_full()
            _process = bytewright.codecs.NibblePack(self.num_buckets, 2)
            self._raw_tops = _process.decode(self._raw__raw_tops)
            _io__raw_tops = KaitaiStream(BytesIO(self._raw_tops))
            self.tops = FilodbContainer.Doubles(_io__raw_tops, self, self._root)

        def _fetch_instances(self):
            pass
            self.tops._fetch_instances()

    class Doubles(KaitaiStruct):
        """Floats."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Doubles, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.values = []
            i = 0
            while not self._io.is_eof():
                self.values.append(self._io.read_f8le())
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.values)):
                pass

    class Entries(KaitaiStruct):
        """The entries of a map, in any order. Writers sort them by their keys."""

        def __init__(self, schema, _io, _parent=None, _root=None):
            super(FilodbContainer.Entries, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.schema = schema
            self._read()

        def _read(self):
            self.entries = []
            i = 0
            while not self._io.is_eof():
                self.entries.append(FilodbContainer.Entry(self.schema, self._io, self, self._root))
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()

    class Entry(KaitaiStruct):
        """A key and a value."""

        def __init__(self, schema, _io, _parent=None, _root=None):
            super(FilodbContainer.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.schema = schema
            self._read()

        def _read(self):
            self.code = self._io.read_u1()
            _ = self.code
            if not ((_ < 192) or (_ & 63 < len(self.schema.predefined_keys))):
                raise kaitaistruct.ValidationExprError(self.code, self._io, "/types/entry/seq/0")
            if self.code < 192:
                pass
                self.literal = (self._io.read_bytes(self.code)).decode("UTF-8")

            self.len_value = self._io.read_u2le()
            self.value = (self._io.read_bytes(self.len_value)).decode("UTF-8")

        def _fetch_instances(self):
            pass
            if self.code < 192:
                pass

        @property
        def key(self):
            """The key."""
            if hasattr(self, "_m_key"):
                return self._m_key

            self._m_key = self.literal if self.code < 192 else self.schema.predefined_keys[self.code & 63]
            return getattr(self, "_m_key", None)

    class Exponential(KaitaiStruct):
        """The buckets of OpenTelemetry's exponential histograms."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Exponential, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_buckets = self._io.read_u2le()
            self.scale = self._io.read_s2le()
            if not self.scale >= -20:
                raise kaitaistruct.ValidationLessThanError(-20, self.scale, self._io, "/types/exponential/seq/1")
            if not self.scale <= 20:
                raise kaitaistruct.ValidationGreaterThanError(20, self.scale, self._io, "/types/exponential/seq/1")
            self.start_index = self._io.read_s4le()
            self.num_positive = self._io.read_s2le()
            if not self.num_positive >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.num_positive, self._io, "/types/exponential/seq/3")
            if not self.num_positive <= 180:
                raise kaitaistruct.ValidationGreaterThanError(
                    180, self.num_positive, self._io, "/types/exponential/seq/3"
                )
            self.negative = self._io.read_bytes(6)
            if not self.negative == b"\x00\x00\x00\x00\x00\x00":
                raise kaitaistruct.ValidationNotEqualError(
                    b"\x00\x00\x00\x00\x00\x00", self.negative, self._io, "/types/exponential/seq/4"
                )
            self._unnamed5 = self._io.read_bytes_full()
            _ = self._unnamed5
            if not len(_) == 0:
                raise kaitaistruct.ValidationExprError(self._unnamed5, self._io, "/types/exponential/seq/5")

        def _fetch_instances(self):
            pass

    class Field(KaitaiStruct):
        """A field of a record."""

        def __init__(self, column, _io, _parent=None, _root=None):
            super(FilodbContainer.Field, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.column = column
            self._read()

        def _read(self):
            _on = self.column.type
            if _on == FilodbContainer.ColumnType.br:
                pass
                self.value = FilodbContainer.RecordRef(self.column.inner, self._io, self, self._root)
            elif _on == FilodbContainer.ColumnType.double:
                pass
                self.value = self._io.read_f8le()
            elif _on == FilodbContainer.ColumnType.hist:
                pass
                self.value = FilodbContainer.HistogramRef(self._io, self, self._root)
            elif _on == FilodbContainer.ColumnType.int:
                pass
                self.value = self._io.read_s4le()
            elif _on == FilodbContainer.ColumnType.long:
                pass
                self.value = self._io.read_s8le()
            elif _on == FilodbContainer.ColumnType.map:
                pass
                self.value = FilodbContainer.MapRef(self._parent.schema, self._io, self, self._root)
            elif _on == FilodbContainer.ColumnType.string:
                pass
                self.value = FilodbContainer.StringRef(self._io, self, self._root)
            elif _on == FilodbContainer.ColumnType.ts:
                pass
                self.value = FilodbContainer.Moment(self._io, self, self._root)

        def _fetch_instances(self):
            pass
            _on = self.column.type
            if _on == FilodbContainer.ColumnType.br:
                pass
                self.value._fetch_instances()
            elif _on == FilodbContainer.ColumnType.double:
                pass
            elif _on == FilodbContainer.ColumnType.hist:
                pass
                self.value._fetch_instances()
            elif _on == FilodbContainer.ColumnType.int:
                pass
            elif _on == FilodbContainer.ColumnType.long:
                pass
            elif _on == FilodbContainer.ColumnType.map:
                pass
                self.value._fetch_instances()
            elif _on == FilodbContainer.ColumnType.string:
                pass
                self.value._fetch_instances()
            elif _on == FilodbContainer.ColumnType.ts:
                pass
                self.value._fetch_instances()

    class Geometric(KaitaiStruct):
        """Buckets each of which is wider than the one before by the same factor."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Geometric, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_buckets = self._io.read_u2le()
            if not self.num_buckets >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.num_buckets, self._io, "/types/geometric/seq/0")
            if not self.num_buckets <= 32767:
                raise kaitaistruct.ValidationGreaterThanError(
                    32767, self.num_buckets, self._io, "/types/geometric/seq/0"
                )
            self.first = self._io.read_f8le()
            self.multiplier = self._io.read_f8le()
            self._unnamed3 = self._io.read_bytes_full()
            _ = self._unnamed3
            if not len(_) == 0:
                raise kaitaistruct.ValidationExprError(self._unnamed3, self._io, "/types/geometric/seq/3")

        def _fetch_instances(self):
            pass

    class Histogram(KaitaiStruct):
        """Buckets and how many samples are in each and all before it."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Histogram, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.format = KaitaiStream.resolve_enum(FilodbContainer.HistogramFormat, self._io.read_u1())
            if not isinstance(self.format, FilodbContainer.HistogramFormat):
                raise kaitaistruct.ValidationNotInEnumError(self.format, self._io, "/types/histogram/seq/0")
            if not (self.is_empty):
                pass
                self.len_buckets = self._io.read_u2le()

            if not (self.is_empty):
                pass
                _on = self.format
                if _on == FilodbContainer.HistogramFormat.custom_double:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Custom(_io__raw_buckets, self, self._root)
                elif _on == FilodbContainer.HistogramFormat.custom_long:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Custom(_io__raw_buckets, self, self._root)
                elif _on == FilodbContainer.HistogramFormat.exponential_double:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Exponential(_io__raw_buckets, self, self._root)
                elif _on == FilodbContainer.HistogramFormat.exponential_long:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Exponential(_io__raw_buckets, self, self._root)
                elif _on == FilodbContainer.HistogramFormat.geometric_double:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Geometric(_io__raw_buckets, self, self._root)
                elif _on == FilodbContainer.HistogramFormat.geometric_long:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Geometric(_io__raw_buckets, self, self._root)
                elif _on == FilodbContainer.HistogramFormat.geometric_minus_1_long:
                    pass
                    self._raw_buckets = self._io.read_bytes(self.len_buckets)
                    _io__raw_buckets = KaitaiStream(BytesIO(self._raw_buckets))
                    self.buckets = FilodbContainer.Geometric(_io__raw_buckets, self, self._root)
                else:
                    pass
                    self.buckets = self._io.read_bytes(self.len_buckets)

            if self.is_empty:
                pass
                self._unnamed3 = self._io.read_bytes_full()
                _ = self._unnamed3
                if not len(_) == 0:
                    raise kaitaistruct.ValidationExprError(self._unnamed3, self._io, "/types/histogram/seq/3")

            if (not (self.is_empty)) and (not (self.is_double)):
                pass
                self._raw__raw_longs = self._io.read_bytes_full()
                _process = bytewright.codecs.NibblePack(self.num_buckets, 1)
                self._raw_longs = _process.decode(self._raw__raw_longs)
                _io__raw_longs = KaitaiStream(BytesIO(self._raw_longs))
                self.longs = FilodbContainer.Longs(_io__raw_longs, self, self._root)

            if self.is_double:
                pass
                self._raw__raw_doubles = self._io.read_bytes_full()
                _process = bytewright.codecs.NibblePack(self.num_buckets, 2)
                self._raw_doubles = _process.decode(self._raw__raw_doubles)
                _io__raw_doubles = KaitaiStream(BytesIO(self._raw_doubles))
                self.doubles = FilodbContainer.Doubles(_io__raw_doubles, self, self._root)

        def _fetch_instances(self):
            pass
            if not (self.is_empty):
                pass

            if not (self.is_empty):
                pass
                _on = self.format
                if _on == FilodbContainer.HistogramFormat.custom_double:
                    pass
                    self.buckets._fetch_instances()
                elif _on == FilodbContainer.HistogramFormat.custom_long:
                    pass
                    self.buckets._fetch_instances()
                elif _on == FilodbContainer.HistogramFormat.exponential_double:
                    pass
                    self.buckets._fetch_instances()
                elif _on == FilodbContainer.HistogramFormat.exponential_long:
                    pass
                    self.buckets._fetch_instances()
                elif _on == FilodbContainer.HistogramFormat.geometric_double:
                    pass
                    self.buckets._fetch_instances()
                elif _on == FilodbContainer.HistogramFormat.geometric_long:
                    pass
                    self.buckets._fetch_instances()
                elif _on == FilodbContainer.HistogramFormat.geometric_minus_1_long:
                    pass
                    self.buckets._fetch_instances()
                else:
                    pass

            if self.is_empty:
                pass

            if (not (self.is_empty)) and (not (self.is_double)):
                pass
                self.longs._fetch_instances()

            if self.is_double:
                pass
                self.doubles._fetch_instances()

        @property
        def is_double(self):
            """Whether its values are floats."""
            if hasattr(self, "_m_is_double"):
                return self._m_is_double

            self._m_is_double = (
                (self.format == FilodbContainer.HistogramFormat.geometric_double)
                or (self.format == FilodbContainer.HistogramFormat.custom_double)
                or (self.format == FilodbContainer.HistogramFormat.exponential_double)
            )
            return getattr(self, "_m_is_double", None)

        @property
        def is_empty(self):
            """Whether it has no buckets."""
            if hasattr(self, "_m_is_empty"):
                return self._m_is_empty

            self._m_is_empty = self.format == FilodbContainer.HistogramFormat.empty
            return getattr(self, "_m_is_empty", None)

        @property
        def is_exponential(self):
            """Whether its buckets are those of OpenTelemetry's exponential histograms."""
            if hasattr(self, "_m_is_exponential"):
                return self._m_is_exponential

            self._m_is_exponential = (self.format == FilodbContainer.HistogramFormat.exponential_long) or (
                self.format == FilodbContainer.HistogramFormat.exponential_double
            )
            return getattr(self, "_m_is_exponential", None)

        @property
        def is_geometric(self):
            """Whether each bucket is wider than the one before by the same factor."""
            if hasattr(self, "_m_is_geometric"):
                return self._m_is_geometric

            self._m_is_geometric = (
                (self.format == FilodbContainer.HistogramFormat.geometric_long)
                or (self.format == FilodbContainer.HistogramFormat.geometric_minus_1_long)
                or (self.format == FilodbContainer.HistogramFormat.geometric_double)
            )
            return getattr(self, "_m_is_geometric", None)

        @property
        def num_buckets(self):
            """How many buckets it has."""
            if hasattr(self, "_m_num_buckets"):
                return self._m_num_buckets

            self._m_num_buckets = (
                0
                if self.is_empty
                else (
                    self.buckets.num_buckets
                    if self.is_geometric
                    else (self.buckets.num_positive + 1 if self.is_exponential else self.buckets.num_buckets)
                )
            )
            return getattr(self, "_m_num_buckets", None)

    class HistogramRef(KaitaiStruct):
        """Where a histogram lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.HistogramRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.offset = self._io.read_s4le()

        def _fetch_instances(self):
            pass
            _ = self.target
            if hasattr(self, "_m_target"):
                pass
                self._m_target._fetch_instances()

        @property
        def target(self):
            """The histogram."""
            if hasattr(self, "_m_target"):
                return self._m_target

            _pos = self._io.pos()
            self._io.seek(self.offset - 4)
            self._m_target = FilodbContainer.SizedHistogram(self._io, self, self._root)
            self._io.seek(_pos)
            return getattr(self, "_m_target", None)

    class Longs(KaitaiStruct):
        """Integers."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Longs, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.values = []
            i = 0
            while not self._io.is_eof():
                self.values.append(self._io.read_s8le())
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.values)):
                pass

    class Map(KaitaiStruct):
        """A map behind its length."""

        def __init__(self, schema, _io, _parent=None, _root=None):
            super(FilodbContainer.Map, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.schema = schema
            self._read()

        def _read(self):
            self.len_area = self._io.read_u2le()
            self._raw_area = self._io.read_bytes(self.len_area)
            _io__raw_area = KaitaiStream(BytesIO(self._raw_area))
            self.area = FilodbContainer.Entries(self.schema, _io__raw_area, self, self._root)

        def _fetch_instances(self):
            pass
            self.area._fetch_instances()

    class MapRef(KaitaiStruct):
        """Where a map lies."""

        def __init__(self, schema, _io, _parent=None, _root=None):
            super(FilodbContainer.MapRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.schema = schema
            self._read()

        def _read(self):
            self.offset = self._io.read_s4le()

        def _fetch_instances(self):
            pass
            _ = self.target
            if hasattr(self, "_m_target"):
                pass
                self._m_target._fetch_instances()

        @property
        def target(self):
            """The map."""
            if hasattr(self, "_m_target"):
                return self._m_target

            _pos = self._io.pos()
            self._io.seek(self.offset - 4)
            self._m_target = FilodbContainer.Map(self.schema, self._io, self, self._root)
            self._io.seek(_pos)
            return getattr(self, "_m_target", None)

    class Moment(KaitaiStruct):
        """A moment in milliseconds."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Moment, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_s8le()

        def _fetch_instances(self):
            pass

    class NestedRecord(KaitaiStruct):
        """A record behind the size of all of it."""

        def __init__(self, inner, _io, _parent=None, _root=None):
            super(FilodbContainer.NestedRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.inner = inner
            self._read()

        def _read(self):
            self.len_record = self._io.read_u2le()
            self._raw_record = self._io.read_bytes(self.len_record)
            _io__raw_record = KaitaiStream(BytesIO(self._raw_record))
            self.record = FilodbContainer.WholeRecord(self.inner, _io__raw_record, self, self._root)

        def _fetch_instances(self):
            pass
            self.record._fetch_instances()

    class Record(KaitaiStruct):
        """A record, padded to a multiple of four bytes."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Record, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_body = self._io.read_s4le()
            if not self.len_body >= 0:
                raise kaitaistruct.ValidationLessThanError(0, self.len_body, self._io, "/types/record/seq/0")
            self._raw_body = self._io.read_bytes(self.len_body)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = FilodbContainer.Body(self._root.schemas[0], False, _io__raw_body, self, self._root)
            self._unnamed2 = self._io.read_bytes(-(self.len_body) % 4)

        def _fetch_instances(self):
            pass
            self.body._fetch_instances()

    class RecordRef(KaitaiStruct):
        """Where a nested record lies."""

        def __init__(self, inner, _io, _parent=None, _root=None):
            super(FilodbContainer.RecordRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.inner = inner
            self._read()

        def _read(self):
            self.offset = self._io.read_s4le()

        def _fetch_instances(self):
            pass
            _ = self.target
            if hasattr(self, "_m_target"):
                pass
                self._m_target._fetch_instances()

        @property
        def target(self):
            """The record."""
            if hasattr(self, "_m_target"):
                return self._m_target

            _pos = self._io.pos()
            self._io.seek(self.offset - 4)
            self._m_target = FilodbContainer.NestedRecord(self.inner, self._io, self, self._root)
            self._io.seek(_pos)
            return getattr(self, "_m_target", None)

    class Records(KaitaiStruct):
        """Records one after another."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.Records, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.records = []
            i = 0
            while not self._io.is_eof():
                self.records.append(FilodbContainer.Record(self._io, self, self._root))
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.records)):
                pass
                self.records[i]._fetch_instances()

    class Schema(KaitaiStruct):
        """How records are laid out. It is not in the file; readers are given it."""

        def __init__(self, name, id, has_id, columns, partition_start, predefined_keys, _io, _parent=None, _root=None):
            super(FilodbContainer.Schema, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.name = name
            self.id = id
            self.has_id = has_id
            self.columns = columns
            self.partition_start = partition_start
            self.predefined_keys = predefined_keys
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

    class SchemaProbe(KaitaiStruct):
        def __init__(self, i, wanted, _io, _parent=None, _root=None):
            super(FilodbContainer.SchemaProbe, self).__init__(_io)
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

            self._m_done = (self.hit) or (self.i == len(self._root.schemas) - 1)
            return getattr(self, "_m_done", None)

        @property
        def hit(self):
            if hasattr(self, "_m_hit"):
                return self._m_hit

            self._m_hit = self._root.schemas[self.i].id == self.wanted
            return getattr(self, "_m_hit", None)

    class ShortText(KaitaiStruct):
        """Text behind its length."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.ShortText, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u2le()
            self.text = (self._io.read_bytes(self.len_text)).decode("UTF-8")

        def _fetch_instances(self):
            pass

    class SizedHistogram(KaitaiStruct):
        """A histogram behind its size."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.SizedHistogram, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_histogram = self._io.read_u2le()
            if not self.len_histogram <= 32767:
                raise kaitaistruct.ValidationGreaterThanError(
                    32767, self.len_histogram, self._io, "/types/sized_histogram/seq/0"
                )
            self._raw_histogram = self._io.read_bytes(self.len_histogram)
            _io__raw_histogram = KaitaiStream(BytesIO(self._raw_histogram))
            self.histogram = FilodbContainer.Histogram(_io__raw_histogram, self, self._root)

        def _fetch_instances(self):
            pass
            self.histogram._fetch_instances()

    class StringRef(KaitaiStruct):
        """Where a text lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(FilodbContainer.StringRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.offset = self._io.read_s4le()

        def _fetch_instances(self):
            pass
            _ = self.target
            if hasattr(self, "_m_target"):
                pass
                self._m_target._fetch_instances()

        @property
        def target(self):
            """The text."""
            if hasattr(self, "_m_target"):
                return self._m_target

            _pos = self._io.pos()
            self._io.seek(self.offset - 4)
            self._m_target = FilodbContainer.ShortText(self._io, self, self._root)
            self._io.seek(_pos)
            return getattr(self, "_m_target", None)

    class WholeRecord(KaitaiStruct):
        """A nested record."""

        def __init__(self, inner, _io, _parent=None, _root=None):
            super(FilodbContainer.WholeRecord, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.inner = inner
            self._read()

        def _read(self):
            self.len_body = self._io.read_s4le()
            self._raw_body = self._io.read_bytes(self.len_body)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = FilodbContainer.Body(self.inner, True, _io__raw_body, self, self._root)

        def _fetch_instances(self):
            pass
            self.body._fetch_instances()
