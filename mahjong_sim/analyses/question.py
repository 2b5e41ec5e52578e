"""What a question is: a name, a sentence, its defaults, and a function from an inquiry to an answer.

Modules of questions import lightly; heavy modules are imported in the function that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from mahjong_sim.analyses.answers import QuestionAnswer
from tongits_sim.errors import TongitsError
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player
    from mahjong_sim.rules import RuleSet

MIN_FORKS = 200
"""Forks from which the sign of a cell may be resolved."""
SESSION_GAMES = 32


class QuestionError(TongitsError):
    """A question that cannot be asked in this way."""


@dataclass(frozen=True)
class Question:
    """A question.

    Attributes:
        name: `tongits mahjong analyze NAME`.
        asks: the question, a sentence.
        games: default of --games.
        ask: gives the answer.
        answer: its type, which stored ones are read back as.
        rows: the key of the answer's list that is printed as CSV.
        forked: whether it is asked by paired rollouts, whose cells need so many forks.
        sessions: whether it plays sessions.
        games_help: what --games counts.
        counts: `games`, or `deals` where a deal is played several times; then --deals is another name of --games.
    """

    name: str
    asks: str
    games: int
    ask: Callable[[Inquiry], QuestionAnswer]
    answer: type[QuestionAnswer]
    rows: str = "cells"
    forked: bool = True
    sessions: bool = False
    games_help: str = "Number of games."
    counts: Literal["games", "deals"] = "games"


@dataclass(frozen=True)
class Inquiry:
    """What every question is given.

    Attributes:
        rules: the house rules.
        players: four players.
        games: how many games; deals, where the question counts those.
        seed: 0 .. 2**64 - 1.
        min_forks: forks from which the sign of a cell may be resolved.
        session_games: games of a session.
        rules_option, settings: how the house rules were named, as `--rules` and `--set` take them.
        how: workers, folder, progress.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    games: int
    seed: int = 1
    min_forks: int = MIN_FORKS
    session_games: int = SESSION_GAMES
    rules_option: str = "visayan"
    settings: tuple[str, ...] = ()
    how: How = field(default_factory=How)

    def head(self, question: Question) -> dict[str, Any]:
        """The fields that every answer begins with: what was asked, of whom, under which rules."""
        import shlex

        line = ["tongits mahjong analyze", question.name, "--rules", shlex.quote(self.rules_option)]
        line += [part for setting in self.settings for part in ("--set", shlex.quote(setting))]
        line += ["--players", shlex.quote(",".join(player.spec for player in self.players))]
        line += [f"--{question.counts}", str(self.games), "--seed", str(self.seed)]
        if question.forked and self.min_forks != MIN_FORKS:
            line += ["--min-forks", str(self.min_forks)]
        if question.sessions and self.session_games != SESSION_GAMES:
            line += ["--session-games", str(self.session_games)]
        return {
            "command": "mahjong analyze",
            "question": question.name,
            "asks": question.asks,
            "rules": self.rules.name,
            "players": tuple(player.label for player in self.players),
            "games": self.games,
            "seed": self.seed,
            "command_line": " ".join(line),
            "bots": tuple(player.manifest() for player in self.players),
            "knobs": self.rules.knobs(),
        }

    def with_games(self, games: int, seed: int) -> Inquiry:
        """The same inquiry over other games."""
        return replace(self, games=games, seed=seed)


def inquiry(
    question: Question,
    rules: str = "visayan",
    players: str | Sequence[Player | str] = "greedy,greedy,greedy,greedy",
    *,
    settings: Sequence[str] = (),
    games: int | None = None,
    **options: Any,
) -> Inquiry:
    """An inquiry with the question's defaults for what is not given.

    Args:
        question: what is asked.
        rules: a preset or TOML file.
        players: four players, or their specs.
        settings: changes of the rules.
        games: how many; the question's own number if None.
        options: other fields of `Inquiry`.

    Raises:
        QuestionError: not four players.
        TongitsError: rules or players do not exist.
    """
    from mahjong_sim.bots.registry import load_players
    from mahjong_sim.rules import load

    seated = load_players(players)
    if len(seated) != 4:
        raise QuestionError(f"analyze {question.name} needs four players, not {len(seated)}")
    asked = question.games if games is None else games
    house_rules = load(rules, settings)
    return Inquiry(house_rules, seated, asked, rules_option=rules, settings=tuple(settings), **options)
