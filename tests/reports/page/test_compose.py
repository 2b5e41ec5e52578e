"""What goes onto a page, and in which order."""

from __future__ import annotations

from dataclasses import replace

from analyses.money import at, parse_stake
from reports.page.compose import Page, compose, differences
from reports.questions import get, words
from tests.reports.page.pages import answer, charted, every


def test_readers_come_in_order_and_see_what_is_theirs() -> None:
    page = compose(every())
    assert [section.reader for section in page.sections] == ["player", "designer", "bots"]
    player, designer, _ = page.sections
    assert len(player.answers) == 7
    assert {"chart", "table", "clock", "ranks"} <= {s.finding.key for s in player.exhibits if s.finding}
    assert {"fairness", "ladder"} <= {s.finding.key for s in designer.exhibits if s.finding}
    assert [each.key for each in page.numbers] == [f"run-{number}" for number in range(1, len(every()) + 1)]


def test_a_short_page_keeps_one_exhibit_an_answer_and_loses_nothing() -> None:
    answers = [answer("calls"), answer("sunog")]
    long, short = compose(answers), compose(answers, full=False)
    shown = [exhibit.link for section in short.sections for exhibit in section.exhibits]
    assert len(shown) == 2 < sum(len(section.exhibits) for section in long.sections)
    assert [section.answers for section in short.sections] == [section.answers for section in long.sections]

    def parts(page: Page) -> set[str]:
        figures = [each for section in page.sections for each in section.exhibits]
        figures += [each for numbers in page.numbers for each in numbers.exhibits]
        tables = [f"{each.key}-pocket-{table.key}" for each in page.numbers for table in each.tables]
        return {each.link for each in figures} | set(tables)

    assert parts(short) >= parts(long)


def test_what_could_not_be_asked_is_said() -> None:
    assert compose([answer("sunog")], ["challenges: nobody was asked"]).lead[2:] == [
        "Not on this page: challenges: nobody was asked."
    ]


def test_runs_under_different_rules_are_named() -> None:
    page = compose([answer("calls"), answer("calls", "sjs")])
    assert page.title == "Tongits under pagat and sjs rules"
    assert [answer.about for answer in page.sections[0].answers] == ["rules: pagat", "rules: sjs"]
    assert all(exhibit.about for exhibit in page.sections[0].exhibits)
    assert {row[0] for row in page.appendix.tables[0].rows} == {"calls (rules: pagat)", "calls (rules: sjs)"}


def test_runs_of_different_players_are_named() -> None:
    one = replace(answer("calls"), players=("greedy", "caller", "hunter"))
    other = replace(one, players=("miser", "miser", "miser"))
    assert differences([one, other]) == ["greedy, caller, hunter", "three miser"]
    assert differences([one, one]) == ["", ""]


def test_details_stand_with_the_numbers() -> None:
    page = compose([answer("discards")])
    shown = [each.finding.key for each in page.sections[0].exhibits if each.finding]
    assert "map" not in shown
    assert [each.finding.key for each in page.numbers[0].exhibits if each.finding] == ["map"]


def test_no_table_stands_twice() -> None:
    page = compose(every())
    for each in page.numbers:
        pocket = {shown.table.key for section in page.sections for shown in section.exhibits if shown.table}
        keys = [table.key for table in each.tables]
        assert len(keys) == len(set(keys))
        if get(each.document, "question") == "challenges":
            assert not pocket & {key for key in keys if key == "thresholds"}


def test_no_page_gives_two_answers_to_one_question() -> None:
    documents = [answer("calls"), charted("challenges"), answer("challenges"), charted("calls"), answer("sunog")]
    page = compose(documents)
    asks = [each.advice.asks for section in page.sections for each in section.answers]
    assert len(set(asks)) == len(asks) == 5
    table, bots = page.sections
    assert (table.reader, bots.reader) == ("player", "bots")
    assert all(each.advice.asks.startswith("Against these bots: ") for each in bots.answers)
    assert [each.advice.says.startswith("Against people you do not know") for each in table.answers[:2]] == [True] * 2
    captions = [each.title for each in table.exhibits if each.table]
    assert len(set(captions)) == len(captions) == 2


def test_the_short_table_and_the_cells_say_the_same() -> None:
    for name, keys in (("calls", ("stock_left", "opponents_open")), ("challenges", ("caller_cards", "stock_left"))):
        document = charted(name)
        (table,) = words(document).pocket(document)
        bluffs = {}
        panels = list(dict.fromkeys(cell.words(keys[1]) for cell in document.cells))
        for row in table.rows:
            for panel, text in zip(panels, row[1:], strict=True):
                for part in text.split("; ") if text != "–" else []:
                    verb, _, counts = part.removesuffix(" (a bluff)").replace(", ask at ", " with ").partition(" with ")
                    low, _, high = counts.removesuffix("+").partition("–")
                    last = 10**6 if counts.endswith("+") else int(high or low)
                    bluffs[row[0], panel, verb, int(low), last] = part.endswith("(a bluff)")
        shown = [cell for cell in document.cells if cell.verdict is not None]
        assert shown
        for cell in shown:
            verb = "not resolved" if cell.verdict == "unresolved" else cell.verdict
            place = tuple(cell.words(key) for key in keys)
            count = cell.whole("own_count")
            matching = [
                (what, bluff)
                for (*where, what, low, last), bluff in bluffs.items()
                if tuple(where) == place and low <= count <= last
            ]
            assert (verb, bool(cell.bluff)) in matching, (place, count, matching)
            few = [each for each in document.cells if each.verdict is None]
            assert len(matching) == 1 or few


def test_sentences_name_the_worth_of_their_units() -> None:
    with at(parse_stake("20 peso")):
        page = compose([answer("payouts")])
    assert page.lead[1].endswith(" A unit is 20 peso.")
    (designer,) = page.sections
    assert any(" peso) last 95 % of sessions" in each.advice.says for each in designer.answers)
    assert any(" peso)" in text for text in page.numbers[0].sentences)
    assert "peso" not in " ".join(compose([answer("payouts")]).lead)
