"""Bots re-tuned for house rules: repeated best responses within their own thresholds, until none gains much.

Each player's thresholds - when it calls, challenges, opens - are searched in turn, one number after another, on paired
deals: the deviating seat against the same cards without the deviation. Players with the same spec share their
thresholds; then one seat deviates against the others. The remaining gain is estimated on held-out deals.

With three players such a search need not converge to an equilibrium. Its result is a bound: no deviation tried inside
this family gains a seat more than e.
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from analyses.answers.tuning import DeviationGain, TunedAnswer, TunedPlayer
from tongits_sim.any_game.designs.tuning import coarse, resolution, rounded
from tongits_sim.any_game.jobs import MOST_SEED, check_seed
from tongits_sim.designs.paired.estimates import PairedEstimates
from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.designs.tournament.triples import ROTATIONS, Triple
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.notebook import Displayable, View
from tongits_sim.run.sizes import whole
from tongits_sim.stats import Interval
from tongits_sim.stats.intervals import t_interval
from tongits_sim.strategy import Param, Player

SEARCHING, CHALLENGING = 20_000_003, 30_000_001
"""Added to a seed for the deals that tune (one more a round), and those that look for deviations that remain."""
CONFIRMING = "tune"
"""The check whose deals (`check_seed`) measure these deviations."""
SEARCH_DEALS = 10_000
CONFIRM_DEALS = 40_000
MOST_ROUNDS = 14
_FARTHEST = 0.5  # of a range: the first move of a number; later ones go less far
_EARLY = 4  # rounds with half the deals
_SURE = 2.0  # standard errors a gain must have for a move
_STRONGEST = 3  # deviations of each player that are measured in the end


@dataclass(frozen=True)
class Deviation:
    """The gain (units a game, 95 % interval) of a seat that plays as `to` instead of `player`."""

    player: str
    to: str
    gain: Interval

    def answer(self) -> DeviationGain:
        """The same as answers hold it."""
        return DeviationGain(self.player, self.to, Estimate.of(self.gain))


@dataclass(frozen=True)
class Tuned(Displayable):
    """Players tuned for rules.

    Attributes:
        rules: the rules they were tuned for.
        start: the players as they came.
        players: the players as they are now, slot by slot.
        rounds: how often every player looked for a best response.
        settled: the last round moved nobody.
        e: no deviation found gains more, with 95 % confidence for all of them together; units a game.
        deviations: the strongest deviations found, and what they gain on fresh deals.
        adapted: the gain of each player over its starting numbers, while the others stay tuned; fresh deals.
        games: games played to find and to measure all this.
        seeds: first seeds of the deals that tuned, that looked for deviations, that measured.
    """

    rules: RuleSet
    start: tuple[Player, ...]
    players: tuple[Player, ...]
    rounds: int
    settled: bool
    e: float
    deviations: tuple[Deviation, ...]
    adapted: tuple[Deviation, ...]
    games: int
    seeds: tuple[int, int, int]

    def answer(self) -> TunedAnswer:
        """The same as answers hold it."""
        pairs = _distinct(self.start, self.players)
        return TunedAnswer(
            rules=self.rules.name,
            players=tuple(
                TunedPlayer(old.label, new.label, new.parameters(), tuple(thresholds(new))) for old, new in pairs
            ),
            rounds=self.rounds,
            settled=self.settled,
            e=self.e,
            deviations=tuple(each.answer() for each in self.deviations),
            adapting_gains=tuple(each.answer() for each in self.adapted),
            games=self.games,
            seeds=self.seeds,
        )

    def to_dict(self) -> dict[str, Any]:
        """As JSON holds it (docs/reference/formats.md)."""
        return self.answer().to_dict()

    def view(self) -> View:
        """The numbers before and after, as one screen shows them."""
        return self.answer().view()


def thresholds(player: Player) -> list[str]:
    """Names of a player's tunable numbers."""
    return [param.name for param in player.strategy.params if param.tunable]


