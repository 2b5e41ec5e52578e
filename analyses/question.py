"""Questions: a name, options of its own, and a function from an inquiry to an answer.

Modules of questions import lightly; heavy modules are imported in the function that asks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from analyses.answers.shared import Bot, Versions
from strategies.registry import USUAL_PLAYERS
from tongits_sim.errors import TongitsError
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.run_options import RunOptions
from tongits_sim.run.within import ask_until

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

A = TypeVar("A")
"""The type of the answer."""
Reader = Literal["player", "designer", "bots"]
Kind = Literal["whole", "number", "choice", "text", "flag", "file"]


class QuestionError(TongitsError):
    """A question cannot be asked with these options."""


@dataclass(frozen=True)
class Option:
    """An option of one question, `--name` on the command line."""

    name: str  # as a Python name: `min_forks`
    help: str  # a sentence
    kind: Kind = "whole"  # `whole` (int), `number` (float), `choice`, `text`, `flag`, `file` (a path to write to)
    default: Any = None  # its default value; None without a default
    # low, high: bounds of a number
    low: float = 0
    high: float = 10**12
    choices: tuple[str, ...] = ()  # values of a choice
    many: bool = False  # it may be repeated; its value is a tuple


SESSION = Option("session", "Games per session (match).", "whole", 100, 1, 100_000)
OF = Option("of", "Count only the decisions of this player.", "text")
MIN_FORKS = Option("min_forks", "Least number of forks of a cell with an answer.", default=50, low=2, high=10**9)
DECISIONS_TABLE = Option(
    "decisions_table",
    "Write a row for each decision into a .parquet file: its features and the payouts of both actions.",
    "file",
)
TABLES = "tables"
"""As a question's players: the tables of `analyses.opponents` with the strongest player in the own seat, so
that answers agree with advice. Named players sit at one table instead."""


@dataclass(frozen=True)
class ReportSettings:
    """How `tongits report` asks a question."""

    games: int  # how many games as a rule; `--scale` multiplies it
    least: int = 1  # fewest games, whatever the scale
    # `table`: the three players of the page; `usual`: the question's default
    players: Literal["table", "usual"] = "table"


@dataclass(frozen=True)
class Question(Generic[A]):
    """A question."""

    name: str  # `tongits analyze NAME`
    asks: str  # the question, a sentence; the first line of its help
    games: int  # default of --games; 0: it plays none unless somebody asks for games
    # computes the answer, of type `answer`, or a dictionary if that is None
    ask: Callable[[Inquiry], A]
    options: tuple[Option, ...] = ()  # its own options
    players: str = USUAL_PLAYERS  # default of --players, may be `TABLES`
    seats: int | None = 3  # how many players it needs; None: any number
    answer: type[A] | None = None  # the type of the answer, also to read a stored answer; None: a dictionary
    rows: str = "cells"  # the key of the list in the answer that CSV holds
    example: str = ""  # options of an example command
    games_help: str = "Number of games."  # what --games counts
    # `games`, or `deals` if a deal is played several times; --deals is then another name of --games
    counts: Literal["games", "deals"] = "games"
    every_rules: bool = False  # it compares rules: --rules may be repeated; the default is all presets
    # the widest interval of the main numbers of an answer, in units or percentage points, which `within` narrows; None:
    # the answer has none
    width: Callable[[A], float | None] | None = None
    # presents the answer (`reports/questions`): a module or object; `sys.modules[__name__]` is the question's own
    # module
    presenter: Any = None
    # reader of the answer: a `player` at the table, a `designer` of house rules, or people who compare `bots`
    reader: Reader = "bots"
    page_order: int = 1000  # its order on a page among answers for the same reader, the smallest first
    on_page: ReportSettings | None = None  # how `tongits report` asks it; None: not at all
    # what it estimates and assumes: the docstring; its help shows all but the first paragraph
    about: str = ""
    import_spec: str = ""  # its name on a command line if it differs: `my_question.py:NAME`

    @property
    def called(self) -> str:
        """The name of the question on the command line."""
        return self.import_spec or self.name

    def answered(self, inquiry: Inquiry, within: float | None = None) -> A:
        """Ask; with `within`, until the main numbers are known to within so much, at most with the inquiry's games.

        Raises:
            QuestionError: the answer has no main numbers to narrow. TongitsError: the inquiry cannot be played.
        """
        if within is None:
            return self.ask(inquiry)
        width = self.width
        if width is None:
            raise QuestionError(f"analyze {self.name} has no main number that more games narrow; leave within out")

        def ask(games: int, way: RunOptions) -> A:
            return self.ask(replace(inquiry, games=games, run_options=way))

        answer, known = ask_until(
            within, ask, width, most=inquiry.games, counted=self.counts, run_options=inquiry.run_options
        )
        own: Any = answer
        method = getattr(own, "method", None)
        more = {} if method is None else {"method": {**method, "stopping": known.sentence()}}
        narrowed: A = replace(own, within=known, **more)
        return narrowed


@dataclass(frozen=True)
class Inquiry:
    """The input of every question."""

    rules: RuleSet  # the house rules
    players: tuple[Player, ...]  # who plays
    games: int  # how many games, or deals if the question counts deals
    seed: int  # 0 .. 2**64 - 1.
    options: dict[str, Any] = field(default_factory=dict)  # the question's own options by name, all of them
    run_options: RunOptions = field(default_factory=RunOptions)  # workers, folder, progress
    # options that name the rules on a command line; a blank if there are none
    rules_option: str = ""
    rule_sets: tuple[RuleSet, ...] = ()  # all rule sets, for a question that compares several; `rules` is the first
    import_spec: str = ""  # as of `Question`
    at_tables: bool = False  # ask it at the four tables (`TABLES`) instead of among these players

    def head(self, question: Question[Any]) -> dict[str, Any]:
        """The first fields of every answer (`QuestionAnswer`): the question, the players, the rules."""
        import shlex

        from tongits_sim.experiments.batch import rules_option

        labels = [player.label for player in self.players]
        sets = self.rule_sets or (self.rules,)
        again = self.rules_option or " ".join(rules_option(rules) for rules in sets)
        own = " ".join(_again(option, self.options.get(option.name)) for option in question.options).split()
        line = [
            "tongits analyze",
            shlex.quote(self.import_spec or question.name),
            *filter(None, [again.strip()]),
        ]
        if not self.at_tables:
            line += ["--players", shlex.quote(",".join(player.full_spec for player in self.players))]
        if self.games:
            line += [f"--{question.counts}", str(self.games), "--seed", str(self.seed)]
        line += own
        return {
            "command": "analyze",
            "question": self.import_spec or question.name,
            "asks": question.asks,
            "rules": self.rules.name,
            "players": tuple(labels),
            "games": self.games,
            "seed": self.seed,
            "options": {name: str(value) if isinstance(value, Path) else value for name, value in self.options.items()},
            "command_line": " ".join(line),
            "bots": tuple(Bot.of(player) for player in self.players),
            "knobs": self.rules.knobs(),
            "versions": Versions.current(),
        }


def inquiry(question: Question[Any], **options: Any) -> Inquiry:
    """An inquiry; rules, players, games, seed, how and own options have the question's defaults.

    Rules may be a name, players a text of specs; `deals` is another name of `games` where the question counts deals.
    Raises QuestionError.
    """
    from strategies.registry import STRONGEST, load_players
    from tongits_sim.rules import load

    rules = options.pop("rules", "pagat")
    players = options.pop("players", question.players)
    house_rules = load(rules) if isinstance(rules, str) else rules
    at_tables = players == TABLES
    if at_tables:
        players = ",".join([STRONGEST] * (question.seats or 1))
    seated = tuple(load_players(players, question.seats) if isinstance(players, str) else players)
    if question.seats not in (None, len(seated)):
        raise QuestionError(f"analyze {question.name} needs {question.seats} players, not {len(seated)}")
    games = options.pop("games", options.pop(question.counts, question.games))
    seed = options.pop("seed", 1)
    run_options = options.pop("run_options", RunOptions())
    again = options.pop("rules_option", "")
    sets = tuple(options.pop("rule_sets", ()))
    if question.every_rules and not sets:
        sets = (house_rules,)
    own = {option.name: () if option.many and option.default is None else option.default for option in question.options}
    if unknown := sorted(set(options) - set(own)):
        raise QuestionError(f"analyze {question.name} has no option {unknown[0]!r}; it has {', '.join(own) or 'none'}")
    return Inquiry(
        house_rules, seated, games, seed, own | options, run_options, again, sets, question.import_spec, at_tables
    )


def whole_between(name: str, value: int | float | str, low: int, high: int) -> int:
    """A whole number, also as "1M" or 1e6. Raises TongitsError.

    Args:
        name: of the number, for the message.
        value: the number or its text.
        low, high: its bounds.
    """
    number = parse_count(value, name)
    if not low <= number <= high:
        raise QuestionError(f"{name} must lie between {low:,} and {high:,}, not {number:.6g}")
    return number


def _again(option: Option, value: Any) -> str:
    """An option of the question for a command line; empty at its default."""
    import shlex

    if value == option.default or value in (None, ()):
        return ""
    name = "--" + option.name.replace("_", "-")
    if option.kind == "flag":
        return name
    values = value if option.many else (value,)
    return " ".join(f"{name} {shlex.quote(f'{item:g}' if isinstance(item, float) else str(item))}" for item in values)
