"""kaitai-struct-compiler: the stock parser of every ``.ksy``, made by the compiler's npm build."""
