import re
from dataclasses import replace

import pytest

from analyses.book import screens
from analyses.money import at, parse_stake
from analyses.presentation import Limits
from analyses.question import inquiry
from analyses.question_registry import question
from reports.page.compose import compose
from reports.page.render import html, markdown
from reports.questions import name_of
from strategies.book.limits import Decision
from tests.experiments.duplicate.fields import example
from tests.reports.page.pages import answer, every, supposed


def test_every_answer_has_a_section_in_one_order() -> None:
    page = compose(every())
    names = [name_of(section.document) for section in page.sections]
    assert sorted(names) == sorted(map(name_of, every()))
    assert names.index("calls") < names.index("payouts") < names.index("compare") < names.index("whatif")
    assert len({section.key for section in page.sections}) == len(names)
    assert all(section.figure or section.shown for section in page.sections)
    assert all(section.command.startswith("tongits ") for section in page.sections)


def test_sentences_are_in_money_where_a_unit_has_a_worth() -> None:
    with at(money=parse_stake("20 peso")):
        page = compose([answer("payouts")])
    assert page.lead[0].endswith(" A unit is 20 peso.")
    assert " peso" in page.sections[0].sentence
    assert "peso" not in compose([answer("payouts")]).sections[0].sentence


def test_jobs_of_a_batch_have_a_line_each_headed_by_their_table() -> None:
    one = example()
    page = compose([one, replace(one, rules="sjs"), supposed()])
    assert len(page.short) == 3
    texts = dict(page.short)
    assert texts[page.sections[0].key] == f"pagat · 3 players in every seating: {page.sections[0].sentence}"
    changed = next(text for text in texts.values() if "→" in text or "2 changes" in text)
    assert "call.timing" not in changed.split(": ")[0]


def test_a_sentence_says_between_whom_it_holds() -> None:
    page = compose([example()])
    assert page.sections[0].sentence.startswith("Between ")


def test_a_large_batch_is_a_table_unless_all_is_asked_for() -> None:
    one = example()
    many = [replace(one, seed=seed) for seed in range(30)]
    page = compose(many)
    assert (page.sections, page.short) == ([], [])
    assert page.table is not None
    assert len({str(row[0]) for row in page.table.rows}) == 30
    assert "30 answers" in markdown(many)
    content = html(many)
    assert content.count("<section") == 1
    assert len(compose(many, full=True).sections) == 30


ASKED: dict[str, Decision] = {"calls": "call", "challenges": "challenge", "lay": "lay"}


@pytest.mark.parametrize("rules", ["pagat", "sjs", "rulesofcards", "pagat+joker"])
@pytest.mark.parametrize("name", ASKED)
def test_a_page_of_the_book_shows_the_limits_of_the_first_screen(rules: str, name: str) -> None:
    answer = question(name).ask(inquiry(question(name), rules=rules))
    screen = screens.screen(answer.book, ASKED[name], answer.timing)
    limits = [part for part in screen.body if isinstance(part, Limits)]
    cells = [cell for part in limits for row in part.rows if row is not None for cell in row.cells]
    page = html([answer]).replace("\xa0", " ")
    read = page[: page.index("<details")]
    shown = re.findall(r'<td class="(\w+)[^>]*>([^<]*)</td>', read)
    kinds = {"yes": "yes", "from": "high", "no": "no", "": "few"}
    assert shown == [(kinds[colour], text) for text, colour in cells]
    assert not re.search(r">(players|seldom|nearly all|mixed|soundly|freely|little):", page)  # names of the program
    text = markdown([answer])
    assert all(f"| {cell} |" in text for cell, _ in cells)


@pytest.mark.parametrize("name", ASKED)
def test_with_a_stake_nothing_of_a_book_is_in_units(name: str) -> None:
    answer = question(name).ask(inquiry(question(name), rules="pagat"))
    with at(money=parse_stake("20 peso")):
        content = markdown([answer], full=True)
    said = content[: content.index("## Rules, players, versions")]
    assert " peso" in said.lower()
    assert "units" not in said.replace("amounts are in units, the chips", "").lower()
