"""What goes onto a page, and in which order."""

from __future__ import annotations

from dataclasses import replace

from reports.page.compose import compose, told_apart
from reports.questions import get
from tests.designs.tournament.fields import example
from tests.reports.page.pages import answer, every


def test_readers_come_in_order_and_see_what_is_theirs() -> None:
    page = compose(every())
    assert [section.reader for section in page.sections] == ["player", "designer", "bots"]
    player, designer, _ = page.sections
    asked = [answer.advice.asks.split()[0] for answer in player.answers]
    assert asked == ["When", "Somebody", "How", "Which", "Should"]
    keys = [exhibit.finding.key for exhibit in player.exhibits if exhibit.finding]
    wanted = ["chart", "table", "clock", "ranks", "chart"]
    assert [key for key in keys if key in wanted] == wanted
    assert {"fairness", "parts", "spread", "ladder", "leads"} <= {s.finding.key for s in designer.exhibits if s.finding}
    assert [each.key for each in page.numbers] == [f"run-{number}" for number in range(1, len(every()) + 1)]


def test_the_order_of_the_runs_does_not_matter() -> None:
    one, other = compose(every()), compose(list(reversed(every())))
    assert [each.title for each in one.numbers] == [each.title for each in other.numbers]
    assert one.title == other.title


def test_what_is_missing_is_left_out() -> None:
    page = compose([example()])
    assert [section.title for section in page.sections] == ["The bots compared"]
    assert page.sections[0].words == []
    page = compose([answer("sunog")])
    assert [section.title for section in page.sections] == ["At the table"]
    assert "sunog" in dict(page.sections[0].words)


def test_what_could_not_be_asked_is_said() -> None:
    assert compose([answer("sunog")], ["challenges: nobody was asked"]).lead[2:] == [
        "Not on this page: challenges: nobody was asked."
    ]


def test_runs_under_different_rules_are_named() -> None:
    page = compose([answer("calls"), answer("calls", "sjs")])
    assert page.title == "Tongits under pagat and sjs rules"
    assert [answer.about for answer in page.sections[0].answers] == ["rules: pagat", "rules: sjs"]
    assert all(exhibit.about for exhibit in page.sections[0].exhibits)
    assert [each.title[-14:] for each in page.numbers] == ["(rules: pagat)", "t? (rules: sjs)"[-14:]]
    assert {row[0] for row in page.appendix.tables[0].rows} == {"calls (rules: pagat)", "calls (rules: sjs)"}


def test_runs_of_different_players_are_named() -> None:
    one = replace(answer("calls"), players=("greedy", "caller", "hunter"))
    other = replace(one, players=("miser", "miser", "miser"))
    assert told_apart([one, other]) == ["greedy, caller, hunter", "three miser"]
    assert told_apart([one, one]) == ["", ""]


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


def test_a_name_is_one_line() -> None:
    assert compose([answer("sunog")], name=" A\n  name ").name == "A name"
    assert compose([answer("sunog")]).name == ""


def test_the_title_counts_many_rules() -> None:
    document = replace(answer("payouts"), rule_sets=("a", "b", "c", "d"))
    assert compose([document]).title == "Tongits under 4 sets of house rules"
