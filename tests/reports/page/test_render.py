import functools
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from reports.page.render import ReportError, html, markdown, write_report
from reports.page.stored import answer_of
from tests.experiments.duplicate.fields import example
from tests.reports.page.pages import answer, every, supposed
from tongits_sim.run.answers import as_json

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@functools.cache
def page() -> str:
    return html(every(), full=True)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def read(text: str) -> list[tuple[str, dict[str, str | None]]]:
    reader = Reader()
    reader.feed(text)
    return reader.tags


def test_needs_nothing_else() -> None:
    tags = read(page())
    assert not [tag for tag, _ in tags if tag in ("script", "iframe", "img")]
    links = [value for _, attrs in tags for name, value in attrs.items() if name in ("src", "href", "xlink:href")]
    assert all((link or "").startswith(("data:", "#")) for link in links)
    assert "url(http" not in page()


def test_text_from_bots_is_text() -> None:
    bad = json.dumps("<script>alert('1')</script>")
    for document in (example(), supposed(), answer("sunog"), answer("calls")):
        text = json.dumps(as_json(document)).replace('"caller"', bad).replace('"pagat"', bad)
        shown = html([answer_of(json.loads(text))])
        assert "<script" not in shown
        assert "&lt;script&gt;" in shown


def test_markdown_json_and_csv_hold_the_numbers(tmp_path: Path) -> None:
    text = markdown([example()])
    assert "| --- |" in text
    assert "<svg" not in text
    write_report([example()], tmp_path / "all.json")
    assert json.loads((tmp_path / "all.json").read_text())["answers"][0]["ranking"]
    write_report([example()], tmp_path / "tables.csv")
    assert "greedy" in "".join(path.read_text() for path in (tmp_path / "tables").glob("*.csv"))
    with pytest.raises(ReportError, match="ends in"):
        write_report([example()], tmp_path / "page.doc")


PROBE = """<script>
const seen = performance.getEntriesByType("resource").map(entry => entry.name);
addEventListener("load", () => { document.title = JSON.stringify({
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: innerWidth, requests: seen.length + performance.getEntriesByType("resource").length,
  ink: getComputedStyle(document.body).color, paper: getComputedStyle(document.body).backgroundColor,
  texts: [...document.querySelectorAll("svg")].map(each => each.getAttribute("aria-label").length),
  scrolled: [...document.querySelectorAll("figure .wide")].filter(each => each.scrollWidth > each.clientWidth + 40)
    .map(each => each.getAttribute("aria-label")),
  figures: [...document.querySelectorAll("figure, .short")].map(each => each.getBoundingClientRect().height),
  clipped: [...document.querySelectorAll("svg")].flatMap(each => [...each.querySelectorAll("text")].filter(text => {
      const [a, b] = [text.getBoundingClientRect(), each.getBoundingClientRect()];
      return a.left < b.left - 1 || a.right > b.right + 1 || a.top < b.top - 1 || a.bottom > b.bottom + 1; })
    .map(text => each.id + " " + text.textContent)),
  touching: [...document.querySelectorAll("svg")].flatMap(each => {
    const level = [...each.querySelectorAll("text")]
      .filter(text => !/rotate\\(-?[1-9]/.test(text.getAttribute("transform")))
      .map(text => [text.textContent, text.getBoundingClientRect()]);
    return level.flatMap(([one, a], place) => level.slice(place + 1).filter(([, b]) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3)
      .map(([other]) => each.id + " " + one + " / " + other)); }),
  wide: [...document.querySelectorAll("svg")].map(each => each.getBoundingClientRect().right - innerWidth),
  drawn: [...document.querySelectorAll("svg")].map(each => each.getBoundingClientRect().width) }); });
</script>"""


def browse(path: Path, *options: str) -> str:
    assert BROWSER is not None
    base = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={path.parent / 'profile'}"]
    run = subprocess.run(
        [*base, *options, path.as_uri()], capture_output=True, text=True, timeout=120, check=True, cwd=path.parent
    )
    assert "CONSOLE" not in run.stderr
    return run.stdout


def look(folder: Path, text: str, width: int, *options: str) -> dict[str, Any]:
    """What the probe finds in a frame of a width: a headless window is never narrower than 500."""
    inner = folder / "inner.html"
    policy = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
    inner.write_text(policy.sub("", text).replace("</head>", PROBE + "</head>"))
    outer = folder / "outer.html"
    outer.write_text(
        f'<iframe src="{inner.name}" width="{width}" height="800" onload="setTimeout(() => '
        'document.body.append(this.contentDocument.title), 50)"></iframe>'
    )
    fixed = ["--allow-file-access-from-files", "--enable-logging=stderr", "--virtual-time-budget=3000"]
    out = browse(outer, *fixed, *options, "--dump-dom")
    document: dict[str, Any] = json.loads(out[out.index("{") : out.rindex("}") + 1].replace("&quot;", '"'))
    return document


def in_a_browser(test: Any) -> Any:
    skipped = pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with")
    return pytest.mark.browser(skipped(test))


@in_a_browser
@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone(tmp_path: Path, dark: bool) -> None:
    options = ["--blink-settings=preferredColorScheme=0"] if dark else []
    layout = look(tmp_path, page(), 390, *options)
    assert layout["width"] <= 390
    assert layout["overflow"] == 0
    assert layout["requests"] == 0
    assert len(layout["texts"]) == page().count("<svg ")
    assert min(layout["texts"]) > 3
    assert min(layout["drawn"]) > 180
    # Figures are read whole; only the widest may be pushed a little.
    assert layout["scrolled"] == []
    assert layout["clipped"] == []
    assert layout["touching"] == []
    bright = [sum(map(int, re.findall(r"\d+", layout[name]))) for name in ("ink", "paper")]
    assert (bright[0] > bright[1]) == dark
