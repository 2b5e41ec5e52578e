"""A game as a value: everything that the shared rooms need to play it and to answer questions about it."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar

from tongits_sim.run.numbers import number_word

if TYPE_CHECKING:
    from pathlib import Path

    from tongits_sim.core.counts import Counts
    from tongits_sim.core.house_rules import Change, HouseRules, Line
    from tongits_sim.core.knobs import Knob, Value
    from tongits_sim.core.match_loop import Records, TableKernels
    from tongits_sim.core.player import BasePlayer
    from tongits_sim.core.rulebook import Rulebook
    from tongits_sim.run.faults import BotFault
    from tongits_sim.run.options import RunOptions

P = ParamSpec("P")
T = TypeVar("T")


class RulesOfGame(Protocol):
    """The house rules of a game: a module."""

    KNOBS: Mapping[str, Knob]
    RuleSet: type[HouseRules]

    def load(self, spec: str, overrides: Iterable[str] = ()) -> HouseRules:
        """The rules named by `spec`, with changes of single knobs. Raises RuleError."""
        ...

    def preset_names(self) -> Sequence[str]: ...

    def overlay_names(self) -> Sequence[str]:
        """Names of all overlays, which change a preset; none in most games."""
        ...

    def preset_title(self, name: str) -> str: ...

    def preset_summary(self, name: str) -> str: ...

    def describe(self, rules: HouseRules) -> list[Line]: ...

    def diff(self, one: HouseRules, other: HouseRules) -> list[Change]: ...


class RulebookOfGame(Protocol):
    """The rules of a game in prose: a module."""

    BOOK: Rulebook

    def presets(self) -> dict[str, dict[str, Value]]: ...


class BotsOfGame(Protocol):
    """The bots of a game: a module."""

    def names(self) -> Sequence[str]: ...

    def strategy(self, name: str) -> Any: ...

    def bots_in(self, path: str) -> Sequence[str]:
        """Names of the bots that a Python file defines; it is executed. Raises BotFileError."""
        ...

    def load_player(self, spec: str) -> BasePlayer:
        """The player that a spec describes; a bot file is executed. Raises TongitsError."""
        ...

    def load_players(self, specs: str | Sequence[Any], count: int | None = ...) -> Sequence[BasePlayer]:
        """The players of a list of specs, or of a sequence of specs and players; `count` of them (None: any number).
        Raises TongitsError.
        """
        ...


class PreparedRun(NamedTuple):
    """A question of compare or whatif, checked."""

    rules: Sequence[HouseRules]  # all sets of rules, first the one of the command line
    players: Sequence[BasePlayer]  # all players named
    ask: Callable[[RunOptions, int], Any]  # plays a number of deals, and returns the answer


class CommandsOfGame(Protocol):
    """How simulate, compare and whatif play and print a game: a module. Answers have `to_dict`."""

    def play_batch(self, job: Any, how: RunOptions, **options: Any) -> Any:
        """The answer of a job. Raises BotFault."""
        ...

    def batch_so_far(self, fault: BotFault) -> Any:
        """The answer of the games before a fault; None if there were none."""
        ...

    def print_batch(self, answer: Any, form: str, broken_off: bool = False) -> None:
        """Print a batch; `broken_off`: a bot failed, and these are the games finished before that."""
        ...

    def compare(self, rules: HouseRules, specs: Sequence[str], **options: Any) -> PreparedRun:
        """A comparison of players. Raises TongitsError for one that cannot be played."""
        ...

    def print_comparison(self, answer: Any, form: str) -> None: ...

    def whatif(self, rules: str, settings: tuple[str, ...], **options: Any) -> PreparedRun:
        """The effects of changes of the rules. Raises TongitsError."""
        ...

    def whatif_cost(self, rules: str, settings: tuple[str, ...], **options: Any) -> str:
        """What `whatif` would play, in sentences."""
        ...

    def print_whatif(self, answer: Any, form: str) -> None: ...

    def stopped(self, answer: Any, caution: str) -> Any:
        """A partial answer after Ctrl-C, with the caution where its words have a place for it."""
        ...

    def write_report(self, answers: Sequence[Any], path: Path) -> None:
        """Write answers as a page, by the ending of its name. Raises ReportError."""
        ...


class GameKernels(Protocol):
    """How a game is played and counted: a module. Its records are the game's own, except for some fields.

    A `TABLE` record begins with a field of the game's own and has `hooks`, `params`, `chance`, `guard` and `seating` by
    slot or seat, `fault_seating`, and the fields of core/match_loop.py; a `RESULT` has `payout` and `wins` by seat.
    """

    TABLE: TableKernels  # how its matches are played, as kernels
    COUNTS: Counts  # the counts of its games
    DECISIONS: Sequence[str]  # names of the decisions that bots are asked for

    def new_records(self, rules: Any) -> Records:
        """Records to play on, each a recarray of length 1."""
        ...

    def pending_decision(self, view: Any) -> tuple[int, int]:
        """The seat and the decision that a view is for."""
        ...

    def failure(self, code: int, decision: str) -> str:
        """The fault of a bot at a decision, by reason code, as the predicate of a sentence."""
        ...

    def largest_payment(self, rules: Any) -> float:
        """An upper bound on a seat's win or loss in a game, in units."""
        ...

    def effective(self, rules: Any) -> Mapping[str, Any]:
        """The knobs that have an effect, given the others."""
        ...


