"""`Game`: what the shared packages need to play a game and to answer questions about it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from tongits_sim.run.numbers import number_word

if TYPE_CHECKING:
    from pathlib import Path

    from tongits_sim.bots.player import BasePlayer
    from tongits_sim.compile.match_loop import Records, TableKernels
    from tongits_sim.core.counts import Counts
    from tongits_sim.knobs.book import Rulebook
    from tongits_sim.knobs.house_rules import Change, HouseRules, Line
    from tongits_sim.knobs.knob import Knob, Value
    from tongits_sim.run.faults import BotFault
    from tongits_sim.run.options import RunOptions

P = ParamSpec("P")
T = TypeVar("T")


class RulesOfGame(Protocol):
    """The house rules of a game; a module."""

    KNOBS: Mapping[str, Knob]
    RuleSet: type[HouseRules]

    def load(self, spec: str, overrides: Iterable[str] = ()) -> HouseRules:
        """Load rules and change single knobs. Raises RuleError."""
        ...

    def preset_names(self) -> Sequence[str]: ...

    def overlay_names(self) -> Sequence[str]:
        """Overlays change a preset; most games have none."""
        ...

    def preset_title(self, name: str) -> str: ...

    def preset_summary(self, name: str) -> str: ...

    def describe(self, rules: HouseRules) -> list[Line]: ...

    def diff(self, one: HouseRules, other: HouseRules) -> list[Change]: ...


class RulebookOfGame(Protocol):
    """The rules of a game in prose; a module."""

    BOOK: Rulebook

    def presets(self) -> dict[str, dict[str, Value]]: ...


class BotsOfGame(Protocol):
    """The bots of a game; a module."""

    def names(self) -> Sequence[str]: ...

    def strategy(self, name: str) -> Any: ...

    def bots_in(self, path: str) -> Sequence[str]:
        """Execute a Python file and name the bots that it defines. Raises BotFileError."""
        ...

    def load_player(self, spec: str) -> BasePlayer:
        """Load a player; a bot file is executed. Raises TongitsError."""
        ...

    def load_players(self, specs: str | Sequence[Any], count: int | None = ...) -> Sequence[BasePlayer]:
        """Load players from a list of specs, or a sequence of specs and players. Raises TongitsError, also if their
        number is not `count`.
        """
        ...


class PreparedRun(NamedTuple):
    """A run of compare or whatif whose arguments are checked."""

    rules: Sequence[HouseRules]  # all sets of rules; the rules of the command line come first
    players: Sequence[BasePlayer]
    ask: Callable[[RunOptions, int], Any]  # plays a number of deals, and returns the answer


class CommandsOfGame(Protocol):
    """How simulate, compare and whatif play and print a game; a module. Answers have `to_dict`."""

    def play_batch(self, job: Any, run_options: RunOptions, **options: Any) -> Any:
        """The answer of a job. Raises BotFault."""
        ...

    def batch_so_far(self, fault: BotFault) -> Any:
        """The answer from the games before a fault; None if the first game failed."""
        ...

    def print_batch(self, answer: Any, form: str, broken_off: bool = False) -> None:
        """Print a batch; `broken_off`: a bot failed, the answer covers the games before."""
        ...

    def compare(self, rules: HouseRules, specs: Sequence[str], **options: Any) -> PreparedRun:
        """Prepare a comparison of players. Raises TongitsError."""
        ...

    def print_comparison(self, answer: Any, form: str) -> None: ...

    def whatif(self, rules: str, settings: tuple[str, ...], **options: Any) -> PreparedRun:
        """Prepare a comparison of rules. Raises TongitsError."""
        ...

    def whatif_cost(self, rules: str, settings: tuple[str, ...], **options: Any) -> str:
        """Say what `whatif` would play."""
        ...

    def print_whatif(self, answer: Any, form: str) -> None: ...

    def stopped(self, answer: Any, caution: str) -> Any:
        """Add a caution to the partial answer after Ctrl-C, if its text has a place for it."""
        ...

    def write_report(self, answers: Sequence[Any], path: Path) -> None:
        """Write answers as a page; the name's ending chooses the format. Raises ReportError."""
        ...


