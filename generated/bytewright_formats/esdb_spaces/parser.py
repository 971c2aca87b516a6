# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

import bytewright.codecs

from ..sstable import parser as sstable
from ..uvarint import parser as uvarint

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class EsdbSpaces(KaitaiStruct):
    """Events of customer.io's event store, in the layout that its code has written since September 2014: spaces of events, each sorted into groupings, and lists of those in each index. All are streams in chunks that are compressed one by one. A table at the end of the file says where the spaces lie, one at the end of each space where its streams lie. Older files are of the format esdb."""

    def __init__(self, _io, _parent=None, _root=None):
        super(EsdbSpaces, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        pass

    def _fetch_instances(self):
        pass
        _ = self.head
        if hasattr(self, "_m_head"):
            pass

        _ = self.index
        if hasattr(self, "_m_index"):
            pass
            self._m_index._fetch_instances()

        _ = self.len_index
        if hasattr(self, "_m_len_index"):
            pass

        _ = self.pages
        if hasattr(self, "_m_pages"):
            pass
            for i in range(len(self._m_pages)):
                pass
                self._m_pages[i]._fetch_instances()

    class Event(KaitaiStruct):
        """An event."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.Event, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_data = uvarint.Uvarint(self._io)
            self.timestamp = self._io.read_u4le()
            self.data = self._io.read_bytes(self.len_data.value)

        def _fetch_instances(self):
            pass
            self.len_data._fetch_instances()

    class EventAt(KaitaiStruct):
        """An event in a stream."""

        def __init__(self, offset, _io, _parent=None, _root=None):
            super(EsdbSpaces.EventAt, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.offset = offset
            self._read()

        def _read(self):
            self._unnamed0 = self._io.read_bytes(self.offset)
            self.event = EsdbSpaces.Event(self._io, self, self._root)

        def _fetch_instances(self):
            pass
            self.event._fetch_instances()

    class Group(KaitaiStruct):
        """Events one after another, the newest first."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.Group, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.events = []
            i = 0
            while True:
                _ = EsdbSpaces.Event(self._io, self, self._root)
                self.events.append(_)
                if self._io.size() - self._io.pos() <= 1:
                    break
                i += 1
            self.terminator = self._io.read_bytes(1)
            if not self.terminator == b"\x00":
                raise kaitaistruct.ValidationNotEqualError(b"\x00", self.terminator, self._io, "/types/group/seq/1")

        def _fetch_instances(self):
            pass
            for i in range(len(self.events)):
                pass
                self.events[i]._fetch_instances()

    class Location(KaitaiStruct):
        """Where a space lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.Location, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.offset = self._io.read_s8le()
            self.len = self._io.read_s8le()

        def _fetch_instances(self):
            pass

    class Reference(KaitaiStruct):
        """Where an event lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.Reference, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.position = self._io.read_s8le()
            self.offset = self._io.read_u2le()

        def _fetch_instances(self):
            pass
            _ = self.found
            if hasattr(self, "_m_found"):
                pass
                self._m_found._fetch_instances()

        @property
        def found(self):
            """What lies there."""
            if hasattr(self, "_m_found"):
                return self._m_found

            io = self.space._io
            _pos = io.pos()
            io.seek(self.position)
            self._raw__raw__m_found = io.read_bytes(
                ((self.space._io.size() - 8) - self.space.len_index) - self.position
            )
            _process = bytewright.codecs.SnappyChunks(4096)
            self._raw__m_found = _process.decode(self._raw__raw__m_found)
            _io__raw__m_found = KaitaiStream(BytesIO(self._raw__m_found))
            self._m_found = EsdbSpaces.EventAt(self.offset, _io__raw__m_found, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_found", None)

        @property
        def space(self):
            """The space."""
            if hasattr(self, "_m_space"):
                return self._m_space

            self._m_space = self._parent._parent._parent._parent
            return getattr(self, "_m_space", None)

    class References(KaitaiStruct):
        """Where the events of an index lie, the newest first."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.References, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            i = 0
            while True:
                _ = EsdbSpaces.Reference(self._io, self, self._root)
                self.entries.append(_)
                if self._io.size() - self._io.pos() <= 1:
                    break
                i += 1
            self.terminator = self._io.read_bytes(1)
            if not self.terminator == b"\x00":
                raise kaitaistruct.ValidationNotEqualError(
                    b"\x00", self.terminator, self._io, "/types/references/seq/1"
                )

        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()

    class Section(KaitaiStruct):
        """A grouping, or an index."""

        def __init__(self, entry, _io, _parent=None, _root=None):
            super(EsdbSpaces.Section, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.entry = entry
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.group
            if hasattr(self, "_m_group"):
                pass
                self._m_group._fetch_instances()

            _ = self.location
            if hasattr(self, "_m_location"):
                pass
                self._m_location._fetch_instances()

            _ = self.references
            if hasattr(self, "_m_references"):
                pass
                self._m_references._fetch_instances()

        @property
        def group(self):
            """The events of a grouping."""
            if hasattr(self, "_m_group"):
                return self._m_group

            if self.is_group:
                pass
                io = self._parent._parent._io
                _pos = io.pos()
                io.seek(self.location.offset.value)
                self._raw__raw__m_group = io.read_bytes(self.location.len.value)
                _process = bytewright.codecs.SnappyChunks(4096)
                self._raw__m_group = _process.decode(self._raw__raw__m_group)
                _io__raw__m_group = KaitaiStream(BytesIO(self._raw__m_group))
                self._m_group = EsdbSpaces.Group(_io__raw__m_group, self, self._root)
                io.seek(_pos)

            return getattr(self, "_m_group", None)

        @property
        def is_group(self):
            """Whether it is a grouping."""
            if hasattr(self, "_m_is_group"):
                return self._m_is_group

            self._m_is_group = KaitaiStream.byte_array_index(self.entry.key, 0) == 103
            return getattr(self, "_m_is_group", None)

        @property
        def location(self):
            """Where it lies."""
            if hasattr(self, "_m_location"):
                return self._m_location

            io = self.entry.value._io
            _pos = io.pos()
            io.seek(0)
            self._m_location = EsdbSpaces.SectionLocation(io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_location", None)

        @property
        def name(self):
            """Its name."""
            if hasattr(self, "_m_name"):
                return self._m_name

            self._m_name = (self.entry.key).decode("UTF-8")[1 : len((self.entry.key).decode("UTF-8"))]
            return getattr(self, "_m_name", None)

        @property
        def references(self):
            """The events of an index."""
            if hasattr(self, "_m_references"):
                return self._m_references

            if not (self.is_group):
                pass
                io = self._parent._parent._io
                _pos = io.pos()
                io.seek(self.location.offset.value)
                self._raw__raw__m_references = io.read_bytes(self.location.len.value)
                _process = bytewright.codecs.SnappyChunks(4096)
                self._raw__m_references = _process.decode(self._raw__raw__m_references)
                _io__raw__m_references = KaitaiStream(BytesIO(self._raw__m_references))
                self._m_references = EsdbSpaces.References(_io__raw__m_references, self, self._root)
                io.seek(_pos)

            return getattr(self, "_m_references", None)

    class SectionLocation(KaitaiStruct):
        """Where a grouping or an index lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.SectionLocation, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.offset = uvarint.Uvarint(self._io)
            self.len = uvarint.Uvarint(self._io)

        def _fetch_instances(self):
            pass
            self.offset._fetch_instances()
            self.len._fetch_instances()

    class SectionPage(KaitaiStruct):
        """The groupings and indexes that a page of the table names."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(EsdbSpaces.SectionPage, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.sections
            if hasattr(self, "_m_sections"):
                pass
                for i in range(len(self._m_sections)):
                    pass
                    self._m_sections[i]._fetch_instances()

        @property
        def entries(self):
            """What the page holds."""
            if hasattr(self, "_m_entries"):
                return self._m_entries

            self._m_entries = self._parent.index.pages[self.i].block.body.entries.entries
            return getattr(self, "_m_entries", None)

        @property
        def last_key(self):
            """A key that none of the page's is above."""
            if hasattr(self, "_m_last_key"):
                return self._m_last_key

            self._m_last_key = self._parent.index.pages[self.i].last_key
            return getattr(self, "_m_last_key", None)

        @property
        def sections(self):
            """The groupings and indexes."""
            if hasattr(self, "_m_sections"):
                return self._m_sections

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_sections = []
            for i in range(len(self.entries)):
                self._m_sections.append(EsdbSpaces.Section(self.entries[i], self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, "_m_sections", None)

    class Space(KaitaiStruct):
        """Events under one id."""

        def __init__(self, _io, _parent=None, _root=None):
            super(EsdbSpaces.Space, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(1)
            if not self.magic == b"\x2a":
                raise kaitaistruct.ValidationNotEqualError(b"\x2a", self.magic, self._io, "/types/space/seq/0")

        def _fetch_instances(self):
            pass
            _ = self.index
            if hasattr(self, "_m_index"):
                pass
                self._m_index._fetch_instances()

            _ = self.len_index
            if hasattr(self, "_m_len_index"):
                pass

            _ = self.pages_of_space
            if hasattr(self, "_m_pages_of_space"):
                pass
                for i in range(len(self._m_pages_of_space)):
                    pass
                    self._m_pages_of_space[i]._fetch_instances()

        @property
        def index(self):
            """Where groupings and indexes lie, by their names."""
            if hasattr(self, "_m_index"):
                return self._m_index

            _pos = self._io.pos()
            self._io.seek((self._io.size() - 8) - self.len_index)
            self._raw__m_index = self._io.read_bytes(self.len_index)
            _io__raw__m_index = KaitaiStream(BytesIO(self._raw__m_index))
            self._m_index = sstable.Sstable(_io__raw__m_index)
            self._io.seek(_pos)
            return getattr(self, "_m_index", None)

        @property
        def len_index(self):
            """Size of the table of the space."""
            if hasattr(self, "_m_len_index"):
                return self._m_len_index

            _pos = self._io.pos()
            self._io.seek(self._io.size() - 8)
            self._m_len_index = self._io.read_s8le()
            if not self._m_len_index >= 48:
                raise kaitaistruct.ValidationLessThanError(
                    48, self._m_len_index, self._io, "/types/space/instances/len_index"
                )
            if not self._m_len_index <= self._io.size() - 8:
                raise kaitaistruct.ValidationGreaterThanError(
                    self._io.size() - 8, self._m_len_index, self._io, "/types/space/instances/len_index"
                )
            self._io.seek(_pos)
            return getattr(self, "_m_len_index", None)

        @property
        def pages_of_space(self):
            """The groupings and indexes that each page of the table names."""
            if hasattr(self, "_m_pages_of_space"):
                return self._m_pages_of_space

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_pages_of_space = []
            for i in range(len(self.index.pages)):
                self._m_pages_of_space.append(EsdbSpaces.SectionPage(i, self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, "_m_pages_of_space", None)

    class SpacePage(KaitaiStruct):
        """The spaces that a page of the table names."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(EsdbSpaces.SpacePage, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.spaces
            if hasattr(self, "_m_spaces"):
                pass
                for i in range(len(self._m_spaces)):
                    pass
                    self._m_spaces[i]._fetch_instances()

        @property
        def entries(self):
            """What the page holds."""
            if hasattr(self, "_m_entries"):
                return self._m_entries

            self._m_entries = self._root.index.pages[self.i].block.body.entries.entries
            return getattr(self, "_m_entries", None)

        @property
        def last_key(self):
            """An id that none of the page's is above."""
            if hasattr(self, "_m_last_key"):
                return self._m_last_key

            self._m_last_key = self._root.index.pages[self.i].last_key
            return getattr(self, "_m_last_key", None)

        @property
        def spaces(self):
            """The spaces."""
            if hasattr(self, "_m_spaces"):
                return self._m_spaces

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_spaces = []
            for i in range(len(self.entries)):
                self._m_spaces.append(EsdbSpaces.SpaceRef(self.entries[i], self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, "_m_spaces", None)

    class SpaceRef(KaitaiStruct):
        """A space, as the table names it."""

        def __init__(self, entry, _io, _parent=None, _root=None):
            super(EsdbSpaces.SpaceRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.entry = entry
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.location
            if hasattr(self, "_m_location"):
                pass
                self._m_location._fetch_instances()

            _ = self.space
            if hasattr(self, "_m_space"):
                pass
                self._m_space._fetch_instances()

        @property
        def len(self):
            """Its size in bytes."""
            if hasattr(self, "_m_len"):
                return self._m_len

            self._m_len = self.location.len
            return getattr(self, "_m_len", None)

        @property
        def location(self):
            """Where it lies."""
            if hasattr(self, "_m_location"):
                return self._m_location

            io = self.entry.value._io
            _pos = io.pos()
            io.seek(0)
            self._m_location = EsdbSpaces.Location(io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_location", None)

        @property
        def name(self):
            """Its id."""
            if hasattr(self, "_m_name"):
                return self._m_name

            self._m_name = (self.entry.key).decode("UTF-8")
            return getattr(self, "_m_name", None)

        @property
        def offset(self):
            """Where it begins."""
            if hasattr(self, "_m_offset"):
                return self._m_offset

            self._m_offset = self.location.offset
            return getattr(self, "_m_offset", None)

        @property
        def space(self):
            """The space."""
            if hasattr(self, "_m_space"):
                return self._m_space

            io = self._root._io
            _pos = io.pos()
            io.seek(self.location.offset)
            self._raw__m_space = io.read_bytes(self.location.len)
            _io__raw__m_space = KaitaiStream(BytesIO(self._raw__m_space))
            self._m_space = EsdbSpaces.Space(_io__raw__m_space, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_space", None)

    @property
    def head(self):
        """What the file begins with."""
        if hasattr(self, "_m_head"):
            return self._m_head

        if self._io.size() >= 10:
            pass
            _pos = self._io.pos()
            self._io.seek(0)
            self._m_head = self._io.read_bytes(10)
            self._io.seek(_pos)

        return getattr(self, "_m_head", None)

    @property
    def index(self):
        """Where the spaces lie, by their ids."""
        if hasattr(self, "_m_index"):
            return self._m_index

        _pos = self._io.pos()
        self._io.seek((self._io.size() - 8) - self.len_index)
        self._raw__m_index = self._io.read_bytes(self.len_index)
        _io__raw__m_index = KaitaiStream(BytesIO(self._raw__m_index))
        self._m_index = sstable.Sstable(_io__raw__m_index)
        self._io.seek(_pos)
        return getattr(self, "_m_index", None)

    @property
    def is_log(self):
        """Whether it is an append log, which is another format."""
        if hasattr(self, "_m_is_log"):
            return self._m_is_log

        self._m_is_log = (self._io.size() >= 10) and (self.head == b"\x45\x53\x44\x42\x73\x74\x72\x65\x61\x6d")
        return getattr(self, "_m_is_log", None)

    @property
    def len_index(self):
        """Size of the table of spaces."""
        if hasattr(self, "_m_len_index"):
            return self._m_len_index

        _pos = self._io.pos()
        self._io.seek(self._io.size() - 8)
        self._m_len_index = self._io.read_s8le()
        if not self._m_len_index >= 48:
            raise kaitaistruct.ValidationLessThanError(48, self._m_len_index, self._io, "/instances/len_index")
        if not self._m_len_index <= (47 if self.is_log else self._io.size() - 8):
            raise kaitaistruct.ValidationGreaterThanError(
                (47 if self.is_log else self._io.size() - 8), self._m_len_index, self._io, "/instances/len_index"
            )
        self._io.seek(_pos)
        return getattr(self, "_m_len_index", None)

    @property
    def pages(self):
        """The spaces that each page of the table names."""
        if hasattr(self, "_m_pages"):
            return self._m_pages

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_pages = []
        for i in range(len(self.index.pages)):
            self._m_pages.append(EsdbSpaces.SpacePage(i, self._io, self, self._root))

        self._io.seek(_pos)
        return getattr(self, "_m_pages", None)
