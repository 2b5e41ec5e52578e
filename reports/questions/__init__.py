"""Answers in words: the file of their question, or the module of their command here, has four functions.

`headline(answer) -> str` is the first sentence, `sentences(answer) -> list[str]` are the other statements,
`tables(answer) -> list[Table]` the numbers, `findings(answer) -> list[Finding]` the figures and their captions.

Optional functions: `asked(answer) -> str`, one line about what was played; `who(answer) -> str`, who played;
`console(answer) -> list[Table]`, the tables for a terminal where they differ from those of a page. For the first screen
of a page: `advice(answer) -> list[Advice]`, answers in plain words, and `pocket(answer) -> list[Table]`, the tables to
print beside them. For the other parts of a page: `title(answer) -> str`, the heading over its numbers; `method(answer)
-> dict[str, str]`, how the numbers were obtained; `size(answer) -> str`, how much was played; `command_line(answer) ->
str`, the command that reproduces them, for answers without that field.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, cast

from analyses.registry import in_file, presented
from reports.questions import any_game
from tongits_sim.any_game.designs import answers
from tongits_sim.any_game.game import game_of as game_of_command
from tongits_sim.any_game.rule_errors import shown
from tongits_sim.errors import TongitsError
from tongits_sim.names import load
from tongits_sim.run.answers import Answer
from tongits_sim.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.any_game.game import Game

Document = Answer
"""An answer on a page."""


class WordsError(TongitsError):
    """An answer to a question that does not exist."""


def get(answer: Document, name: str, default: Any = None) -> Any:
    """A field of an answer; the default where answers of its kind have none."""
    return getattr(answer, name, default)


KINDS = {
    "simulate": "analyses.answers.batch:BatchReport",
    "compare": "analyses.answers.comparison:ComparisonAnswer",
    "whatif": "analyses.answers.whatif:WhatIfAnswer",
    "analyze": "",
    "tournament": "analyses.answers.tournament:TournamentAnswer",
    "claims": "analyses.answers.claims:ClaimsAnswer",
    "styles": "analyses.answers.styles:StylesAnswer",
    "players": "analyses.answers.players:PlayersAnswer",
    "card": "analyses.answers.card:CardAnswer",
}
"""The types of the answers of the commands of Tongits, by command."""


def commands_of(game: Game) -> list[str]:
    """The commands whose answers can be presented."""
    return list(dict.fromkeys([*any_game.KINDS, *(game.room("presenters").KINDS if game.has("presenters") else ())]))


def name_of(answer: Document) -> str:
    """The question of an answer, else its command."""
    return str(get(answer, "question") or get(answer, "command").rpartition(" ")[2])


def game_of(answer: Document) -> Game:
    """The game of an answer."""
    return game_of_command(get(answer, "command"))


def words(answer: Document) -> Any:
    """The module or object with the functions that present an answer. Raises WordsError if there is none."""
    name, game = name_of(answer), game_of(answer)
    kind_of(name, game)  # a stored answer may name anything
    question = presented(name, game)
    if question is not None:
        return question.presenter
    rooms = [*([game.rooms["presenters"]] if game.has("presenters") else []), any_game.__name__]
    return importlib.import_module(next(f"{room}.{name}" for room in rooms if find_spec(f"{room}.{name}")))


def kind_of(name: object, game: Game = TONGITS) -> type[Answer]:
    """The type of the answers to a question, or of a command. Raises WordsError."""
    kinds: Mapping[str, str] = game.room("presenters").KINDS if game.has("presenters") else {}
    if isinstance(name, str) and kinds.get(name):
        kind: type[Answer] = load(kinds[name])
        return kind
    if isinstance(name, str) and name in any_game.KINDS:
        answer = any_game.KINDS[name]
        return cast("type[Answer]", getattr(game.answers, answer, getattr(answers, answer)))
    question = presented(name, game) if isinstance(name, str) else None
    if question is not None and question.answer is not None:
        return cast("type[Answer]", question.answer)
    if isinstance(name, str) and in_file(name):
        raise WordsError(
            f"the answer to {shown(name)} can be shown only where that question is asked: a stored answer executes no "
            "file"
        )
    raise WordsError(f"there is no question {shown(name)}, so its answer cannot be shown")
