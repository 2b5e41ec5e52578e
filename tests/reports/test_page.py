"""The page: whole, reproducible, safe, and in a browser as it should be."""

from __future__ import annotations

import functools
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from reports.page import ReportError, command_line, html, markdown, write_report
from tests.field.fields import compared, example
from tests.playing import command

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@functools.cache
def page() -> str:
    """The page of a small comparison."""
    return html([example()])


class Reader(HTMLParser):
    """Notes tags and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.tags.append((tag, dict(attrs)))


def read(text: str) -> list[tuple[str, dict[str, str | None]]]:
    """The tags of a page."""
    reader = Reader()
    reader.feed(text)
    return reader.tags


def test_needs_nothing_else() -> None:
    tags = read(page())
    assert not [tag for tag, _ in tags if tag in ("script", "iframe", "img")]
    links = [value for _, attrs in tags for name, value in attrs.items() if name in ("src", "href", "xlink:href")]
    assert all((link or "").startswith(("data:", "#")) for link in links)
    assert "url(http" not in page()


def test_tables_have_captions_and_scopes_and_figures_texts() -> None:
    tags = read(page())
    names = [tag for tag, _ in tags]
    assert names.count("table") == names.count("caption") >= 10
    assert all(attrs.get("scope") in ("col", "row") for tag, attrs in tags if tag == "th")
    drawings = [attrs for tag, attrs in tags if tag == "svg"]
    assert len(drawings) == names.count("figcaption") == 5
    assert all(attrs["role"] == "img" and attrs["aria-labelledby"] for attrs in drawings)
    ids = [attrs["id"] for _, attrs in tags if attrs.get("id")]
    assert len(ids) == len(set(ids))


def test_says_how_to_get_it_again() -> None:
    told = command_line(example())
    options = "--games 120 --seed 1 --all-triples --baseline greedy --confirm"
    assert told == f"tongits compare greedy caller hunter --rules pagat {options}"
    assert told in page()
    assert "z: standard errors" in page()


def test_text_from_bots_is_text() -> None:
    document: dict[str, Any] = json.loads(json.dumps(example()).replace('"caller"', '"<script>alert(1)</script>"'))
    assert "<script" not in html([document])


def test_markdown_json_and_csv_hold_the_numbers(tmp_path: Path) -> None:
    text = markdown([example()])
    assert "| Player | Units a game |" in text
    assert "<svg" not in text
    write_report([example()], tmp_path / "all.json")
    assert json.loads((tmp_path / "all.json").read_text())[0]["ranking"]
    write_report([example()], tmp_path / "tables.csv")
    assert (tmp_path / "tables" / "1-ranking.csv").read_text().startswith("Player,Units a game")
    with pytest.raises(ReportError, match="ends in"):
        write_report([example()], tmp_path / "page.doc")


def test_reports_of_stored_runs(tmp_path: Path) -> None:
    compared(games=20, out=tmp_path / "one")
    code, _, _ = command("simulate", "--games", "50", "--out", str(tmp_path / "two"))
    assert code == 0
    target = tmp_path / "report.html"
    code, out, _ = command("report", str(tmp_path / "one"), str(tmp_path / "two"), "-o", str(target))
    assert (code, out) == (0, f"Wrote {target}.\n")
    assert target.read_text().count("<section id=") == 2


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours (WCAG 2.2)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_colours_can_be_read_in_light_and_dark() -> None:
    style = (Path(__file__).parents[2] / "reports" / "templates" / "report.css").read_text()
    light, dark = (dict(re.findall(r"--(\w+): (#\w{6})", part)) for part in style.split("}", 3)[:2])
    for colours in (light, dark):
        for ink in ("ink", "soft", "gain", "loss", "neutral"):
            assert contrast(colours[ink], colours["paper"]) >= 4.5
        assert contrast(colours["faint"], colours["paper"]) >= 3


PROBE = """<script>
const seen = performance.getEntriesByType("resource").map(entry => entry.name);
addEventListener("load", () => { document.title = JSON.stringify({
  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  width: innerWidth, requests: seen.length + performance.getEntriesByType("resource").length,
  ink: getComputedStyle(document.body).color, paper: getComputedStyle(document.body).backgroundColor,
  texts: [...document.querySelectorAll("svg")].map(each => each.querySelector("title").textContent.length),
  drawn: [...document.querySelectorAll("svg")].map(each => each.getBoundingClientRect().width) }); });
</script>"""


def browse(path: Path, *options: str) -> str:
    """What chromium writes for a page."""
    assert BROWSER is not None
    base = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={path.parent / 'profile'}"]
    run = subprocess.run(
        [*base, *options, path.as_uri()], capture_output=True, text=True, timeout=120, check=True, cwd=path.parent
    )
    assert "CONSOLE" not in run.stderr
    return run.stdout


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with")
@pytest.mark.parametrize("dark", [False, True])
def test_in_a_browser(tmp_path: Path, dark: bool) -> None:
    # A frame of phone width: a headless window is never narrower than 500.
    inner = tmp_path / "inner.html"
    policy = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
    inner.write_text(policy.sub("", page()).replace("</head>", PROBE + "</head>"))
    outer = tmp_path / "outer.html"
    outer.write_text(
        f'<iframe src="{inner.name}" width="360" height="800" onload="setTimeout(() => '
        'document.body.append(this.contentDocument.title), 50)"></iframe>'
    )
    theme = ["--blink-settings=preferredColorScheme=0"] if dark else []
    options = ["--allow-file-access-from-files", "--enable-logging=stderr", "--virtual-time-budget=3000", *theme]
    out = browse(outer, *options, "--dump-dom")
    found = json.loads(out[out.index("{") : out.rindex("}") + 1].replace("&quot;", '"'))
    assert found["width"] <= 360
    assert found["overflow"] == 0
    assert found["requests"] == 0
    assert len(found["texts"]) == 5
    assert min(found["texts"]) > 40
    assert min(found["drawn"]) > 300
    bright = [sum(map(int, re.findall(r"\d+", found[name]))) for name in ("ink", "paper")]
    assert (bright[0] > bright[1]) == dark


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with")
def test_prints(tmp_path: Path) -> None:
    (tmp_path / "page.html").write_text(page())
    browse(tmp_path / "page.html", "--enable-logging=stderr", f"--print-to-pdf={tmp_path / 'page.pdf'}")
    content = (tmp_path / "page.pdf").read_bytes()
    assert content.startswith(b"%PDF")
    assert 3 <= len(re.findall(rb"/Type\s*/Page\b", content)) <= 30
