"""`whatif`: measures changes of the house rules on the same deals with the same players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

from mahjong_sim.bots.registry import USUAL_PLAYERS, load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.answer_types import ChangeRow, EffectRow, WhatIfAnswer
from mahjong_sim.experiments.compare import played_facts
from mahjong_sim.experiments.paired import Arm, PairedEstimates, PairedJob
from mahjong_sim.experiments.playing import COUNTS
from mahjong_sim.rules import load
from tongits_sim.records.schema import seat_names
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import JobError
from tongits_sim.run.estimates import adjusted
from tongits_sim.run.job import Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides


@public
def whatif(
    rules: str,
    changes: Sequence[str],
    players: str | Sequence[Player] = USUAL_PLAYERS,
    *,
    settings: Sequence[str] = (),
    deals: int = 10_000,
    seed: int = 1,
    match_games: int = 1,
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> WhatIfAnswer:
    """Measure each change of the rules on the same deals with the same players.

    Args:
        rules: house rules, as `load` takes them.
        changes: each is `knob=value`, several joined by commas, or other rules as `load` takes them.
        players: a player for each seat, or their specs.
        settings: changes of the reference rules.
        deals: matches under each set of rules, in every rotation of the seats unless all players are equal.
        match_games: games of a match.
        run_options, playing: where and how to play, see `RunOptions`.

    Raises TongitsError: the arguments are invalid; `BotFault` if a bot breaks the rules or fails.
    """
    job = planned(rules, changes, players, settings, deals, seed, match_games)
    return play(job, with_overrides(run_options, playing))


def planned(
    rules: str,
    changes: Sequence[str],
    players: str | Sequence[Player],
    settings: Sequence[str],
    deals: int,
    seed: int,
    match_games: int,
) -> PairedJob:
    """The job of `whatif`. Raises TongitsError: the arguments are invalid."""
    if not changes:
        raise JobError("name a change of the rules: KNOB=VALUE")
    base = load(rules, settings)
    bots = tuple(load_players(players))
    arms = [Arm(base.name, base, bots)]
    for change in changes:
        preset = "=" not in change
        changed = load(change) if preset else load(rules, [*settings, *change.split(",")])
        if changed.knobs() == base.knobs():
            raise JobError(f"{change} changes nothing: {base.name} has it so")
        arms.append(Arm(f"to {change}" if preset else change, changed, bots))
    return PairedJob(tuple(arms), deals, seed, match_games)


def play(job: PairedJob, run_options: RunOptions) -> WhatIfAnswer:
    """Play the rule sets on the same deals and make the answer. Raises TongitsError."""
    run = run_job(job, run_options, answer=lambda run: measured(job, run).to_dict())
    return measured(job, run)


def measures_of(labels: Sequence[str]) -> dict[str, str]:
    """Measures of effects by column: the game's measures, and the payouts if players differ."""
    measures = {**COUNTS.measures}
    if len(set(labels)) > 1:
        measures |= {f"payout_{slot}": f"units that {label} makes" for slot, label in enumerate(seat_names(labels))}
    return measures


def measured(job: PairedJob, run: Run[Any]) -> WhatIfAnswer:
    """The effects of a job that was played."""
    moments = PairedEstimates(job, run.totals)
    labels = [player.label for player in job.arms[0].players]
    measures = measures_of(labels)
    differences = [
        (arm, column, *moments.change(arm, column)) for arm in range(1, len(job.arms)) for column in measures
    ]
    holm = adjusted([p for *_, p in differences])
    rows: dict[int, list[EffectRow]] = {}
    for (arm, column, diff, p), p_holm in zip(differences, holm, strict=True):
        before = moments.mean(0, column)
        after = moments.mean(arm, column)
        rows.setdefault(arm, []).append(EffectRow(measures[column], before, after, diff, p, p_holm))
    return WhatIfAnswer(
        command="mahjong whatif",
        players=tuple(labels),
        changes=tuple(ChangeRow(job.arms[arm].name, tuple(effects)) for arm, effects in rows.items()),
        **played_facts(job, run),
    )
