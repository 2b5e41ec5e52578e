import csv
import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from analyses.answers.review import ReviewAnswer
from reports.page.review import ReviewFileError, page_of, write_review
from tests.analyses.test_answers import choice
from tests.analyses.test_answers import review_answer as answer
from tests.reports.page.test_render import browse, in_a_browser

VOID = {"meta", "input", "br", "link"}


class Checker(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.articles: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert "src" not in attributes
        if tag == "article":
            self.articles.append(attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    page = page_of(answer())
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert [each["data-verdict"] for each in checker.articles] == ["mistake", "best", "mistake"]
    assert checker.articles[2]["data-player"] == "<b>&"
    assert "<b>&" not in page
    assert "://" not in page
    policy, _, _ = page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')
    assert policy == "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    assert "<!-- " not in page


def test_files(tmp_path: Path) -> None:
    one = answer()
    for name in ("r.html", "r.json", "r.csv"):
        write_review(one, tmp_path / name)
    assert ReviewAnswer.from_dict(json.loads((tmp_path / "r.json").read_text())) == one
    with (tmp_path / "r.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 3
    with pytest.raises(ReviewFileError, match=r"a review ends in \.html, \.json or \.csv"):
        write_review(one, tmp_path / "r.txt")
    with pytest.raises(ReviewFileError, match="cannot write"):
        write_review(one, tmp_path / "none" / "r.html")


PROBE = """
<script>
window.addEventListener("load", function () {
  var seen = [], place = [], buttons = BUTTONS;
  function press(key) {
    var button = document.querySelector('[data-key="' + key + '"]');
    if (buttons && button) { button.click(); }
    else { document.body.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true })); }
    var now = document.querySelectorAll("article.now");
    place.push(document.getElementById("place").textContent);
    seen.push(now.length === 1 && document.activeElement === now[0] ? now[0].id : "nowhere " + now.length);
  }
  function set(name, value) {
    var field = document.getElementById(name);
    if (field.type === "checkbox") { field.checked = value; } else { field.value = value; }
    field.dispatchEvent(new Event("input", { bubbles: true }));
    seen.push(document.getElementById("shown").textContent);
  }
  KEYS.forEach(function (key) { if (Array.isArray(key)) { set(key[0], key[1]); } else { press(key); } });
  document.body.textContent = JSON.stringify({ seen: seen, place: place });
});
</script>
"""


def probed(folder: Path, one: ReviewAnswer, probe: str) -> Any:
    page = folder / "page.html"
    page.write_text(page_of(one).replace("</body>", probe + "</body>"), encoding="utf-8")
    out = browse(page, "--enable-logging=stderr", "--virtual-time-budget=2000", "--dump-dom")
    return json.loads(out[out.index("{", out.index("<body")) : out.rindex("}") + 1])


LINK = """
<script>
window.addEventListener("load", function () {
  var clear = document.getElementById("clear"), second = document.getElementById("c1");
  clear.checked = true;
  clear.dispatchEvent(new Event("input", { bubbles: true }));
  var before = second.hidden;
  location.hash = "#c1";
  setTimeout(function () {
    document.body.textContent = JSON.stringify({ seen: [before, second.hidden, second.className] });
  }, 200);
});
</script>
"""


@in_a_browser
@pytest.mark.parametrize(
    ("buttons", "keys", "seen", "place"),
    [
        (
            False,
            ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "j", "k"],
            ["c0", "c1", "c2", "c1", "c2", "c1"],
            ["1 / 4", "2 / 4", "3 / 4", "2 / 4", "3 / 4", "2 / 4"],
        ),
        (False, ["ArrowLeft", "p"], ["c3", "c2"], ["4 / 4", "3 / 4"]),
        (
            True,
            ["n", "n", "n", "p", "p"],
            ["c0", "c2", "c2", "c0", "c0"],
            ["1 / 4", "3 / 4", "3 / 4", "1 / 4", "1 / 4"],
        ),
        (
            False,
            [["clear", True], "ArrowRight", "ArrowRight", ["clear", False], ["least", "0.7"], "ArrowLeft", "n"],
            ["2 of 4 choices shown.", "c0", "c2", "4 of 4 choices shown.", "1 of 4 choices shown.", "c2", "c2"],
            ["1 / 2", "2 / 2", "1 / 1", "1 / 1"],
        ),
        (True, [["player", "<b>&"], "j", "j"], ["1 of 4 choices shown.", "c2", "c2"], ["1 / 1", "1 / 1"]),
    ],
)
def test_keys_in_a_browser(
    tmp_path: Path, buttons: bool, keys: list[str | list[str]], seen: list[str], place: list[str]
) -> None:
    """Four choices, the first and the third clear mistakes, stepped through by keys or buttons, and filtered."""
    one = answer(choice(0.5), choice(0.0, "best", 9), choice(0.9, "mistake", 11, "<b>&"), choice(0.2, "slight", 12))
    probe = PROBE.replace("KEYS", json.dumps(keys)).replace("BUTTONS", json.dumps(buttons))
    assert probed(tmp_path, one, probe) == {"seen": seen, "place": place}


@in_a_browser
def test_a_link_to_a_mistake_shows_it(tmp_path: Path) -> None:
    """Also where the filter hides it."""
    assert probed(tmp_path, answer(), LINK) == {"seen": [True, False, "now"]}
