"""What Construct has no word for, as constructs: a declaration that uses them still parses and builds under Construct.

`bytewright generate` and ``--spec FILE.py`` read declarations in Construct; docs/construct.md says how.
"""

from bytewright.construct.coded import Coded
from bytewright.construct.keyed import Keyed
from bytewright.construct.parameters import parametric
from bytewright.construct.records import Record
from bytewright.construct.values import at, choose, count_before, find
from bytewright.construct.within import Within

__all__ = ["Coded", "Keyed", "Record", "Within", "at", "choose", "count_before", "find", "parametric"]
