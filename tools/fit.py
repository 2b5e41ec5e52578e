"""How well `tongits analyze styles` recovers known bots from 30, 300 and 3,000 games: see docs/explanation/reading.md.

    python -m tools.fit             # prints the table
    python -m tools.fit --write     # puts it into docs/explanation/reading.md

Each bot plays beside two of normal style. The truth is its play in 20,000 other games; a bot of the population is left
out of it while it is fitted. Errors are root mean squares over its decisions in those games.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from analyses.fit import fit_style
from analyses.fitting.population import Population, decisions_of, members, population
from analyses.fitting.seen import Seen
from analyses.fitting.situations import AXES
from analyses.solving.locks import style
from strategies import load_player
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.how import How
from tools.blocks import write_block

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "reading.md"
NAME = "fit"
GAMES = (30, 300, 3000)
STRANGER = "greedy(call_at=35, challenge_at=40)"
BOTS = ("expert", "solved", "sniper", "adaptive", "caller", "miser", "fighter", "bluffer", STRANGER)
TRUTH, OTHER = 20_000, 1_000_000
_OFTEN = 30
"""The least number of times that a situation came up in the true games."""

Counts = dict[str, tuple[np.ndarray, np.ndarray]]


def without(whole: Population, name: str) -> Population:
    """The population without a bot."""
    others = [number for number, each in enumerate(whole.names) if each != name]
    return Population(
        tuple(whole.names[number] for number in others), {k: each[others] for k, each in whole.yes.items()}
    )


def counts(rules: RuleSet, spec: str, games: int, seed: int) -> Counts:
    """The decisions of a bot in `games` games."""
    other = load_player(style("normal", "normal"))
    return decisions_of(rules, (load_player(spec), other, other), How(), games, seed)


def compared(rules: RuleSet, own: Counts, truth: Counts, others: Population, games: int) -> tuple[float, float, float]:
    """Root mean square errors of the fit and of plain frequencies, and the share of decisions in covering intervals."""
    asked, yes = ({kind: own[kind][place].astype(int) for kind in own} for place in (0, 1))
    posteriors = fit_style(Seen(rules, games, asked, yes), others).posteriors
    sums = np.zeros(4)
    for kind in AXES:
        n, k = truth[kind]
        often = n >= _OFTEN
        share, weight = k[often] / n[often], n[often]
        rate = yes[kind].sum() / max(asked[kind].sum(), 1)
        plain = np.where(asked[kind] > 0, yes[kind] / np.maximum(asked[kind], 1), rate)[often]
        low, high = (ends[often] for ends in posteriors[kind].interval())
        noise = 2 * np.sqrt(share * (1 - share) / n[often])
        held = (low <= share + noise) & (share - noise <= high)
        errors = posteriors[kind].mean[often] - share, plain - share
        sums += [
            *(float((weight * each**2).sum()) for each in errors),
            float((weight * held).sum()),
            float(weight.sum()),
        ]
    return float((sums[0] / sums[3]) ** 0.5), float((sums[1] / sums[3]) ** 0.5), float(sums[2] / sums[3])


def table(name: str, seed: int) -> str:
    """The block of docs/explanation/reading.md."""
    rules = load(name)
    whole = population(rules, members(rules), How(), seed=seed)
    lines = ["| bot | " + " | ".join(f"{games:,} games" for games in GAMES) + " |", "| --- |" + " --- |" * len(GAMES)]
    for bot in BOTS:
        truth = counts(rules, bot, TRUTH, seed + OTHER)
        row = []
        for games in GAMES:
            own = counts(rules, bot, games, seed + games)
            error, plain, held = compared(rules, own, truth, without(whole, bot), games)
            row.append(f"{error:.3f} ({plain:.3f}), {100 * held:.0f} %")
        lines.append(f"| `{bot}` | " + " | ".join(row) + " |")
    words = (
        "Error of the fitted frequencies (in brackets that of plain frequencies), and share of decisions in "
        f"situations whose interval holds the truth, under {name}. The truth comes from {TRUTH:,} other games; a bot "
        f"of the population is left out of it while it is fitted. Seed {seed}."
    )
    return words + "\n\n" + "\n".join(lines)


def main() -> None:
    """Measure, print, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    text = table(options.rules, options.seed)
    if options.write:
        write_block(PAGE, NAME, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
