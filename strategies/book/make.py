"""Makes the book of a rule set: forks at four tables, limits in the form of the rules, and the price by play."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from strategies.book import fit
from strategies.book.book_form import form_of
from strategies.book.bot import by_book
from strategies.book.fork_gains import Z95, Forks
from strategies.book.grid import FEW
from strategies.book.limits import DECISIONS, Book, Decision, Made, Part, Price, Worth
from strategies.book.margin import margin_of
from strategies.book.tables import BOTS, OWN
from tongits_sim.players import load_player
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.answers import Estimate
from tongits_sim.run.base_job import check_seed
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

SEED = 20_261
GAMES, OWN_GAMES = 500_000, 60_000
"""Games at each table: of a book that comes with the program, and of own rules."""
DEALS, OWN_DEALS = 8_000, 2_000
"""Deals of the price at each table, each in three seatings."""
_CHUNK = 50_000  # games of one run; a game has some 3 rows of 400 bytes
_SAMPLED = {"call": 1.0, "respond": 1.0, "lay": 1.0, "draw": 0.0, "sapaw": 0.0, "discard": 0.0}
Told = Callable[[str], None]
TableForks = Mapping[Decision, Forks]
"""The forks at a table, by decision."""


def make(
    rules: RuleSet,
    name: str = "",
    games: int = OWN_GAMES,
    deals: int = OWN_DEALS,
    seed: int = SEED,
    told: Told = lambda text: None,
    earlier: Book | None = None,
) -> Book:
    """Make the book of a rule set.

    Args:
        name: of the preset, for its form; empty: own rules.
        games: games at each table.
        deals: deals of the price at each table; 0: no price.
        told: called with a sentence about what is being played.
        earlier: a book whose limits stand, unless these games surely say that others are better.
    """
    began = time.process_time()
    book = fitted(rules, name, played(rules, games, seed, told), games, seed, earlier)
    prices: tuple[Price, ...] = ()
    if deals:
        told(f"{rules.name}: the price, {deals:,} deals at each table")
        prices = priced(rules, book, deals, check_seed(seed, "price of a book"))
    made = replace(book.made, deals=deals, cpu_s=round(time.process_time() - began, 1))
    return replace(book, price=prices, made=made)


def played(rules: RuleSet, games: int, seed: int = SEED, told: Told = lambda text: None) -> Mapping[str, TableForks]:
    """Play the games of a book: forks by table and decision.

    Args:
        games: games at each table.
        told: called with a sentence about what is being played.
    """
    forks = {}
    for table, bot in BOTS.items():
        told(f"{rules.name}: {games:,} games at the table of {bot}")
        forks[table] = sample(rules, bot, games, check_seed(seed, "book"))
    return forks


def fitted(
    rules: RuleSet,
    name: str,
    forks: Mapping[str, TableForks],
    games: int,
    seed: int,
    earlier: Book | None = None,
) -> Book:
    """The book of a rule set from forks that were played, without its price.

    Args:
        name, games, seed, earlier: as of `make`.
        forks: as `played` returns them.
    """
    from strategies.book.find import program

    margin = margin_of(rules)
    form = form_of(rules, name)
    at: dict[Decision, dict[str, Forks]] = {
        decision: {table: there[decision] for table, there in forks.items()} for decision in DECISIONS
    }
    call = challenge = Part(form.statistic, form.columns, ())
    if _some(at["call"]):
        call = fit.call_part(form, at["call"], margin, earlier.call if earlier else None)
    if _some(at["challenge"]):
        challenge = fit.challenge_part(form, at["challenge"], margin, earlier.challenge if earlier else None)
    lay = fit.lay_part(form, at["lay"], earlier.lay if earlier else None)
    made = Made(games, 0, seed, program(), 0.0)
    return Book(rules.name, rules.digest(), margin, call, challenge, lay, _worth(at["lay"]), (), made)


def sample(rules: RuleSet, bot: str, games: int, seed: int, player: Player | None = None) -> TableForks:
    """Forks of the calls, challenges and first melds of a player against two copies of `bot`; by default the player is
    the strongest bot.
    """
    from strategies.deviator import deviating
    from strategies.sights import SIGHTS
    from tongits_sim.experiments.samples import SampleJob

    players = (deviating(player or load_player(OWN), b"", True), load_player(bot), load_player(bot))
    found: dict[Decision, list[Forks]] = {decision: [] for decision in DECISIONS}
    for first in range(0, games, _CHUNK):
        number = min(_CHUNK, games - first)
        job = SampleJob(rules, players, _SAMPLED, number, seed, first_match=first)
        kind, rows, gain = RunOptions().run(job).totals.rows()

        def see(name: str, rows: np.ndarray = rows) -> np.ndarray:
            column: np.ndarray = rows[:, SIGHTS.index(name)].astype(np.int64)
            return column

        for decision, forks in _forks(kind, see, gain / UNIT, number).items():
            found[decision].append(forks)
    return {decision: Forks.joined(parts) for decision, parts in found.items()}


def _forks(kind: np.ndarray, see: Callable[[str], np.ndarray], gain: np.ndarray, games: int) -> TableForks:
    from strategies.book.limits import NO_DISCARD
    from strategies.option_trees import KINDS

    count = see("count")
    hands = (see("hand_first"), see("hand_second"))
    expected = see("expected_first"), see("expected_second")
    last = tuple(np.where(column < 0, NO_DISCARD, column) for column in (see("last_first"), see("last_second")))
    may = see("challenges_first"), see("challenges_second")
    rivals = may[0] + may[1]

    def open_least(pair: tuple[np.ndarray, ...]) -> np.ndarray:
        """The lower value of the opponents who may challenge, of both if nobody may."""
        return np.where(rivals == 1, np.where(may[0] > 0, *pair), np.minimum(*pair))

    smallest = rivals, open_least(hands), open_least(last), count, open_least(expected)
    answer = see("answer_second")  # at a challenge the caller is the first opponent
    still_deciding = np.where(answer == 2, 2, np.where((answer == 1) | (may[1] == 0), 0, 1))
    first = see("melds") + see("secrets") == 0
    hold = KINDS.index(("lay", "hold"))
    lays = KINDS.index(("lay", "safest"))
    holding = (kind == hold) & first
    laying = (kind == lays) & first & (see("cards_own") == 0)
    masks = {
        "call": kind == KINDS.index(("call", "yes")),
        "challenge": kind == KINDS.index(("respond", "yes")),
        "lay": holding | laying,
    }
    yes = see("points_own") > 0  # at a call and a challenge the place of the own action
    once = np.ones(len(gain))
    every = {
        "call": Forks(*smallest, yes, gain, once, games),
        "challenge": Forks(still_deciding, hands[0], last[0], count, expected[0], yes, gain, once, games),
        "lay": Forks(*smallest, kind == hold, np.where(kind == hold, -gain, gain), once, games),
    }
    return {decision: every[decision].part(masks[decision]) for decision in DECISIONS}


def _some(tables: Mapping[str, Forks]) -> bool:
    return any(len(forks.gain) for forks in tables.values())


def _worth(tables: Mapping[str, Forks]) -> tuple[Worth, ...]:
    """What laying gains by table and by the number of opponents who are open."""
    rows = []
    for table, forks in tables.items():
        for rivals in (0, 1, 2):
            here = forks.gain[forks.rivals == rivals]
            if len(here) >= FEW:
                rows.append(Worth(table, rivals, _mean(here), len(here)))
    return tuple(rows)


def _mean(gains: np.ndarray) -> Estimate:
    mean = float(gains.mean())
    half = Z95 * float(gains.std(ddof=1)) / len(gains) ** 0.5
    return Estimate(round(mean, 4), (round(mean - half, 4), round(mean + half, 4)))


def priced(rules: RuleSet, book: Book, deals: int, seed: int) -> tuple[Price, ...]:
    """The gain of a strong player from the book at each table, on the same deals: with the whole book, and with each
    part alone.
    """
    from tongits_sim.experiments.paired import Arm, PairedJob
    from tongits_sim.experiments.paired_estimates import PairedEstimates
    from tongits_sim.experiments.worker import ROTATIONS

    own = load_player(OWN)
    found = []
    for table, bot in BOTS.items():
        rival = load_player(bot)
        sets = (DECISIONS, *((decision,) for decision in DECISIONS))
        players = [by_book(own, book, table, decisions) for decisions in sets]
        changed = [player for player in players if player is not own]
        arms = tuple(Arm(rules, (player, rival, rival)) for player in (own, *changed))
        job = PairedJob(arms, deals, seed, 1, ROTATIONS)
        effects = PairedEstimates(job, RunOptions().run(job).totals, ["a", "b", "c"])
        gains = iter(Estimate.of(effects.payout(arm, 0).diff) for arm in range(1, len(arms)))
        found.append(Price(table, *(Estimate(0.0) if player is own else next(gains) for player in players)))
    return tuple(found)
