"""`whatif`: what a change of the house rules does, on the same walls, with the same players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mahjong_sim.bots.registry import load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.paired.answer import ChangeRow, EffectRow, WhatIfAnswer
from mahjong_sim.designs.paired.estimates import PairedEstimates, adjusted
from mahjong_sim.designs.paired.job import Arm, PairedJob
from mahjong_sim.rules import load
from tongits_sim.any_game.jobs import JobError
from tongits_sim.run.how import How, how_of
from tongits_sim.run.run import run_work
from tongits_sim.run.work import Run

MEASURES = {
    "moved": "units that change hands",
    "void": "void games",
    "bunot": "wins by draw",
    "discards": "discards",
    "mano": "units that mano makes",
    "mano_wins": "games that mano wins",
}
"""What a change may do, by the column that counts it."""


def whatif(
    rules: str,
    changes: Sequence[str],
    players: str | Sequence[Player | str] = "greedy,greedy,greedy,greedy",
    *,
    settings: Sequence[str] = (),
    deals: int = 10_000,
    seed: int = 1,
    match_games: int = 1,
    how: How | None = None,
    **playing: Any,
) -> WhatIfAnswer:
    """What each change of the rules does, all else being the same.

    Args:
        rules: house rules, as `load` takes them.
        changes: one change each, `knob=value`, or several together with commas.
        players: four players, or their specs.
        settings: changes of the rules that are compared with.
        deals: matches under each set of rules; in four rotations of the seats, unless all players are the same.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        how, playing: where and how to play, see `How`.

    Raises:
        TongitsError: the arguments are invalid; `BotFault` if a bot breaks the rules or fails.
    """
    if not changes:
        raise JobError("name a change of the rules: KNOB=VALUE")
    base, bots = load(rules, settings), load_players(players)
    arms = [Arm(base.name, base, bots)]
    for change in changes:
        changed = load(rules, [*settings, *change.split(",")])
        if changed.knobs() == base.knobs():
            raise JobError(f"{change} changes nothing: {base.name} has it so")
        arms.append(Arm(change, changed, bots))
    job = PairedJob(tuple(arms), deals, seed, match_games)
    run = run_work(job, how_of(how, playing), answer=lambda run: measured(job, run).to_dict())
    return measured(job, run)


def measured(job: PairedJob, run: Run[Any]) -> WhatIfAnswer:
    """What a run of paired rules says."""
    moments = PairedEstimates(job, run.totals)
    labels = [player.label for player in job.arms[0].players]
    measures = {**MEASURES}
    if len(set(labels)) > 1:
        measures |= {f"payout_{slot}": f"units that {label} makes" for slot, label in enumerate(labels)}
    differences = [
        (arm, column, *moments.change(arm, column)) for arm in range(1, len(job.arms)) for column in measures
    ]
    holm = adjusted([p for *_, p in differences])
    rows: dict[int, list[EffectRow]] = {}
    for (arm, column, diff, p), p_holm in zip(differences, holm, strict=True):
        before, after = moments.mean(0, column), moments.mean(arm, column)
        rows.setdefault(arm, []).append(EffectRow(measures[column], before, after, diff, p, p_holm))
    each = job.games_per_deal * len(job.arms)
    return WhatIfAnswer(
        command="mahjong whatif",
        rules=job.arms[0].name,
        players=tuple(labels),
        deals=run.games,
        match_games=job.match_games,
        seed=job.seed,
        changes=tuple(ChangeRow(job.arms[arm].name, tuple(effects)) for arm, effects in rows.items()),
        games_played=int(run.totals["rounds"].sum()),
        workers=run.workers,
        games_per_second=run.played * each / run.elapsed if run.elapsed > 0 else None,
        elapsed_s=run.elapsed,
        out=run.folder or None,
    )
