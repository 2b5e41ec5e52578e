"""The question about luck: edge from duplicates, sessions on other seeds, and bots whose answer is known."""

from __future__ import annotations

import functools
import json
import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions import luck
from analyses.questions import luck as words
from analyses.questions.luck import LENGTHS, LUCK, MARGIN, LuckAnswer, agreement_of, chance, compared, table_of
from analyses.words.stake import at
from strategies import load_players
from tests.designs.census.counting import census, counted
from tests.designs.tournament.fields import NULL_BOTS
from tongits_sim.run.answers import Estimate, value
from tongits_sim.run.how import How


def document(**options: Any) -> LuckAnswer:
    """A small answer."""
    few = {"games": 18_000, "sessions": 200}
    return LUCK.ask(inquiry(LUCK, how=How(workers=1), **(few | options)))


@functools.cache
def example() -> LuckAnswer:
    """One answer, for tests that only look at it."""
    return document()


def test_every_pair_has_its_better_bot_first() -> None:
    answer = example()
    assert len(answer.cells) == 3
    for cell in answer.cells:
        edge = value(cell.edge)
        assert edge >= 0
        needed = (1.6448536 * cell.sd / edge) ** 2
        assert cell.games_to_lead == math.ceil(needed) or cell.games_to_lead == pytest.approx(needed, rel=1e-5)
        low, high = cell.games_to_lead_ci95
        assert (low or math.inf) <= (cell.games_to_lead or 0) <= (high or math.inf)
        assert cell.edge.ci95 is not None
        assert (high is None) == (cell.edge.ci95[0] <= 0)
        assert cell.verdict == ("better" if (cell.p_holm or 0) <= 0.05 else "inconclusive")


def test_too_few_matches_tell_no_p_value() -> None:
    few = document(games=60, sessions=20)
    assert [cell.p_holm for cell in few.cells] == [None] * 3
    json.dumps(few.to_dict(), allow_nan=False)


def test_sessions_are_played_on_other_seeds() -> None:
    answer = example()
    assert answer.other_seed != answer.seed
    clear = min(answer.cells, key=lambda cell: cell.games_to_lead or math.inf)
    pair = [row for row in answer.sessions if (row.a, row.b) == (clear.a, clear.b)]
    assert [row.games for row in pair if row.games in LENGTHS] == list(LENGTHS)
    shares = [value(row.lead) for row in sorted(pair, key=lambda row: row.games)]
    assert shares[-1] > shares[0]
    for row in answer.sessions:
        for estimate in (row.lead, row.formula, row.difference):
            assert estimate is not None
            assert estimate.ci95 is not None
            assert estimate.ci95[0] <= value(estimate) <= estimate.ci95[1]
    assert all(0 <= value(row.first) <= 1 for row in answer.first)


def test_leads_are_turned_with_the_pair() -> None:
    """Named the other way round, the same two bots: the better one still comes first."""
    one, other = (document(players=f"{a},{b},{b}") for a, b in (("caller", "miser"), ("miser", "caller")))
    assert (one.cells[0].a, one.cells[0].b) == (other.cells[0].a, other.cells[0].b)
    for answer in (one, other):
        assert next(value(row.lead) for row in answer.sessions if row.games == 1000) > 0.5
        assert answer.first == ()


def test_the_edge_is_that_of_the_duplicate_matches() -> None:
    what = census("pagat", "caller,greedy,greedy", games=18_000, match_games=10, duplicate=True)
    direct = counted(what).money({"payout_0": 2, "payout_1": -1, "payout_2": -1}, {"games": 2})
    cell = document(players="caller,greedy").cells[0]
    assert cell.edge.mean == pytest.approx(float(direct.estimate))
    assert cell.edge.ci95 == pytest.approx((float(direct.low), float(direct.high)))


def test_bots_without_an_edge_are_undecided() -> None:
    answer = document(players=",".join(f"{NULL_BOTS}:coin(salt={salt})" for salt in (1, 2, 3)), games=5400)
    assert answer.certain == ()
    for cell in answer.cells:
        assert cell.verdict == "inconclusive"
        assert (cell.sessions, cell.agreement, cell.agrees) == (None, None, None)
        assert cell.games_to_lead_ci95[1] is None


