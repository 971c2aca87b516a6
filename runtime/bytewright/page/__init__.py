"""Files as pages for a browser: bytes, tree and rows beside each other, each page complete in itself."""

from bytewright.page.assembly import page_of
from bytewright.page.collecting import data_of, data_of_both

__all__ = ["data_of", "data_of_both", "page_of"]
