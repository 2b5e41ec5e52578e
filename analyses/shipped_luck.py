"""The value of luck under the rules that ship, fitted once and stored in a file; for other rules it is fitted when
needed.

The multiples are fixed numbers, so results less luck are unbiased whoever plays: only how much variance they save
depends on whose games fitted them. This makes the file anew:

    python -m analyses.shipped_luck
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.advise import field_of
from analyses.card_luck import LuckValues, luck_values
from strategies.deep import RULES
from tongits_sim.rules import load
from tongits_sim.run.files import read_json, write_whole

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

FILE = Path(__file__).parent / "luck_values.json"
FORMAT = "tongits-luck/1"
FIT, CHECK, DEALS = 1500, 1000, 20_000
"""Games that fit, games that measure the variance factor, and random deals for the mean strengths."""
SEED = 1
_LARGEST = 1_000_000


def luck_of(rules: RuleSet, players: Sequence[Player], seed: int = 1) -> LuckValues:
    """The value of luck under these rules: from the file, or fitted on games of the players.

    Args:
        rules: the house rules.
        players: three players, for rules that no values ship for.
        seed: of their games.

    Raises:
        TongitsError: the games cannot be played, or the file cannot be read.
    """
    return shipped(rules) or luck_values(rules, players, seed)


def shipped(rules: RuleSet, file: Path = FILE) -> LuckValues | None:
    """The values in the file for exactly these rules, whatever they are called; None where there are none.

    Raises:
        FileError: the file cannot be read.
    """
    digest = rules.digest()
    return next((_values(rules, each) for each in _read(file) if each["rules_digest"] == digest), None)


def make_all(names: Sequence[str], file: Path = FILE, games: tuple[int, int] = (FIT, CHECK)) -> Iterator[LuckValues]:
    """Fit the values of some rules, and write the file when all are there.

    Args:
        names: presets, also with overlays. Those played for a score have no values.
        file: the file to write.
        games: games that fit, and games that measure.

    Raises:
        TongitsError: the games cannot be played, or the file cannot be written.
    """
    entries = []
    for name in names:
        rules = load(name)
        if rules.match.progressive_target > 0:
            continue
        values = luck_values(rules, field_of(None), SEED, *games, DEALS)
        entries.append(
            {
                "rules": name,
                "rules_digest": rules.digest(),
                "players": list(values.players),
                "games": list(values.games),
                "factor": round(values.factor, 4),
                "means": _round(values.means.tolist()),
                "units": _round(values.units.tolist()),
            }
        )
        yield values
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    write_whole(file, f'{{"format": "{FORMAT}", "values": [\n{lines}\n]}}\n'.encode())
    _read.cache_clear()


def _round(value: Any) -> Any:
    """Numbers, in lists of any depth, to six places."""
    return [_round(each) for each in value] if isinstance(value, list) else round(value, 6)


@functools.lru_cache(maxsize=4)
def _read(file: Path) -> list[dict[str, Any]]:
    """The entries of a file."""
    entries: list[dict[str, Any]] = read_json(file, _LARGEST)["values"]
    return entries


def _values(rules: RuleSet, entry: dict[str, Any]) -> LuckValues:
    fit, check = entry["games"]
    means, units = np.array(entry["means"]), np.array(entry["units"])
    return LuckValues(rules, means, units, entry["factor"], (fit, check), tuple(entry["players"]))


def main(say: Callable[[str], object] = print) -> None:
    """Make the file, with a line said for each rule set."""
    for values in make_all(RULES):
        say(f"{values.rules.name}: variance factor {values.factor:.2f}")


if __name__ == "__main__":
    main()
