"""What Construct has no word for, as constructs: a declaration that uses them still parses and builds under Construct.

`bytewright generate` and ``--spec FILE.py`` read declarations in Construct; docs/construct.md says how.
"""

from bytewright.construct.coded import Coded
from bytewright.construct.keyed import Keyed

__all__ = ["Coded", "Keyed"]
