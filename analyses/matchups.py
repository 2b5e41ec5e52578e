"""Which way of playing wins, by how much, and is it luck: bots compared on duplicate deals.

Every table of three bots plays the same deals in every seating. A deal, with all of that, is one observation; see
`analyses.moments` for the intervals and `analyses.stopping` for when it ends.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from analyses.answer_folder import begin, keep
from analyses.comparison import Comparison
from analyses.stopping import Rule, Watch
from strategies import load_player
from tongits_sim.designs.batch.job import MOST_SEED
from tongits_sim.designs.tournament.estimates import TournamentRun
from tongits_sim.designs.tournament.job import TournamentJob
from tongits_sim.errors import TongitsError
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.how import BOT_TIMEOUT, How, Progress
from tongits_sim.run.run import run_work
from tongits_sim.run.warmup import Notice, to_stderr
from tongits_sim.run.work import described
from tongits_sim.strategy import Player

CONFIRMING = 1_000_003
"""Added to a seed to get the one that confirms."""


class CompareError(TongitsError):
    """A comparison that cannot be made."""


def compare(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int = 20_000,
    seed: int = 1,
    *,
    baseline: str | None = None,
    stop_at_width: float | None = None,
    monitor: bool = False,
    confirm: bool = False,
    all_triples: bool = False,
    match_games: int = 1,
    workers: int | None = None,
    backend: str = "threading",
    scheduler: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    bot_timeout: float = BOT_TIMEOUT,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
    block_deals: int | None = None,
) -> Comparison:
    """Compare bots on duplicate deals.

    Args:
        rules: house rules, or what `load` understands.
        players: two or more players or their specs. Two play A,A,B and A,B,B; more play every three of them.
        games: how many deals each table plays in every seating; the most, where the run may stop earlier.
        seed: 0 .. 2**64 - 1.
        baseline: the player to compare the others with, one of `players`.
        stop_at_width: stop when every difference is known to within this half-width (units a game).
        monitor: stop when every difference is decided, with intervals that allow for looking all the time.
        confirm: play all again with other deals; a verdict holds only if both say it.
        all_triples: also tables where one bot plays twice; alpha-rank needs them.
        match_games: games of a match; the unit of every interval is then the match.
        out: a folder to keep the answer and every finished block in.
        resume: go on with the comparison in that folder.
        workers, backend, scheduler, bot_timeout, progress, notice: see `tongits_sim.run.how.How`.
        block_deals: how many deals lie between two looks, if not as usual.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    if stop_at_width is not None and monitor:
        raise CompareError("a comparison stops at a width or when it is decided, not both; leave one away")
    if stop_at_width is not None and not stop_at_width > 0:
        raise CompareError(f"the half-width to stop at must be positive, not {stop_at_width:g}")
    chosen = rules if isinstance(rules, RuleSet) else load(rules)
    field = TournamentJob(chosen, as_players(players), games, seed, match_games, all_triples)
    rule = Rule("monitor") if monitor else Rule("width", stop_at_width) if stop_at_width else Rule()
    number = find_baseline(field, baseline)
    folder = Path(out) if out is not None else None
    if folder is not None:
        begin(folder, "compare", _asked(field, rule, number, confirm), resume)
    found = []
    for part, shift in (("play", 0), ("confirm", CONFIRMING))[: 1 + confirm]:
        one = replace(field, seed=(seed + shift) % (MOST_SEED + 1))
        watch = Watch(one, rule, number)
        place = None if folder is None else folder / part
        how = How(workers, backend, scheduler, place, resume, bot_timeout, progress, notice)
        run = run_work(one, how, look=watch.look if rule.mode != "fixed" else None, block_size=block_deals)
        found.append(Comparison(TournamentRun.of(run, one), watch))
    found[0].confirmation = found[1] if confirm else None
    if folder is not None:
        keep(found[0], folder)
    return found[0]


def _asked(field: TournamentJob, rule: Rule, baseline: int | None, confirm: bool) -> dict[str, Any]:
    """What decides the answer."""
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


def find_baseline(field: TournamentJob, baseline: str | None) -> int | None:
    """The number of the player that is the baseline."""
    if baseline is None:
        return None
    if baseline in field.labels:
        return field.labels.index(baseline)
    label = load_player(baseline).label
    if label not in field.labels:
        raise CompareError(f"the baseline {label} is not among the players; name one of {', '.join(field.labels)}")
    return field.labels.index(label)
