"""The jobs of a batch, ready to play: rules and players are loaded, so mistakes are found before any job starts."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.question import inquiry
from analyses.question_registry import question
from reports.commands.analyze import which_rules
from reports.commands.batches.batch_file import Entry
from reports.commands.options import chosen_rules, rules_again
from reports.page.stored import BatchError
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import keep, make_folder
from tongits_sim.version import VERSION

if TYPE_CHECKING:
    from tongits_sim.run.answers import Answer
    from tongits_sim.run.run_options import RunOptions

Params = Mapping[str, Any]
_UNITS = {"compare": "deals", "whatif": "deals", "tournament": "tournaments", "try": "deals"}
"""The unit of a command's counts, if it is not games."""


@dataclass(frozen=True)
class Ready:
    """A job that can be played."""

    entry: Entry  # its entry in the file
    asked: dict[str, Any]  # everything that determines its answer, as JSON
    games: int  # games (or deals, or other units) to play
    # plays the games and returns the answer; a folder in the `RunOptions` stores it
    ask: Callable[[RunOptions, int], Answer]
    counts: str = ""  # the unit of `games`, if the command alone does not decide it

    @property
    def unit(self) -> str:
        """The unit of `games`: games, deals, ..."""
        return self.counts or _UNITS.get(self.entry.command, "games")

    @property
    def command(self) -> str:
        """The command, with the question of `analyze`."""
        return f"{self.entry.command} {self.entry.question}".strip()

    def play(self, run_options: RunOptions) -> Answer:
        """Play the job and return its answer. Raises TongitsError or Interrupted."""
        with _as_command(self.entry.words):
            return self.ask(run_options, self.games)


def ready(entry: Entry) -> Ready:
    """Load the rules and players of a job. Raises BatchError if the job cannot be played."""
    try:
        return _MAKERS[entry.command](entry, entry.params)
    except BatchError:
        raise
    except (TongitsError, click.UsageError) as error:
        raise BatchError(f"{entry.place}: {error}") from None


def _simulate(entry: Entry, params: Params) -> Ready:
    from reports.commands.simulate import job_of

    own = dict(params)
    within = own.pop("within")
    job = job_of(**own)

    def ask(run_options: RunOptions, games: int) -> Answer:
        from reports.questions.simulate import BatchReport
        from tongits_sim.experiments.simulate import play_job, play_within

        if within is not None:
            return BatchReport.of(play_within(replace(job, games=games), within, run_options))
        return play_job(replace(job, games=games), run_options).answer

    return Ready(entry, _question_of(entry, [job.rules], job.players), job.games, ask)


def _compare(entry: Entry, params: Params) -> Ready:
    from reports.commands.compare import check_comparison, seated
    from tongits_sim.stats import FIRST_LOOK

    own = dict(params)
    rules = chosen_rules(own.pop("rules"), own.pop("settings"))
    players = seated(own.pop("players"))
    deals = own.pop("deals")
    check_comparison(rules, players, min(deals, FIRST_LOOK) if own["within"] else deals, own)

    def ask(run_options: RunOptions, deals: int) -> Answer:
        from analyses.compare import compare

        return compare(rules, players, deals, run_options=run_options, **own).answer

    return Ready(entry, _question_of(entry, [rules], players), deals, ask)


def _whatif(entry: Entry, params: Params) -> Ready:
    from reports.commands.whatif import job_of

    own = dict(params)
    own.pop("dry_run")
    if not (own["change"] or own["preset_to"] or own.get("all_knobs")):
        keys = "change, preset_to or all_knobs = true" if "all_knobs" in own else "change or preset_to"
        raise BatchError(f"{entry.place}: nothing is changed; write {keys}")
    job = job_of(**own)

    def ask(run_options: RunOptions, _deals: int) -> Answer:
        from analyses.whatif_run import play

        return play(job, run_options)

    changed = [] if job.all_knobs else [change.rules for change in job.changes]
    return Ready(entry, _question_of(entry, [job.base, *changed], job.players), own["deals"], ask)


def _tournament(entry: Entry, params: Params) -> Ready:
    from analyses.tournament import job_of, read_plan, tournament

    own = dict(params)
    named = own.pop("rules"), own.pop("settings")
    rules = chosen_rules(*named)
    again = rules_again(*named)
    plan = read_plan(own.pop("plan"))
    events = own.pop("events")
    job = job_of(plan, rules, own["field"], events, own["seed"])

    def ask(run_options: RunOptions, games: int) -> Answer:
        return tournament(plan, rules, events=games, **own, rules_option=again, run_options=run_options)

    asked = _question_of(entry, [rules], job.players) | {"stages": job.manifest()["stages"], "counts": list(job.counts)}
    return Ready(entry, asked, events, ask)


def _analyze(entry: Entry, params: Params) -> Ready:
    own = dict(params)
    topic = question(entry.question)
    rules = which_rules(own.pop("rules"), own.pop("settings"))
    within = own.pop("within", None)
    request = inquiry(topic, **rules, **own)

    def ask(run_options: RunOptions, games: int) -> Answer:
        files = {  # in the folder of the job; none without a folder
            name: None if run_options.out is None else run_options.out / value.name
            for name, value in request.options.items()
            if isinstance(value, Path)
        }
        if files and (folder := run_options.out) is not None:
            make_folder(folder)
        now = replace(request, run_options=run_options, games=games, options=request.options | files)
        answer: Answer = topic.answered(now, within)
        if run_options.out is not None:
            keep(answer.to_dict(), run_options.out)
        return answer

    sets = request.rule_sets or (request.rules,)
    return Ready(entry, _question_of(entry, sets, request.players), request.games, ask, topic.counts)


def _try(entry: Entry, params: Params) -> Ready:
    from analyses.trial import line_ups, try_habit, with_habits
    from strategies.registry import load_player

    own = dict(params)
    named = own.pop("rules"), own.pop("settings")
    rules = chosen_rules(*named)
    again = rules_again(*named)
    habits = list(own.pop("habits"))
    deals = own.pop("deals")
    tried = with_habits(load_player(own["player"]), habits)
    players = [tried, *(up.player for up in line_ups(own["against"]))]

    def ask(run_options: RunOptions, deals: int) -> Answer:
        return try_habit(habits, rules, deals=deals, **own, rules_option=again, run_options=run_options)

    return Ready(entry, _question_of(entry, [rules], players), deals, ask)


_MAKERS: dict[str, Callable[[Entry, Params], Ready]] = {
    "simulate": _simulate,
    "compare": _compare,
    "whatif": _whatif,
    "analyze": _analyze,
    "tournament": _tournament,
    "try": _try,
}


def _question_of(entry: Entry, rules: Any, players: Any) -> dict[str, Any]:
    """Everything that determines the answer: the command, and the rules and players behind its names."""
    from tongits_sim.run.job import described

    return {
        "command": entry.line,
        "version": VERSION,
        "rules": [{"name": house.name, "knobs": house.knobs()} for house in rules],
        "players": described(players),
    }


@contextlib.contextmanager
def _as_command(words: list[str]) -> Iterator[None]:
    """A context in which manifests store the command of the job, not that of the batch."""
    before = sys.argv
    sys.argv = words
    try:
        yield
    finally:
        sys.argv = before
