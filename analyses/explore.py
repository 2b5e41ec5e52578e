"""House rules to explore: games played once, and sums from which their payouts under any payments follow exactly.

Payments do not change the play of bots that do not look at them, and then a payout is a sum of amounts times whole
numbers. `analyses.exploring` keeps their means, and products over matches for the intervals, for the batch itself
and for both answers at every call and challenge.
"""

from __future__ import annotations

import itertools
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.answers.explore import Amount, AnswerGrid, ExploreAnswer, Switch, Variant
from analyses.answers.shared import Bot, Versions
from analyses.exploring.parts import MELDS, ExploreError, Part, features, left_out, parts_of, probes
from analyses.exploring.solved import solved_answers
from analyses.exploring.sums import AnswerSums, PayoutSums, numbers, triangle
from analyses.questions import calls, challenges
from analyses.rule_changes import changed
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.rows import SMALL
from tongits_sim.designs.forks.job import ForkJob
from tongits_sim.errors import TongitsError
from tongits_sim.rules import KNOBS, RuleSet
from tongits_sim.rules.library import parse_override
from tongits_sim.run.run import run_work
from tongits_sim.run.work import Block
from tongits_sim.stats.intervals import critical_value

if TYPE_CHECKING:
    from tongits_sim.designs.batch.job import Job
    from tongits_sim.designs.forks.job import BinnedFeature
    from tongits_sim.run.how import How

MOST_VARIANTS = 16
MIN_FORKS = 200
CHECKED = 2_000
"""Games played under each changed payment, to check that the players play the same."""
QUESTIONS = {"calls": "call", "challenges": "respond"}
"""Questions of `tongits analyze` that the page answers, and their decisions."""
LEVEL = 0.95


def explore(
    job: Job,
    settings: Sequence[str] = (),
    how: How | None = None,
    answer_games: int = 200_000,
    min_forks: int = MIN_FORKS,
    solved: Sequence[Path] = (),
) -> ExploreAnswer:
    """Play a job, and once more for each combination of switches.

    Args:
        job: what to play.
        settings: values of rules of play to switch to, `knob=value`; a knob may be named several times.
        how: where to play.
        answer_games: games for the answers at calls and at challenges; 0 for none.
        min_forks: cells with fewer decisions are left out.
        solved: profiles of `tongits solve` to show where the page is moved to their rules, beside those that ship.

    Raises:
        ExploreError: the rules or the switches cannot be explored.
        ProfileError: a file is no profile.
    """
    began = time.perf_counter()
    parts = parts_of(job.rules)
    switches = _switches(job.rules, settings)
    variants = [
        _variant(replace(job, rules=rules, rules_option=option), parts, values, how, (answer_games, min_forks))
        for values, rules, option in _combinations(job, switches)
    ]
    return ExploreAnswer(
        rules=job.rules.name,
        rules_option=_rules_option(job),
        knobs=job.rules.knobs(),
        players=job.labels,
        bots=tuple(Bot.of(player) for player in job.players),
        games=min(job.games, *(each.games for each in variants)),
        seed=job.seed,
        match_games=job.match_games,
        fixed_seats=job.fixed_seats,
        amounts=tuple(_amount(part, _moves(job, part)) for part in parts),
        features=tuple((each.part, each.side) for each in features(parts)),
        fees={"antes": job.rules.fees.antes, "winnings": job.rules.fees.winnings},
        left_out=left_out(job.rules),
        switches=switches,
        variants=tuple(variants),
        solved=solved_answers(job.rules.knobs(), parts, variants, solved),
        command_line=_command_line(job, settings, answer_games),
        versions=Versions.current(),
        elapsed_s=time.perf_counter() - began,
    )


def _amount(part: Part, moves: str) -> Amount:
    fields = ("name", "title", "booked", "fee", "amount", "unit", "knobs")
    return Amount(**{name: getattr(part, name) for name in fields}, moves=moves)


