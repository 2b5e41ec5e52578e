"""Luck or skill: games until the better of two bots leads, counted in sessions.

A duplicate comparison says who is better but hides the luck of cards, which people at a table have. So sessions are
played with new deals, as people play, and the leader is noted at several lengths.
"""

from __future__ import annotations

import itertools
import math
import os
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from analyses.answer_folder import begin, keep
from analyses.answers.comparison import ComparisonAnswer, Lead, PairRow
from analyses.comparison import Comparison, Rule, Watch
from strategies.registry import load_player
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.duplicate import DuplicateJob
from tongits_sim.experiments.duplicate_estimates import DuplicateRun
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import mean_of
from tongits_sim.run.arguments import public
from tongits_sim.run.job import described
from tongits_sim.run.jobs import JobError, check_seed
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.options import RunOptions
from tongits_sim.run.run import run_job
from tongits_sim.run.warmup import silent, to_stderr
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.experiments.duplicate import DuplicateJob
    from tongits_sim.run.options import RunOptions
    from tongits_sim.strategy import Player

LEADS = "leads"
"""The check whose deals (`check_seed`) the sessions are."""
LED = 0.95
_SESSIONS = 1000
_FEWEST = 200
_MAX_GAMES = 200_000
"""Games of the sessions of a pair."""
_STEPS = (0.25, 0.4, 0.55, 0.7, 0.85, 1, 1.3, 1.7)
"""Lengths at which the leader is noted, as factors of the length that a normal approximation expects."""


def leads(job: DuplicateJob, answer: ComparisonAnswer, run_options: RunOptions) -> tuple[Lead, ...]:
    """For each player and the next, if the better player is certain: games until it leads.

    No pair gets more games than the whole comparison played.
    """
    rows: list[Lead] = []
    players = dict(zip(job.labels, job.players, strict=True))
    certain = {(row.a, row.b): row for row in answer.pairs if row.verdict == "better"}
    for number, (best, other) in enumerate(itertools.pairwise(answer.ranking), 1):
        pair = certain.get((best.player, other.player))
        if pair is None or run_options.stopped:
            continue
        third = next((row.player for row in answer.ranking if row not in (best, other)), other.player)
        seated = tuple(players[label] for label in (best.player, other.player, third))
        spread = math.sqrt(1.5 * (best.payout_sd**2 + other.payout_sd**2))  # what one wins of three others lose
        try:
            row = _lead(job, pair, seated, spread, min(answer.games_played, _MAX_GAMES), run_options, f"leads-{number}")
        except JobError:  # games for a score have no sessions of money
            return ()
        if row is not None and not run_options.stopped:
            rows.append(row)
    return tuple(rows)


