"""Best answers to nine styles of opponents: the gain of each if the read is right, and its loss if it is wrong.

Two opponents share a style: how boldly they call, how readily they challenge (`analyses/solving/locks.py`). For each
style the best calls and challenges are fitted inside the cells, with the card play of a bot; then each of the nine
answers is played against each true style, on deals that fitted nothing, beside the bot's own calls and challenges on
the same deals. A best answer is itself exploitable: that is measured too.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from analyses.answers.shared import Bot, Versions
from analyses.answers.styles import Habits, Style, StyleResponse, StyleResult, StylesAnswer
from analyses.solving.best_response import best_response, own_counts, seated, yes_shares
from analyses.solving.held_out import earned, gains
from analyses.solving.locks import style, styles
from analyses.solving.solver import Problem
from strategies.registry import load_player
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How

if TYPE_CHECKING:
    import numpy as np

    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

GAMES = 20_000
"""Games per round of fitting."""
DEALS = 20_000
"""Deals that measure gains."""
ROUNDS = 8
MEASURING = "styles"
"""The check whose deals (`check_seed`) measure gains."""


def best_answers(
    problem: Problem, how: How, games: int = GAMES, deals: int = DEALS, rounds: int = ROUNDS
) -> StylesAnswer:
    """The best answer to each style, and its gains against all of them.

    Args:
        problem: rules, seed, match length, and the bot that answers.
        how: where to play.
        games: games of a round of fitting.
        deals: deals that gains are measured on, in three seatings.
        rounds: rounds of fitting.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    began = time.perf_counter()
    bots = {Style(*each): load_player(style(*each)) for each in styles()}
    answers, theirs, ours = {}, {}, {}
    for each, bot in bots.items():
        against = replace(problem, locks={1: bot, 2: bot})
        start, theirs[each] = _start(against, how, games)
        yes = best_response(against, start, how, games, rounds=rounds)
        answers[each] = seated(problem, yes)
        ours[each] = habits(against, (answers[each], bot, bot), how, games)
    results, earns = _gains(problem, bots, answers, how, deals)
    responses = tuple(
        StyleResponse(
            style=each,
            their_habits=theirs[each],
            habits=ours[each],
            base_earns=Estimate.of(earns[each]),
            results=tuple(StyleResult(true, Estimate.of(results[true, each])) for true in bots),
            exploitability=Estimate.of(_exploitability(problem, answers[each], how, (games, deals, rounds))),
        )
        for each in bots
    )
    arms = len(bots) * (len(answers) + 2) + 2 * len(answers)
    fitted = len(bots) * (2 * rounds + 4) * games
    return StylesAnswer(
        rules=problem.rules.name,
        rules_option=rules_option(problem.rules),
        knobs=problem.rules.knobs(),
        players=(problem.base.label,),
        play=problem.base.label,
        style_bots={each.name: bot.label for each, bot in bots.items()},
        seed=problem.seed,
        match_games=problem.match_games,
        games=games,
        deals=deals,
        rounds=rounds,
        games_played=3 * arms * deals * problem.match_games + fitted,
        responses=responses,
        command_line=_command_line(problem, games, deals),
        elapsed_s=time.perf_counter() - began,
        bots=tuple(Bot.of(player) for player in (problem.base, *bots.values())),
        versions=Versions.current(),
    )


def _share(sums: np.ndarray) -> float | None:
    n = float(sums[:, 0].sum())
    return float(sums[:, 5].sum()) / n if n else None


def habits(problem: Problem, seats: Sequence[Player], how: How, games: int) -> Habits:
    """How often the player in slot 0 says yes when it is asked.

    Args:
        problem: rules and seed.
        seats: three players.
        how: where to play.
        games: games to play.
    """
    counts = own_counts(problem, seats, (True, False, False), how, games)
    return Habits(_share(counts["call"]), _share(counts["respond"]))


def _start(problem: Problem, how: How, games: int) -> tuple[dict[str, np.ndarray], Habits]:
    """The bot's own share of yes in each cell among the locked players, and the habits of these."""
    seats = (problem.base, problem.locks[1], problem.locks[2])
    own = own_counts(problem, seats, (True, False, False), how, games)
    theirs = own_counts(problem, seats, (False, True, True), how, games)
    return yes_shares(own), Habits(_share(theirs["call"]), _share(theirs["respond"]))


def _gains(
    problem: Problem, bots: Mapping[Style, Player], answers: Mapping[Style, Player], how: How, deals: int
) -> tuple[dict[tuple[Style, Style], Interval], dict[Style, Interval]]:
    """The gain of each answer against each true style (by true style and answer), and the bot's own earnings there."""
    seed = check_seed(problem.seed, MEASURING)
    results: dict[tuple[Style, Style], Interval] = {}
    earns: dict[Style, Interval] = {}
    for true, bot in bots.items():
        seats = (problem.base, bot, bot)
        intervals = gains(problem, seats, list(answers.values()), how, deals, seed)
        results |= {(true, believed): gain for believed, gain in zip(answers, intervals, strict=True)}
        earns[true] = earned(problem, seats, how, deals, seed)
    return results, earns


def _exploitability(problem: Problem, answer: Player, how: How, effort: tuple[int, int, int]) -> Interval:
    """The gain of one seat from the best calls and challenges against two of an answer."""
    games, deals, rounds = effort
    against = replace(problem, locks={1: answer, 2: answer})
    start = yes_shares(own_counts(problem, (answer,) * 3, (True, True, True), how, games))
    best = seated(problem, best_response(against, start, how, games, rounds=rounds))
    (gain,) = gains(problem, (answer,) * 3, [best], how, deals, check_seed(problem.seed, MEASURING))
    return gain


def _command_line(problem: Problem, games: int, deals: int) -> str:
    parts = ["tongits analyze styles", rules_option(problem.rules), f"--play {shlex.quote(problem.base.label)}"]
    parts += [f"--games {games} --deals {deals} --seed {problem.seed}"]
    return " ".join(parts + ([f"--match-games {problem.match_games}"] if problem.match_games > 1 else []))