def test_too_long_sessions_are_not_played() -> None:
    answer = document(most_games=10_000, players="hunter,greedy,folder")
    for cell in answer.cells:
        needed = cell.games_to_lead
        fits = cell.verdict == "better" and needed is not None and 200 * -(-needed // 10) * 10 <= 10_000
        assert (cell.sessions is not None) == fits
    assert any(cell.sessions is None for cell in answer.cells)


@pytest.mark.parametrize("players", ["greedy", "greedy,greedy,greedy"])
def test_one_bot_has_nobody_to_lead(players: str) -> None:
    with pytest.raises(QuestionError, match="two or three bots"):
        table_of(tuple(load_players(players, None)))


def test_the_formula() -> None:
    assert chance(0.1, 2.0, 1082) == pytest.approx(0.95, abs=1e-4)
    assert chance(0.0, 2.0, 10) == 0.5


@pytest.mark.slow
def test_simulated_sessions_agree_with_the_formula() -> None:
    """Where a session has some hundred games; of a dozen skewed games the normal formula promises too much."""
    answer = document(games=240_000, sessions=4000, players="greedy,defender,hunter")
    long = [cell for cell in answer.cells if cell.sessions and (cell.games_to_lead or 0) > 100]
    assert long
    for cell in long:
        assert cell.agreement == "agrees", cell
        assert cell.lead.mean == pytest.approx(0.95, abs=0.02)


# --- the test of the formula ---
def test_few_sessions_cannot_tell_and_many_agree_or_disagree() -> None:
    """1,417 games claimed for 95 %; of 4,000 sessions of that length 99.3 % were led."""
    difference = compared(3972, 4, 24, 0.95)
    assert value(difference) == pytest.approx(0.9935 - 0.95)
    assert agreement_of(difference) == "disagrees"
    assert agreement_of(compared(190, 0, 10, 0.95)) == "cannot tell"
    assert agreement_of(compared(3800, 0, 200, 0.95)) == "agrees"


def test_a_right_formula_is_seldom_contradicted_and_a_wrong_one_always() -> None:
    """Normal sessions with an edge, tested against the formula with that edge and with one a fifth smaller."""
    rng, n, sd = np.random.default_rng(5), 4000, 2.0
    edge, games = 0.1, 1082
    verdicts: dict[str, list[str]] = {"right": [], "wrong": []}
    excluded = []
    for _ in range(300):
        ahead = int((rng.normal(edge * games, sd * math.sqrt(games), n) > 0).sum())
        for word, assumed in (("right", edge), ("wrong", 0.8 * edge)):
            difference = compared(ahead, 0, n - ahead, chance(assumed, sd, games))
            verdicts[word].append(agreement_of(difference))
            if word == "right":
                excluded.append(difference.decided)
    assert set(verdicts["right"]) == {"agrees"}
    assert 0.02 < np.mean(excluded) < 0.09, "a 95 % interval leaves the truth out once in twenty"
    assert set(verdicts["wrong"]) == {"disagrees"}


def test_level_sessions_count_half_and_vary_less() -> None:
    split, decided = compared(100, 200, 100, 0.5), compared(200, 0, 200, 0.5)
    assert split.mean == decided.mean == 0
    # Variances 1/8 and 1/4 a session.
    assert split.half_width == pytest.approx((decided.half_width or 0) / math.sqrt(2), rel=0.02)


def test_a_wrong_formula_is_found_out_by_the_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole question with a formula that forgets the root: every pair with long sessions says so.

    It promises 80 % where 95 % of the sessions are led: ten standard errors of 300 sessions.
    """
    monkeypatch.setattr(luck, "chance", lambda edge, sd, games: chance(edge, sd, max(1, games // 4)))
    answer = document(sessions=300)
    played = [cell for cell in answer.cells if cell.sessions]
    assert played
    for cell in played:
        assert (cell.agreement, cell.agrees) == ("disagrees", False)
        assert value(cell.difference or cell.lead) > MARGIN


def test_certain_pairs_come_in_the_order_of_their_games() -> None:
    answer = example()
    row = replace(answer.cells[0], verdict="better")
    asked: Any = (
        ("slow", 900, "better"),
        ("unsure", 5, "inconclusive"),
        ("fast", 9, "better"),
        ("none", None, "better"),
    )
    cells = tuple(replace(row, a=name, games_to_lead=games, verdict=said) for name, games, said in asked)
    assert [cell.a for cell in replace(answer, cells=cells).certain] == ["fast", "slow"]


def test_sessions_that_disagree_are_said_beside_the_number() -> None:
    """A number of games that sessions refute never stands alone, and why it may be wrong is said."""
    answer = example()
    first = answer.certain[0]
    claim, led = Estimate(0.95, (0.85, 0.996)), Estimate(0.993, (0.99, 0.996))
    wrong = replace(first, sessions=4000, session_games=1420, lead=led, level=0.0, formula=claim, agrees=False)
    rest = tuple(cell for cell in answer.cells if cell != first)
    conflicting = replace(answer, cells=(replace(wrong, agreement="disagrees"), *rest))
    assert "contradict that number: after 1,420 games" in words.headline(conflicting)
    assert "contradict" in words.advice(conflicting)[0].sure
    assert "85.0 % to 99.6 %" in " ".join(words.sentences(conflicting))
    unsure = replace(answer, cells=(replace(wrong, agreement="cannot tell"), *rest))
    assert "contradict" not in words.headline(unsure)


def test_time_is_said_at_a_pace() -> None:
    answer = example()
    with at(pace=8.0):
        assert " at 8 s a turn)." in words.headline(answer)
        assert "a turn" not in words.headline(replace(answer, turns=None))
    assert "a turn" not in words.headline(answer)


def test_curves_rise_to_certainty() -> None:
    answer = example()
    for cell in answer.cells:
        mine = [row.share for row in words.lead_curves(answer) if row.pair == f"{cell.a} over {cell.b}"]
        assert mine == sorted(mine)
        assert mine[0] >= 0.5
    assert len(words.lead_points(answer)) == len(answer.sessions)
