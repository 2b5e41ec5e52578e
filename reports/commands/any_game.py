"""The commands of any game; how simulate, compare and whatif play and print for games without their own way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.commands.shell import Shell
from reports.questions.printing import print_document
from reports.text.console import print_csv
from tongits_sim.core.game import PreparedRun

if TYPE_CHECKING:
    from tongits_sim.core.answers import BatchAnswer, CompareAnswer, WhatIfAnswer
    from tongits_sim.core.game import Game
    from tongits_sim.core.paired import PairedJob
    from tongits_sim.knobs.house_rules import HouseRules
    from tongits_sim.run.faults import BotFault
    from tongits_sim.run.options import RunOptions

COMMANDS = {
    "simulate": "Play games and show what each player earns.",
    "compare": "Compare bots on the same deals in every seating.",
    "whatif": "Measure what a change of the house rules does.",
    "analyze": "Answer a question about the game.",
    "tune": "Tune the parameters of a bot, and measure it on held-out deals.",
    "records": "Write games move by move, one JSON object per line.",
    "replay": "Show and verify recorded games or watch bots.",
    "rules": "List, explain and compare house rules.",
    "strategies": "List and explain the bots and their parameters.",
    "selfcheck": "Compare deals with exact probabilities, or measure speed.",
}
"""The commands of any game with their first lines of help."""


def group_of(game: Game, about: str, own: Mapping[str, str] | None = None) -> Shell:
    """The group of a game's commands. `about`: help below the first line; `own`: commands of this game alone."""
    text = f"Play and compare bots in {game.title}.\n\n{about}\n\nStart with: {game.command} simulate"
    return Shell(name=game.name, sections={"Commands": COMMANDS | dict(own or {})}, game=game, help=text)


class Asking:
    """Experiments and answers of any game (tongits_sim/core): see `core.game.CommandsOfGame`."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def play_batch(self, job: Any, run_options: RunOptions, **_options: Any) -> BatchAnswer:
        """Raises BatchFault."""
        from tongits_sim.core.batch import play_job

        return play_job(job, run_options)

    def batch_so_far(self, fault: BotFault) -> BatchAnswer | None:
        """The answer of the games before a fault; None if no game was finished."""
        return getattr(fault, "answer", None)

    def print_batch(self, answer: BatchAnswer, form: str, broken_off: bool = False) -> None:
        """Print a batch; CSV has a row for each player."""
        print_document(replace(answer, broken_off=broken_off or None), form, "players_summary")

    def compare(self, rules: HouseRules, specs: Sequence[str], **options: Any) -> PreparedRun:
        from tongits_sim.core.compare import planned, play

        job = planned(self._game, rules, specs, **options)
        return PreparedRun(
            [rules], job.players, lambda run_options, deals: play(replace(job, deals=deals), run_options)
        )

    def print_comparison(self, answer: CompareAnswer, form: str) -> None:
        """Print a comparison; CSV has a row for each player."""
        print_document(answer, form, "ranking")

    def whatif(self, rules: str, settings: tuple[str, ...], **options: Any) -> PreparedRun:
        """Measure changes of the rules, whole presets among them."""
        from tongits_sim.core.whatif import play

        job = self._changed(rules, settings, options)
        sets, players = [arm.rules for arm in job.arms], job.arms[0].players
        return PreparedRun(sets, players, lambda run_options, deals: play(replace(job, deals=deals), run_options))

    def _changed(self, rules: str, settings: tuple[str, ...], options: Mapping[str, Any]) -> PairedJob:
        from tongits_sim.core.whatif import planned

        changes = (*options["change"], *options["preset_to"])
        sizes = (options[name] for name in ("deals", "seed", "match_games"))
        return planned(self._game, rules, changes, options["players"], settings, *sizes)

    def whatif_cost(self, rules: str, settings: tuple[str, ...], **options: Any) -> str:
        """The number of games to play, in a sentence."""
        job = self._changed(rules, settings, options)
        games = job.deals * job.games_per_deal * len(job.arms)
        return f"{len(job.arms)} rule sets on {job.deals:,} deals: {games:,} games."

    def print_whatif(self, answer: WhatIfAnswer, form: str) -> None:
        """Print what changes do; CSV has a row for each change and measure."""
        if form == "csv":
            print_csv({"change": each.change, **row.to_dict()} for each in answer.changes for row in each.effects)
        else:
            print_document(answer, form)

    def stopped(self, answer: Any, _caution: str) -> Any:
        """A partial answer after Ctrl-C. It has no place for a caution."""
        return answer

    def write_report(self, answers: Sequence[Any], path: Path) -> None:
        """Raises ReportError."""
        from reports.page.render import write_report

        write_report(answers, path)
