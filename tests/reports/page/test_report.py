import re
from dataclasses import replace
from pathlib import Path

import pytest

from analyses.answers.whatif import WhatIfAnswer
from analyses.book.screens import headline
from analyses.presentation import paid, seated, share
from reports.page.book_sections import panels
from reports.page.report import report_html
from reports.text.limits import call_table
from strategies.book.shipped import PRESETS, read
from tests.chromium import BROWSER, browser
from tests.reports.page.pages import answer, supposed
from tongits_sim.rules import load

COMMAND = "tongits report --rules pagat"


def plain(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("\xa0", " ").replace("\N{WORD JOINER}", "")


def made(whatif: WhatIfAnswer | None = None) -> str:
    answers = [answer(name) for name in ("sunog", "discards", "payouts", "sessions")]
    documents = [*answers, whatif or supposed()]
    return report_html(documents, read(PRESETS / "pagat.json"), load("pagat"), COMMAND, [])


def test_the_numbers_are_those_of_the_answers() -> None:
    book = read(PRESETS / "pagat.json")
    shown = plain(made())
    for decision in ("call", "challenge", "lay"):
        assert headline(book, decision) in shown
    paid_out = answer("payouts")
    sessions = answer("sessions")
    assert f"{paid(paid_out.variants[0].turnover)} units change hands a game" in shown
    for row in sessions.cells:
        assert f"bring {row.bankroll_95.mean:,.0f}" in shown
    burned = [row for row in answer("sunog").cells if row.kind == "all" and 1 <= row.turn <= 4]
    assert all(share(row.burned_in_the_end) in shown for row in burned)
    best = max(sessions.cells, key=lambda row: row.payout.mean)
    assert f"{best.player} wins most: {best.payout.mean:.1f} units a game." in shown
    assert shown.count(COMMAND) == 1  # once, at the foot
    assert "call.timing" not in shown.split("The numbers")[0]  # no knobs before what is folded


def certain() -> WhatIfAnswer:
    """An answer with certain effects, so that the page shows its changes."""
    changes = [
        replace(change, effects=tuple(replace(effect, verdict="more") for effect in change.effects))
        for change in supposed().changes
    ]
    return replace(supposed(), changes=tuple(changes))


def test_every_section_says_in_words_whose_numbers_it_shows() -> None:
    page = made(certain())
    shown = {}
    for key, section in re.findall(r'(?s)<section id="(\w+)"(.*?)</section>', page):
        shown[key] = plain(section.split("<details")[0])  # what is read without unfolding
    table = seated(answer("sessions").players)
    weighed = seated(answer("discards").players)
    assert table != weighed
    of_the_book = f"From the book of the rules, not from games of {table}."
    between = {
        **dict.fromkeys(("call", "challenge", "lay"), of_the_book),
        "sunog": f"between {seated(answer('sunog').players)}.",
        "discards": f"between {weighed}.",
        "money": f"Between {table};",
        "changes": f"between {seated(supposed().players)}.",
        "best": f"in the evenings of {table} above.",
    }
    assert between.keys() == shown.keys()
    for key, words in between.items():
        assert words in shown[key]
    who = plain(page[page.index("Who answers.") :].split("</div>")[0])
    assert f"Discards: {weighed}." in who
    assert all(f"{player} (" in who for player in answer("sessions").players)


def test_the_ladder_is_in_words_sorted_by_what_is_drawn() -> None:
    page = made()
    found: WhatIfAnswer = supposed()
    sure = [change for change in found.changes if change.effect("dealer_edge").certain]
    rows = re.findall(r'<div class="bar(?: now)?"><span>([^<]+)</span><span class="run">.*?<b>([−\d.,]+)</b>', page)
    ladder = [float(value.replace("−", "-")) for label, value in rows if "as it is" in label or "A draw" in label]
    assert ladder == sorted(ladder)
    assert len([label for label, _ in rows if "as it is" in label]) == bool(sure)


def test_panels_lie_where_the_gains_say() -> None:
    book = read(PRESETS / "pagat.json")
    row = next(row for row in book.challenge.rows if row.habit == "soundly")
    drawn = panels(book.challenge, [(row, "gain", False)], limits=row)
    assert [panel.limit for panel in drawn] == [str(cell.most) for cell in row.cells]
    for panel, cell in zip(drawn, row.cells, strict=True):
        downs = [float(pair.split(",")[1]) for path in panel.paths for pair in path["points"].split()]
        means = [mean for first, mean, _ in cell.gains if first + 2.5 <= 60]
        assert [y < panel.zero for y in downs] == [mean > 0 for mean in means][: len(downs)]
    assert len(call_table(book).columns) == len(drawn)


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None, reason="there is no chromium to look with")
def test_it_prints_on_three_pages_and_fits_a_phone(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(made(), encoding="utf-8")
    assert path.stat().st_size < 300_000
    with browser() as shown:
        shown.open(path)
        assert shown.sides() <= 3
        for dark in (False, True):
            shown.size(390, 844, touch=True, dark=dark)
            shown.open(path)
            assert shown.run("document.documentElement.scrollWidth") <= 390
        assert shown.said == []
