"""How often each style calls when it may, and challenges when called: the table in docs/explanation/solving.md.

    python -m tools.styles                     # measures all presets, prints the table
    python -m tools.styles --write             # puts it into docs/explanation/solving.md
    python -m tools.styles --counts            # frequencies by largest count under pagat, for the choice of styles

A caller of each style, and a challenger of each, sits beside two players of normal style.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from analyses.solving.locks import CALLERS, CALLS, CHALLENGERS, CHALLENGES, style
from analyses.solving.solver import Problem
from analyses.styles import habits
from strategies import load_player
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tools.blocks import write_block
from tools.ladder import PRESETS

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "solving.md"
NAME = "styles"


def measured(preset: str, spec: str, games: int, seed: int) -> tuple[float | None, float | None]:
    """Share of its chances in which a player calls, and challenges, beside two of normal style; None without any."""
    player, other = load_player(spec), load_player(style("normal", "normal"))
    rates = habits(Problem(load(preset), player, seed), (player, other, other), How(), games)
    return rates.calls, rates.challenges


def frequencies(preset: str, games: int, seed: int) -> dict[str, float | None]:
    """How often each style says yes under a preset: callers, then challengers."""
    calls = {f"calls {name}": measured(preset, style(name, "normal"), games, seed)[0] for name in CALLERS}
    fights = {f"fights {name}": measured(preset, style("normal", name), games, seed)[1] for name in CHALLENGERS}
    return calls | fights


def table(presets: Sequence[str], games: int, seed: int) -> str:
    """The block of docs/explanation/solving.md."""
    heads = [*(f"{name} calls" for name in CALLERS), *(f"{name} challenges" for name in CHALLENGERS)]
    aims = [*CALLS.values(), *CHALLENGES.values()]
    limits = [*CALLERS.values(), *CHALLENGERS.values()]
    lines = ["| rules | " + " | ".join(heads) + " |", "| --- |" + " ---: |" * len(heads)]
    lines.append("| aimed at | " + " | ".join(f"{100 * aim:.0f} %" for aim in aims) + " |")
    lines.append("| largest count | " + " | ".join(str(limit) for limit in limits) + " |")
    for preset in presets:
        row = frequencies(preset, games, seed).values()
        lines.append(f"| {preset} | " + " | ".join(shown(share) for share in row) + " |")
    words = (
        "How often each style says yes when it may, beside two players of normal style: a caller in its chances to "
        f"call, a challenger of the calls it may challenge. {games:,} games from seed {seed} for each figure; –: "
        "nobody is ever asked."
    )
    return words + "\n\n" + "\n".join(lines)


def shown(share: float | None) -> str:
    """A share in per cent."""
    return "–" if share is None else f"{100 * share:.1f} %"


def counts(games: int, seed: int) -> str:
    """Frequencies under pagat by largest count."""
    lines = []
    for limit in (0, 2, 4, 6, 8, 10, 12, 15, 18, 21, 24, 27, 30, 35, 40, 45, 50, 60, 75):
        calls, _ = measured("pagat", f"greedy(call_at={limit}, challenge_at={CHALLENGERS['normal']})", games, seed)
        _, fights = measured("pagat", f"greedy(call_at={CALLERS['normal']}, challenge_at={limit})", games, seed)
        lines.append(f"{limit:4} calls {shown(calls):>7}   challenges {shown(fights):>7}")
    return "\n".join(lines)


def main() -> None:
    """Measure, print, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rules", default=",".join(PRESETS))
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--page", type=Path, default=PAGE)
    options = parser.parse_args()
    if options.counts:
        print(counts(options.games, options.seed))
        return
    text = table(options.rules.split(","), options.games, options.seed)
    if options.write:
        write_block(options.page, NAME, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
