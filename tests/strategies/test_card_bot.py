import pickle

import pytest

from strategies import load_player
from strategies.card_bot import MAX_ROWS, Rows, by_card, row
from tests.playing import play_silently
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.paired import Arm, PairedJob
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.rules import load
from tongits_sim.strategy import Player

RULES = load("pagat")


def differing(player: str, base: str, rows: Rows, deals: int = 400) -> int:
    own, card = load_player(player), by_card(load_player(base), rows)
    arms = (Arm(RULES, (own, own, own)), Arm(RULES, (card, own, own)))
    job = PairedJob(arms, deals, 3)
    return PairedEstimates(job, play_silently(job, workers=1).totals, ["a", "b", "c"]).differing(1)[1]


CALLS = (row("call", True, count=(0, 12)), row("call", False))
CHALLENGES = (row("respond", True, count=(0, 7)), row("respond", False))


def test_a_card_that_says_what_a_bot_does_plays_as_the_bot() -> None:
    assert differing("greedy(call_at=12, challenge_at=7)", "greedy", (*CALLS, *CHALLENGES)) == 0
    assert differing("greedy(call_at=12)", "greedy", CALLS) == 0  # it challenges by itself
    assert differing("greedy(call_at=12)", "greedy", (*CALLS, *CHALLENGES)) > 0
    low, high = ({"thrown": ends} for ends in ((0, 4), (5, None)))
    split = (row("call", True, count=(0, 12), **low), row("call", False, **low))
    rest = (row("call", True, count=(0, 12), **high), row("call", False, **high))
    assert differing("greedy(call_at=12)", "greedy", (*split, *rest)) == 0
    assert differing("greedy(call_at=12)", "greedy", split) > 0
    few, many = row("call", False, stock=(0, 5)), row("call", False, stock=(6, None))
    assert differing("greedy", "greedy", (few, *CALLS)) != differing("greedy", "greedy", (many, *CALLS))


@pytest.mark.parametrize("player", ["trained", "expert"])
def test_any_player_plays_the_cards(player: str) -> None:
    always = (row("lay", True),)
    assert differing("greedy", "greedy", always) == 0  # it lays at once by itself
    assert differing(player, player, (row("lay", False),)) > 0
    assert differing(player, player, (row("call", True, rivals=(9, 9)),)) == 0  # a row for no situation


def test_it_travels_with_its_rules() -> None:
    player: Player = by_card(load_player("greedy(call_at=5)"), CALLS)
    other = pickle.loads(pickle.dumps(player))
    assert (other.label, other.rows, other.base) == (player.label, CALLS, load_player("greedy(call_at=5)"))
    assert player.label.startswith("greedy(call_at=5) by card ")
    assert player.manifest() == other.manifest() != by_card(load_player("greedy(call_at=5)"), CHALLENGES).manifest()


@pytest.mark.parametrize("rows", [(), CALLS * MAX_ROWS])
def test_a_card_has_some_rules_and_not_too_many(rows: Rows) -> None:
    with pytest.raises(TongitsError, match="1 to 512 rows"):
        by_card(load_player("greedy"), rows)
