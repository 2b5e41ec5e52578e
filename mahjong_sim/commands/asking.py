"""What simulate, compare and whatif ask and print in mahjong, see `any_game.game.AskingRoom`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mahjong_sim.commands.batch_text import print_batch
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.any_game.game import Asked

if TYPE_CHECKING:
    from mahjong_sim.rules import RuleSet
    from tongits_sim.any_game.designs.answers import ChangeRow, CompareAnswer, WhatIfAnswer
    from tongits_sim.any_game.designs.paired.job import PairedJob
    from tongits_sim.run.faults import BotFault
    from tongits_sim.run.how import How

__all__ = [
    "batch_so_far",
    "compare",
    "play_batch",
    "print_batch",
    "print_comparison",
    "print_whatif",
    "stopped",
    "whatif",
    "whatif_cost",
    "write_report",
]


def play_batch(job: Any, how: How) -> Any:
    """The answer of a job. Raises BatchFault."""
    from tongits_sim.any_game.designs.batch.simulate import play_job

    return play_job(job, how)


def batch_so_far(fault: BotFault) -> Any:
    """The answer of the games before a fault; None if there were none."""
    return getattr(fault, "answer", None)


def compare(rules: RuleSet, specs: Sequence[str], **options: Any) -> Asked:
    """A comparison of players."""
    from tongits_sim.any_game.designs.paired.compare import planned, play

    job = planned(MAHJONG, rules, specs, **options)
    return Asked([rules], job.players, lambda how, deals: play(replace(job, deals=deals), how))


def print_comparison(answer: CompareAnswer, form: str) -> None:
    """Print a comparison."""
    from reports.questions.any_game.compare import asked, closing, leading, tables
    from reports.text.answers import show_tables
    from reports.text.console import print_csv, print_json, show

    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        rows = [(row.player, row.payout, row.wins) for row in answer.ranking]
        print_csv([{"player": name, "payout": pay.mean, "wins": wins.mean} for name, pay, wins in rows])
    else:
        show("", asked(answer), "", style="bold")
        show(leading(answer))
        show_tables(tables(answer))
        show("", closing(answer))


def whatif(rules: str, settings: tuple[str, ...], **options: Any) -> Asked:
    """What changes of the rules do, whole presets among them."""
    from tongits_sim.any_game.designs.paired.whatif import play

    job = _changed(rules, settings, **options)
    return Asked(
        [arm.rules for arm in job.arms],
        job.arms[0].players,
        lambda how, deals: play(replace(job, deals=deals), how),
    )


def _changed(
    rules: str, settings: tuple[str, ...], change: tuple[str, ...], preset_to: tuple[str, ...], **options: Any
) -> PairedJob:
    from tongits_sim.any_game.designs.paired.whatif import planned

    return planned(MAHJONG, rules, change, settings=settings, presets=preset_to, **options)


def whatif_cost(rules: str, settings: tuple[str, ...], **options: Any) -> str:
    """What would be played, in a sentence."""
    job = _changed(rules, settings, **options)
    games = job.deals * job.games_per_deal * len(job.arms)
    return f"{len(job.arms)} rule sets on {job.deals:,} deals: {games:,} games."


def print_whatif(answer: WhatIfAnswer, form: str) -> None:
    """Print what changes do; CSV has a row for each change and measure."""
    from reports.questions.any_game.whatif import asked, closing, tables
    from reports.text.answers import show_tables
    from reports.text.console import print_csv, print_json, show

    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv([row for change in answer.changes for row in _cells(change)])
    else:
        show("", asked(answer), "", style="bold")
        show_tables(tables(answer))
        show("", closing(answer))


def _cells(change: ChangeRow) -> list[dict[str, Any]]:
    return [
        {
            "change": change.change,
            "measure": row.measure,
            "before": row.before.mean,
            "after": row.after.mean,
            "diff": row.diff.mean,
            "p_holm": row.p_holm,
        }
        for row in change.effects
    ]


def stopped(answer: Any, _caution: str) -> Any:
    """An answer of which Ctrl-C left only a part; its words have no place to say so."""
    return answer


def write_report(answers: Sequence[Any], path: Path) -> None:
    """Write answers as a page. Raises ReportError."""
    from reports.page.render import write_report as write

    write(answers, path)
