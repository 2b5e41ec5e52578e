from analyses.money import at, parse_stake
from reports.page.compose import MAX_SHORT, compose
from reports.questions import name_of, screen_of
from tests.reports.page.pages import answer, every


def test_every_answer_has_a_section_in_one_order() -> None:
    page = compose(every())
    names = [name_of(each.document) for each in page.sections]
    assert sorted(names) == sorted(map(name_of, every()))
    assert names.index("calls") < names.index("payouts") < names.index("compare") < names.index("whatif")
    assert len({each.key for each in page.sections}) == len(names)
    assert all(each.figure or each.table for each in page.sections)
    assert all(each.command.startswith("tongits ") for each in page.sections)


def test_the_short_answers_are_those_of_the_sections() -> None:
    page = compose(every())
    assert len(page.short) == MAX_SHORT
    sections = {each.key: each for each in page.sections}
    for key, text in page.short:
        assert key in sections
        assert text
    assert compose([answer("sunog")]).short == []


def test_the_sentence_is_that_of_the_command() -> None:
    for each in every():
        assert compose([each]).sections[0].sentence == screen_of(each).answer


def test_what_could_not_be_asked_is_said() -> None:
    page = compose([answer("sunog")], ["challenges: nobody was asked"])
    assert page.lead[1:] == ["Not on this page: challenges: nobody was asked."]


def test_sentences_are_in_money_where_a_unit_has_a_worth() -> None:
    with at(money=parse_stake("20 peso")):
        page = compose([answer("payouts")])
    assert page.lead[0].endswith(" A unit is 20 peso.")
    assert " peso" in page.sections[0].sentence
    assert "peso" not in compose([answer("payouts")]).sections[0].sentence
