"""Test the claims: every number on two seeds and under other rules, every verdict by one margin.

A claim is true, or false, where its number lies inside, or outside, of its region beyond chance: Holm's method over all
claims tested, on the first deals and again on the deals that check, at the same level. Anything else is undecided.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyses.answer_folder import begin
from analyses.answers.cells import finite
from analyses.answers.claims import DEPENDS, UNDECIDED, ClaimCase, ClaimRow, ClaimsAnswer, Way, Word
from analyses.answers.shared import Bot, Versions
from analyses.claims.claim_list import CLAIMS, WATCHED, Claim, Counted, Duel, Unsaid, Watched
from analyses.claims.counts import METRICS
from analyses.claims.estimates import Sample, distance, side
from analyses.question import whole_between
from strategies.registry import load_player, load_players
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.designs.batch.job import rules_option as option_of
from tongits_sim.designs.paired.job import Arm, PairedJob
from tongits_sim.designs.tournament.estimates import TournamentRun
from tongits_sim.designs.tournament.job import TournamentJob
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import how_of
from tongits_sim.run.run_folder import keep
from tongits_sim.stats import Interval, holm

if TYPE_CHECKING:
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

GAMES = 400_000
"""Games to watch."""
DEALS = 40_000
"""Deals that two bots play against each other."""
ALPHA = 0.01
OTHER_RULES = "online"
CHECKING = "claims"
"""The check whose deals (`check_seed`) repeat everything."""


@dataclass(frozen=True)
class Setting:
    """The rules, the deals, and their numbers.

    Attributes:
        name: the part of the answer's folder.
        rules: the house rules.
        seed: of the deals.
        games, deals: games watched, deals played.
    """

    name: str
    rules: RuleSet
    seed: int
    games: int
    deals: int


class _Numbers:
    """The numbers of all claims in one setting; every table is played once."""

    def __init__(self, setting: Setting, how: How) -> None:
        self._setting, self._how = setting, how
        self._samples: dict[str, Sample] = {}
        self._runs: dict[tuple[str, str], TournamentRun] = {}
        self.games = 0
        self.workers = 1

    def numbers(self, claim: Claim, most: int | None = None) -> list[Interval]:
        """The numbers of a claim, one for each of its sets of players (or the first `most`); none where it has none."""
        ask = claim.ask
        if isinstance(ask, Counted):
            value = ask.number()
            return [Interval(value, value, value, 0.0, 1)]
        if isinstance(ask, Watched):
            return [ask.number(self._sample(spec)) for spec in WATCHED[:most]]
        return [ask.number(self._run(pair)) for pair in ask.pairs[:most]] if isinstance(ask, Duel) else []

    def _sample(self, spec: str) -> Sample:
        if spec not in self._samples:
            setting, player = self._setting, load_player(spec)
            arm = Arm(setting.rules, (player,) * 3)
            job = PairedJob((arm,), setting.games, setting.seed, metrics=METRICS)
            run = self._how.run(job, f"{setting.name}-watched-{len(self._samples) + 1}")
            self.games, self.workers = self.games + job.games, run.workers
            self._samples[spec] = Sample(job, run.totals)
        return self._samples[spec]

    def _run(self, pair: tuple[str, str]) -> TournamentRun:
        setting = self._setting
        if pair not in self._runs:
            players = tuple(load_players(",".join(pair), 2))
            job = TournamentJob(setting.rules, players, setting.deals, setting.seed)
            names = "-".join(player.strategy.name for player in players)
            run = self._how.run(job, f"{setting.name}-{len(self._runs) + 1}-{names}")
            self.games += job.games
            self._runs[pair] = TournamentRun.of(run, job)
        return self._runs[pair]


def ask(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    games: int | float | str = GAMES,
    deals: int | float | str = DEALS,
    seed: int = 31,
    *,
    other_rules: RuleSet | str | os.PathLike[str] = OTHER_RULES,
    rules_option: str = "",
    claims: Sequence[Claim] = (),
    how: How | None = None,
    **playing: Any,
) -> ClaimsAnswer:
    """Test common claims about Tongits, as `tongits analyze claims` does.

    Args:
        rules: the house rules of the verdicts, or what `load` understands.
        games: games that are watched, on each seed and under the other rules, also as "100k".
        deals: deals that two bots play, on each seed, at every table and in every seating.
        seed: 0 .. 2**64 - 1; a second seed, made from it, checks.
        other_rules: rules for further numbers beside them.
        rules_option: how a command line named the rules.
        claims: the claims to test; by default all of `claim_list.CLAIMS`.
        how: workers, folder, progress as one value; `out` is a folder for the answer and its runs.
        playing: fields of `How` by name.

    Returns:
        The answer, typed; `to_dict()` is its JSON (docs/reference/formats.md).

    Raises:
        TongitsError: for anything that cannot be played.
    """
    began, way, claims = time.perf_counter(), how_of(how, playing), claims or CLAIMS
    games, deals = whole_between("games", games, 2, 10**9), whole_between("deals", deals, 2, 10**8)
    seed = whole_between("seed", seed, 0, 2**64 - 1)
    house, other = (each if isinstance(each, RuleSet) else load(each) for each in (rules, other_rules))
    again_seed = check_seed(seed, CHECKING)
    if way.out is not None:
        job = {"rules": house.knobs(), "other_rules": other.knobs(), "games": games, "deals": deals, "seed": seed}
        begin(way.out, "claims", job | {"claims": [claim.key for claim in claims]}, way.resume)
    settings = (
        Setting("first", house, seed, games, deals),
        Setting("check", house, again_seed, games, deals),
        Setting("elsewhere", other, seed, games, deals),
    )
    first, check, elsewhere = tables = [_Numbers(setting, way) for setting in settings]
    rows = tuple(_row(each, first.numbers(each), check.numbers(each), elsewhere.numbers(each, 1)) for each in claims)
    rows, tested = judged(rows, claims)
    players = players_of(claims)
    again = rules_option or option_of(house)
    answer = ClaimsAnswer(
        rules=house.name,
        rules_option=again,
        knobs=house.knobs(),
        other_rules=other.name,
        players=tuple(player.label for player in players),
        games=games,
        deals=deals,
        seed=seed,
        check_seed=again_seed,
        games_played=sum(each.games for each in tables),
        alpha=ALPHA,
        tested=tested,
        claims=rows,
        command_line=f"tongits analyze claims {again} --games {games} --deals {deals} --seed {seed}",
        workers=first.workers,
        elapsed_s=time.perf_counter() - began,
        bots=tuple(Bot.of(player) for player in players),
        versions=Versions.current(),
    )
    if way.out is not None and not way.stopped:
        keep(answer.to_dict(), way.out)
    return answer


def players_of(claims: Sequence[Claim] = CLAIMS) -> tuple[Player, ...]:
    """All players of these claims, each once."""
    specs = dict.fromkeys(spec for claim in claims for each in _tables(claim) for spec in each)
    return tuple(load_player(spec) for spec in specs)


def judged(rows: Sequence[ClaimRow], claims: Sequence[Claim]) -> tuple[tuple[ClaimRow, ...], int]:
    """The claims with their verdicts, and how many were tested; `rows` hold p-values that are not corrected.

    Counted claims need no test: their verdict is where the number lies.
    """
    tested = [(number, place) for number, row in enumerate(rows) for place, _ in enumerate(row.cases)]
    every = [rows[number].cases[place] for number, place in tested]
    first, second = (
        holm([math.nan if value is None else value for value in values])
        for values in ([case.p for case in every], [case.p_check for case in every])
    )
    verdicts = list(rows)
    for at, (number, place) in enumerate(tested):
        row = verdicts[number]
        case = replace(row.cases[place], p=finite(first[at]), p_check=finite(second[at]))
        case = replace(case, verdict=_verdict(case, row))
        cases = (*row.cases[:place], case, *row.cases[place + 1 :])
        verdicts[number] = replace(row, cases=cases, verdict=_common_verdict([each.verdict for each in cases]))
        if place == 0:
            verdicts[number] = replace(verdicts[number], p=case.p, p_check=case.p_check)
    for number, claim in enumerate(claims):
        row = rows[number]
        if isinstance(claim.ask, Counted) and row.number is not None and row.number.mean is not None:
            verdicts[number] = replace(
                row, verdict="true" if distance(row.number.mean, row.low, row.high) >= 0 else "false"
            )
    return tuple(verdicts), len(tested)


def _common_verdict(verdicts: Sequence[Word]) -> Word:
    """The verdict on a claim from those for its sets of players."""
    if "true" in verdicts and "false" in verdicts:
        return DEPENDS
    return verdicts[0] if len(set(verdicts)) == 1 else UNDECIDED


def _verdict(case: ClaimCase, row: ClaimRow) -> Word:
    if case.p is None or case.p_check is None:
        return UNDECIDED
    if case.number.mean is None or case.check.mean is None or max(case.p, case.p_check) > ALPHA:
        return UNDECIDED
    inside, again = (distance(each, row.low, row.high) >= 0 for each in (case.number.mean, case.check.mean))
    return UNDECIDED if inside != again else "true" if inside else "false"


def _row(
    claim: Claim, numbers: Sequence[Interval], checks: Sequence[Interval], elsewhere: Sequence[Interval]
) -> ClaimRow:
    """The row of a claim, without a verdict."""
    tested = isinstance(claim.ask, Watched | Duel)
    players = [tuple(load_player(spec).label for spec in each) for each in _tables(claim)]
    cases = tuple(
        ClaimCase(who, Estimate.of(one), Estimate.of(other), _p(one, claim), _p(other, claim), UNDECIDED)
        for who, one, other in zip(players, numbers, checks, strict=True)
        if tested
    )
    why = claim.ask.reason if isinstance(claim.ask, Counted | Unsaid) else claim.remark
    return ClaimRow(
        claim.key,
        claim.says,
        claim.where,
        claim.asked,
        claim.unit,
        claim.low,
        claim.high,
        _WAYS[type(claim.ask)],
        players[0] if players and tested else (),
        Estimate.of(numbers[0]) if numbers else None,
        cases[0].check if cases else None,
        Estimate.of(elsewhere[0]) if cases else None,
        cases[0].p if cases else None,
        cases[0].p_check if cases else None,
        UNDECIDED,
        why,
        cases,
    )


_WAYS: dict[type, Way] = {Counted: "counted", Watched: "watched", Duel: "played", Unsaid: "no question"}


def _tables(claim: Claim) -> tuple[tuple[str, ...], ...]:
    """The sets of players of a claim: three of one bot, or one bot and another."""
    ask = claim.ask
    if isinstance(ask, Duel):
        return ask.pairs
    return tuple((spec,) for spec in WATCHED) if isinstance(ask, Watched) else ((),) * isinstance(ask, Counted)


def _p(interval: Interval, claim: Claim) -> float | None:
    return finite(side(interval, claim.low, claim.high)[1])
