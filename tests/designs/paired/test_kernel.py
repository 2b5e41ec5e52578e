"""The kernel's sums against the same games played one by one, and against their records."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_players
from tests.designs.paired.pairings import pairing, play
from tests.playing import play as play_games
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.tally import T_BURNED, T_ENDINGS, T_TURNS
from tongits_sim.designs.paired.kernel import QUANTITIES, SQUARE_BITS
from tongits_sim.game.state import ENDINGS
from tongits_sim.records.write import play_records
from tongits_sim.rules import load


@pytest.mark.parametrize(("rules", "match_games"), [("pagat", 1), ("online", 3), ("rulesofcards+joker", 1)])
def test_sums_are_those_of_the_seatings_played_alone(rules: str, match_games: int) -> None:
    what = pairing([], rules=rules, deals=15, match_games=match_games)
    quantities = dict(zip(QUANTITIES, play(what)["sums"][0], strict=True))
    wanted = dict.fromkeys(QUANTITIES, 0)
    bots = what.arms[0].players
    for seating in what.seatings:
        a, b, c = (bots[slot] for slot in seating)
        sums = play_games(Job(load(rules), (a, b, c), 15 * match_games, 1, match_games, fixed_seats=True)).sums
        wanted["turns"] += int(sums.totals[T_TURNS])
        wanted["burned"] += int(sums.totals[T_BURNED])
        for number, ending in enumerate(ENDINGS):
            wanted[f"ending_{ending}"] += int(sums.totals[T_ENDINGS + number])
        for seat, slot in enumerate(seating):
            wanted[f"payout_{slot}"] += sums.field("payout", slot=seat)
            wanted["square_high"] += sums.field("payout_sq", slot=seat)
        wanted["edge"] += 3 * sums.field("payout", role=1) - sums.field("payout")
    squares = (quantities.pop("square_high") << SQUARE_BITS) + quantities.pop("square_low")
    assert squares == wanted.pop("square_high")
    del wanted["square_low"], wanted["pot"], quantities["pot"]
    for name in ("session_high", "session_low", "ahead", "ruined"):  # see test_estimates.py
        del wanted[name], quantities[name]
    assert quantities == wanted


def test_the_pot_is_what_the_winner_gets_from_the_others() -> None:
    what = pairing([], players="greedy,greedy,greedy", rules="online", deals=30)
    pot = play(what)["sums"][0][QUANTITIES.index("pot")]
    wanted = 0.0
    for record in play_records(load("online"), load_players("greedy,greedy,greedy"), 30, 1, fixed_seats=True):
        winner, parts = record["result"]["winner"], record["result"]["parts"]
        if winner is not None:
            wanted += sum(parts[name][winner] for name in ("base", "sunog", "bonus", "pot"))
    assert pot == round(100 * wanted)


@pytest.mark.parametrize("setting", ["pay.tongits=6", "bonus.king=1", "fees.winnings=0.05"])
def test_a_change_of_payments_leaves_every_card_where_it_was(setting: str) -> None:
    players = load_players("greedy,caller,hunter")
    base, changed = (list(play_records(load("pagat", texts), players, 60, 1)) for texts in ([], [setting]))
    for one, other in zip(base, changed, strict=True):
        assert (one["hands"], one["stock"], one["events"]) == (other["hands"], other["stock"], other["events"])
        assert one["result"]["winner"] == other["result"]["winner"]
    assert any(one["result"]["payout"] != other["result"]["payout"] for one, other in zip(base, changed, strict=True))
    differ = play(pairing([setting]))["differ"][1]
    assert differ[0] == 0 < differ[1]


def test_doubled_amounts_double_every_payout() -> None:
    rules = load("pagat")
    doubled = [
        f"{name}={2 * value}"
        for name, value in rules.knobs().items()
        if name.startswith(("pay.", "bonus.")) and isinstance(value, float) and value
    ]
    sums = play(pairing([",".join(doubled)]))["sums"]
    money = [QUANTITIES.index(name) for name in ("edge", "pot", "payout_0", "payout_1", "payout_2")]
    assert np.array_equal(2 * sums[0][money], sums[1][money])
    assert np.array_equal(sums[0][: QUANTITIES.index("edge")], sums[1][: QUANTITIES.index("edge")])
