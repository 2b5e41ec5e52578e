"""Who plays by a card calls, challenges and lays by its rules, and does all else as another player."""

from __future__ import annotations

import pickle

import pytest

from strategies import load_player
from strategies.card_bot import MOST_RULES, NO_END, Rows, by_card
from tests.playing import play_work
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.paired import Arm, PairedJob
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.rules import load
from tongits_sim.strategy import Player

RULES = load("pagat")
CALL, RESPOND, LAY = 0, 1, 3


def row(decision: int, rivals: int, at_most: int, **other: int) -> tuple[int, ...]:
    """A rule without other conditions."""
    ends = {"cards_from": 0, "cards_to": NO_END, "discard_from": 0, "discard_to": NO_END} | other
    return decision, rivals, *ends.values(), at_most, NO_END


def differing(player: str, base: str, rows: Rows, deals: int = 400) -> int:
    """In how many deals a bot in slot 0 and `base` with the card differ."""
    own, card = load_player(player), by_card(load_player(base), rows)
    arms = (Arm(RULES, (own, own, own)), Arm(RULES, (card, own, own)))
    work = PairedJob(arms, deals, 3)
    return PairedEstimates(work, play_work(work, workers=1).totals, ["a", "b", "c"]).differing(1)[1]


CALLS = tuple(row(CALL, rivals, 12) for rivals in range(3))
FIGHTS = tuple(row(RESPOND, rivals, 7) for rivals in range(2))


def test_a_card_that_says_what_a_bot_does_plays_as_the_bot() -> None:
    assert differing("greedy(call_at=12, challenge_at=7)", "greedy", (*CALLS, *FIGHTS)) == 0
    assert differing("greedy(call_at=12)", "greedy", CALLS) == 0  # it challenges by itself
    assert differing("greedy(call_at=12)", "greedy", (*CALLS, *FIGHTS)) > 0
    split = tuple(row(CALL, rivals, 12, discard_to=4) for rivals in range(3))
    rest = tuple(row(CALL, rivals, 12, discard_from=5) for rivals in range(3))
    assert differing("greedy(call_at=12)", "greedy", (*split, *rest)) == 0
    assert differing("greedy(call_at=12)", "greedy", split) > 0


@pytest.mark.parametrize("player", ["trained", "expert"])
def test_any_player_plays_the_cards(player: str) -> None:
    always = tuple(row(LAY, rivals, NO_END) for rivals in range(3))
    assert differing("greedy", "greedy", always) == 0  # it lays at once by itself
    never = tuple(row(LAY, rivals, -1) for rivals in range(3))
    assert differing(player, player, never) > 0
    assert differing(player, player, (row(CALL, 9, 0),)) == 0  # a rule for no situation


def test_it_travels_with_its_rules() -> None:
    player: Player = by_card(load_player("greedy(call_at=5)"), CALLS)
    other = pickle.loads(pickle.dumps(player))
    assert (other.label, other.rows, other.base) == (player.label, CALLS, load_player("greedy(call_at=5)"))
    assert player.label.startswith("greedy(call_at=5) by card ")
    assert player.manifest() == other.manifest() != by_card(load_player("greedy(call_at=5)"), FIGHTS).manifest()


@pytest.mark.parametrize("rows", [(), CALLS * MOST_RULES])
def test_a_card_has_some_rules_and_not_too_many(rows: Rows) -> None:
    with pytest.raises(TongitsError, match="1 to 64 rules"):
        by_card(load_player("greedy"), rows)
