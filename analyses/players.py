"""The players of recorded games: what they won, how often they call and challenge, and what the player that advice
follows would have done in their place.

At every call and challenge of a player whose cards are known the strongest player is asked about the same position, so
that a difference in habits is no difference in cards.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyses.answers.players import Habit, PlayersAnswer, PlayerSeen
from analyses.answers.shared import Bot, Versions
from strategies.registry import load_player
from strategies.solved import default_player
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.records.replay import dealt_board, decisions, rules_of
from tongits_sim.run.answers import Estimate
from tongits_sim.stats.proportions import wilson_interval
from tongits_sim.worlds.estimates import t95

if TYPE_CHECKING:
    from tongits_sim.any_game.record_form import Record
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player

KINDS = {"call": "call", "respond": "challenge"}
"""Habits by the decision that shows them."""


class PlayersError(TongitsError):
    """Games that give no table of players."""


@dataclass
class _Counts:
    """Counts of a player: winnings and burns by game; by kind of decision, its answers and those of the strongest."""

    games: int = 0
    won: list[float] = field(default_factory=list)
    burned: list[bool] = field(default_factory=list)
    said: dict[str, list[tuple[bool, bool | None]]] = field(
        default_factory=lambda: {kind: [] for kind in KINDS.values()}
    )


def players(
    records: Iterable[Record], against: str | None = None, *, files: Sequence[str] = (), seed: int = 1
) -> PlayersAnswer:
    """How the players of recorded games play.

    Args:
        records: verified records, or games that one player saw (`Written.seen`), all of one set of rules.
        against: spec of the player to compare them with; None: the strongest for the rules.
        files: names of the files, for the answer.
        seed: of that player's random words.

    Raises:
        PlayersError: there is no game, or the rules differ.
        TongitsError: there is no such player; a record breaks a rule.
    """
    began, games = time.perf_counter(), list(records)
    if not games:
        raise PlayersError("there is no game in these files")
    rules = rules_of(games[0])
    if any(rules_of(record) != rules for record in games):
        raise PlayersError("the games have different rules: look at those of one set of rules at a time")
    strongest = load_player(against or default_player(rules))
    counts: dict[str, _Counts] = {}
    for number, record in enumerate(games):
        _count(record, counts, strongest, rules, seed + number)
    seen = [_player_row(name, each) for name, each in counts.items()]
    return PlayersAnswer(
        files=tuple(files),
        rules=rules.name,
        rules_option=rules_option(rules),
        knobs=rules.knobs(),
        players=(strongest.label,),
        games=len(games),
        seed=seed,
        seen=tuple(sorted(seen, key=lambda each: -each.games)),
        command_line=f"tongits players {' '.join(files)}",
        elapsed_s=time.perf_counter() - began,
        bots=(Bot.of(strongest),),
        versions=Versions.current(),
    )


def _count(record: Record, counts: dict[str, _Counts], strongest: Player, rules: RuleSet, seed: int) -> None:
    """Add a game."""
    import random

    unknown, result, chance = record.get("unknown"), record["result"], random.Random(seed)
    for seat, name in enumerate(record["players"]):
        own = counts.setdefault(name, _Counts())
        own.games += 1
        if (paid := result["payout"][seat]) is not None:
            own.won.append(float(paid))
        if "burned" in result:
            own.burned.append(bool(result["burned"][seat]))
    board = dealt_board(record)
    for step in decisions(board, record["events"], to_the_end=unknown is None):
        decision, seat = DECISIONS[step.decision], int(board.view.me)
        if decision not in KINDS:
            continue
        best: bool | None = None
        if seat not in (unknown or ()):
            word = board.view.word
            board.view.word = chance.getrandbits(64)
            best = bool(strongest.ask_again(decision, board.view, rules, program=True).word)
            board.view.word = word
        counts[record["players"][seat]].said[KINDS[decision]].append((bool(step.answer), best))


def _player_row(name: str, own: _Counts) -> PlayerSeen:
    return PlayerSeen(
        player=name,
        games=own.games,
        paid=len(own.won),
        units=_mean(own.won),
        burned=Estimate.of(wilson_interval(sum(own.burned), len(own.burned))),
        habits=tuple(_habit(kind, said) for kind, said in own.said.items()),
    )


def _habit(kind: str, said: Sequence[tuple[bool, bool | None]]) -> Habit:
    yes = sum(each for each, _ in said)
    both = [(each, best) for each, best in said if best is not None]
    more = _mean([float(each) - float(best) for each, best in both])
    share = Estimate.of(wilson_interval(yes, len(said)))
    return Habit(kind, len(said), yes, share, len(both), sum(best for _, best in both), more)


def _mean(values: Sequence[float]) -> Estimate:
    """A mean with its interval by Student's t; none unless there are values that differ."""
    from statistics import fmean, stdev

    if not values:
        return Estimate(None)
    mean = fmean(values)
    if len(set(values)) < 2:
        return Estimate(mean)
    half = t95(len(values) - 1) * stdev(values) / len(values) ** 0.5
    return Estimate(mean, (mean - half, mean + half))
