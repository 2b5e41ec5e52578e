import pytest

from analyses.money import at, in_money, parse_stake
from analyses.opponents import CLEAR, CLOSE, FORCED, LIKELY, Gap, Verdict, decide
from reports.questions.simulate import BatchReport, channels
from reports.text.review import cost
from strategies.book.margin import margin_of
from tests.playing import job, play
from tongits_sim.rules import load
from tongits_sim.run.numbers import MINUS


def test_gains_and_losses_add_up_to_what_players_earn() -> None:
    answer = BatchReport.of(play(job(games=600)))
    units = channels(answer)
    for row in answer.players_summary:
        assert sum(paid for (player, _, _), paid in units.items() if player == row.player) == pytest.approx(
            row.payout.mean
        )
    assert all(paid >= 0 if way == "won" else paid <= 0 for (_, way, _), paid in units.items())


MARGIN = 0.1


@pytest.mark.parametrize(
    ("gaps", "verdict"),
    [
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(0.4, 0.1)], Verdict(0, CLEAR)),
        ([Gap(-1.0, 0.1), Gap(-0.5, 0.1), Gap(-0.4, 0.1)], Verdict(1, CLEAR)),
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(0.2, 0.1)], Verdict(0, LIKELY, (), (None, None, None))),
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(-0.09, 0.01)], Verdict(0, LIKELY, (), (None, None, None))),
        ([Gap(0.1, 0.01), Gap(0.1, 0.01), Gap(-0.05, 0.01)], Verdict(0, CLOSE, (1,), (None, None, None))),
        ([Gap(0.3, 0.4), Gap(0.3, 0.4), Gap(-0.4, 0.4)], Verdict(0, CLOSE, (1,), (None, None, None))),
        ([Gap(0.3, 0.01), Gap(-0.3, 0.01)], Verdict(0, CLOSE, (1,), (None, 1))),
        ([Gap(0.6, 0.01), Gap(-0.12, 0.01)], Verdict(0, LIKELY, (), (None, None))),
        ([Gap(1.0, 0.1), Gap(0.5, 0.1), Gap(-0.5, 0.1)], Verdict(0, LIKELY, (), (None, None, 1))),
        ([Gap(-1.3, 0.1), Gap(0.2, 0.1), Gap(0.5, 0.1)], Verdict(1, LIKELY, (), (None, None, 0))),
        ([Gap(-0.5, 0.1)], Verdict(1, CLEAR)),
        ([Gap(0.2, 0.1)], Verdict(0, CLOSE, (1,), (None,))),
        ([Gap(0.2, 0.06)], Verdict(0, CLEAR)),
    ],
)
def test_verdict_of_two_actions(gaps: list[Gap], verdict: Verdict) -> None:
    def gap(table: int, action: int, other: int) -> Gap:
        sign = (action < other) - (action > other)
        return Gap(sign * gaps[table].mean, gaps[table].se if sign else 0.0)

    assert decide(gap, (1 / len(gaps),) * len(gaps), 2, MARGIN) == verdict


def test_best_of_many_actions_is_that_of_the_mean() -> None:
    values = [[0.0, 0.5, 0.45, -2.0], [0.0, -0.2, 0.7, -2.0]]

    def gap(table: int, action: int, other: int) -> Gap:
        return Gap(values[table][action] - values[table][other], 0.01)

    assert decide(gap, (0.5, 0.5), 4, MARGIN) == Verdict(2, LIKELY, (), (None, None))
    assert decide(gap, (1.0,), 4, MARGIN) == Verdict(1, CLOSE, (2,), (None,))
    assert decide(gap, (0.5, 0.5), 1, MARGIN) == Verdict(0, FORCED)


def test_margin_follows_what_is_paid() -> None:
    assert margin_of(load("pagat")) == 0.1
    assert margin_of(load("rulesofcards")) == 1.0
    assert margin_of(load("online")) == 0.03
    assert margin_of(load("pagat+progressive")) > 0


@pytest.mark.parametrize(
    ("stake", "units", "text"),
    [
        ("20 peso", 3, "+60 peso"),
        ("€0.50", -3, f"{MINUS}€1.50"),
        ("₱20", 0.15, "+₱3"),
        ("5", 1000, "+5,000"),
        (" 0.25 EUR ", 1, "+0.25 EUR"),
    ],
)
def test_units_become_money(stake: str, units: float, text: str) -> None:
    assert parse_stake(stake).text(units) == text


@pytest.mark.parametrize(
    ("stake", "text", "expected"),
    [
        ("20 peso", "It earns +1.548 units a game.", "It earns +30.96 peso a game."),
        ("20 peso", "between −5 and +6 units.", "between −100 and +120 peso."),
        ("20 peso", "nets 2.39 ± 0.04 units", "nets 47.8 ± 0.8 peso"),
        ("€0.50", "a bankroll of 1,240 units", "a bankroll of €620"),
        ("€0.50", "−3 units", "−€1.5"),
        ("5", "0.0004 units", "0.002"),
        ("20 peso", "ends below −100 or above +120 units", "ends below −2,000 or above +2,400 peso"),
        ("20 peso", "units a game, no number", "units a game, no number"),
        ("20 peso", "3 united players, 4 unitss", "3 united players, 4 unitss"),
    ],
)
def test_units_become_their_worth(stake: str, text: str, expected: str) -> None:
    with at(parse_stake(stake)):
        assert in_money(text) == expected
    assert in_money(text) == text


def test_an_amount_lost_is_whole_if_a_unit_is_worth_one() -> None:
    for stake, text in (("0.5 peso", "1.6"), ("1 peso", "3")):
        with at(parse_stake(stake)):
            assert cost(3.2) == text


def test_a_table_counts_as_much_as_it_is_likely() -> None:
    values = [[0.0, 1.0], [0.0, -2.0]]

    def gap(table: int, action: int, other: int) -> Gap:
        return Gap(values[table][action] - values[table][other], 0.01)

    assert decide(gap, (0.5, 0.5), 2, MARGIN) == Verdict(0, LIKELY, (), (1, None))
    assert decide(gap, (0.9, 0.1), 2, MARGIN) == Verdict(1, LIKELY, (), (None, 0))
    assert decide(gap, (1.0, 0.0), 2, MARGIN) == Verdict(1, CLEAR)