def tune(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,greedy,greedy",
    *,
    deals: int | float | str = SEARCH_DEALS,
    confirm_deals: int | float | str = CONFIRM_DEALS,
    seed: int = 1,
    match_games: int = 1,
    rounds: int = MOST_ROUNDS,
    how: How | None = None,
) -> Tuned:
    """Tune the thresholds of three players for house rules.

    Args:
        rules: house rules, or what `load` understands.
        players: three players or their specs; those of one spec are tuned as one.
        deals: deals that each candidate plays, in three seatings; also as "10k" or 1e4.
        confirm_deals: deals that measure the remaining gain, in all seatings.
        seed: all seeds are counted from it; deals with the seed itself are not used.
        match_games: games of a match.
        rounds: the most rounds.
        how: workers and so on.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    house_rules = rules if isinstance(rules, RuleSet) else load(rules)
    work = replace(how or How(), out=None, resume=False, progress=None)
    tuner = _Tuner(house_rules, as_players(players), whole(deals, "the number of deals"), seed, match_games, work)
    return tuner.tune(rounds, whole(confirm_deals, "the number of deals that measure"))


def response(
    rules: RuleSet, players: Sequence[Player], *, deals: int, seed: int, match_games: int = 1, how: How | None = None
) -> Player:
    """The first of three players with the best thresholds found for it beside the two others as they are.

    Args:
        rules: house rules.
        players: three players; those of one spec are not tuned together here.
        deals: deals that each candidate plays, in three seatings.
        seed: of the deals.
        match_games: games of a match.
        how: workers and so on.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    work = replace(how or How(), out=None, resume=False, progress=None)
    tuner = _Tuner(rules, tuple(players), deals, seed, match_games, work)
    best, _ = tuner._response(0, seed, deals, _Tried(), passes=2)
    return best


@dataclass
class _Tried:
    """Candidates and their gains over the player as it is."""

    tried: dict[str, tuple[Player, Interval]] = field(default_factory=dict)

    def add(self, player: Player, gain: Interval) -> None:
        self.tried[player.label] = (player, gain)

    def strongest(self, number: int) -> list[Player]:
        ordered = sorted(self.tried.values(), key=lambda each: -float(each[1].estimate))
        return [player for player, _ in ordered[:number]]


