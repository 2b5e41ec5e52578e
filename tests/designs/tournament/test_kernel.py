"""The kernel's sums against games played one by one."""

from __future__ import annotations

import pytest

from strategies import load_players
from tests.designs.tournament.fields import field
from tests.playing import play
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.tally import F
from tongits_sim.designs.tournament.kernel import QUANTITIES
from tongits_sim.designs.tournament.triples import seatings
from tongits_sim.rules import load


@pytest.mark.parametrize("players", ["greedy,caller,random", "greedy,hunter"])
def test_sums_are_those_of_the_seatings_played_alone(players: str) -> None:
    what = field(players, 12, match_games=2)
    tally = what.empty()
    for block in what.blocks():
        tally.add(what.worker().play(block).counts)
    bots = load_players(players, None)
    totals = [dict.fromkeys(QUANTITIES, 0) for _ in bots]
    for table in what.tables:
        for seating in seatings(table):
            seated = [table[slot] for slot in seating]
            a, b, c = (bots[bot] for bot in seated)
            sums = play(Job(load("pagat"), (a, b, c), 24, 1, 2, fixed_seats=True)).sums
            for seat, bot in enumerate(seated):
                mine = totals[bot]
                mine["payout"] += sums.field("payout", slot=seat)
                mine[f"seat_{seat}"] += sums.field("payout", slot=seat)
                mine["dealer"] += sums.field("payout", slot=seat, role=1)
                mine["dealer_games"] += sums.field("games", slot=seat, role=1)
                mine["burned"] += sums.field("burned", slot=seat)
                mine["wins"] += sum(sums.field(name, slot=seat) for name in F if name.startswith("wins_"))
                for name in QUANTITIES[8:]:
                    mine[name] += sums.field(name, slot=seat)
    for bot in range(len(bots)):
        assert dict(zip(QUANTITIES, tally.sums[bot], strict=True)) == totals[bot]
        assert tally.products[bot, 0, 0] == tally.cross[bot, bot]


def test_winnings_by_ending_are_payouts_of_games_won() -> None:
    sums = play(Job(load("pagat"), tuple(load_players("greedy,caller,hunter")), 300)).sums
    for ending in ("tongits", "draw", "challenge", "stock_out"):
        won, net = sums.field(f"won_{ending}"), sums.field(f"payout_{ending}")
        assert won >= 0
        assert net == 0
