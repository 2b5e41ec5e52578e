"""What simulate, compare and whatif ask and print in mahjong, see `any_game.game.AskingRoom`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mahjong_sim.commands.batch_text import print_batch
from mahjong_sim.mahjong import MAHJONG

if TYPE_CHECKING:
    from mahjong_sim.rules import RuleSet
    from tongits_sim.any_game.designs.answers import ChangeRow, CompareAnswer, WhatIfAnswer
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


def compare(rules: RuleSet, specs: Sequence[str], how: How, **options: Any) -> CompareAnswer:
    """The answer of a comparison of players."""
    from tongits_sim.any_game.designs.paired.compare import compare as run

    return run(MAHJONG, rules, specs, how=how, **options)


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


def whatif(rules: str, settings: tuple[str, ...], how: How, **options: Any) -> WhatIfAnswer:
    """What changes of the rules do, whole presets among them."""
    from tongits_sim.any_game.designs.paired.whatif import whatif as run

    change, presets, players = (options.pop(name) for name in ("change", "preset_to", "players"))
    return run(MAHJONG, rules, change, players, settings=settings, presets=presets, how=how, **options)


def whatif_cost(
    rules: str,
    settings: tuple[str, ...],
    change: tuple[str, ...],
    preset_to: tuple[str, ...],
    players: str,
    deals: int,
    seed: int,
    match_games: int,
    **_how: Any,
) -> str:
    """What would be played, in a sentence."""
    from tongits_sim.any_game.designs.paired.whatif import planned

    job = planned(MAHJONG, rules, change, players, settings, preset_to, deals, seed, match_games)
    return f"{len(job.arms)} rule sets on {deals:,} deals: {deals * job.games_per_deal * len(job.arms):,} games."


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
