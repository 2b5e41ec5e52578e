"""What the commands of mahjong share: options, the job they make, and how it is played and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from mahjong_sim.bots.registry import USUAL_PLAYERS
from reports.commands.candidates import Vocabulary, words_of
from reports.commands.interrupt import answered, on_ctrl_c, show_stopped
from reports.commands.options import rules_again, rules_options_of
from reports.commands.players_options import names_option_of, players_option_of
from reports.commands.progress import ProgressBar
from reports.commands.running_options import pop_running_options
from tongits_sim.run.answers import Answer
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from mahjong_sim.experiments.batch import BatchJob

AnswerType = TypeVar("AnswerType", bound=Answer)

VOCABULARY = Vocabulary("mahjong_sim.rules", "mahjong_sim.rules.rulebook", "mahjong_sim.bots.registry")
WORDS = words_of(VOCABULARY)
rules_options = rules_options_of(WORDS, "visayan", "A preset or TOML file; for a list: tongits mahjong rules")
names_option = names_option_of(WORDS)
players_option = players_option_of(
    WORDS["A,B,C,D"],
    USUAL_PLAYERS,
    "Four bots: name, name(param=value) or my_file.py:name (the file is executed); for a list: tongits mahjong "
    "strategies",
    names_option,
)
MATCH_GAMES = "Games per match; the dealer and the pot carry over from game to game."


def played(
    options: dict[str, Any],
    output: Path | None,
    form: str,
    play: Callable[[RunOptions], AnswerType],
    rows: str | Callable[[AnswerType], Iterable[Mapping[str, Any]]],
) -> AnswerType:
    """Play with a progress bar and Ctrl-C, write the page, and print the answer.

    Args:
        options: of `running_options`.
        output: the page to write.
        form: `table`, `json` or `csv`.
        play: plays, and returns the answer.
        rows: of CSV: a list of the answer, or a function from the answer.
    """
    from mahjong_sim.experiments.batch import BatchFault
    from mahjong_sim.shown.page import presenter_of, report
    from reports.questions.printing import print_document

    def show(answer: Answer, form: str) -> None:
        print_document(answer, form, rows, presenter=presenter_of(answer))

    where = pop_running_options(options)
    halt = on_ctrl_c()
    try:
        with ProgressBar() as bar:
            run_options = RunOptions(**where, progress=bar, notice=to_stderr, halt=halt)
            answer = answered(halt, lambda: play(run_options))
    except BatchFault as fault:
        if fault.answer is not None and fault.answer.games:
            show(replace(fault.answer, broken_off=True), form)
        raise
    if halt.run is not None:
        show_stopped(halt, answer, form, show)
    if output is not None:
        report([answer], output)
    show(answer, form)
    return answer


def deals_again(command: str, rules_option: str, deals: int, seed: int, match_games: int) -> str:
    """The command line that plays the same deals again; command: the command with its own words."""
    line = f"tongits mahjong {command} {rules_option} --deals {deals} --seed {seed}"
    return f"{line} --match-games {match_games}" if match_games > 1 else line


def job_of(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
) -> BatchJob:
    """The job that the options of a command make. Raises TongitsError."""
    from mahjong_sim.bots.registry import load_players
    from mahjong_sim.experiments.batch import BatchJob
    from mahjong_sim.rules import load

    bots = tuple(load_players(players))
    again = rules_again(rules, settings)
    return BatchJob(load(rules, settings), bots, games, seed, match_games or 1, fixed_seats, again)
