"""The version of generated code that this runtime runs."""

from __future__ import annotations

from bytewright.errors import CodecError

CODEC_API = 6
"""Version of what generated code and this runtime expect of each other."""

REGENERATE = "Run `bytewright generate` with this version of Bytewright, where the spec of the codec is."


def check_api(api: object, codec: str) -> None:
    """Refuse a codec that was generated for another version of the runtime.

    Args:
        api: `CODEC_API` of the generator.
        codec: what the codec is called.

    Raises:
        CodecError: it is another one.
    """
    if api != CODEC_API:
        raise CodecError(
            f"the codec {codec} was generated for another version of Bytewright",
            expected=f"CODEC_API {CODEC_API}",
            found=str(api),
            hint=REGENERATE,
        )
