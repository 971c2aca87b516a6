"""``python -m bytewright``: the command."""

import sys

from bytewright.cli import main

sys.exit(main())
