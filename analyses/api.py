"""Functions for notebooks: `analyze` answers any question, `strategies` lists the bots."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from analyses.question import A, Option, Question, QuestionError, inquiry, whole_between
from analyses.question_registry import as_question
from strategies.registry import load_player, names, strategy
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.arguments import public
from tongits_sim.run.files import keep
from tongits_sim.run.run_options import RunOptions, with_overrides
from tongits_sim.run.within import MOST
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import polars as pl

    from analyses.answers.shared import QuestionAnswer
    from analyses.questions.calls import CallsAnswer
    from analyses.questions.challenges import ChallengesAnswer
    from analyses.questions.discards import DiscardsAnswer
    from analyses.questions.lay import LayAnswer
    from analyses.questions.payouts import PayoutsAnswer
    from analyses.questions.sapaws import SapawsAnswer
    from analyses.questions.sessions import SessionsAnswer
    from analyses.questions.sunog import SunogAnswer
    from analyses.questions.takes import TakesAnswer

Rules = RuleSet | str | os.PathLike[str]
_Sets = Rules | Sequence[Rules]
_Bots = str | Sequence[Player | str] | None
_Count = int | float | str | None


@overload
def analyze(
    question: Question[A],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    **options: Any,
) -> A: ...
@overload
def analyze(
    question: Literal["calls"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> CallsAnswer: ...
@overload
def analyze(
    question: Literal["challenges"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> ChallengesAnswer: ...
@overload
def analyze(
    question: Literal["discards"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> DiscardsAnswer: ...
@overload
def analyze(
    question: Literal["lay"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> LayAnswer: ...
@overload
def analyze(
    question: Literal["payouts"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> PayoutsAnswer: ...
@overload
def analyze(
    question: Literal["sapaws"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> SapawsAnswer: ...
@overload
def analyze(
    question: Literal["sessions"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> SessionsAnswer: ...
@overload
def analyze(
    question: Literal["sunog"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> SunogAnswer: ...
@overload
def analyze(
    question: Literal["takes"],
    rules: _Sets = ...,
    players: _Bots = ...,
    games: _Count = ...,
    seed: int = ...,
    *,
    run_options: RunOptions | None = ...,
    **options: Any,
) -> TakesAnswer: ...
@overload
def analyze(
    question: str, rules: _Sets = ..., players: _Bots = ..., games: _Count = ..., seed: int = ..., **options: Any
) -> Any: ...
@public
def analyze(
    question: Question[Any] | str,
    rules: _Sets = "pagat",
    players: _Bots = None,
    games: _Count = None,
    seed: int = 1,
    *,
    run_options: RunOptions | None = None,
    **options: Any,
) -> Any:
    """Answer a question about the game; the command `tongits analyze NAME` calls this function.

    Args:
        question: a name that `tongits analyze --help` lists, `my_question.py:NAME`, or a `Question`. A type checker
            knows the type of the answer for the program's own names and for a `Question`.
        rules: house rules, or what `load` understands; several for a question that compares rules (payouts).
        players: players or their specs; by default the players of the question.
        games: number of games, also as "1M" or 1e6; by default the question's usual number. `deals` for a question that
            counts deals.
        seed: 0 .. 2**64 - 1.
        run_options: workers, folder, progress as one value; `out` is a folder for the answer, `results.json`.
        options: the question's own options, named with underscores (`min_forks=100`; `tongits analyze NAME --help`
            lists them), and fields of `RunOptions` by name. With `within` the question is played until its main
            number is known to within this half-width, units or percentage points; `games` is then the maximum.

    Returns:
        The answer, typed; `to_dict()` is its JSON (docs/reference/formats.md).

    Raises:
        TongitsError: for anything that cannot be asked or played.
    """
    asked = as_question(question)
    known = {option.name for option in fields(RunOptions)}
    way = with_overrides(run_options, {name: options.pop(name) for name in known & options.keys()})
    own = {option.name: option for option in asked.options}
    values: dict[str, Any] = {
        name: checked(own[name], value) if name in own else value for name, value in options.items()
    }
    if players is not None:
        values["players"] = as_players(players)
    if games is None:
        games = values.pop(asked.counts, None)
    if games is not None:
        values["games"] = whole_between(asked.counts, games, 1, 10**12)
    sets = _rule_sets(asked, rules)
    if asked.every_rules:
        values["rule_sets"] = sets
    within = values.pop("within", None)
    if within is not None:
        values.setdefault("games", MOST)
    request = inquiry(asked, rules=sets[0], seed=whole_between("seed", seed, 0, 2**64 - 1), run_options=way, **values)
    answer: QuestionAnswer = asked.answered(request, within)
    if way.out is not None:
        keep(answer.to_dict(), way.out)
    return answer


def _rule_sets(question: Question[Any], rules: Rules | Sequence[Rules]) -> tuple[RuleSet, ...]:
    """Raises QuestionError."""
    several = [rules] if isinstance(rules, RuleSet | str | os.PathLike) else list(rules)
    if len(several) != 1 and not question.every_rules:
        raise QuestionError(f"{question.name} is asked of one set of rules, not {len(several)}")
    if not several:
        raise QuestionError(f"{question.name} needs a set of rules")
    return tuple(
        rules_or_name if isinstance(rules_or_name, RuleSet) else load(rules_or_name) for rules_or_name in several
    )


def checked(option: Option, value: object) -> Any:
    """Check a value of an option as a command line would. Raises TongitsError."""
    if value is None:
        return None
    if option.many:
        values = (value,) if isinstance(value, str) or not isinstance(value, Sequence) else value
        return tuple(_one(option, item) for item in values)
    return _one(option, value)


def _one(option: Option, value: Any) -> Any:
    if option.kind == "whole":
        return whole_between(option.name, value, int(option.low), int(option.high))
    if option.kind == "number":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not option.low <= value <= option.high:
            raise QuestionError(f"{option.name} must be a number from {option.low:g} to {option.high:g}, not {value!r}")
        return float(value)
    if option.kind == "choice" and value not in option.choices:
        raise QuestionError(f"{option.name} must be {' or '.join(map(repr, option.choices))}, not {value!r}")
    if option.kind == "flag" and not isinstance(value, bool):
        raise QuestionError(f"{option.name} must be True or False, not {value!r}")
    if option.kind == "text" and not isinstance(value, str):
        raise QuestionError(f"{option.name} must be text, not {value!r}")
    return Path(value) if option.kind == "file" else value


@public
def strategies(name: str | None = None) -> pl.DataFrame:
    """The bots by name, or the parameters of one.

    Args:
        name: a bot, also as a spec (`"greedy(call_at=5)"`, `"my_bots.py:shy"`); the list of all if not given.

    Returns:
        One row per bot with `strategy`, `summary`, `params` (names with their defaults); for one bot a row a parameter:
        `param`, `value`, `low`, `high`, `meaning`.

    Raises:
        TongitsError: there is no such bot.
    """
    import polars as pl

    if name is not None:
        player = load_player(name)
        values = player.parameters()
        rows = [(p.name, values[p.name], float(p.low), float(p.high), p.meaning) for p in player.strategy.params]
        kinds = {"param": pl.String, "value": pl.Float64, "low": pl.Float64, "high": pl.Float64, "meaning": pl.String}
        return pl.DataFrame(rows, schema=kinds, orient="row")
    bots = [strategy(name) for name in names()]
    return pl.DataFrame(
        [
            {
                "strategy": bot.name,
                "summary": bot.summary,
                "params": ", ".join(f"{param.name}={param.default:g}" for param in bot.params),
            }
            for bot in bots
        ]
    )