def _switches(rules: RuleSet, settings: Sequence[str]) -> tuple[Switch, ...]:
    """The switches that settings name. Raises ExploreError."""
    values: dict[str, list[Any]] = {}
    for setting in settings:
        knob, value = parse_override(setting)
        if KNOBS[knob].kind in ("units", "share") or knob == "match.progressive_target":
            raise ExploreError(f"{knob} is not a rule of play: the page has a slider for it, or says why not")
        mine = values.setdefault(knob, [rules.knobs()[knob]])
        if value in mine:
            raise ExploreError(f"{setting} is there twice, or is the base: name other values")
        mine.append(value)
    combinations = 1
    for each in values.values():
        combinations *= len(each)
    if combinations > MOST_VARIANTS:
        raise ExploreError(f"these switches make {combinations} ways of playing; at most {MOST_VARIANTS} fit on a page")
    return tuple(
        Switch(
            knob=knob,
            title=KNOBS[knob].title,
            values=tuple(KNOBS[knob].text(each) for each in mine),
            texts=tuple(KNOBS[knob].sentence(each) for each in mine),
        )
        for knob, mine in values.items()
    )


def _combinations(job: Job, switches: Sequence[Switch]) -> list[tuple[dict[str, str], RuleSet, str]]:
    """The values of all switches, the rules with them, and the options that name these."""
    combinations = []
    for values in itertools.product(*(switch.values for switch in switches)):
        texts = {switch.knob: value for switch, value in zip(switches, values, strict=True)}
        thrown = dict(parse_override(f"{knob}={value}") for knob, value in texts.items())
        new = {knob: value for knob, value in thrown.items() if job.rules.knobs()[knob] != value}
        option = [_rules_option(job), *(f"--set {shlex.quote(f'{knob}={texts[knob]}')}" for knob in new)]
        combinations.append((texts, changed(job.rules, new).rules if new else job.rules, " ".join(option)))
    return combinations


def _variant(
    job: Job, parts: Sequence[Part], values: Mapping[str, str], how: How | None, answers: tuple[int, int]
) -> Variant:
    """One way of playing; answers: games for the answers, and decisions that a cell needs."""
    if [part.name for part in parts_of(job.rules)] != [part.name for part in parts]:
        raise ExploreError(f"under {job.rules.name} a payout has other parts: make a page of its own for these rules")
    sums = PayoutSums(parts)
    run = run_work(replace(job, keep_rows=True, also=probes(job.rules, parts)), how, table=sums)
    results = Results(job, run.totals)
    strata = len(job.seatings)
    grids = [_grid(job, question, parts, how, answers) for question in QUESTIONS if answers[0]]
    return Variant(
        settings=dict(values),
        games=sums.games,
        matches=sums.matches,
        games_sq=sums.games_sq,
        critical=float(critical_value(LEVEL, max(sums.matches - 1, 1))),
        seat_critical=float(critical_value(LEVEL, max(sums.matches - strata, 1))),
        sums=_flat_lists(sums, job),
        players=tuple(_rates(results)),
        endings=results.endings_share,
        turns=results.answer.turns_per_game,
        grids=tuple(grid for grid in grids if grid is not None),
        rules_option=_rules_option(job),
    )


def _flat_lists(sums: PayoutSums, job: Job) -> dict[str, Any]:
    """Sums as flat lists; products of games only where a match has several, else they are those of matches."""
    lists: dict[str, Any] = {}
    for name, array in sums.sums.items():
        if name.startswith("each") and job.match_games == 1:
            continue
        square = name.startswith("each") or name.endswith("_xx")
        lists[name] = [triangle(each) for each in array] if square else numbers(array)
    return lists


RATES = ("call_rate", "calls_won", "challenge_rate", "challenges_won")


def _rates(results: Results) -> list[dict[str, Any]]:
    return [
        {"player": row.player, "slots": list(row.slots), "win_rate": row.wins.mean, "sunog_rate": row.sunog.mean}
        | {name: getattr(row, name) for name in RATES}
        for row in results.players_summary
    ]


