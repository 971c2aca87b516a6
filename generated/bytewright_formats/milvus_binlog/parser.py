# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

from enum import IntEnum

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class MilvusBinlog(KaitaiStruct):
    """What Milvus keeps of a segment, a file per column: a descriptor, then events, each with a whole Parquet file as its payload. Also deleted keys, requests that change the schema, and parts of indexes. There are three layouts: that of the design document (December 2020), that of 2.0.0-rc1 to rc6 (2021), and that of later releases (2.x). A file tells by itself which one it has."""

    class DataType(IntEnum):
        unset = -1
        none = 0
        bool = 1
        int8 = 2
        int16 = 3
        int32 = 4
        int64 = 5
        float = 10
        double = 11
        string = 20
        varchar = 21
        array = 22
        json = 23
        geometry = 24
        text = 25
        timestamptz = 26
        mol = 27
        binary_vector = 100
        float_vector = 101
        float16_vector = 102
        bfloat16_vector = 103
        sparse_float_vector = 104
        int8_vector = 105
        array_of_vector = 106
        array_of_struct = 200
        struct = 201

    class EventType(IntEnum):
        descriptor = 0
        insert = 1
        delete = 2
        create_collection = 3
        drop_collection = 4
        create_partition = 5
        drop_partition = 6
        index_file = 7

    class Kind(IntEnum):
        rows = 1
        deletes = 2
        requests = 3
        parts_of_an_index = 7

    class Layout(IntEnum):
        v2020 = 1
        v2021 = 2
        v2x = 3

    def __init__(self, _io, _parent=None, _root=None):
        super(MilvusBinlog, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\xbc\xfa\xff\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\xbc\xfa\xff\x00", self.magic, self._io, "/seq/0")
        self.descriptor = MilvusBinlog.Descriptor(self._io, self, self._root)
        self.events = []
        i = 0
        while not self._io.is_eof():
            self.events.append(MilvusBinlog.Event(self._io, self, self._root))
            i += 1

    def _fetch_instances(self):
        pass
        self.descriptor._fetch_instances()
        for i in range(len(self.events)):
            pass
            self.events[i]._fetch_instances()

    class CurrentDescriptor(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(MilvusBinlog.CurrentDescriptor, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.collection_id = self._io.read_s8le()
            self.partition_id = self._io.read_s8le()
            self.segment_id = self._io.read_s8le()
            self.field_id = self._io.read_s8le()
            self.start_timestamp = self._io.read_u8le()
            self.end_timestamp = self._io.read_u8le()
            self.payload_data_type = KaitaiStream.resolve_enum(MilvusBinlog.DataType, self._io.read_s4le())
            if not isinstance(self.payload_data_type, MilvusBinlog.DataType):
                raise kaitaistruct.ValidationNotInEnumError(
                    self.payload_data_type, self._io, "/types/current_descriptor/seq/6"
                )
            self.len_descriptor = self._io.read_u1()
            self.len_events = []
            for i in range(7):
                self.len_events.append(self._io.read_u1())

            self.len_extras = self._io.read_s4le()
            self.extras = (self._io.read_bytes(self.len_extras)).decode("UTF-8")

        def _fetch_instances(self):
            pass
            for i in range(len(self.len_events)):
                pass

        @property
        def unused(self):
            """Bytes of the event behind the extras. There are none."""
            if hasattr(self, "_m_unused"):
                return self._m_unused

            self._m_unused = (self._parent.server_id_or_len - 81) - self.len_extras
            return getattr(self, "_m_unused", None)

    class Descriptor(KaitaiStruct):
        """The first event."""

        def __init__(self, _io, _parent=None, _root=None):
            super(MilvusBinlog.Descriptor, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.timestamp = self._io.read_u8le()
            self.type_code = KaitaiStream.resolve_enum(MilvusBinlog.EventType, self._io.read_s1())
            if not (self.type_code == MilvusBinlog.EventType.descriptor):
                raise kaitaistruct.ValidationNotAnyOfError(self.type_code, self._io, "/types/descriptor/seq/1")
            self.server_id_or_len = self._io.read_s4le()
            if self.server_id_or_len == 1:
                pass
                self.len_legacy = self._io.read_s4le()
                if not ((self.len_legacy == 91) or (self.len_legacy == 99)):
                    raise kaitaistruct.ValidationNotAnyOfError(self.len_legacy, self._io, "/types/descriptor/seq/3")

            self.next_position = self._io.read_s4le()
            if self.server_id_or_len == 1:
                pass
                self._raw_legacy = self._io.read_bytes(self.len_legacy - 21)
                _io__raw_legacy = KaitaiStream(BytesIO(self._raw_legacy))
                self.legacy = MilvusBinlog.LegacyDescriptor(_io__raw_legacy, self, self._root)

            if self.server_id_or_len != 1:
                pass
                self._raw_current = self._io.read_bytes(self.server_id_or_len - 17)
                _io__raw_current = KaitaiStream(BytesIO(self._raw_current))
                self.current = MilvusBinlog.CurrentDescriptor(_io__raw_current, self, self._root)

        def _fetch_instances(self):
            pass
            if self.server_id_or_len == 1:
                pass

            if self.server_id_or_len == 1:
                pass
                self.legacy._fetch_instances()

            if self.server_id_or_len != 1:
                pass
                self.current._fetch_instances()

        @property
        def collection_id(self):
            if hasattr(self, "_m_collection_id"):
                return self._m_collection_id

            self._m_collection_id = self.legacy.collection_id if self.is_legacy else self.current.collection_id
            return getattr(self, "_m_collection_id", None)

        @property
        def end_timestamp(self):
            if hasattr(self, "_m_end_timestamp"):
                return self._m_end_timestamp

            self._m_end_timestamp = self.legacy.end_timestamp if self.is_legacy else self.current.end_timestamp
            return getattr(self, "_m_end_timestamp", None)

        @property
        def event_length(self):
            if hasattr(self, "_m_event_length"):
                return self._m_event_length

            self._m_event_length = self.len_legacy if self.is_legacy else self.server_id_or_len
            return getattr(self, "_m_event_length", None)

        @property
        def field_id(self):
            if hasattr(self, "_m_field_id"):
                return self._m_field_id

            self._m_field_id = self.legacy.field_id if self.is_legacy else self.current.field_id
            return getattr(self, "_m_field_id", None)

        @property
        def has_requests(self):
            """Whether the file can only be of requests."""
            if hasattr(self, "_m_has_requests"):
                return self._m_has_requests

            self._m_has_requests = (self.segment_id == -1) and (self.payload_data_type == MilvusBinlog.DataType.string)
            return getattr(self, "_m_has_requests", None)

        @property
        def is_binary(self):
            if hasattr(self, "_m_is_binary"):
                return self._m_is_binary

            self._m_is_binary = (
                (self.payload_data_type == MilvusBinlog.DataType.array)
                or (self.payload_data_type == MilvusBinlog.DataType.geometry)
                or (self.payload_data_type == MilvusBinlog.DataType.mol)
                or (self.payload_data_type == MilvusBinlog.DataType.binary_vector)
                or (self.payload_data_type == MilvusBinlog.DataType.float16_vector)
                or (self.payload_data_type == MilvusBinlog.DataType.bfloat16_vector)
            )
            return getattr(self, "_m_is_binary", None)

        @property
        def is_legacy(self):
            if hasattr(self, "_m_is_legacy"):
                return self._m_is_legacy

            self._m_is_legacy = self.server_id_or_len == 1
            return getattr(self, "_m_is_legacy", None)

        @property
        def is_text(self):
            if hasattr(self, "_m_is_text"):
                return self._m_is_text

            self._m_is_text = (
                (self.payload_data_type == MilvusBinlog.DataType.string)
                or (self.payload_data_type == MilvusBinlog.DataType.varchar)
                or (self.payload_data_type == MilvusBinlog.DataType.text)
                or (self.payload_data_type == MilvusBinlog.DataType.json)
            )
            return getattr(self, "_m_is_text", None)

        @property
        def layout(self):
            if hasattr(self, "_m_layout"):
                return self._m_layout

            self._m_layout = (
                MilvusBinlog.Layout.v2x
                if (not (self.is_legacy))
                else (MilvusBinlog.Layout.v2020 if self.len_legacy == 91 else MilvusBinlog.Layout.v2021)
            )
            return getattr(self, "_m_layout", None)

        @property
        def may_be_keys(self):
            """Whether the values may be primary keys, requests or times."""
            if hasattr(self, "_m_may_be_keys"):
                return self._m_may_be_keys

            self._m_may_be_keys = (
                (self.payload_data_type == MilvusBinlog.DataType.int64)
                or (self.payload_data_type == MilvusBinlog.DataType.string)
                or (self.payload_data_type == MilvusBinlog.DataType.varchar)
            )
            return getattr(self, "_m_may_be_keys", None)

        @property
        def partition_id(self):
            if hasattr(self, "_m_partition_id"):
                return self._m_partition_id

            self._m_partition_id = self.legacy.partition_id if self.is_legacy else self.current.partition_id
            return getattr(self, "_m_partition_id", None)

        @property
        def payload_data_type(self):
            if hasattr(self, "_m_payload_data_type"):
                return self._m_payload_data_type

            self._m_payload_data_type = (
                self.legacy.payload_data_type if self.is_legacy else self.current.payload_data_type
            )
            return getattr(self, "_m_payload_data_type", None)

        @property
        def segment_id(self):
            if hasattr(self, "_m_segment_id"):
                return self._m_segment_id

            self._m_segment_id = self.legacy.segment_id if self.is_legacy else self.current.segment_id
            return getattr(self, "_m_segment_id", None)

        @property
        def start_timestamp(self):
            if hasattr(self, "_m_start_timestamp"):
                return self._m_start_timestamp

            self._m_start_timestamp = self.legacy.start_timestamp if self.is_legacy else self.current.start_timestamp
            return getattr(self, "_m_start_timestamp", None)

    class Event(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(MilvusBinlog.Event, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.timestamp = self._io.read_u8le()
            self.type_code = KaitaiStream.resolve_enum(MilvusBinlog.EventType, self._io.read_s1())
            _ = self.type_code
            if not self.may_stand_here:
                raise kaitaistruct.ValidationExprError(self.type_code, self._io, "/types/event/seq/1")
            if self._root.descriptor.is_legacy:
                pass
                self.server_id = self._io.read_s4le()

            self.len_event = self._io.read_s4le()
            self.next_position = self._io.read_s4le()
            self._raw_body = self._io.read_bytes(self.len_event - (21 if self._root.descriptor.is_legacy else 17))
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = MilvusBinlog.EventBody(_io__raw_body, self, self._root)

        def _fetch_instances(self):
            pass
            if self._root.descriptor.is_legacy:
                pass

            self.body._fetch_instances()

        @property
        def kind(self):
            """What it is about, which is the same for all events of a file."""
            if hasattr(self, "_m_kind"):
                return self._m_kind

            self._m_kind = KaitaiStream.resolve_enum(MilvusBinlog.Kind, (3 if self.of_schema else int(self.type_code)))
            return getattr(self, "_m_kind", None)

        @property
        def may_stand_here(self):
            """Whether such an event may stand in such a file; deletes in those of keys, requests in those of no segment, rows in all but those of requests."""
            if hasattr(self, "_m_may_stand_here"):
                return self._m_may_stand_here

            self._m_may_stand_here = (
                ((self._root.descriptor.segment_id == -1) and (self._root.descriptor.may_be_keys))
                if self.of_schema
                else (
                    self._root.descriptor.may_be_keys
                    if self.type_code == MilvusBinlog.EventType.delete
                    else (
                        (not (self._root.descriptor.has_requests))
                        if self.type_code == MilvusBinlog.EventType.insert
                        else (
                            (self.type_code == MilvusBinlog.EventType.index_file)
                            and (not (self._root.descriptor.is_legacy))
                            and (self._root.descriptor.payload_data_type == MilvusBinlog.DataType.string)
                        )
                    )
                )
            )
            return getattr(self, "_m_may_stand_here", None)

        @property
        def of_schema(self):
            if hasattr(self, "_m_of_schema"):
                return self._m_of_schema

            self._m_of_schema = (
                (self.type_code == MilvusBinlog.EventType.create_collection)
                or (self.type_code == MilvusBinlog.EventType.drop_collection)
                or (self.type_code == MilvusBinlog.EventType.create_partition)
                or (self.type_code == MilvusBinlog.EventType.drop_partition)
            )
            return getattr(self, "_m_of_schema", None)

    class EventBody(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(MilvusBinlog.EventBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.start_timestamp = self._io.read_u8le()
            self.end_timestamp = self._io.read_u8le()
            self.payload = self._io.read_bytes_full()

        def _fetch_instances(self):
            pass

    class LegacyDescriptor(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(MilvusBinlog.LegacyDescriptor, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.binlog_version = self._io.read_s2le()
            self.server_version = self._io.read_s8le()
            self.commit_id = self._io.read_s8le()
            self.len_header = self._io.read_s1()
            self.collection_id = self._io.read_s8le()
            self.partition_id = self._io.read_s8le()
            self.segment_id = self._io.read_s8le()
            if self._parent.len_legacy >= 99:
                pass
                self.field_id = self._io.read_s8le()

            self.start_timestamp = self._io.read_u8le()
            self.end_timestamp = self._io.read_u8le()
            self.payload_data_type = KaitaiStream.resolve_enum(MilvusBinlog.DataType, self._io.read_s4le())
            if not isinstance(self.payload_data_type, MilvusBinlog.DataType):
                raise kaitaistruct.ValidationNotInEnumError(
                    self.payload_data_type, self._io, "/types/legacy_descriptor/seq/10"
                )
            self.len_descriptor = self._io.read_u1()
            self.len_events = []
            for i in range(6):
                self.len_events.append(self._io.read_u1())

        def _fetch_instances(self):
            pass
            if self._parent.len_legacy >= 99:
                pass

            for i in range(len(self.len_events)):
                pass
