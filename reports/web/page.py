"""The page of `tongits web`: one file with the engine and all its data, which needs no network."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

from reports.web.engine import COMMAND, ENGINE, FOLDER, about, sources
from reports.web.pack import blob, pack, trees
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import write_output, writing

WORKERS = ("../templates/common.js", "engine.js", "live.js", "advice.js", "service.js")
"""Scripts of the workers, in their order."""
SCRIPTS = ("page.js", "play.js", "ask.js", "review.js", "train.js", "lab.js", "frame.js")
"""Scripts of the page, in their order."""


class WebError(TongitsError):
    """A page that cannot be made or written."""


def page() -> str:
    """The page. Raises WebError where the engine is older than the program."""
    if about()["sources"] != sources():
        raise WebError(f"the engine for browsers is older than the program; make it anew with: {COMMAND}")
    words = json.dumps(json.loads(_text("words.json")), ensure_ascii=False, separators=(",", ":"))
    engine = "".join(map(_text, WORKERS))
    code = "\n".join([f"const WORDS = {words};", *map(_text, SCRIPTS)])
    data, grown = pack(), trees()
    made = hashlib.sha256(json.dumps(data).encode() + ENGINE.read_bytes() + grown).hexdigest()[
        :16
    ]  # stored with a match
    parts = {
        "policy": _policy(engine, code),
        "css": _text("page.css"),
        "pack": blob(json.dumps({**data, "made": made}, separators=(",", ":")).encode()),
        "wasm": blob(ENGINE.read_bytes()),
        "trees": blob(grown),
        "engine": engine,
        "page": code,
    }
    frame = _text("page.html")
    for name, text in parts.items():
        frame = frame.replace(f"<!-- {name} -->", text)
    return frame


def write_page(path: Path) -> int:
    """Write the page; returns its bytes. Raises WebError."""
    text = page()
    with writing(path, WebError):
        write_output(path, text)
    return len(text.encode())


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _policy(*scripts: str) -> str:
    """The security policy of the page: it runs these scripts and the engine, and nothing from elsewhere."""
    digests = [base64.b64encode(hashlib.sha256(each.encode()).digest()).decode() for each in scripts]
    allowed = " ".join(f"'sha256-{each}'" for each in digests)
    return (
        f"default-src 'none'; script-src {allowed} 'wasm-unsafe-eval' blob:; worker-src blob:; "
        "style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'"
    )