class _Tuner:
    """A table of players being tuned."""

    def __init__(
        self, rules: RuleSet, players: tuple[Player, ...], deals: int, seed: int, match_games: int, how: How
    ) -> None:
        self.rules = rules
        self.start = players
        self.players = list(players)
        self.groups = [
            [slot for slot, each in enumerate(players) if each.label == label]
            for label in dict.fromkeys(player.label for player in players)
        ]
        self.deals, self.seed, self.match_games, self.how = deals, seed, match_games, how
        self.games = 0

    def tune(self, rounds: int, confirm_deals: int) -> Tuned:
        settled = not any(thresholds(player) for player in self.players)
        best, least, number = [*self.players], math.inf, 0
        while not settled and number < rounds:
            profile = [*self.players]
            gain = self._round(number)
            if gain < least:
                best, least = profile, gain
            settled = gain == 0
            number += 1
        self.players = best
        deviations = self._deviations(confirm_deals)
        return Tuned(
            self.rules,
            self.start,
            tuple(self.players),
            number,
            settled,
            _bound([each.gain for each in deviations]),
            tuple(deviations),
            tuple(self._adapting_gains(deviations)),
            self.games,
            (self._seed(SEARCHING), self._seed(CHALLENGING), check_seed(self.seed, CONFIRMING)),
        )

    def _adapting_gains(self, deviations: Sequence[Deviation]) -> Iterator[Deviation]:
        """The gain of the tuned players over the start: the deviations back to it, with the opposite sign."""
        for old, new in _distinct(self.start, self.players):
            for each in deviations:
                if (each.player, each.to) == (new.label, old.label):
                    yield Deviation(old.label, new.label, each.gain.scaled(-1))

    def _round(self, number: int) -> float:
        """Every player searches for a best response to the others as they are, and moves part of the way towards it.

        Returns the largest gain. The steps shrink, towards an average of all responses that weighs later ones more, so
        that players settle between responses that would otherwise cycle.
        """
        moved, largest = [*self.players], 0.0
        for slots in self.groups:
            now = self.players[slots[0]]
            deals = -(-self.deals // 2) if number < _EARLY else self.deals
            best, gain = self._response(slots[0], self._seed(SEARCHING) + number, deals, _Tried(), passes=2)
            largest = max(largest, gain)
            for slot in slots:
                moved[slot] = _part_way(now, best, 2 / (2 + number), _FARTHEST / (1 + number))
        self.players = moved
        return largest

    def _response(self, slot: int, seed: int, deals: int, candidates: _Tried, passes: int = 3) -> tuple[Player, float]:
        """The best thresholds found for one seat while the others stay, and their gain: number by number, from coarse
        to fine in some passes.
        """
        best, gained = self.players[slot], 0.0
        for param in best.strategy.params:
            if not param.tunable:
                continue
            grid = values = coarse(param)
            for _ in range(passes):
                best, gain = self._best_of(slot, best, (param, values), seed, deals, candidates)
                gained += gain  # on the same deals, so that steps add up
                values, grid = list(_near(param, best.parameters()[param.name], grid)), _finer(param, grid)
        return best, gained

    def _best_of(
        self, slot: int, now: Player, tried: tuple[Param, list[float]], seed: int, deals: int, known: _Tried
    ) -> tuple[Player, float]:
        """The best of some values of one number and its gain, or the player as it is if none is certainly better."""
        param, values = tried
        here = now.parameters()[param.name]
        candidates = [now.with_value(param.name, value) for value in values if value != here]
        if not candidates:
            return now, 0.0
        gains = self._gains(slot, now, candidates, seed, deals, ROTATIONS)
        stays = self.players[slot].label == now.label
        for candidate, gain in zip(candidates, gains, strict=True):
            if stays or candidate.label not in known.tried:
                known.add(candidate, gain)
        best = max(range(len(gains)), key=lambda each: float(gains[each].estimate))
        estimate, se = float(gains[best].estimate), float(gains[best].se)
        return (candidates[best], estimate) if estimate > _SURE * se else (now, 0.0)

    def _deviations(self, deals: int) -> list[Deviation]:
        """The strongest deviations that fresh deals suggest, and the way back to the start, measured on others."""
        deviations = []
        for slots in self.groups:
            slot, candidates = slots[0], _Tried()
            now, old = self.players[slot], self.start[slot]
            best, _ = self._response(slot, self._seed(CHALLENGING), self.deals, candidates)
            wanted = {player.label: player for player in (best, *candidates.strongest(_STRONGEST), old)}
            others = [player for label, player in wanted.items() if label != now.label]
            if others:
                gains = self._gains(slot, now, others, check_seed(self.seed, CONFIRMING), deals, ())
                pairs = zip(others, gains, strict=True)
                deviations += [Deviation(now.label, player.label, gain) for player, gain in pairs]
        return deviations

    def _gains(
        self, slot: int, now: Player, others: Sequence[Player], seed: int, deals: int, seatings: tuple[Triple, ...]
    ) -> list[Interval]:
        """The gain of a seat by playing as each of the others."""
        arms = []
        for player in (now, *others):
            seated = [*self.players]
            seated[slot] = player
            arms.append(Arm(self.rules, tuple(seated)))
        if not seatings and len(set(map(id, self.groups))) < 3:
            seatings = ROTATIONS
        work = PairedJob(tuple(arms), deals, seed, self.match_games, seatings)
        self.games += work.games
        effects = PairedEstimates(work, self.how.run(work).totals, [player.label for player in self.start])
        return [effects.payout(arm, slot).diff for arm in range(1, len(arms))]

    def _seed(self, offset: int) -> int:
        return (self.seed + offset) % (MOST_SEED + 1 - MOST_ROUNDS)


def _part_way(now: Player, best: Player, share: float, farthest: float) -> Player:
    """A player with thresholds between those of two others: at least a step on the way, at most that part of the range.

    The limit is for responses that leap to the far end of a range for next to no gain.
    """
    player = now
    for param in now.strategy.params:
        old, new = now.parameters()[param.name], best.parameters()[param.name]
        if old != new:
            most = farthest * (param.high - param.low)
            way = min(max((new - old) * share, -most), most)
            step = math.copysign(max(abs(way), resolution(param)), way)
            player = player.with_value(param.name, rounded(param, old + step))
    return player


def _near(param: Param, at: float, grid: Sequence[float]) -> Iterator[float]:
    """Values between the neighbours of a value in a grid."""
    low = max([each for each in grid if each < at], default=param.low)
    high = min([each for each in grid if each > at], default=param.high)
    for end in (low, high):
        between = {rounded(param, at + (end - at) * part / 4) for part in (1, 2, 3)}
        yield from sorted(between - {at})


def _finer(param: Param, grid: Sequence[float]) -> list[float]:
    """A grid with a quarter of the gaps."""
    values = set(grid)
    for low, high in itertools.pairwise(grid):
        values |= {rounded(param, low + (high - low) * part / 4) for part in (1, 2, 3)}
    return sorted(values)


def _bound(gains: Sequence[Interval]) -> float:
    """The bound of all gains, with 95 % confidence for all together (Bonferroni); 0 where no gain is possible."""
    if not gains:
        return 0.0
    level = 1 - 0.1 / len(gains)
    limits = [t_interval(gain.estimate, gain.se, gain.n, gain.df, level).high for gain in gains]
    return max(0.0, *(float(limit) for limit in limits if math.isfinite(limit)))


def _distinct(start: Sequence[Player], now: Sequence[Player]) -> list[tuple[Player, Player]]:
    """Each player once, as it came and as it is."""
    by_label = {old.label: (old, new) for old, new in zip(start, now, strict=True)}
    return list(by_label.values())