def _grid(
    job: Job, question: str, parts: Sequence[Part], how: How | None, answers: tuple[int, int]
) -> AnswerGrid | None:
    """The answers at one decision; None where it never arises."""
    games, min_forks = answers
    axes, names = _axes(question)
    sums = AnswerSums(parts, axes)
    forks = ForkJob(job.rules, job.players, QUESTIONS[question], (), games, job.seed, keep_rows=True)
    run = run_work(replace(forks, also=probes(job.rules, parts)), how, table=sums)
    matches = int(run.totals["matches"][0])
    cells = np.flatnonzero(sums.forks >= min_forks)
    if not len(cells):
        return None
    paid = [number for number, part in enumerate(parts) if part.amount]
    places = [place for place, each in enumerate(features(parts)) if each.part in paid]
    command = f"tongits analyze {question} {_rules_option(job)} --players {_players(job)}"
    return AnswerGrid(
        question=question,
        games=min(games, run.games),
        matches=matches,
        critical=float(critical_value(LEVEL, max(matches - 1, 1))),
        axes=tuple((name, tuple(axis.edges)) for name, axis in zip(names, axes, strict=True)),
        cells=tuple((int(cell), int(sums.forks[cell]), int(sums.squares[cell])) for cell in cells),
        parts=tuple(paid),
        yes=tuple(tuple(numbers(sums.yes[cell])) for cell in cells),
        no=tuple(tuple(numbers(sums.no[cell])) for cell in cells),
        nd=tuple(tuple(numbers(sums.nd[cell][places])) for cell in cells),
        dd=tuple(tuple(triangle(sums.dd[cell][np.ix_(places, places)])) for cell in cells),
        command_line=f"{command} --games {games} --seed {job.seed}",
    )


def _axes(question: str) -> tuple[Sequence[BinnedFeature], Sequence[str]]:
    """The axes of a question's chart, and their names."""
    if question == "calls":
        keys, axes = calls.chart_axes("opponents")
        return axes, keys
    return challenges.binnings()[0].axes, challenges.KEYS


def _moves(job: Job, part: Part) -> str:
    """The evidence that these players play otherwise when the amount of a part changes; empty if they do not."""
    if not part.movable:
        return ""
    before = _play(job)
    for amount in dict.fromkeys((0.0, 2 * part.amount + (part.name != MELDS))):
        if amount == part.amount:
            continue
        knobs = {knob: round(each * amount, 2) for knob, each in part.knobs.items()}
        try:
            rules = RuleSet.from_knobs({**job.rules.knobs(), **knobs}, name=f"{job.rules.name} with other payments")
            after = _play(replace(job, rules=rules))
        except TongitsError as error:
            return str(error)
        if after != before:
            return (
                f"with {', '.join(f'{knob}={value:g}' for knob, value in knobs.items())} these players play otherwise"
            )
    return ""


def _play(job: Job) -> str:
    """A digest of the play of some games of a job, payments left out."""
    from hashlib import sha256

    few = replace(job, games=max(CHECKED, job.match_games), keep_rows=True, also=())
    rows = few.worker().play(Block(0, 0, max(1, CHECKED // job.match_games), job.match_games)).rows
    assert rows is not None
    digest = sha256()
    for name in ("match", "game", *SMALL, "count_0", "count_1", "count_2"):
        digest.update(np.ascontiguousarray(rows[name], np.int64).tobytes())
    return digest.hexdigest()


def _rules_option(job: Job) -> str:
    return job.rules_option or rules_option(job.rules)


def _players(job: Job) -> str:
    return shlex.quote(",".join(player.given for player in job.players))


def _command_line(job: Job, settings: Sequence[str], answer_games: int) -> str:
    matches = [f"--match-games {job.match_games}"] * (job.match_games > 1) + ["--fixed-seats"] * job.fixed_seats
    switches = [f"--switch {shlex.quote(setting)}" for setting in settings]
    played = [f"--games {job.games} --seed {job.seed}", *matches, *switches, f"--answer-games {answer_games}"]
    return " ".join(["tongits explore", _rules_option(job), "--players", _players(job), *played])