_GAMES: dict[str, Game] = {}
"""The imported games, by the words before the names of their commands."""


def game_of(command: str) -> Game:
    """The imported game to which the `command` of an answer belongs. Raises KeyError."""
    return _GAMES[command.rpartition(" ")[0]]


class Game:
    """A game: its names, and the modules of its rules, bots and kernels. Each game is a subclass with one instance.

    A part is imported when it is first used, so that `--help` does not wait for a compiler. A game has the parts that
    its class defines (`has`); questions, pages and commands stand above and are joined to it there.
    """

    name: ClassVar[str]  # in stored answers and kinds of work: `mahjong`
    title: ClassVar[str]  # its name in a sentence: `Visayan mahjong`
    command: ClassVar[str]  # the beginning of its command lines: `tongits mahjong`
    seats: ClassVar[int]  # players at a table
    default_rules: ClassVar[str]  # the preset that is played unless another is named
    # specs of the players who sit at a table unless others are named, separated by commas
    default_players: ClassVar[str]
    # patterns of the files that decide what is played, relative to the folder of the packages
    sources: ClassVar[tuple[str, ...]] = ()
    usual_games: ClassVar[int] = 100_000  # games that simulate plays
    usual_deals: ClassVar[int] = 20_000  # deals of a comparison
    writes_records: ClassVar[bool] = True  # whether `records` and `replay` play its games again
    takes_stakes: ClassVar[bool] = False  # whether sentences name amounts of money (`--stake`)
    # the bot that `tune` tunes unless another is named, then its opponents; empty: the usual players
    tuned_players: ClassVar[str] = ""
    # other_rules, rule, knob, change: a preset, a numbered rule, a knob and KNOB=VALUE, for examples in help
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
        """Types of the answers of batches; a game may add columns of its own."""
        from tongits_sim.core import answers

        return answers

    @property
    def paired(self) -> Any:
        """The module whose `leads` measures a change of one player on the same deals, if the game has an experiment of
        its own.
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
        """The given house rules, or those that a spec names; the usual ones for None. Raises RuleError."""
        return self.rules.load(given or self.default_rules) if given is None or isinstance(given, str) else given


def of_game(game: Game, function: Callable[Concatenate[Game, P], T]) -> Callable[P, T]:
    """Bind a function of any game to one game."""
    return functools.update_wrapper(functools.partial(function, game), function)
