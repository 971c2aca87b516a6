"""Runs the public Kaitai test suite, gallery and samples: ``python tests/conformance/run.py SUITE GALLERY [SAMPLES]``.

They are checkouts of the repositories of those names; none is part of this one. What comes out is one table, and
everything that fails with its reason.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.conformance import gallery, samples, stock, suite, workers
from tests.conformance.results import Outcome
from tests.conformance.table import markdown

_PARTS = ("suite", "gallery", "samples", "errors")


def main() -> int:
    """Runs everything; gives the exit status: 0 where nothing fails."""
    arguments = _arguments()
    with tempfile.TemporaryDirectory(prefix="conformance-") as name:
        folder = Path(name)
        items: list[workers.Item] = []
        refused: dict[str, str] = {}
        checkout, formats = arguments.suite.resolve(), arguments.gallery.resolve()
        if "suite" in arguments.only:
            _tell("compiling the suite's stock parsers")
            refused = stock.make(suite.specs(checkout), suite.import_path(checkout, formats), folder)
            sys.path.append(str(checkout / "spec/python/extra"))  # the suite's own processes and types
            items += suite.items(checkout, formats, folder)
        if "gallery" in arguments.only:
            items += gallery.items(formats, folder)
        if "samples" in arguments.only and arguments.samples is not None:
            items += samples.items(arguments.samples.resolve(), formats)
        if "errors" in arguments.only:
            items += suite.error_items(checkout)
        if arguments.match:
            items = [item for item in items if any(arguments.match in name for _, name in item.expected)]
        results = workers.run(items, arguments.processes, arguments.seconds, lambda n: _progress(n, len(items)))
        if "gallery" in arguments.only and not arguments.no_spark:
            _tell("rows in Spark")
            results += gallery.in_spark(results, formats, arguments.spark)
    text = markdown(results, refused)
    if arguments.output is None:
        sys.stdout.write(text)
    else:
        arguments.output.write_text(text, encoding="utf-8")
    return 1 if any(result.outcome is Outcome.FAILED for result in results) else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run the public Kaitai test suite, gallery and samples.")
    parser.add_argument("suite", metavar="SUITE", type=Path, help="a checkout of kaitai_struct_tests")
    parser.add_argument("gallery", metavar="GALLERY", type=Path, help="a checkout of kaitai_struct_formats")
    parser.add_argument("samples", metavar="SAMPLES", type=Path, nargs="?", help="one of kaitai_struct_samples")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="where the table goes (default: printed)")
    parser.add_argument("--only", choices=_PARTS, nargs="+", default=_PARTS, help="which parts (default: all)")
    parser.add_argument("--match", metavar="TEXT", default="", help="only what has this in its name")
    parser.add_argument("--processes", metavar="N", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", metavar="N", type=float, default=120, help="how long one may take (120)")
    parser.add_argument("--spark", metavar="N", type=int, help="how many formats Spark reads (default: all)")
    parser.add_argument("--no-spark", action="store_true", help="leave out what needs a Spark session")
    return parser.parse_args()


def _progress(done: int, all: int) -> None:
    if done % 20 == 0 or done == all:
        _tell(f"{done} of {all}")


def _tell(text: str) -> None:
    print(f"conformance: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
