"""Files as pages for a browser: bytes, tree and rows beside each other, each page complete in itself."""

from bytewright.page.assembly import page_of
from bytewright.page.collecting import data_of

__all__ = ["data_of", "page_of"]
