"""Whether a file is made again by its values alone: what it has beyond its meaning is in neither rows nor roots."""

from __future__ import annotations

from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain, to_plain
from bytewright.codec.settings import Settings
from bytewright.errors import WriteError, of_file
from bytewright.io.source import Source
from bytewright.objects.read.cursor import Cursor

_PIECE = 1 << 20


def differs_at(codec: Codec, source: Source, settings: Settings) -> int | None:
    """The offset in bytes of the first byte that differs in a file which the values of another one make: of bytes that
    no field describes, of padding, of what is compressed in another way, or lies elsewhere.

    Args:
        codec: the format.
        source: the file, which is good.
        settings: the options.

    Returns:
        The offset; None: nothing differs, or no file can be made of the values, which writers say.

    Raises:
        ReadError: the file is bad.
    """
    with of_file(source.name):
        io = Cursor.of(source, settings.limits)
        io.options = settings.values
        model = codec.read_from(io)
    codec.mark_lone(model, settings.values)
    try:
        made = codec.to_bytes(from_plain(codec, to_plain(model)), options=settings.values)
    except WriteError:
        return None
    for start in range(0, max(source.size, len(made)), _PIECE):
        piece = source.read(start, min(_PIECE, max(0, source.size - start)))
        other = made[start : start + _PIECE]
        if piece != other:
            pairs = zip(piece, other, strict=False)
            return start + next((at for at, (one, two) in enumerate(pairs) if one != two), min(len(piece), len(other)))
    return None
