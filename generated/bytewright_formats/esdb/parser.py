# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

from ..sstable import parser as sstable
from ..uvarint import parser as uvarint

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class Esdb(KaitaiStruct):
    """Events of customer.io's event store, in the layout of its design document (June 2014): blocks of events, each sorted into groupings and linked into indexes. A table at the end of the file says where the blocks lie, one at the end of each block where its groupings lie and its indexes begin. Files of later versions are of the format esdb_spaces."""

    def __init__(self, _io, _parent=None, _root=None):
        super(Esdb, self).__init__(_io)
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

    class Block(KaitaiStruct):
        """Events under one id."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Esdb.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(1)
            if not self.magic == b"\x2a":
                raise kaitaistruct.ValidationNotEqualError(b"\x2a", self.magic, self._io, "/types/block/seq/0")

        def _fetch_instances(self):
            pass
            _ = self.index
            if hasattr(self, "_m_index"):
                pass
                self._m_index._fetch_instances()

            _ = self.len_index
            if hasattr(self, "_m_len_index"):
                pass

            _ = self.pages_of_block
            if hasattr(self, "_m_pages_of_block"):
                pass
                for i in range(len(self._m_pages_of_block)):
                    pass
                    self._m_pages_of_block[i]._fetch_instances()

        @property
        def index(self):
            """Where groupings lie, and indexes begin, by their names."""
            if hasattr(self, "_m_index"):
                return self._m_index

            _pos = self._io.pos()
            self._io.seek((self._io.size() - 4) - self.len_index)
            self._raw__m_index = self._io.read_bytes(self.len_index)
            _io__raw__m_index = KaitaiStream(BytesIO(self._raw__m_index))
            self._m_index = sstable.Sstable(_io__raw__m_index)
            self._io.seek(_pos)
            return getattr(self, "_m_index", None)

        @property
        def len_index(self):
            """Size of the table of the block."""
            if hasattr(self, "_m_len_index"):
                return self._m_len_index

            _pos = self._io.pos()
            self._io.seek(self._io.size() - 4)
            self._m_len_index = self._io.read_s4le()
            if not self._m_len_index >= 48:
                raise kaitaistruct.ValidationLessThanError(
                    48, self._m_len_index, self._io, "/types/block/instances/len_index"
                )
            if not self._m_len_index <= self._io.size() - 4:
                raise kaitaistruct.ValidationGreaterThanError(
                    self._io.size() - 4, self._m_len_index, self._io, "/types/block/instances/len_index"
                )
            self._io.seek(_pos)
            return getattr(self, "_m_len_index", None)

        @property
        def pages_of_block(self):
            """The groupings and indexes that each page of the table names."""
            if hasattr(self, "_m_pages_of_block"):
                return self._m_pages_of_block

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_pages_of_block = []
            for i in range(len(self.index.pages)):
                self._m_pages_of_block.append(Esdb.SectionPage(i, self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, "_m_pages_of_block", None)

    class BlockPage(KaitaiStruct):
        """The blocks that a page of the table names."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(Esdb.BlockPage, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.blocks
            if hasattr(self, "_m_blocks"):
                pass
                for i in range(len(self._m_blocks)):
                    pass
                    self._m_blocks[i]._fetch_instances()

        @property
        def blocks(self):
            """The blocks."""
            if hasattr(self, "_m_blocks"):
                return self._m_blocks

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_blocks = []
            for i in range(len(self.entries)):
                self._m_blocks.append(Esdb.BlockRef(self.entries[i], self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, "_m_blocks", None)

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

    class BlockRef(KaitaiStruct):
        """A block, as the table names it."""

        def __init__(self, entry, _io, _parent=None, _root=None):
            super(Esdb.BlockRef, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.entry = entry
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.block
            if hasattr(self, "_m_block"):
                pass
                self._m_block._fetch_instances()

            _ = self.location
            if hasattr(self, "_m_location"):
                pass
                self._m_location._fetch_instances()

        @property
        def block(self):
            """The block."""
            if hasattr(self, "_m_block"):
                return self._m_block

            io = self._root._io
            _pos = io.pos()
            io.seek(self.location.offset)
            self._raw__m_block = io.read_bytes(self.location.len)
            _io__raw__m_block = KaitaiStream(BytesIO(self._raw__m_block))
            self._m_block = Esdb.Block(_io__raw__m_block, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_block", None)

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
            self._m_location = Esdb.Location(io, self, self._root)
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

    class Ends(KaitaiStruct):
        """Where a grouping or an index begins and ends."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Esdb.Ends, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.key = uvarint.Uvarint(self._io)
            self.first = self._io.read_u8le()
            self.last = self._io.read_u8le()

        def _fetch_instances(self):
            pass
            self.key._fetch_instances()

    class Event(KaitaiStruct):
        """An event; an empty one ends a grouping."""

        def __init__(self, block, _io, _parent=None, _root=None):
            super(Esdb.Event, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.block = block
            self._read()

        def _read(self):
            self.len = uvarint.Uvarint(self._io)
            if self.len.value != 0:
                pass
                self._raw_body = self._io.read_bytes(self.len.value)
                _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
                self.body = Esdb.EventBody(self.block, _io__raw_body, self, self._root)

        def _fetch_instances(self):
            pass
            self.len._fetch_instances()
            if self.len.value != 0:
                pass
                self.body._fetch_instances()

    class EventBody(KaitaiStruct):
        """What an event holds."""

        def __init__(self, block, _io, _parent=None, _root=None):
            super(Esdb.EventBody, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.block = block
            self._read()

        def _read(self):
            self.len_data = uvarint.Uvarint(self._io)
            self.data = self._io.read_bytes(self.len_data.value)
            self.num_links = self._io.read_u1()
            self.links = []
            for i in range(self.num_links):
                self.links.append(Esdb.Link(self.block, self._io, self, self._root))

        def _fetch_instances(self):
            pass
            self.len_data._fetch_instances()
            for i in range(len(self.links)):
                pass
                self.links[i]._fetch_instances()

    class Group(KaitaiStruct):
        """Events one after another, the newest first."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Esdb.Group, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.events = []
            i = 0
            while True:
                _ = Esdb.Event(self._parent._parent._parent, self._io, self, self._root)
                self.events.append(_)
                _ = self.events[i]
                if not ((_.len.value != 0) or (self.events[0].len.value != 0)):
                    raise kaitaistruct.ValidationExprError(self.events[i], self._io, "/types/group/seq/0")
                if _.len.value == 0:
                    break
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.events)):
                pass
                self.events[i]._fetch_instances()

    class Link(KaitaiStruct):
        """The place of an event in an index."""

        def __init__(self, block, _io, _parent=None, _root=None):
            super(Esdb.Link, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.block = block
            self._read()

        def _read(self):
            self.key = uvarint.Uvarint(self._io)
            self.previous = self._io.read_u8le()
            self.next = self._io.read_u8le()

        def _fetch_instances(self):
            pass
            self.key._fetch_instances()
            _ = self.event_after
            if hasattr(self, "_m_event_after"):
                pass
                self._m_event_after._fetch_instances()

            _ = self.event_before
            if hasattr(self, "_m_event_before"):
                pass
                self._m_event_before._fetch_instances()

        @property
        def event_after(self):
            """The event after it."""
            if hasattr(self, "_m_event_after"):
                return self._m_event_after

            if self.next != 0:
                pass
                io = self.block._io
                _pos = io.pos()
                io.seek(self.next)
                self._m_event_after = Esdb.Event(self.block, io, self, self._root)
                io.seek(_pos)

            return getattr(self, "_m_event_after", None)

        @property
        def event_before(self):
            """The event before it."""
            if hasattr(self, "_m_event_before"):
                return self._m_event_before

            if self.previous != 0:
                pass
                io = self.block._io
                _pos = io.pos()
                io.seek(self.previous)
                self._m_event_before = Esdb.Event(self.block, io, self, self._root)
                io.seek(_pos)

            return getattr(self, "_m_event_before", None)

    class LinkProbe(KaitaiStruct):
        def __init__(self, k, _io, _parent=None, _root=None):
            super(Esdb.LinkProbe, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.k = k
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

        @property
        def hit(self):
            if hasattr(self, "_m_hit"):
                return self._m_hit

            self._m_hit = self._parent.event.body.links[self.k].key.value == self._parent.key
            return getattr(self, "_m_hit", None)

    class Location(KaitaiStruct):
        """Where a block lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Esdb.Location, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.offset = self._io.read_s8le()
            self.len = self._io.read_s8le()

        def _fetch_instances(self):
            pass

    class Section(KaitaiStruct):
        """A grouping, or an index."""

        def __init__(self, entry, _io, _parent=None, _root=None):
            super(Esdb.Section, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.entry = entry
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.chain
            if hasattr(self, "_m_chain"):
                pass
                for i in range(len(self._m_chain)):
                    pass
                    self._m_chain[i]._fetch_instances()

            _ = self.ends
            if hasattr(self, "_m_ends"):
                pass
                self._m_ends._fetch_instances()

            _ = self.first_event
            if hasattr(self, "_m_first_event"):
                pass
                self._m_first_event._fetch_instances()

            _ = self.group
            if hasattr(self, "_m_group"):
                pass
                self._m_group._fetch_instances()

            _ = self.last_event
            if hasattr(self, "_m_last_event"):
                pass
                self._m_last_event._fetch_instances()

        @property
        def chain(self):
            """The events of an index."""
            if hasattr(self, "_m_chain"):
                return self._m_chain

            if not (self.is_group):
                pass
                io = self._parent._parent._io
                _pos = io.pos()
                io.seek(0)
                self._m_chain = []
                i = 0
                while True:
                    _ = Esdb.Step(i, io, self, self._root)
                    self._m_chain.append(_)
                    if _.next == 0:
                        break
                    i += 1
                io.seek(_pos)

            return getattr(self, "_m_chain", None)

        @property
        def ends(self):
            """Where it begins and ends."""
            if hasattr(self, "_m_ends"):
                return self._m_ends

            io = self.entry.value._io
            _pos = io.pos()
            io.seek(0)
            self._m_ends = Esdb.Ends(io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_ends", None)

        @property
        def first_event(self):
            """The first event."""
            if hasattr(self, "_m_first_event"):
                return self._m_first_event

            io = self._parent._parent._io
            _pos = io.pos()
            io.seek(self.ends.first)
            self._m_first_event = Esdb.Event(self._parent._parent, io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_first_event", None)

        @property
        def group(self):
            """The events of a grouping."""
            if hasattr(self, "_m_group"):
                return self._m_group

            if self.is_group:
                pass
                io = self._parent._parent._io
                _pos = io.pos()
                io.seek(self.ends.first)
                self._m_group = Esdb.Group(io, self, self._root)
                io.seek(_pos)

            return getattr(self, "_m_group", None)

        @property
        def index_key(self):
            """Its number, if it is an index."""
            if hasattr(self, "_m_index_key"):
                return self._m_index_key

            self._m_index_key = -1 if self.is_group else self.ends.key.value
            return getattr(self, "_m_index_key", None)

        @property
        def is_group(self):
            """Whether it is a grouping."""
            if hasattr(self, "_m_is_group"):
                return self._m_is_group

            self._m_is_group = KaitaiStream.byte_array_index(self.entry.key, 0) == 103
            return getattr(self, "_m_is_group", None)

        @property
        def last_event(self):
            """The last event."""
            if hasattr(self, "_m_last_event"):
                return self._m_last_event

            io = self._parent._parent._io
            _pos = io.pos()
            io.seek(self.ends.last)
            self._m_last_event = Esdb.Event(self._parent._parent, io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_last_event", None)

        @property
        def name(self):
            """Its name."""
            if hasattr(self, "_m_name"):
                return self._m_name

            self._m_name = (self.entry.key).decode("UTF-8")[1 : len((self.entry.key).decode("UTF-8"))]
            return getattr(self, "_m_name", None)

    class SectionPage(KaitaiStruct):
        """The groupings and indexes that a page of the table names."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(Esdb.SectionPage, self).__init__(_io)
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
                self._m_sections.append(Esdb.Section(self.entries[i], self._io, self, self._root))

            self._io.seek(_pos)
            return getattr(self, "_m_sections", None)

    class Step(KaitaiStruct):
        """An event of an index."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(Esdb.Step, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.event
            if hasattr(self, "_m_event"):
                pass
                self._m_event._fetch_instances()

            _ = self.find_link
            if hasattr(self, "_m_find_link"):
                pass
                for i in range(len(self._m_find_link)):
                    pass
                    self._m_find_link[i]._fetch_instances()

        @property
        def event(self):
            """The event."""
            if hasattr(self, "_m_event"):
                return self._m_event

            io = self._parent._parent._parent._io
            _pos = io.pos()
            io.seek(self.offset)
            self._m_event = Esdb.Event(self._parent._parent._parent, io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_event", None)

        @property
        def find_link(self):
            if hasattr(self, "_m_find_link"):
                return self._m_find_link

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_find_link = []
            i = 0
            while True:
                _ = Esdb.LinkProbe(i, self._io, self, self._root)
                self._m_find_link.append(_)
                if (_.hit) or (_.k == self.event.body.num_links - 1):
                    break
                i += 1
            self._io.seek(_pos)
            return getattr(self, "_m_find_link", None)

        @property
        def key(self):
            """Number of the index."""
            if hasattr(self, "_m_key"):
                return self._m_key

            self._m_key = self._parent.ends.key.value
            return getattr(self, "_m_key", None)

        @property
        def link_at(self):
            """Which of the event's links is that of the index."""
            if hasattr(self, "_m_link_at"):
                return self._m_link_at

            self._m_link_at = self.find_link[-1].k
            return getattr(self, "_m_link_at", None)

        @property
        def next(self):
            """Where the next event begins; 0 where there is none."""
            if hasattr(self, "_m_next"):
                return self._m_next

            self._m_next = self.event.body.links[self.link_at].next
            return getattr(self, "_m_next", None)

        @property
        def offset(self):
            """Where the event begins."""
            if hasattr(self, "_m_offset"):
                return self._m_offset

            self._m_offset = self._parent.ends.first if self.i == 0 else self._parent.chain[self.i - 1].next
            return getattr(self, "_m_offset", None)

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
        """Where the blocks lie, by their ids."""
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
        """Size of the table of blocks."""
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
        """The blocks that each page of the table names."""
        if hasattr(self, "_m_pages"):
            return self._m_pages

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_pages = []
        for i in range(len(self.index.pages)):
            self._m_pages.append(Esdb.BlockPage(i, self._io, self, self._root))

        self._io.seek(_pos)
        return getattr(self, "_m_pages", None)
