"""Chromium without a window, driven over a pipe by its DevTools protocol: no package beside the browser is needed."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Page:
    """A tab.

    Attributes:
        told: what its console and its uncaught errors said.
        requests: addresses that were asked for.
    """

    def __init__(self, into: int, out: int) -> None:
        self.told: list[str] = []
        self.requests: list[str] = []
        self._into, self._out = into, os.fdopen(out, "rb")
        self._number = 0
        self._left = b""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(f"{domain}.enable")

    _session: str | None = None

    def send(self, method: str, **params: Any) -> Any:
        """Call a method of the protocol."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._into, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return answer["result"]

    def _next(self) -> Any:
        while b"\0" not in self._left:
            got = self._out.read1(1 << 16)
            assert got, "the browser has ended"
            self._left += got
        one, _, self._left = self._left.partition(b"\0")
        message = json.loads(one)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, params: Any) -> None:
        if method == "Runtime.exceptionThrown":
            self.told.append(str(params["exceptionDetails"].get("exception", params["exceptionDetails"])))
        elif method == "Runtime.consoleAPICalled":
            self.told.append(str([one.get("value") for one in params["args"]]))
        elif method == "Log.entryAdded":
            self.told.append(params["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])

    def open(self, path: Path) -> None:
        """Open a page of this machine."""
        self.send("Page.navigate", url=path.as_uri())
        self.until("document.readyState === 'complete'")

    def run(self, script: str) -> Any:
        """The value of an expression in the page; promises are waited for."""
        found = self.send("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def until(self, script: str) -> None:
        """Wait for an expression to hold."""
        self.run(
            f"new Promise((come) => {{ const look = () => {{ let is = false; try {{ is = {script}; }} catch {{}}"
            " if (is) come(true); else setTimeout(look, 10); }; look(); })"
        )

    def press(self, *keys: str) -> None:
        """Press keys, each by its name, as ``ArrowDown``, or a letter."""
        for key in keys:
            text = key if len(key) == 1 else "\r" if key == "Enter" else ""
            self.send("Input.dispatchKeyEvent", type="keyDown", key=key, text=text, **_codes(key))
            self.send("Input.dispatchKeyEvent", type="keyUp", key=key, **_codes(key))

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        script = f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
        x, y = self.run(f"{script} return [r.x + r.width / 2, r.y + r.height / 2]; }})()")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def choose_file(self, selector: str, path: Path) -> None:
        """Set the file of an input, as its dialog does."""
        root = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[str(path)])

    def dark(self, *, on: bool = True) -> None:
        """Prefer dark colours."""
        value = "dark" if on else "light"
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": value}])

    def picture(self, path: Path, width: int = 1400, height: int = 900) -> None:
        """Write a picture of the page."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.run("new Promise((come) => requestAnimationFrame(() => requestAnimationFrame(() => come(true))))")
        kind = {".webp": "webp", ".png": "png"}[path.suffix]
        path.write_bytes(base64.b64decode(self.send("Page.captureScreenshot", format=kind)["data"]))


def _codes(key: str) -> dict[str, Any]:
    known = {"Tab": 9, "Enter": 13, "Escape": 27, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36}
    known |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}
    return {"code": key, "windowsVirtualKeyCode": known[key]} if key in known else {}


@contextmanager
def chromium() -> Iterator[Page]:
    """A browser with one tab."""
    assert CHROMIUM is not None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        its_in, into = os.pipe()
        out, its_out = os.pipe()
        # Of the shell, so that it finds its pipes under the numbers that it knows.
        command = f'exec "$0" "$@" 3<&{its_in} 4>&{its_out}'
        flags = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--remote-debugging-pipe",
        ]
        flags += [
            "--no-first-run",
            "--disable-background-networking",
            "--window-size=1400,900",
            f"--user-data-dir={profile}",
        ]
        process = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, *flags],
            pass_fds=(its_in, its_out),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(its_in)
        os.close(its_out)
        try:
            yield Page(into, out)
        finally:
            os.close(into)
            process.terminate()
            process.wait(10)
