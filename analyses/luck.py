"""Luck of the cards: how much better a deal and each draw were than the average of the same deck.

A control variate for the result of a game. At every chance event, take the strength of the hand that came, less its
mean over all cards that might have come: over all deals for the deal, over all cards in the stock for a draw. Nobody's
choices depend on the order of the stock, so each card of the stock is equally likely to be drawn, and the difference
has mean 0 for any measure of strength and any way of playing. So subtracting fixed multiples of the differences leaves
results unbiased. The multiples are fitted on other games, so that little variance remains.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies.book.tables import OWN
from strategies.registry import load_player
from strategies.trained import RULES
from tongits_sim.cards import NATURALS, U, card_points, cards_in, parse_card
from tongits_sim.hands.melds import least_deadwood
from tongits_sim.records.write import play_records
from tongits_sim.rules import load, rules_record
from tongits_sim.run.files import read_json, write_whole
from tongits_sim.stats._numbers import portable

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

FIT_GAMES, CHECK_GAMES = 450, 300
"""Games to fit the multiples on, and games to measure the saved variance on."""
_FIT_SEED = 0x10C4_F17E
_DEALS = 3000
_STRENGTHS = 3  # measures of how strong a hand is
_UNIT_BITS = 20  # bits of the value of a control, six decimal digits: a linear algebra library guarantees a few more
_SEATS = 3


@dataclass(frozen=True)
class LuckValues:
    """The value of luck."""

    rules: RuleSet  # the house rules
    means: np.ndarray  # float64[2, strengths], mean strengths of dealt hands of 12 and of 13 cards
    units: np.ndarray  # float64[controls], what each control is worth, in units
    factor: float  # variance of a result divided by the variance of the adjusted result, on games that fitted nothing
    games: tuple[int, int]  # games that fitted, and games that measured the factor
    players: tuple[str, ...]  # labels of the players of these games

    def of(self, record: Record, seat: int) -> dict[str, float]:
        """The luck of a seat in a game by source, in units: `deal`, `stock`, `others`."""
        return self.by_seat(record)[seat]

    def known_of(self, record: Record, seat: int) -> dict[str, float | None]:
        """The luck by source, also for a game that only this seat saw: the stock is unknown there, so `stock` and
        `others` are None.
        """
        if "unknown" not in record:
            return dict(self.of(record, seat))
        hand = _mask(record["hands"][seat])
        strong = strength(hand, rules_record(self.rules)[0].melds_ace_runs, 1.0) - self.means[hand.bit_count() - 12]
        own = self.units.reshape(_SEATS, 2, _STRENGTHS)[0, 0]
        return {"deal": float((strong * own).sum()), "stock": None, "others": None}

    def by_seat(self, record: Record) -> list[dict[str, float]]:
        """The luck of each seat in a game, in units: of the own deal, of the draws, and of the opponents' cards."""
        worth = self.units.reshape(_SEATS, 2, _STRENGTHS)
        seats = []
        for turned in controls_by_seat(record, self.rules, self.means):
            parts = (turned.reshape(_SEATS, 2, _STRENGTHS) * worth).sum(axis=2)
            seats.append({"deal": float(parts[0, 0]), "stock": float(parts[0, 1]), "others": float(parts[1:].sum())})
        return seats


def strength(hand: int, ace_runs: int, stock: float) -> np.ndarray:
    """How strong a hand (mask) is, float64[3]: its count after the best discard, in tens; this count times the share of
    the stock that is left; the number of cards in melds, in threes. Jokers are left out.
    """
    natural = U(hand) & NATURALS
    count, sets, runs = least_deadwood(natural, ace_runs)
    melded = int(sets) | int(runs)
    largest = max((card_points(card) for card in cards_in(int(natural) & ~melded)), default=0)
    after = (int(count) - largest) / 10
    return np.array([after, after * stock, melded.bit_count() / 3])


def controls(record: Record, seat: int, rules: RuleSet, means: np.ndarray) -> np.ndarray:
    """The controls of a game for a seat, each with mean 0: float64[18], by player (oneself, right, left), event (deal,
    draws) and strength.

    Args:
        seat: the seat that gets the adjusted result.
        means: mean strengths of dealt hands of 12 and 13 cards.
    """
    ace_runs = rules_record(rules)[0].melds_ace_runs
    drawn = luck_of_draws(record, ace_runs)
    values = np.zeros((_SEATS, 2, _STRENGTHS))
    for owner in range(_SEATS):
        hand = _mask(record["hands"][owner])
        role = (owner - seat) % _SEATS
        values[role, 0] = strength(hand, ace_runs, 1.0) - means[hand.bit_count() - 12]
        values[role, 1] = drawn[owner]
    return values.reshape(-1)


def luck_of_draws(record: Record, ace_runs: int) -> np.ndarray:
    """By seat, the strength of the hand with each card drawn less its mean over all cards of the stock at that time,
    summed over the draws of a game: float64[3, strengths].
    """
    hands = [_mask(cards) for cards in record["hands"]]
    stock = [1 << parse_card(card) for card in record["stock"]]
    draws = np.zeros((_SEATS, _STRENGTHS))
    drawn = 0
    for event in record["events"]:
        act = event["act"]
        seat = event.get("seat")
        cards = event.get("cards")
        if act == "draw":
            left = len(stock) - drawn
            strengths = [strength(hands[seat] | card, ace_runs, left / len(stock)) for card in stock[drawn:]]
            draws[seat] += strengths[0]
            draws[seat] -= sum(strengths) / left
            hands[seat] |= stock[drawn]
            drawn += 1
        elif act in ("discard", "sapaw"):
            hands[seat] &= ~_mask([event["card"]])
        elif act in ("lay", "secret", "take") and isinstance(cards, list):
            hands[seat] &= ~_mask(cards)
        elif act == "take" and "onto" not in event:
            hands[seat] |= _mask([event["card"]])
    return draws


