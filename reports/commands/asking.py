"""How `simulate`, `compare` and `whatif` of Tongits play and print: see `core.game.CommandsOfGame`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.options import chosen_rules, rules_again
from reports.questions.printing import print_document
from reports.text.console import print_csv, print_json
from tongits_sim.core.game import PreparedRun
from tongits_sim.players import as_players

if TYPE_CHECKING:
    from analyses.answers.comparison import ComparisonAnswer
    from analyses.answers.whatif import WhatIfAnswer
    from analyses.whatif import WhatIfJob
    from tongits_sim.experiments.results import Results
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.faults import BotFault
    from tongits_sim.run.options import RunOptions


def play_batch(job: Any, run_options: RunOptions, **options: Any) -> Results:
    """Raises BatchFault."""
    from tongits_sim.experiments.simulate import play_job

    return play_job(job, run_options, **options)


def batch_so_far(fault: BotFault) -> Results | None:
    """The answer of the games before a fault; None if no game was finished."""
    return getattr(fault, "results", None)


def print_batch(results: Results, form: str, broken_off: bool = False) -> None:
    """`broken_off`: a bot failed, and the results are of the games before."""
    from reports.questions.simulate import BatchReport

    answer = replace(BatchReport.of(results), broken_off=broken_off or None)
    if form == "json":
        print_json(results.to_dict() | ({"broken_off": True} if broken_off else {}))
    else:
        print_document(answer, form, lambda each: each.players_summary)


def compare(rules: RuleSet, specs: Sequence[str], deals: int, **options: Any) -> PreparedRun:
    from analyses.compare import compare as run
    from analyses.compare import find_baseline
    from tongits_sim.experiments.duplicate import DuplicateJob

    bots = as_players(specs)
    refuse_twins(bots)
    find_baseline(DuplicateJob(rules, bots, deals, options["seed"], options["match_games"]), options["baseline"])
    return PreparedRun(
        [rules], bots, lambda run_options, deals: run(rules, bots, deals, run_options=run_options, **options).answer
    )


def stopped(answer: Any, caution: str) -> Any:
    """A partial answer after Ctrl-C, with a sentence about the stop."""
    return replace(answer, stopping=replace(answer.stopping, words=caution))


def whatif(rules: str, settings: tuple[str, ...], **options: Any) -> PreparedRun:
    from analyses.whatif import play

    job = _whatif_job(rules, settings, options)
    named = [] if job.all_knobs else [change.rules for change in job.changes]
    return PreparedRun([job.base, *named], job.players, lambda run_options, deals: play(job, run_options).answer)


def _whatif_job(rules: str, settings: tuple[str, ...], options: dict[str, Any]) -> WhatIfJob:
    from analyses.whatif import planned

    options["bankroll"] = options["bankroll"] or 0.0
    return planned(chosen_rules(rules, settings), rules_option=rules_again(rules, settings), **options)


def whatif_cost(rules: str, settings: tuple[str, ...], **options: Any) -> str:
    """The number of games to play, in sentences."""
    job = _whatif_job(rules, settings, options)
    return f"{len(job.rule_sets)} rule sets on {job.deals:,} deals: {job.pairing().games:,} games."


def write_report(answers: Sequence[Any], path: Path) -> None:
    """Raises ReportError."""
    from reports.page.render import write_report as write
    from reports.questions.simulate import BatchReport
    from tongits_sim.experiments.results import Results

    write([BatchReport.of(answer) if isinstance(answer, Results) else answer for answer in answers], path)


def print_comparison(answer: ComparisonAnswer, form: str) -> None:
    if form == "json":
        print_json(answer.to_dict())
    else:
        print_document(answer, form, lambda each: each.ranking)


def print_whatif(answer: WhatIfAnswer, form: str) -> None:
    """An answer in one of the formats; CSV has a row for each change and metric."""
    if form != "csv":
        print_document(answer, form)
        return
    rows = [
        {"change": change.change, "no_effect": change.no_effect} | effect.to_dict()
        for change in answer.changes
        for effect in change.effects
    ]
    print_csv(rows)


def refuse_twins(players: Sequence[Any]) -> None:
    """Refuse to compare a bot with itself under any name. Raises UsageError."""
    before: set[tuple[str, ...]] = set()
    for player in players:
        if player.identity in before:
            raise click.UsageError(
                f"{player.label} is named twice, and a bot cannot be compared with itself; name another, or change a "
                f"parameter of one of the two (tongits strategies show {player.strategy.name})"
            )
        before.add(player.identity)
