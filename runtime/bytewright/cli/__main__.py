"""``python -m bytewright.cli``."""

import sys

from bytewright.cli import main

sys.exit(main())