class GameKernels(Protocol):
    """How a game is played and counted; a module. A game designs its records, except for these fields:

    `TABLE` begins with a field of its own and has `hooks`, `params`, `chance`, `guard` and `seating` by slot or seat,
    `fault_seating`, and the fields of core/match_loop.py; `RESULT` has `payout` and `wins` by seat.
    """

    TABLE: TableKernels  # kernels that play matches
    COUNTS: Counts
    DECISIONS: Sequence[str]  # names of the decisions that bots are asked for

    def new_records(self, rules: Any) -> Records:
        """Create records to play on, each a recarray of length 1."""
        ...

    def pending_decision(self, view: Any) -> tuple[int, int]:
        """The seat and the decision that a view is for."""
        ...

    def failure(self, code: int, decision: str) -> str:
        """Put a bot's fault, given by its code, as the predicate of a sentence."""
        ...

    def largest_payment(self, rules: Any) -> float:
        """An upper bound on a seat's win or loss in a game, in units."""
        ...

    def effective(self, rules: Any) -> Mapping[str, Any]:
        """The knobs that have an effect under these rules."""
        ...


_GAMES: dict[str, Game] = {}
"""The imported games, by the words before a command's name."""


def game_of(command: str) -> Game:
    """The game of an answer's `command`. Raises KeyError: the game is not imported."""
    return _GAMES[command.rpartition(" ")[0]]


class Game:
    """A game: its names and the modules of its rules, bots and kernels. A game is a subclass with one instance.

    A part is imported when first used, so `--help` does not wait for a compiler. A game has the parts that its class
    defines (`has`). Packages above join questions, pages and commands to it.
    """

    name: ClassVar[str]  # in stored answers and kinds of work: `mahjong`
    title: ClassVar[str]  # its name in a sentence: `Visayan mahjong`
    command: ClassVar[str]  # the beginning of its command lines: `tongits mahjong`
    seats: ClassVar[int]  # players at a table
    default_rules: ClassVar[str]  # the usual preset
    # specs of the usual players, separated by commas
    default_players: ClassVar[str]
    # patterns of the files that decide play, relative to the folder of the packages
    sources: ClassVar[tuple[str, ...]] = ()
    usual_games: ClassVar[int] = 100_000  # games that simulate plays
    usual_deals: ClassVar[int] = 20_000  # deals of a comparison
    writes_records: ClassVar[bool] = True  # `records` and `replay` can play its games again
    takes_stakes: ClassVar[bool] = False  # sentences can name amounts of money (`--stake`)
    # the bot that `tune` usually tunes, then its opponents; empty: the usual players
    tuned_players: ClassVar[str] = ""
    # examples in help: a preset, a numbered rule, a knob and KNOB=VALUE
    other_rules: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    knob: ClassVar[str] = ""
    change: ClassVar[str] = ""
    at_tables: ClassVar[str] = "Each in turn sits with the same others."  # who meets whom in `compare`

    def __init__(self) -> None:
        _GAMES[self.key("").strip()] = self

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __reduce__(self) -> tuple[type[Game], tuple[()]]:
        return type(self), ()

    def key(self, command: str) -> str:
        """The value of `command` in the answers of a command: `simulate`, `mahjong simulate`."""
        return " ".join([*self.command.split()[1:], command])

    def has(self, part: str) -> bool:
        return getattr(type(self), part) is not getattr(Game, part)

    @property
    def others_sit(self) -> str:
        """The beginning of a sentence: `three others sit`."""
        return f"{number_word(self.seats - 1)} {'other sits' if self.seats == 2 else 'others sit'}"

    @property
    def rules(self) -> RulesOfGame:
        raise NotImplementedError

    @property
    def bots(self) -> BotsOfGame:
        raise NotImplementedError

    @property
    def playing(self) -> GameKernels:
        raise NotImplementedError

    @property
    def rulebook(self) -> RulebookOfGame:
        raise NotImplementedError

    @property
    def answers(self) -> Any:
        """The module with the types of answers; a game's own module may add columns."""
        from tongits_sim.core import answers

        return answers

    @property
    def paired(self) -> Any:
        """The module of the game's own paired experiment, if it has one: `leads` measures what a change of one player
        earns.
        """
        raise NotImplementedError

    @property
    def batch(self) -> Any:
        raise NotImplementedError

    @property
    def board(self) -> Any:
        raise NotImplementedError

    @property
    def bot_check(self) -> Any:
        raise NotImplementedError

    @property
    def selfcheck(self) -> Any:
        raise NotImplementedError

    def rules_of(self, given: HouseRules | str | None) -> HouseRules:
        """House rules as given, or loaded from a spec; None: the usual rules. Raises RuleError."""
        return self.rules.load(given or self.default_rules) if given is None or isinstance(given, str) else given


def of_game(game: Game, function: Callable[Concatenate[Game, P], T]) -> Callable[P, T]:
    """Bind a function of any game to one game."""
    return functools.update_wrapper(functools.partial(function, game), function)
