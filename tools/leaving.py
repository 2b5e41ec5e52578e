"""How many games are saved by arms that leave a comparison early, and whether only dismissible arms leave.

    python -m tools.leaving claims --runs 1000
    python -m tools.leaving bots --within 0.1
    python -m tools.leaving knobs --within 0.1

`claims` plays comparisons whose payouts are drawn: how often the best bot leaves, and whether intervals hold the
truth. `bots` compares 18 bots, and `knobs` all changes of the house rules, to a half-width. Both print the number of
games, and the number without leaving.
"""

from __future__ import annotations

import argparse
from collections import Counter

from analyses.compare import compare
from analyses.whatif import whatif
from tests.analyses.drawn import repeated
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions

QUIET = RunOptions(workers=1, notice=silent)
BOTS = (
    "trained,expert,greedy,caller,hunter,random,miser,defender,bluffer,turtle,sniper,adaptive,greedy(challenge_at=0),"
    "greedy(challenge_at=40),caller(call_at=45),caller(call_at=30),expert(call_none=60),expert(fight_base=30)"
)
CLAIMS = {
    "almost alike": (0.001, 0, 0, 0, 0, 0),
    "two alike, others a little worse": (0.001, 0, -40, -40, -60, -80),
    "each a little worse than the one before": (0, -15, -30, -45, -60, -75),
    "four clearly worse": (0, -10, -300, -300, -400, -500),
}
"""Mean payouts of a deal, hundredths; their standard deviation is 500."""


def claims(runs: int) -> None:
    for name, means in CLAIMS.items():
        found = repeated(runs, means)
        print(
            f"{name}: the best left in {found.best_left / runs:.1%}, a limit was wrong in {found.wrong / runs:.1%} of "
            f"{runs:,}; the interval of the two best holds the truth in {found.held / max(found.known, 1):.1%} of "
            f"{found.known:,}; {found.deals / found.deals_of_all:.0%} of the deals"
        )


def bots(within: float, seed: int) -> None:
    answer = compare(players=BOTS, within=within, seed=seed, sessions=False, run_options=QUIET).answer
    print(answer.within and answer.within.sentence())
    for row in answer.ranking:
        print(f"{row.rank:>3} {row.player:24} {row.left_after or 'stayed'}")
    _show(answer.games_played, answer.deals * _games_of_a_deal(len(answer.players)))


def _show(games: int, of_all: int) -> None:
    print(f"{games:,} games; if all had played on as many deals: {of_all:,}, so {games / of_all:.0%} of them")


def _games_of_a_deal(players: int) -> int:
    return players * (players - 1) * (players - 2)


def knobs(within: float, seed: int) -> None:
    answer = whatif(all_knobs=True, within=within, seed=seed, run_options=QUIET).answer
    print(answer.within and answer.within.sentence())
    print(sorted(Counter(change.deals for change in answer.changes).items()))
    _show(answer.games_played, answer.deals * (len(answer.changes) + 1) * answer.seatings * answer.match_games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("claims", "bots", "knobs"))
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--within", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.what == "claims":
        claims(given.runs)
    elif given.what == "bots":
        bots(given.within, given.seed)
    else:
        knobs(given.within, given.seed)


if __name__ == "__main__":
    main()
