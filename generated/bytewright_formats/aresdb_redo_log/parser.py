# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import BytesIO, KaitaiStream, KaitaiStruct

from ..aresdb_upsert_batch import parser as aresdb_upsert_batch

if getattr(kaitaistruct, "API_VERSION", (0, 9)) < (0, 11):
    raise Exception(
        "Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__)
    )


class AresdbRedoLog(KaitaiStruct):
    """The log that AresDB replays after a restart: a magic number, once per file, then upsert batches, each behind its size
    in bytes. There is no footer, count or checksum; a file of only the magic is valid and holds no batches.
    """

    def __init__(self, _io, _parent=None, _root=None):
        super(AresdbRedoLog, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = self._io.read_bytes(4)
        if not self.magic == b"\xed\xfe\xda\xad":
            raise kaitaistruct.ValidationNotEqualError(b"\xed\xfe\xda\xad", self.magic, self._io, "/seq/0")
        self.batches = []
        i = 0
        while not self._io.is_eof():
            self.batches.append(AresdbRedoLog.Batch(self._io, self, self._root))
            i += 1

    def _fetch_instances(self):
        pass
        for i in range(len(self.batches)):
            pass
            self.batches[i]._fetch_instances()

    class Batch(KaitaiStruct):
        """One upsert batch behind its size."""

        def __init__(self, _io, _parent=None, _root=None):
            super(AresdbRedoLog.Batch, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_body = self._io.read_u4le()
            if not self.len_body >= 32:
                raise kaitaistruct.ValidationLessThanError(32, self.len_body, self._io, "/types/batch/seq/0")
            self._raw_body = self._io.read_bytes(self.len_body)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = aresdb_upsert_batch.AresdbUpsertBatch(_io__raw_body)

        def _fetch_instances(self):
            pass
            self.body._fetch_instances()