def _lead(
    job: DuplicateJob,
    pair: PairRow,
    seated: tuple[Player, ...],
    spread: float,
    most: int,
    run_options: RunOptions,
    run_name: str,
) -> Lead | None:
    """The sessions of a pair, in the first two seats; None if the comparison is too short."""
    from analyses.tournaments import crossing
    from tongits_sim.experiments.census import CensusEstimates, CensusJob
    from tongits_sim.stats.proportions import wilson_interval

    match = job.match_games
    expected = min((1.645 * spread / max(mean_of(pair.diff), 1e-9)) ** 2, most / _FEWEST / _STEPS[-1])
    marks = tuple(sorted({max(1, round(step * expected / match)) * match for step in _STEPS}))
    sessions = min(_SESSIONS, most // marks[-1])
    if sessions < _FEWEST:
        return None
    games, seed = sessions * marks[-1], check_seed(job.seed, LEADS)
    census = CensusJob(job.rules, seated, games, seed, match, False, marks, marks[-1] // match)
    counted = CensusEstimates(census, run_options.run(census, run_name).totals)
    led = [counted.led(number) for number in range(len(marks))]
    limits = [wilson_interval(round(share * sessions), sessions) for share in led]

    def reaching(shares: Sequence[float]) -> int | None:
        points = list(zip(marks, shares, strict=True))
        after = crossing(points, LED) if shares[0] < LED else marks[0]
        return None if after is None else round(after)

    # Where the upper limits reach it is the soonest, where the lower limits do the latest.
    soonest = reaching([interval.high for interval in limits])
    between = (marks[-1] if soonest is None else soonest), reaching([interval.low for interval in limits])
    return Lead(pair.a, pair.b, reaching(led), between, marks[-1], sessions, led[-1])


CONFIRMING = "compare"
"""The check whose deals (`check_seed`) confirm."""


class CompareError(TongitsError):
    """A comparison is impossible."""


class Options(TypedDict, total=False):
    """Further options of a comparison, by name."""

    stop_at_width: float | None  # stop when the half-width of every difference is at most this (units a game)
    monitor: bool  # stop when every difference is decided, with intervals that are valid at any stopping time
    all_triples: bool  # also play tables at which a bot sits twice
    match_games: int  # games of a match; the unit of every interval is then the match
    block_deals: int | None  # deals between two looks, if not the default
    games: int | float | str  # another name of `deals`
    # workers, backend, scheduler, out, resume, bot_timeout, progress, notice: see `RunOptions`
    workers: int | None
    backend: str
    scheduler: str | None
    out: str | os.PathLike[str] | None
    resume: bool
    bot_timeout: float
    progress: Callable[[int, int], None] | None
    notice: Callable[[str], None] | None


@public
def compare(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    deals: int | float | str = 20_000,
    seed: int = 1,
    *,
    baseline: str | None = None,
    confirm: bool = False,
    sessions: bool = True,
    run_options: RunOptions | None = None,
    **options: Unpack[Options],
) -> Comparison:
    """Compare bots on duplicate deals.

    Args:
        rules: house rules, or what `load` understands.
        players: 2 to 40 players or their specs. Two play A,A,B and A,B,B; more play every three of them.
        deals: number of deals that each table plays in every seating, also as "20k" or 1e6; the largest number, if the
            run may stop earlier.
        seed: 0 .. 2**64 - 1.
        baseline: the player to compare the others with, one of `players`.
        confirm: replicate on other deals; a verdict holds only if both runs support it.
        sessions: also count in sessions the games until the better player leads.
        run_options: workers, folder, progress as one value; `out` is a folder for the answer and every finished block.
            Fields of it may also be given by name, among the options.
        options: how to stop, what the tables are, and how to play: see `Options`.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    rule = _rule(options.get("stop_at_width"), options.get("monitor", False))
    house_rules = rules if isinstance(rules, RuleSet) else load(rules)
    number_of_deals = parse_count(options.get("games", deals), "the number of deals")
    match_games, all_triples = options.get("match_games", 1), options.get("all_triples", False)
    field = DuplicateJob(house_rules, as_players(players), number_of_deals, seed, match_games, all_triples)
    number, way = find_baseline(field, baseline), _run_options(run_options, options)
    if way.out is not None:
        begin(way.out, "compare", _request(field, rule, number, confirm), way.resume)
    block_deals = options.get("block_deals")
    run, watch = _play_seed(field, rule, number, way, "play", block_deals)
    second = None
    if confirm:
        other = replace(field, seed=check_seed(seed, CONFIRMING))
        second = Comparison(*_play_seed(other, rule, number, way, "confirm", block_deals))
    comparison = Comparison(run, watch, second)
    if sessions and not way.stopped:
        comparison.answer = replace(comparison.answer, leads=leads(field, comparison.answer, way))
    if way.out is not None and not way.stopped:
        keep(comparison, way.out)
    return comparison


def _rule(stop_at_width: float | None, monitor: bool) -> Rule:
    """How to stop. Raises CompareError."""
    if stop_at_width is not None and monitor:
        raise CompareError("a comparison stops at a width or when it is decided, not both; leave one out")
    if stop_at_width is not None and not stop_at_width > 0:
        raise CompareError(f"the half-width to stop at must be positive, not {stop_at_width:g}")
    return Rule("monitor") if monitor else Rule("width", stop_at_width) if stop_at_width else Rule()


def _run_options(run_options: RunOptions | None, options: Options) -> RunOptions:
    """`RunOptions` with the options given by name. By default notices of compilation go to stderr."""
    base = RunOptions(notice=to_stderr) if run_options is None else run_options
    by_name: dict[str, Any] = {each.name: options[each.name] for each in fields(RunOptions) if each.name in options}  # type: ignore[literal-required]
    if by_name.get("out") is not None:
        by_name["out"] = Path(by_name["out"])
    return replace(base, **by_name)


def _play_seed(
    job: DuplicateJob,
    rule: Rule,
    baseline: int | None,
    run_options: RunOptions,
    run_name: str,
    block_deals: int | None,
) -> tuple[DuplicateRun, Watch]:
    """Play one seed; `run_name` names its folder."""
    watch = Watch(job, rule, baseline)
    place = replace(
        run_options,
        out=None if run_options.out is None else run_options.out / run_name,
        notice=run_options.notice or silent,
    )
    run = run_job(job, place, on_block=watch.should_stop if rule.mode != "fixed" else None, block_size=block_deals)
    return DuplicateRun.of(run, job), watch


def _request(field: DuplicateJob, rule: Rule, baseline: int | None, confirm: bool) -> dict[str, Any]:
    """Everything that determines the answer."""
    return {
        "rules": {"name": field.rules.name, "knobs": field.rules.knobs()},
        "players": described(field.players),
        "deals": field.deals,
        "seed": field.seed,
        "match_games": field.match_games,
        "all_triples": field.repeats,
        "baseline": None if baseline is None else field.labels[baseline],
        "stopping": rule._asdict(),
        "confirm": confirm,
    }


def find_baseline(job: DuplicateJob, baseline: str | None) -> int | None:
    """The index of the baseline among the players; None without a baseline. Raises CompareError."""
    if baseline is None:
        return None
    if baseline in job.labels:
        return job.labels.index(baseline)
    wanted, specs = load_player(baseline).spec, [player.spec for player in job.players]
    if wanted not in specs:
        raise CompareError(f"the baseline {baseline} is not among the players; name one of {', '.join(job.labels)}")
    return specs.index(wanted)
