"""Cases of all kinds in turn until one is found, in a process of its own, since a fault may end it.

``python -m tests.replanted.child SEED SECONDS PROGRESS WHERE KIND…``, in a folder that `tests.replanted.planting` has
made: SECONDS of the processor; the file ``PROGRESS`` names the case in work; ``WHERE``: what was changed, ``compiler``
or ``runtime``; ``anywhere``: nothing, and all cases are tried. A kind has the more of the time, the more of its cases
come to what was changed. Of a changed compiler, specs are passed over as soon as they are compiled without it. A case
that is found without the change, too, counts as none. Prints a line of JSON with what was found.
"""

from __future__ import annotations

import faulthandler
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.fuzz import samples
from tests.fuzz.__main__ import SHARES
from tests.fuzz.cases import FoundError, case
from tests.random_specs.compiled import Spec, compiled
from tests.replanted import reach
from tests.replanted.planting import CODE, ROOT

import bytewright.kernels
from bytewright.codec.codec import Codec

LONGEST = 300
"""Seconds after which a case hangs."""


@dataclass
class Tries:
    """What has been tried of a kind.

    Attributes:
        cases: how many.
        reached: how many of them came to what was changed.
        seconds: of the processor.
        by: the cases that came to each number that is noted.
    """

    cases: int = 0
    reached: int = 0
    seconds: float = 0.0
    by: defaultdict[int, list[int]] = field(default_factory=lambda: defaultdict(list))

    def priority(self, share: float, *, reaching: bool) -> float:
        """How much of its share of the time a kind has had; ``reaching``: its share is the less, the fewer of its cases
        come to what was changed."""
        return self.seconds / share / ((self.reached + 1) / (self.cases + 1) if reaching else 1)


class PassedOver(BaseException):
    """The code of a spec is what it would be without the change."""


@contextmanager
def _compiled(spec: Spec) -> Iterator[Codec]:
    """The codec of a spec that is another one by the change.

    Raises:
        PassedOver: it is none.
    """
    with compiled(spec) as codec:
        if not reach.has_run():
            raise PassedOver
        reach.note()
        yield codec


def main() -> None:
    """Try cases until the time is over, or one is found."""
    faulthandler.enable()
    seed, seconds, progress, where = int(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]), sys.argv[4]
    bytewright.kernels.warm()
    tried = {kind: Tries() for kind in sys.argv[5:]}
    drawn = {kind: random.Random(f"{seed} {kind}").random() for kind in tried}
    ours = []
    begin = _processor()
    without = 0.0
    if where == "compiler":
        vars(samples)["compiled"] = _compiled
    reach.has_run()
    while _processor() - begin - without < seconds:
        kind = _following(tried, drawn, reaching=where != "anywhere")
        tries = tried[kind]
        name = f"{kind} {seed} {tries.cases}"
        before = _processor()
        progress.write_text(name, encoding="utf-8")
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        try:
            case(kind, seed, tries.cases)
        except PassedOver:
            pass
        except FoundError as error:
            faulthandler.cancel_dump_traceback_later()
            after = _processor()
            if where != "anywhere" and not _is_found_without(name):
                print(json.dumps({"case": name, "found": str(error)}))
                return
            ours.append(name)
            taken = _processor() - after
            without, before = without + taken, before + taken
        finally:
            faulthandler.cancel_dump_traceback_later()
        run = reach.has_run()
        for fault in run:
            tries.by[fault].append(tries.cases)
        tries.cases += 1
        tries.reached += bool(run)
        tries.seconds += _processor() - before
    shown = {kind: [tries.cases, tries.reached, round(tries.seconds), tries.by] for kind, tries in tried.items()}
    print(json.dumps({"tried": shown, "without": ours}))


def _following(tried: Mapping[str, Tries], drawn: Mapping[str, float], *, reaching: bool) -> str:
    """The kind that is next."""
    reaching = reaching and any(tries.reached for tries in tried.values())
    return min(tried, key=lambda kind: tried[kind].priority(SHARES[kind], reaching=reaching) + drawn[kind])


def _is_found_without(name: str) -> bool:
    """Whether a case is found in code without the change."""
    folders = (*(ROOT / "unchanged" / each for each in CODE), ROOT / "generated", ROOT / "pipelines", ROOT)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))}
    words = [sys.executable, "-m", "tests.fuzz", "again", *name.split()]
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, check=False)
    return done.returncode != 0


def _processor() -> float:
    """Seconds of the processor that this process has taken, and those that it has made."""
    made = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + made.ru_utime + made.ru_stime


if __name__ == "__main__":
    main()
