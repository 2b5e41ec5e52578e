"""What is it worth to be mano?

Each deal is played four times: every seat keeps its sixteen tiles, the rest of the wall is the same, and each seat in
turn is mano, who takes the first tile of the wall and begins. The difference of a seat's payouts is what being mano
brings, the tiles being equal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mahjong_sim.analyses import forked
from mahjong_sim.analyses.answers import ManoAnswer, ManoRow
from mahjong_sim.analyses.question import Inquiry, Question
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from mahjong_sim.designs.manos.totals import ManoTotals

PLACES = {
    "first": "the next seat after mano",
    "second": "the seat opposite mano",
    "third": "the last seat, before mano",
}


def ask(inquiry: Inquiry) -> ManoAnswer:
    """The answer of `analyze mano`."""
    from mahjong_sim.designs.manos.job import ManoJob
    from mahjong_sim.designs.manos.totals import CELLS, MOST_SHANTEN

    run = inquiry.how.run(ManoJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed))
    totals, labels = run.totals, [player.label for player in inquiry.players]
    places = tuple(ManoRow(words, *_of(totals, "all", name)) for name, words in PLACES.items())
    shanten = [
        ManoRow(f"{away}+" if away == MOST_SHANTEN else f"{away}", *_of(totals, f"shanten {away}"))
        for away in range(MOST_SHANTEN + 1)
    ]
    players = [ManoRow(label, *_of(totals, f"slot {slot}")) for slot, label in enumerate(labels)]
    return ManoAnswer(
        **(inquiry.head(MANO) | {"games": 4 * run.games}),
        deals=run.games,
        payout=_mean(totals, "all", "payout"),
        won=_mean(totals, "all", "won"),
        bunot=_mean(totals, "all", "bunot"),
        won_mano=_mean(totals, "all", "won_mano"),
        won_other=_mean(totals, "all", "won_other"),
        places=places,
        shanten=tuple(row for row in shanten if row.n),
        by_player=tuple(players) if len(set(labels)) > 1 else (),
        elapsed_s=run.elapsed,
        method={
            "mano": "each deal is played four times, each seat once as mano, with the same sixteen tiles for every "
            f"seat and the same wall; {len(CELLS)} groups of seats are estimated",
            "unit": f"the deal; {run.games:,} deals, four games each; ratio of sums, delta method",
            "stopping": "a number of deals fixed before the start",
        },
    )


def _of(totals: ManoTotals, cell: str, value: str = "payout") -> tuple[int, Estimate, Estimate]:
    from mahjong_sim.designs.manos.totals import CELLS

    seats = int(totals["cells"][CELLS.index(cell), 0])
    return seats, _mean(totals, cell, value), _mean(totals, cell, "won") if value == "payout" else Estimate(None)


def _mean(totals: ManoTotals, cell: str, value: str) -> Estimate:
    """The mean of a value over the seats of a cell, units or a share."""
    from mahjong_sim.designs.manos.totals import CELLS, THIRDS, VALUES
    from tongits_sim.any_game.counts import UNIT
    from tongits_sim.stats.moments import mean_of

    money = not value.startswith(("won", "bunot"))
    scale = (1 / UNIT if money else 1.0) / (3 if value in THIRDS else 1)
    moments: Any = totals["cells"][CELLS.index(cell)]
    return forked.mean(mean_of(totals.games, moments, VALUES.index(value)).scaled(scale))


MANO = Question(
    name="mano",
    asks="What is it worth to be mano (the dealer)?",
    games=10_000,
    ask=ask,
    answer=ManoAnswer,
    rows="shanten",
    forked=False,
    games_help="Number of deals; each is played four times.",
    counts="deals",
)
