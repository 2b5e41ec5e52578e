"""Best responses to styles, on top of a solved profile: the bot `reader` moves towards them.

Each end of the two scales of `tongits_sim/profiles/responses.py` is a style of `locks.py`. Against two players of a
style the best calls and challenges are fitted inside the cells, beginning with the profile; where no answer is clearly
better, the profile's stays. How often the styles say yes is counted as a bot counts it: from the public events of
earlier games of a match (`game/past.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from analyses.solving.best_response import best_response
from analyses.solving.locks import CALLERS, CHALLENGERS, style
from strategies.registry import load_player
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.work import ROTATED
from tongits_sim.game.board import Board
from tongits_sim.profiles.responses import ANSWERED, AS_PROFILE, MIDDLE, PLACES, STYLES, Responses
from tongits_sim.records.write import Bots

if TYPE_CHECKING:
    from analyses.solving.solver import Problem
    from tongits_sim.profiles.profile import Profile
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

GAMES = 100_000
"""Games per round of fitting."""
ROUNDS = 8
MATCHES, MATCH_GAMES = 60, 31
"""The length of the matches in which frequencies are counted, for each style."""
RATING = 11_000_003
"""Added to a seed to get the seed of the games that count frequencies."""
Look = Callable[[str], None]


def style_bot(style_of: tuple[str, str]) -> str:
    """The spec of the bot at a place on both scales: `less` is timid and shy, `more` bold and stubborn."""
    calls, challenges = (PLACES.index(place) for place in style_of)
    return style(list(CALLERS)[calls], list(CHALLENGERS)[challenges])


def respond_to_styles(
    problem: Problem, profile: Profile, how: How, games: int = GAMES, rounds: int = ROUNDS, look: Look | None = None
) -> Responses:
    """The responses to eight styles under some rules.

    Args:
        problem: rules, seed, and the bot that plays the cards; single games.
        profile: the profile in the middle.
        how: where to play.
        games: games of a round of fitting.
        rounds: rounds of fitting.
        look: called with the name of each style before it is answered.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    start = {grid.kind: grid.array().reshape(-1).astype(float) for grid in profile.grids}
    says: dict[tuple[str, str, str], bytes] = {}
    for each in STYLES:
        if each == MIDDLE:
            continue
        if look is not None:
            look("/".join(each))
        bot = load_player(style_bot(each))
        table = replace(problem, kinds=profile.kinds, locks={1: bot, 2: bot})
        yes = best_response(table, start, how, games, rounds=rounds, fitted=ANSWERED)
        for kind in ANSWERED:
            said = np.where(yes[kind] == start[kind], float(AS_PROFILE), yes[kind])
            says[kind, *each] = np.round(said).astype(np.uint8).tobytes()
    rates = style_rates(problem)
    return Responses(
        rules=problem.rules.name,
        digest=profile.digest,
        axes={grid.kind: grid.axes for grid in profile.grids if grid.kind in ANSWERED},
        says=says,
        rates={kind: scale(rates[kind], axis) for axis, kind in enumerate(ANSWERED)},
        weight={kind: usual_weight(rates[kind]) for kind in ANSWERED},
        about={
            "games": games,
            "rounds": rounds,
            "seed": problem.seed,
            "profile": profile.contents(),
            "rates": {kind: {"/".join(key): rate for key, rate in rates[kind].items()} for kind in ANSWERED},
        },
    )


def style_rates(problem: Problem) -> dict[str, dict[tuple[str, str], float]]:
    """How often players of each style say yes to a call and a challenge when they may, beside one `solved`.

    The style in the middle is two `solved`. 0 where nobody is ever asked.
    """
    solved = load_player("solved")
    rates: dict[str, dict[tuple[str, str], float]] = {kind: {} for kind in ANSWERED}
    for each in STYLES:
        bot = solved if each == MIDDLE else load_player(style_bot(each))
        for kind, rate in shown_rates(problem, (solved, bot, bot)).items():
            rates[kind][each] = rate
    return rates


def shown_rates(problem: Problem, seats: tuple[Player, Player, Player]) -> dict[str, float]:
    """How often the second and third of three players call and challenge, as everybody at the table sees it.

    Args:
        problem: rules and seed.
        seats: three players.
    """
    seed = (problem.seed + RATING) % 2**64
    bots = Bots(Job(problem.rules, seats, MATCHES * MATCH_GAMES, seed, MATCH_GAMES))
    board, sums = Board(problem.rules), np.zeros(4)
    for number in range(MATCHES):
        seating = ROTATED[number % len(ROTATED)]
        board.begin_match(seed, number, MATCH_GAMES)
        while not board.match.over:
            bots.play(board, seating)
            if board.match.game == MATCH_GAMES - 1:
                sums += sum(_public_counts(board.view, seat) for seat, slot in enumerate(seating) if slot > 0)
            board.finish()
    calls, chances, challenges, asked = sums
    return {"call": min(1.0, calls / max(chances, 1.0)), "respond": challenges / max(asked, 1.0)}


def _public_counts(view: Any, seat: int) -> np.ndarray:
    """The counts of a seat: calls, chances to call, challenges, calls that it was asked to challenge."""
    challenges = view.past_challenges[seat]
    asked = challenges + view.past_folds[seat]
    return np.array([view.past_calls[seat], view.past_chances[seat], challenges, asked], float)


def scale(rates: dict[tuple[str, str], float], axis: int) -> tuple[float, float, float]:
    """The mean frequency of the styles at the places less, usual (the middle alone) and more.

    No place lies on the wrong side of the middle.

    Args:
        rates: frequencies by style.
        axis: 0 for the scale of calls, 1 for that of challenges.
    """
    less, more = (
        float(np.mean([rate for key, rate in rates.items() if key[axis] == place])) for place in ("less", "more")
    )
    return min(less, rates[MIDDLE]), rates[MIDDLE], max(more, rates[MIDDLE])


def usual_weight(rates: dict[tuple[str, str], float]) -> float:
    """How many chances the usual frequency counts for: a + b of the beta distribution with mean and variance of these.

    At least 1: a population so mixed says little, but not less than one look.
    """
    values = np.array(list(rates.values()))
    mean, variance = float(values.mean()), float(values.var())
    return max(1.0, mean * (1.0 - mean) / variance - 1.0) if variance > 0 else 1e6
