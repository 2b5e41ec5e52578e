"""Fits the table of the risk of a discard that bots use (`mahjong_sim/bots/risk_numbers.py`), and writes it.

    python -m mahjong_sim.analyses.risk_fit -o mahjong_sim/bots/risk_numbers.py

At one discard in eight, drawn by chance, another tile is discarded (as in `analyze discards`). The wins with it are
counted by class of tile, own turn, whether the kind was discarded before, the most bahay on another's table, and the
number of the kind that lie open. The probability of a win is a product: a factor for each class of tile, each history
of discards and each number that lies open, and a number for each turn and bahay. The fit maximizes the Poisson
likelihood by fitting the sums of one factor after the other. The numbers for turn and bahay shrink towards the product
of two factors, as if `PRIOR` more wins agreed with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mahjong_sim.bots.registry import load_players
from mahjong_sim.rules import load
from reports.commands.options import Whole
from tongits_sim.folders.files import write_output
from tongits_sim.run.how import How

if TYPE_CHECKING:
    import numpy as np


PLAYERS = "greedy,greedy,caller,defender"
"""The players: bots that do not use the fitted table."""
GAMES, SEED = 400_000, 7_001
ONE_IN = 8
TURNS = tuple(range(17))
"""Own turns with a number each; the last stands for all later ones."""
OPEN = (0, 1, 2, 3, 4)
ROUNDS = 200
PRIOR = 100.0
"""Weighted wins: a discard has the number of kinds it was drawn from as its weight, about eleven."""
DIGITS = 4


@dataclass(frozen=True)
class RiskNumbers:
    """The fitted probability that somebody wins with a discard: a product of one number of each field.

    Attributes:
        by_turn: by own turn and the most bahay on another's table: the probability for the middle of a suit when no
            tile of the kind lies open.
        tiles: factors by class of tile (`layout.TILE_CLASSES`).
        thrown: factors by whether the kind was discarded before (`layout.THROWN`).
        seen: factors by the number of the kind that lie open.
    """

    by_turn: tuple[tuple[float, ...], ...]
    tiles: tuple[float, ...]
    thrown: tuple[float, ...]
    seen: tuple[float, ...]


def count_discards(games: int, seed: int, how: How) -> tuple[np.ndarray, np.ndarray]:
    """Weighted discards, and those that somebody won with: float64[tiles, turns, thrown, open, seen] each.

    Args:
        games: games to play.
        seed: the seed of the games.
        how: workers, folder, progress.
    """
    from mahjong_sim.designs.forks.job import Binning, Bins, ForkJob
    from mahjong_sim.designs.forks.layout import VALUES
    from tongits_sim.any_game.designs.binned import moment_names

    axes = {
        "tile_class": (0, 1, 2, 3, 4),
        "own_turn": TURNS,
        "thrown": (0, 1, 2),
        "others_open": OPEN,
        "seen": OPEN[:4],
    }
    binning = Binning("risk", tuple(Bins(name, edges) for name, edges in axes.items()))
    job = ForkJob(load("visayan"), load_players(PLAYERS), "discards", (binning,), games, seed, one_in=ONE_IN)
    moments = how.run(job).totals["cells"].astype(float).reshape(*binning.shape, -1)
    names = moment_names(VALUES)
    return moments[..., names.index("n")], moments[..., names.index("d:dealt_in_a")]


def fit_numbers(discards: np.ndarray, won: np.ndarray) -> RiskNumbers:
    """The numbers that fit these counts best; the arrays are from `count_discards`."""
    import numpy as np

    factors = [np.ones(length) for length in won.shape]
    for _ in range(ROUNDS):
        for axis, factor in enumerate(factors):
            others = tuple(each for each in range(won.ndim) if each != axis)
            factor *= won.sum(others) / np.maximum(expected_wins(discards, factors).sum(others), 1e-9)
    together = (0, 2, 4)
    drawn = (won.sum(together) + PRIOR) / (expected_wins(discards, factors).sum(together) + PRIOR)
    tiles, turns, thrown, opened, seen = factors
    by_turn = turns[:, None] * opened[None, :] * drawn * tiles[2] * thrown[0] * seen[0]
    return RiskNumbers(
        tuple(map(rounded, by_turn)), rounded(tiles / tiles[2]), rounded(thrown / thrown[0]), rounded(seen / seen[0])
    )


def expected_wins(discards: np.ndarray, factors: Sequence[np.ndarray]) -> np.ndarray:
    """The expected number of discards that somebody wins with, float64 by cell: a product of a factor for each axis."""
    product = discards
    for axis, factor in enumerate(factors):
        product = product * factor.reshape([-1 if each == axis else 1 for each in range(len(factors))])
    return product


def rounded(numbers: np.ndarray) -> tuple[float, ...]:
    """The numbers with the digits of the written table."""
    return tuple(round(float(each), DIGITS) for each in numbers)


def source(numbers: RiskNumbers, games: int, seed: int) -> str:
    """The text of `risk_numbers.py`."""
    turns = "".join(f"    {row},\n" for row in numbers.by_turn)
    return (
        '"""The numbers of `risk.py`: how likely a discard is won with.\n\n'
        f"Fitted to forked discards of {games:,} games between {PLAYERS} (seed {seed}).\n"
        'Generated by `python -m mahjong_sim.analyses.risk_fit`; do not edit.\n"""\n\n'
        f"BY_TURN = (\n{turns})\n"
        '"""By own turn, from 0, and the most bahay on another\'s table: the chance for the middle of a suit."""\n'
        f"TILES = {numbers.tiles}\n"
        '"""Factors of the ends of a suit, the tiles beside them, its middle, dragons, winds."""\n'
        f"THROWN = {numbers.thrown}\n"
        '"""Factors of a kind never discarded, discarded before, discarded since the own last discard."""\n'
        f"SEEN = {numbers.seen}\n"
        '"""Factors by how many of the kind lie open."""\n'
    )


@click.command()
@click.option("--games", "-n", type=Whole(100, 10**9), default=GAMES, show_default=True, help="Games to fit to.")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=SEED, show_default=True, help="Seed of these games.")
@click.option("--workers", type=Whole(1, 1024), default=None, help="Blocks played at a time.")
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), required=True, help="File to write.")
def main(games: int, seed: int, workers: int | None, output: Path) -> None:
    """Fit the table of risks and write it."""
    write_output(output, source(fit_numbers(*count_discards(games, seed, How(workers=workers))), games, seed))


if __name__ == "__main__":
    main()
