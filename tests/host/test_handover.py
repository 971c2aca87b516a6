"""What waits between two threads is bounded, in order, and nobody is left waiting."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

from bytewright.host.handover import Handover


def test_order_and_bound() -> None:
    handed = Handover[int](100)
    most, waiting = 0, 0
    lock = threading.Lock()

    def make() -> None:
        nonlocal most, waiting
        for number in range(200):
            assert handed.put(number, 30)
            with lock:
                waiting += 1
                most = max(most, waiting)
        handed.end()

    with ThreadPoolExecutor(1) as pool:
        made = pool.submit(make)
        found = []
        for number in handed:
            found.append(number)
            with lock:
                waiting -= 1
        made.result()
    assert found == list(range(200))
    assert most <= 4  # three fit; one more is counted before it is taken from those


def test_one_thing_may_be_larger() -> None:
    handed = Handover[str](10)
    assert handed.put("large", 1000)
    handed.end()
    assert list(handed) == ["large"]


def test_whoever_makes_stops_when_nobody_takes() -> None:
    handed = Handover[int](10)
    assert handed.put(1, 10)
    with ThreadPoolExecutor(1) as pool:
        second = pool.submit(handed.put, 2, 10)  # waits for room
        handed.close()
        assert second.result(timeout=60) is False
    assert list(handed) == []