def _mask(cards: Sequence[str]) -> int:
    return sum(1 << parse_card(card) for card in cards)


def controls_by_seat(record: Record, rules: RuleSet, means: np.ndarray) -> list[np.ndarray]:
    """The controls for each seat, float64[18] as `controls`: the same numbers, rotated."""
    once = controls(record, 0, rules, means).reshape(_SEATS, -1)
    return [np.roll(once, -seat, axis=0).reshape(-1) for seat in range(_SEATS)]


def mean_strengths(rules: RuleSet, deals: int = _DEALS) -> np.ndarray:
    """Mean strengths of dealt hands of 12 and of 13 cards, from random deals: float64[2, strengths]."""
    record = rules_record(rules)[0]
    deck = [16 * suit + rank for suit in range(4) for rank in range(13)] + [14, 30][: int(record.jokers_count)]
    rng = np.random.default_rng(_FIT_SEED)
    sums = np.zeros((2, _STRENGTHS))
    for _ in range(deals):
        order = rng.permutation(deck).tolist()
        for size in (12, 13):
            hand = sum(1 << card for card in order[:size])
            sums[size - 12] += strength(hand, record.melds_ace_runs, 1.0)
    return sums / deals


def results_of(record: Record) -> np.ndarray:
    """The payouts of a game by seat, units: float64[3]; NaN if the record lacks them."""
    return np.array([math.nan if amount is None else float(amount) for amount in record["result"]["payout"]])


def luck_values(
    rules: RuleSet,
    players: Sequence[Player],
    seed: int = 1,
    fit: int = FIT_GAMES,
    check: int = CHECK_GAMES,
    deals: int = _DEALS,
) -> LuckValues:
    """Fit the value of luck on games of bots, and measure on other games the variance that it saves. Raises
    TongitsError.

    Args:
        fit: games to fit on.
        check: games to measure on.
        deals: random deals to measure the mean strength of a hand.
    """
    means = mean_strengths(rules, deals)
    games = play_records(rules, players, fit + check, (seed ^ _FIT_SEED) % 2**64, match_games=1)
    x, y = _rows(games, rules, means)
    units = portable(np.linalg.lstsq(x[: 3 * fit], y[: 3 * fit], rcond=None)[0], _UNIT_BITS)
    held_x, held_y = x[3 * fit :], y[3 * fit :]
    rest = held_y - (held_x * units).sum(axis=1)
    factor = float(held_y.var() / rest.var()) if len(rest) and rest.var() > 0 else 1.0
    return LuckValues(rules, means, units, factor, (fit, check), tuple(player.label for player in players))


def _rows(games: Iterable[Record], rules: RuleSet, means: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Controls and results, a row for each seat of each game."""
    x = list[np.ndarray]()
    y = list[float]()
    for record in games:
        x += controls_by_seat(record, rules, means)
        y += results_of(record).tolist()
    return np.array(x), np.array(y)


FILE = Path(__file__).parent / "luck_values.json"
FORMAT = "tongits-luck/1"
FIT, CHECK, DEALS = 1500, 1000, 20_000
"""Games to fit on, games to measure the variance factor on, and random deals for the mean strengths."""
SEED = 1
_LARGEST = 1_000_000


def luck_of(rules: RuleSet, players: Sequence[Player], seed: int = 1) -> LuckValues:
    """The value of luck under these rules: shipped, or fitted on games of the players. Raises TongitsError.

    players: three players, used if no values ship for the rules.
    """
    return shipped(rules) or luck_values(rules, players, seed)


def shipped(rules: RuleSet, file: Path = FILE) -> LuckValues | None:
    """The values in the file for exactly these rules, under any name; None if it has none. Raises FileError."""
    digest = rules.digest()
    return next((_values(rules, entry) for entry in _read(file) if entry["rules_digest"] == digest), None)


def make_all(names: Sequence[str], file: Path = FILE, games: tuple[int, int] = (FIT, CHECK)) -> Iterator[LuckValues]:
    """Fit the values of some rules, and write the file at the end. Raises TongitsError.

    Args:
        names: presets, also with overlays. Rules played for a score have no values.
        file: the file to write.
        games: games to fit on, and games to measure on.
    """
    entries = []
    for name in names:
        rules = load(name)
        if rules.match.progressive_target > 0:
            continue
        values = luck_values(rules, [load_player(OWN)] * 3, SEED, *games, DEALS)
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
    return [_round(item) for item in value] if isinstance(value, list) else round(value, 6)


@functools.lru_cache(maxsize=4)
def _read(file: Path) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = read_json(file, _LARGEST)["values"]
    return entries


def _values(rules: RuleSet, entry: dict[str, Any]) -> LuckValues:
    fit, check = entry["games"]
    means = np.array(entry["means"])
    units = np.array(entry["units"])
    return LuckValues(rules, means, units, entry["factor"], (fit, check), tuple(entry["players"]))


def main(say: Callable[[str], object] = print) -> None:
    """Fit the values of luck that ship with the program, and print how much variance each saves."""
    for values in make_all(RULES):
        say(f"{values.rules.name}: variance factor {values.factor:.2f}")


if __name__ == "__main__":
    main()
