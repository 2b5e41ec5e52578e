"""How strong the bots are: duplicate deals against a field of `greedy`, and `expert` against everybody.

    python -m tools.ladder field --deals 20000 --seed 1
    python -m tools.ladder triples --deals 3000 --seed 1
    python -m tools.ladder docs --deals 20000 --seed 1

Every line-up plays every deal in every seating; the unit of all intervals is the deal. `field` prints what each bot
earns a game against two `greedy`, with Holm-corrected verdicts against `greedy` itself; `triples` seats one bot
(`--bot`) with every pair of others and prints its least lead in each line-up; `docs` writes the table of `field`
into the page about the bots.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from strategies import load_player, names, strategy
from strategies.laid_over import Habit
from tongits_sim import stats
from tongits_sim.compile.jit import njit
from tongits_sim.compile.match_loop import MatchRange, match_loop
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.worker import PERMUTATIONS, Triple, WorkerState
from tongits_sim.rules import load, preset_names
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reference" / "strategies.md"
PRESETS = preset_names()
FIELD = [name for name in names() if not isinstance(strategy(name), Habit)]
"""The bots of the ladder; those that lie over a player play nearly as he does."""
SLOWER = 50
"""Factor by which bots that search play fewer deals."""


@njit
def _add_game(records, payoffs, at):
    """Add a game to its deal; payoffs: int64[deals, 3], hundredths by slot."""
    for seat in range(3):
        payoffs[at, records.table.seating[seat]] += records.result.payout[seat]


_play_deals = match_loop(TABLE, _add_game)


def payoffs(rules: str, players: Sequence[Player], deals: int, seed: int) -> np.ndarray:
    """Payout per game by deal and slot, in units, averaged over all distinct seatings of the deal."""
    seats = WorkerState(load(rules), players, seed, lambda *where: "")
    seatings = seats.sit((0, 1, 2), _seatings([player.label for player in players]))
    sums = np.zeros((deals, 3), np.int64)
    with seats.playing():
        _play_deals(seats.records, sums, MatchRange(np.uint64(seed), 0, deals, 1), seatings, False)
    if fault := seats.fault():
        raise SystemExit(fault.sentence())
    return sums / (UNIT * len(seatings))


def _seatings(labels: Sequence[str]) -> list[Triple]:
    """All distinct seatings; players with equal labels are interchangeable."""
    return list({tuple(labels[slot] for slot in order): order for order in PERMUTATIONS}.values())


def mean_and_error(values: np.ndarray) -> tuple[float, float]:
    """Mean over deals and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / math.sqrt(len(values)))


def p_value(mean: float, error: float) -> float:
    """Two-sided p of a mean against 0, normal approximation."""
    return math.erfc(abs(mean) / error / math.sqrt(2)) if error > 0 else 1.0


def field(
    bots: Sequence[str], presets: Sequence[str], deals: int, seed: int
) -> list[tuple[str, str, float, float, float]]:
    """(preset, bot, payout against two greedy, half-width of its 95 % interval, Holm-adjusted p), best first.

    The payout is compared with that of three `greedy` on the same deals, who earn the same on average before fees. Bots
    that search take hundreds of times as long and play `SLOWER` times fewer deals.
    """
    rows = []
    greedy = load_player("greedy")
    for preset in presets:
        base = payoffs(preset, [greedy] * 3, deals, seed).mean(axis=1)
        leads = []
        for bot in bots:
            if bot == "greedy":
                continue
            player = load_player(bot)
            few = deals if not player.strategy.searches else max(2, deals // SLOWER)
            paired = payoffs(preset, [player, greedy, greedy], few, seed)[:, 0] - base[:few]
            leads.append((bot, *mean_and_error(paired)))
        adjusted = stats.holm([p_value(mean, error) for _, mean, error in leads])
        block = [
            (preset, bot, mean, 1.96 * error, float(p)) for (bot, mean, error), p in zip(leads, adjusted, strict=True)
        ]
        rows += sorted(block, key=lambda row: -row[2])
    return rows


def triples(bot: str, others: Sequence[str], preset: str, deals: int, seed: int) -> list[tuple[str, str, float, float]]:
    """(A, B, least lead of `bot` over A or B, its standard error) for all pairs of others, the worst first."""
    rows = []
    for a, b in itertools.combinations_with_replacement(others, 2):
        payoff_rows = payoffs(preset, [load_player(bot), load_player(a), load_player(b)], deals, seed)
        rivals = [payoff_rows[:, 1:].mean(axis=1)] if a == b else [payoff_rows[:, 1], payoff_rows[:, 2]]
        leads = [mean_and_error(payoff_rows[:, 0] - rival) for rival in rivals]
        rows.append((a, b, *min(leads)))
    return sorted(rows, key=lambda row: row[2])


def ladder(presets: Sequence[str], deals: int, seed: int) -> str:
    """The ladder of docs/reference/strategies.md."""
    words = (
        "What one bot earns against two `greedy`, in units a game, less what `greedy` itself earns there. All bots "
        f"play the same {deals:,} deals in every seating, and bots that search {max(2, deals // SLOWER):,} of them "
        "(single games, no jackpot). An asterisk marks what differs from `greedy` after Holm's correction over the "
        "bots of a column. Bots stand in the order of their mean place. Their numbers were chosen on other seeds. "
        "Against other players they may rank otherwise.\n\n"
        f"    python -m tools.ladder field --deals {deals} --seed {seed}"
    )
    return "\n\n".join(["## Ladder", words, _ladder_table(presets, deals, seed)]) + "\n"


def _ladder_table(presets: Sequence[str], deals: int, seed: int) -> str:
    cells = {(preset, bot): (mean, half, p) for preset, bot, mean, half, p in field(FIELD, presets, deals, seed)}
    places = {preset: [bot for name, bot in cells if name == preset] for preset in presets}

    def sum_of_places(bot: str) -> int:
        return sum(order.index(bot) for order in places.values())

    bots = sorted(places[presets[0]], key=sum_of_places)
    lines = ["| bot | " + " | ".join(presets) + " |", "| --- |" + " ---: |" * len(presets)]
    for bot in bots:
        row = []
        for preset in presets:
            mean, half, p = cells[preset, bot]
            row.append(f"{mean:+.3f} ± {half:.3f}{'*' if p < 0.05 else ''}")
        lines.append(f"| {bot} | {' | '.join(row)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=["field", "triples", "docs"])
    parser.add_argument("--rules", default=",".join(PRESETS))
    parser.add_argument("--bots", default=";".join(FIELD), help="separated by semicolons")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    bots = options.bots.split(";")
    if options.table == "docs":
        above = PAGE.read_text(encoding="utf-8").partition("## Ladder\n")[0]
        PAGE.write_text(above + ladder(options.rules.split(","), options.deals, options.seed), encoding="utf-8")
        return
    if options.table == "field":
        for preset, bot, mean, half, p in field(bots, options.rules.split(","), options.deals, options.seed):
            print(f"{preset:14} {bot:28} {mean:+.4f} ± {half:.4f}  p {p:.2g}", flush=True)
        return
    for preset in options.rules.split(","):
        others = [bot for bot in bots if bot != options.bot]
        for a, b, lead, error in triples(options.bot, others, preset, options.deals, options.seed):
            print(f"{preset:14} {options.bot} - {a}, {b}: {lead:+.4f} ± {1.96 * error:.4f}", flush=True)


if __name__ == "__main__":
    main()
