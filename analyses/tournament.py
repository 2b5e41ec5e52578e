"""Tournaments of a format: who wins how often, how much of it is luck, and how long a fair match would be.

Every table is really played. A format is a TOML file, or a built-in format (`analyses/formats`). A field such as `"9
expert, 18 greedy"` names the kinds of players, and how many of each enter.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyses.answer_folder import begin, run_name
from analyses.answers.shared import Bot, LeftOut, Versions
from analyses.answers.tournament import KindRow, LengthRow, StageRow, TournamentAnswer
from analyses.question import whole_between
from tongits_sim.bots.bot_list import split_specs
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.tournament_formats import Format, Stage, read_format
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import Estimate, RunFacts
from tongits_sim.run.arguments import public
from tongits_sim.run.faults import BotFault
from tongits_sim.run.files import FileError, keep, parse_toml, read_file
from tongits_sim.run.numbers import abbreviated
from tongits_sim.run.run_options import Playing, with_overrides

if TYPE_CHECKING:
    from tongits_sim.experiments.tournaments import TournamentEstimates, TournamentJob
    from tongits_sim.run.run_options import RunOptions
    from tongits_sim.strategy import Player

EVENTS = 1000
"""Default number of tournaments."""
MATCHES = 2000
"""Matches of each length."""
DEALS = 200_000
"""Deals of the first stage that compare the kinds of players, to find the best kind."""
LENGTHS = (1, 5, 10, 20, 50, 100, 200, 500, 1000, 2000)
"""Rounds of matches to try, until the better player surely wins `SHARE` of the matches."""
SHARE = 0.9
_MAX_BYTES = 2**18
_TEXTS = ("title", "field")
_LISTS = ("documented", "assumed", "sources")
_MAX_DIGITS = 9
_KIND = re.compile(r"(\d[\d,_]*)\s+(\S.*)", re.DOTALL)
_LENGTHS_SEED = 3_000_017
"""Added to the seed of the tournaments to get the seed of the matches."""
_STRENGTH_SEED = 5_000_011
"""Added to the seed of the tournaments to get the seed of the deals that compare the kinds."""
_SURE = 0.05
_LOT = 1 / 3


class TournamentError(TongitsError):
    """A tournament cannot be played."""


@dataclass(frozen=True)
class Plan:
    """A format as its file describes it."""

    name: str  # name of a built-in format, or a path
    format: Format  # the stages
    title: str = ""  # a few words about the format
    field: str = ""  # the default field; empty if the file has none
    # documented, assumed, sources: sentences about its origin
    documented: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()


def plan_names() -> list[str]:
    """Names of the formats that come with the program, sorted."""
    return sorted(file.name.removesuffix(".toml") for file in files("analyses").joinpath("formats").iterdir())


def read_plan(name: str) -> Plan:
    """Read a built-in format, by name, or a TOML file. Raises TournamentError or FormatError."""
    names = plan_names()
    if name in names:
        document: Any = parse_toml(files("analyses").joinpath("formats", f"{name}.toml").read_bytes())
    else:
        try:
            document = parse_toml(read_file(Path(name), _MAX_BYTES))
        except FileError as error:
            raise TournamentError(
                f"cannot read the format {name}: {error}. Name a TOML file or one of: {', '.join(names)}"
            ) from None
    if unknown := sorted(set(document) - {*_TEXTS, *_LISTS, "stages"}):
        known = ", ".join((*_TEXTS, *_LISTS))
        raise TournamentError(f"{name}: there is no key {abbreviated(unknown[0])}; write {known} or stages")
    texts = {key: document.get(key, "") for key in _TEXTS}
    lists = [document.get(key, []) for key in _LISTS]
    every = [*texts.values(), *(text for many in lists if isinstance(many, list) for text in many)]
    if not all(isinstance(many, list) for many in lists) or not all(isinstance(text, str) for text in every):
        raise TournamentError(f"{name}: title and field are texts; documented, assumed and sources lists of texts")
    form = read_format(texts["title"] or (name if name in names else Path(name).stem), document.get("stages"))
    return Plan(name, form, texts["title"], texts["field"], *map(tuple, lists))


def read_field(text: str) -> tuple[tuple[Player, ...], tuple[int, ...]]:
    """The kinds of players of a field such as `"9 expert, 18 greedy"`, and how many of each.

    Raises TournamentError.
    """
    specs, counts = [], []
    for part in split_specs(text):
        match = _KIND.fullmatch(part)
        if match is None:
            raise TournamentError(
                f"{abbreviated(part)} is not a kind of players; write how many, then the bot, as in 9 expert, 18 greedy"
            )
        count = re.sub("[,_]", "", match[1])
        if len(count) > _MAX_DIGITS:
            raise TournamentError(f"{abbreviated(part)}: too many players for a tournament")
        counts.append(int(count))
        specs.append(match[2])
    players = as_players(specs)
    if len({player.identity for player in players}) < len(players):
        raise TournamentError("a kind of players is named twice; name it once, with the number of all its players")
    return players, tuple(counts)


def job_of(plan: Plan, rules: RuleSet, field: str, events: int, seed: int) -> TournamentJob:
    """The tournaments as a job. Raises TongitsError.

    Args:
        field: the kinds of players; empty: the format's default.
        events: how many tournaments.
    """
    from tongits_sim.experiments.tournaments import TournamentJob

    if not (field or plan.field):
        raise TournamentError(f"{plan.name} does not say who plays; name a field such as '1 expert, 2 greedy'")
    players, counts = read_field(field or plan.field)
    return TournamentJob(rules, players, counts, plan.format, events, seed)


@public
def tournament(
    plan: Plan | str | os.PathLike[str] = "match",
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    field: str = "",
    events: int | float | str = EVENTS,
    seed: int = 1,
    *,
    matches: int | float | str = MATCHES,
    deals: int | float | str = DEALS,
    strict: bool = False,
    rules_option: str = "",
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> TournamentAnswer:
    """Play tournaments of a format, as `tongits tournament` does.

    Args:
        plan: name of a built-in format, path of a TOML file, or a `Plan`.
        rules: the house rules, or what `load` understands.
        field: the kinds of players, `"9 expert, 18 greedy"`; empty: the format's default.
        events: number of tournaments, also as "2k" or 1e6.
        seed: 0 .. 2**64 - 1.
        matches: number of matches of each length, to find how long a fair match is; 0: leave this out.
        deals: deals, in the first stage of other tournaments, that compare the kinds of players. Luck can be told from
            skill only if one kind is surely the best.
        strict: a bot that fails ends the tournaments; else it is left out, and the largest other kind takes its places.
        rules_option: how a command line named the rules.
        run_options: workers, folder, progress as one value; `out` is a folder for the answer and its runs.
        playing: fields of `RunOptions` by name.

    Returns:
        The answer, typed; `to_dict()` is its JSON (docs/reference/formats.md).

    Raises:
        TongitsError: for anything that cannot be played.
        BotFault: a bot hangs, or fails and leaves a single kind of players.
    """
    from tongits_sim.experiments.batch import rules_option as option_of
    from tongits_sim.experiments.tournaments import TournamentEstimates

    began = time.perf_counter()
    way = with_overrides(run_options, playing)
    events = whole_between("events", events, 1, 10**7)
    seed = whole_between("seed", seed, 0, 2**64 - 1)
    matches = whole_between("matches", matches, 0, 10**7)
    deals = whole_between("deals", deals, 2, 10**8)
    read = plan if isinstance(plan, Plan) else read_plan(os.fspath(plan))
    house_rules = rules if isinstance(rules, RuleSet) else load(rules)
    job = job_of(read, house_rules, field, events, seed)
    if way.out is not None:
        begin(way.out, "tournament", job.manifest() | {"matches": matches, "deals": deals}, way.resume)
    left_out: list[LeftOut] = []
    while True:
        try:
            failed = len(left_out)
            best, compared = _best(job, deals, way, failed)
            run = way.run(job, run_name("events", failed))
            lengths, games = _lengths(job, best, matches, way, failed)
            break
        except BotFault as fault:
            job = without(job, fault, strict=strict)
            left_out.append(LeftOut(fault.fault.label, str(fault)))
    estimates = TournamentEstimates(job, run.totals)
    again = rules_option or option_of(house_rules)
    kinds = ", ".join(f"{count} {player.full_spec}" for count, player in zip(job.counts, job.players, strict=True))
    line = f"tongits tournament {shlex.quote(read.name)} {again} --field {shlex.quote(kinds)} --events {events}"
    answer = TournamentAnswer(
        name=read.name,
        title=read.title or read.format.name,
        documented=read.documented,
        assumed=read.assumed,
        sources=read.sources,
        rules=house_rules.name,
        rules_option=again,
        knobs=house_rules.knobs(),
        players=job.labels,
        seed=seed,
        events=estimates.n,
        games_played=int(run.totals["played"][0]) + games + compared,
        left_out=tuple(left_out),
        stages=_stages(job, estimates, best),
        kinds=_kinds(job, estimates),
        deals=deals,
        **_luck(job, estimates, best),
        lengths=lengths,
        rival=job.labels[_rival(job, best)] if lengths and best is not None else None,
        **_enough(lengths),
        run=RunFacts(run.workers, time.perf_counter() - began),
        bots=tuple(Bot.of(player) for player in job.players),
        versions=Versions.current(),
        command_line=f"{line} --seed {seed} --matches {matches} --deals {deals}",
    )
    if way.out is not None and not way.stopped:
        keep(answer.to_dict(), way.out)
    return answer


def without(job: TournamentJob, fault: BotFault, *, strict: bool) -> TournamentJob:
    """The tournaments without a kind of players that failed; the largest other kind takes its places.

    Raises the fault if the others cannot go on.
    """
    kinds = [kind for kind, label in enumerate(job.labels) if label != fault.fault.label]
    if strict or fault.hangs or not 2 <= len(kinds) < len(job.players):
        raise fault
    counts = [job.counts[kind] for kind in kinds]
    counts[counts.index(max(counts))] += sum(job.counts) - sum(counts)
    return replace(job, players=tuple(job.players[kind] for kind in kinds), counts=tuple(counts))


def _best(job: TournamentJob, deals: int, run_options: RunOptions, failed: int) -> tuple[int | None, int]:
    """The kind that surely earns more (or has fewer points) than every other kind, and the games played; None if there
    is no such kind.

    The kinds meet in the first stage of other tournaments with the same players, because the better kind may depend on
    the other players, on jackpots, and on the target of a progressive match.
    """
    from tongits_sim.experiments.tournaments import TournamentEstimates
    from tongits_sim.run.base_job import MAX_SEED
    from tongits_sim.stats import holm, p_value

    kinds = range(len(job.players))
    first = job.format.stages[0]
    if len(kinds) < 2:
        return None, 0
    events = max(2, -(-deals // first.games))
    seed = (job.seed + _STRENGTH_SEED) % (MAX_SEED + 1)
    strengths = replace(job, format=Format("strengths", (first,)), events=events, seed=seed)
    run = run_options.run(strengths, run_name("strengths", failed))
    estimates = TournamentEstimates(job, run.totals)
    earned = [float(estimates.earned(kind).estimate) for kind in kinds]
    best = earned.index(max(earned))
    p = holm([float(p_value(estimates.ahead(best, kind))) for kind in kinds if kind != best])
    return (best if all(adjusted <= _SURE for adjusted in p) else None), int(run.totals["played"][0])


def _stages(job: TournamentJob, estimates: TournamentEstimates, best: int | None) -> tuple[StageRow, ...]:
    rows = []
    for number, stage in enumerate(job.format.stages):
        share = None
        if best is not None:
            share = float(estimates.reached(number, best).estimate) * job.counts[best] / stage.players
        numbers = (stage.players, stage.groups, stage.matches, stage.rounds, stage.games)
        rows.append(StageRow(stage.name, *numbers, stage.score, share))
    return tuple(rows)


def _kinds(job: TournamentJob, estimates: TournamentEstimates) -> tuple[KindRow, ...]:
    return tuple(
        KindRow(
            label,
            job.counts[kind],
            Estimate(None) if job.progressive else Estimate.of(estimates.payout(kind)),
            Estimate.of(estimates.title(kind)),
            Estimate.of(estimates.title_each(kind)),
            tuple(Estimate.of(estimates.reached(stage, kind)) for stage in range(len(job.format.stages))),
            Estimate.of(estimates.points(kind)) if job.progressive else None,
        )
        for kind, label in enumerate(job.labels)
    )


def _luck(job: TournamentJob, estimates: TournamentEstimates, best: int | None) -> dict[str, Any]:
    if best is None:
        return {"best": None, "luck": None, "lottery": None}
    others = [kind for kind in range(len(job.players)) if kind != best]
    lottery = 1 - job.counts[best] / job.format.players
    return {"best": job.labels[best], "luck": Estimate.of(estimates.title(*others)), "lottery": lottery}


# ---- how long a match must be ---------------------------------------------------------------------------------------


def _rival(job: TournamentJob, best: int) -> int:
    """The kind with the most players, without the best kind."""
    others = [kind for kind in range(len(job.players)) if kind != best]
    return max(others, key=lambda kind: job.counts[kind])


def _lengths(
    job: TournamentJob, best: int | None, matches: int, run_options: RunOptions, failed: int
) -> tuple[tuple[LengthRow, ...], int]:
    """Matches of more and more rounds until the better player surely wins `SHARE` of them, or fewer than by lot; and
    their games.

    Under progressive rules the number of matches grows, and their points are added up.
    """
    from tongits_sim.experiments.tournaments import TournamentEstimates
    from tongits_sim.run.base_job import MAX_SEED

    if best is None or not matches:
        return (), 0
    pair = (job.players[best], job.players[_rival(job, best)])
    longest = max(stage.rounds for stage in job.format.stages)
    rows = list[LengthRow]()
    games = 0
    for rounds in LENGTHS:
        size = (longest, rounds) if job.progressive else (rounds, 1)
        form = Format(f"a match of {rounds}", (Stage("Match", 3, *size),))
        seed = (job.seed + _LENGTHS_SEED) % (MAX_SEED + 1)
        match = replace(job, players=pair, counts=(1, 2), format=form, events=matches, seed=seed)
        run = run_options.run(match, run_name(f"match-{rounds}", failed))
        games += int(run.totals["played"][0])
        won = Estimate.of(TournamentEstimates(match, run.totals).title(0))
        rows.append(LengthRow(rounds, won, matches))
        if won.ci95 is not None and (won.ci95[0] >= SHARE or won.ci95[1] < _LOT):
            break
    return tuple(rows), games


def _enough(rows: Sequence[LengthRow]) -> dict[str, Any]:
    """Rounds at which the curve of shares, and the curves of its limits, reach SHARE; None if they do not."""
    means = [(row.rounds, row.best.mean) for row in rows if row.best.mean is not None]
    limits = [(row.rounds, *row.best.ci95) for row in rows if row.best.ci95 is not None]
    return {
        "enough": crossing(means, SHARE),
        "enough_low": crossing([(rounds, high) for rounds, _, high in limits], SHARE),
        "enough_high": crossing([(rounds, low) for rounds, low, _ in limits], SHARE),
    }


def crossing(points: Sequence[tuple[int, float]], share: float) -> float | None:
    """Rounds at which a rising curve reaches a share and stays above it; None if it never does, or begins above the
    share.

    Normal quantiles are joined by lines over the square root of the rounds, as for a random walk with drift.

    >>> round(crossing([(100, 0.8413), (400, 0.97725)], 0.9332), 0)
    225.0
    """
    from tongits_sim.stats._numbers import special

    deviate = special().ndtri
    below = [number for number, (_, value) in enumerate(points) if value < share]
    if not points or not below or below[-1] == len(points) - 1:
        return None
    (first, low), (last, high) = points[below[-1]], points[below[-1] + 1]
    low, high = (min(max(value, 1e-6), 1 - 1e-6) for value in (low, high))
    part = (deviate(share) - deviate(low)) / (deviate(high) - deviate(low))
    root = float(math.sqrt(first) + part * (math.sqrt(last) - math.sqrt(first)))
    return root * root
