"""Chromium driven from tests: pages opened, scripts run in them, fingers and keys, pictures."""

import base64
import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """A headless browser with one page, spoken to through a pair of pipes."""

    def __init__(self, to: int, back: int) -> None:
        self.said: list[str] = []
        self._to, self._back = to, back
        self._rest, self._number, self._session = b"", 0, ""
        target = self("Target.createTarget", url="about:blank")["targetId"]
        self._session = self("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network"):
            self(f"{domain}.enable")

    def __call__(self, method: str, **params: Any) -> Any:
        """What the browser answers to a command of its protocol. Raises RuntimeError where it refuses."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._back, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has ended")
            self._rest += piece
        line, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(line)
        if message.get("method") == "Runtime.exceptionThrown":
            self.said.append(json.dumps(message["params"]["exceptionDetails"])[:2000])
        if message.get("method") == "Runtime.consoleAPICalled":
            self.said.append(json.dumps(message["params"]["args"])[:2000])
        return message

    def open(self, path: Path) -> None:
        self("Page.navigate", url=path.as_uri())
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'")

    def run(self, script: str) -> Any:
        """The value of a script, awaited. Raises RuntimeError with what it threw."""
        answer = self("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:3000])
        return answer["result"].get("value")

    def until(self, condition: str, seconds: float = 60) -> Any:
        wait = (
            f"new Promise((done, fail) => {{ const end = Date.now() + {1000 * seconds}; const look = () => {{"
            f"let found = false; try {{ found = ({condition}); }} catch (error) {{ found = false; }}"
            "if (found) done(found); else if (Date.now() > end) fail(new Error('waited in vain')); else "
            "setTimeout(look, 10); }; look(); })"
        )
        return self.run(wait)

    def size(self, width: int, height: int, *, touch: bool = False, dark: bool = False) -> None:
        self("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self("Emulation.setTouchEmulationEnabled", enabled=touch)
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self("Emulation.setEmulatedMedia", features=scheme)

    def tap(self, selector: str) -> None:
        at = self.run(
            f"(() => {{ const found = document.querySelector({json.dumps(selector)});"
            "found.scrollIntoView({block: 'nearest'}); const box = found.getBoundingClientRect();"
            "return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()"
        )
        self("Input.dispatchTouchEvent", type="touchStart", touchPoints=[at])
        self("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        known = {"Enter": (13, "\r"), "Tab": (9, ""), "Escape": (27, ""), " ": (32, " ")}
        number, typed = known.get(key, (ord(key.upper()) if len(key) == 1 else code, key if len(key) == 1 else text))
        same = {"key": key, "windowsVirtualKeyCode": number}
        self("Input.dispatchKeyEvent", type="keyDown", text=typed, **same)
        self("Input.dispatchKeyEvent", type="keyUp", **same)

    def printed(self) -> bytes:
        """The page as PDF on A4, or on the paper that it asks for."""
        return base64.b64decode(
            self("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, preferCSSPageSize=True)["data"]
        )

    def sides(self) -> int:
        return len(re.findall(rb"/Type\s*/Page\b", self.printed()))

    def picture(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self("Page.captureScreenshot", format="png")["data"]))


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    assert BROWSER is not None
    read_in, write_in = os.pipe()
    read_out, write_out = os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--user-data-dir={folder}"]

        # Where the browser looks for them, whatever their numbers are here.
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in (read_in, write_out)]

        def pipes() -> None:
            os.dup2(ends[0], 3)
            os.dup2(ends[1], 4)

        process = subprocess.Popen(
            [BROWSER, *options, "--remote-debugging-pipe"],
            preexec_fn=pipes,
            close_fds=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for end in (read_in, write_out, *ends):
            os.close(end)
        try:
            yield Browser(write_in, read_out)
        finally:
            os.close(write_in)
            os.close(read_out)
            process.terminate()
            process.wait(20)
