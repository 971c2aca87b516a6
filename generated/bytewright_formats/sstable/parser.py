# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

import bytewright.codecs

from ..uvarint import parser as uvarint

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class Sstable(KaitaiStruct):
    """Keys and values in ascending order of the keys, in the layout of LevelDB's tables without compression. It is read from its end: a footer says where the index lies, which says where each page of entries lies."""

    def __init__(self, _io, _parent=None, _root=None):
        super(Sstable, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        pass

    def _fetch_instances(self):
        pass
        _ = self.footer
        if hasattr(self, "_m_footer"):
            pass
            self._m_footer._fetch_instances()

        _ = self.index
        if hasattr(self, "_m_index"):
            pass
            self._m_index._fetch_instances()

        _ = self.metaindex
        if hasattr(self, "_m_metaindex"):
            pass
            self._m_metaindex._fetch_instances()

        _ = self.pages
        if hasattr(self, "_m_pages"):
            pass
            for i in range(len(self._m_pages)):
                pass
                self._m_pages[i]._fetch_instances()

    class Blob(KaitaiStruct):
        """Bytes that mean something to whoever uses the table."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Sstable.Blob, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass

    class Block(KaitaiStruct):
        """Entries in ascending order of their keys, and where those lie whose keys are stored whole."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Sstable.Block, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self._raw_entries = self._io.read_bytes((self._io.size() - 4 * self.num_restarts) - 4)
            _io__raw_entries = KaitaiStream(BytesIO(self._raw_entries))
            self.entries = Sstable.Entries(_io__raw_entries, self, self._root)
            self.restarts = []
            for i in range(self.num_restarts):
                self.restarts.append(self._io.read_u4le())

        def _fetch_instances(self):
            pass
            self.entries._fetch_instances()
            for i in range(len(self.restarts)):
                pass

            _ = self.num_restarts
            if hasattr(self, "_m_num_restarts"):
                pass

        @property
        def num_restarts(self):
            """How many of these there are."""
            if hasattr(self, "_m_num_restarts"):
                return self._m_num_restarts

            _pos = self._io.pos()
            self._io.seek(self._io.size() - 4)
            self._m_num_restarts = self._io.read_u4le()
            self._io.seek(_pos)
            return getattr(self, "_m_num_restarts", None)

    class Entries(KaitaiStruct):
        """Entries, one after another."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Sstable.Entries, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.entries = []
            i = 0
            while not self._io.is_eof():
                self.entries.append(Sstable.Entry(i, self._io, self, self._root))
                i += 1

        def _fetch_instances(self):
            pass
            for i in range(len(self.entries)):
                pass
                self.entries[i]._fetch_instances()

    class Entry(KaitaiStruct):
        """A key and its value."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(Sstable.Entry, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            self.len_shared = uvarint.Uvarint(self._io)
            self.len_unshared = uvarint.Uvarint(self._io)
            self.len_value = uvarint.Uvarint(self._io)
            self.nothing = self._io.read_bytes(0)
            self._raw_key = self._io.read_bytes(self.len_unshared.value)
            _process = bytewright.codecs.FrontCoding(self.previous_key, self.len_shared.value)
            self.key = _process.decode(self._raw_key)
            self._raw_value = self._io.read_bytes(self.len_value.value)
            _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
            self.value = Sstable.Blob(_io__raw_value, self, self._root)

        def _fetch_instances(self):
            pass
            self.len_shared._fetch_instances()
            self.len_unshared._fetch_instances()
            self.len_value._fetch_instances()
            self.value._fetch_instances()

        @property
        def previous_key(self):
            """The key before this one."""
            if hasattr(self, "_m_previous_key"):
                return self._m_previous_key

            self._m_previous_key = self.nothing if self.i == 0 else self._parent.entries[self.i - 1].key
            return getattr(self, "_m_previous_key", None)

    class Footer(KaitaiStruct):
        """Where the index lies."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Sstable.Footer, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.metaindex = Sstable.Handle(self._io, self, self._root)
            self.index = Sstable.Handle(self._io, self, self._root)
            self._unnamed2 = self._io.read_bytes(40 - self._io.pos())
            self.magic = self._io.read_bytes(8)
            if not self.magic == b"\x57\xfb\x80\x8b\x24\x75\x47\xdb":
                raise kaitaistruct.ValidationNotEqualError(
                    b"\x57\xfb\x80\x8b\x24\x75\x47\xdb", self.magic, self._io, "/types/footer/seq/3"
                )

        def _fetch_instances(self):
            pass
            self.metaindex._fetch_instances()
            self.index._fetch_instances()

    class Handle(KaitaiStruct):
        """A place in the table."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Sstable.Handle, self).__init__(_io)
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

    class Page(KaitaiStruct):
        """One of the blocks that hold the entries."""

        def __init__(self, i, _io, _parent=None, _root=None):
            super(Sstable.Page, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.i = i
            self._read()

        def _read(self):
            pass

        def _fetch_instances(self):
            pass
            _ = self.block
            if hasattr(self, "_m_block"):
                pass
                self._m_block._fetch_instances()

            _ = self.handle
            if hasattr(self, "_m_handle"):
                pass
                self._m_handle._fetch_instances()

        @property
        def block(self):
            """Its entries."""
            if hasattr(self, "_m_block"):
                return self._m_block

            _pos = self._io.pos()
            self._io.seek(self.handle.offset.value)
            self._raw__m_block = self._io.read_bytes(self.handle.len.value + 5)
            _io__raw__m_block = KaitaiStream(BytesIO(self._raw__m_block))
            self._m_block = Sstable.StoredBlock(_io__raw__m_block, self, self._root)
            self._io.seek(_pos)
            return getattr(self, "_m_block", None)

        @property
        def handle(self):
            """Where the page lies."""
            if hasattr(self, "_m_handle"):
                return self._m_handle

            io = self._parent.index.body.entries.entries[self.i].value._io
            _pos = io.pos()
            io.seek(0)
            self._m_handle = Sstable.Handle(io, self, self._root)
            io.seek(_pos)
            return getattr(self, "_m_handle", None)

        @property
        def last_key(self):
            """A key that none of the page's is above."""
            if hasattr(self, "_m_last_key"):
                return self._m_last_key

            self._m_last_key = self._parent.index.body.entries.entries[self.i].key
            return getattr(self, "_m_last_key", None)

    class StoredBlock(KaitaiStruct):
        """A block with its checksum."""

        def __init__(self, _io, _parent=None, _root=None):
            super(Sstable.StoredBlock, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self._raw_body = self._io.read_bytes(self._io.size() - 5)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = Sstable.Block(_io__raw_body, self, self._root)
            self.compression = self._io.read_u1()
            if not self.compression == 0:
                raise kaitaistruct.ValidationNotEqualError(0, self.compression, self._io, "/types/stored_block/seq/1")
            self.crc = self._io.read_u4le()

        def _fetch_instances(self):
            pass
            self.body._fetch_instances()

    @property
    def footer(self):
        """The last bytes, which say where the rest lies."""
        if hasattr(self, "_m_footer"):
            return self._m_footer

        _pos = self._io.pos()
        self._io.seek(self._io.size() - 48)
        self._raw__m_footer = self._io.read_bytes(48)
        _io__raw__m_footer = KaitaiStream(BytesIO(self._raw__m_footer))
        self._m_footer = Sstable.Footer(_io__raw__m_footer, self, self._root)
        self._io.seek(_pos)
        return getattr(self, "_m_footer", None)

    @property
    def index(self):
        """An entry for each page, with a key that none of the page's keys is above, and none of the next page's at or below."""
        if hasattr(self, "_m_index"):
            return self._m_index

        _pos = self._io.pos()
        self._io.seek(self.footer.index.offset.value)
        self._raw__m_index = self._io.read_bytes(self.footer.index.len.value + 5)
        _io__raw__m_index = KaitaiStream(BytesIO(self._raw__m_index))
        self._m_index = Sstable.StoredBlock(_io__raw__m_index, self, self._root)
        self._io.seek(_pos)
        return getattr(self, "_m_index", None)

    @property
    def metaindex(self):
        """An empty block."""
        if hasattr(self, "_m_metaindex"):
            return self._m_metaindex

        _pos = self._io.pos()
        self._io.seek(self.footer.metaindex.offset.value)
        self._raw__m_metaindex = self._io.read_bytes(self.footer.metaindex.len.value + 5)
        _io__raw__m_metaindex = KaitaiStream(BytesIO(self._raw__m_metaindex))
        self._m_metaindex = Sstable.StoredBlock(_io__raw__m_metaindex, self, self._root)
        self._io.seek(_pos)
        return getattr(self, "_m_metaindex", None)

    @property
    def pages(self):
        """The pages. They take no bytes themselves, but say where blocks are."""
        if hasattr(self, "_m_pages"):
            return self._m_pages

        _pos = self._io.pos()
        self._io.seek(0)
        self._m_pages = []
        for i in range(len(self.index.body.entries.entries)):
            self._m_pages.append(Sstable.Page(i, self._io, self, self._root))

        self._io.seek(_pos)
        return getattr(self, "_m_pages", None)
