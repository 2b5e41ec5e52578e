"""Luck or skill: after how many games does the better bot lead?

Two independent parts. Duplicate matches - the same cards in every seating - tell the edge of one bot over another and
the swing of one game; from these a formula tells how long it takes. Then real sessions of that length, on other seeds,
tell whether the formula is right: in how many of them does the better bot lead?

A session is made of matches: dealer, jackpot and streak go on within one, and the players change seats after it. Who
sits on whose right matters, so a session in fixed seats tells of the seats too.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any

from analyses.question import Inquiry, Option, Question, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.census.estimates import Counted
    from tongits_sim.designs.census.job import CensusJob
    from tongits_sim.stats import Interval
    from tongits_sim.strategy import Player

Row = dict[str, Any]
LENGTHS = (10, 50, 100, 1000)
"""Lengths of sessions that are looked at whatever the edge."""
PROBABILITY = 0.95
_FEWEST_SESSIONS = 200


def ask(inquiry: Inquiry) -> dict[str, Any]:
    """The document."""
    from analyses.matchups import CONFIRMING
    from tongits_sim.designs.batch.job import MOST_SEED
    from tongits_sim.designs.census.estimates import Counted

    seated = table_of(inquiry.players)
    other_seed = (inquiry.seed + CONFIRMING) % (MOST_SEED + 1)
    length = int(inquiry.options["match_games"])
    work = _census(inquiry, seated, inquiry.games, inquiry.seed, duplicate=True)
    run = inquiry.how.run(work, "edge")
    elapsed = run.elapsed
    counted = Counted(work, run.totals)
    cells = _pairs(counted)
    sessions = int(inquiry.options["sessions"])
    marks = tuple(dict.fromkeys(-(-games // length) * length for games in LENGTHS))
    short = _census(inquiry, seated, sessions * max(marks), other_seed, marks=marks)
    run = inquiry.how.run(short, "sessions")
    elapsed += run.elapsed
    found = Counted(short, run.totals)
    rows = [_session(cell, found, place) for cell in cells for place in range(len(marks))]
    played = [work.games, short.games]
    for number, cell in enumerate(cells):
        long = _long(inquiry, seated, cell, other_seed)
        if long is None:
            cell |= {
                "session_games": None,
                "sessions": None,
                "lead": None,
                "lead_ci95": None,
                "level": None,
                "agrees": None,
            }
            continue
        run = inquiry.how.run(long, f"lead-{number + 1}")
        elapsed += run.elapsed
        played.append(long.games)
        row = _session(cell, Counted(long, run.totals), 0)
        same = [each for each in rows if all(each[name] == row[name] for name in ("a", "b", "games"))]
        rows = [each for each in rows if each not in same] + [row]
        names = ("sessions", "session_games", "lead", "lead_ci95", "level", "formula", "formula_ci95", "agrees")
        cell |= {name: (row | {"session_games": row["games"]})[name] for name in names}
    for cell in cells:
        del cell["slots"], cell["pair"]
    return inquiry.head(LUCK) | {
        "probability": PROBABILITY,
        "table": [player.label for player in seated],
        "match_games": work.match_games,
        "matches": counted.n,
        "games_played": sum(played),
        "other_seed": other_seed,
        "cells": cells,
        "sessions": sorted(rows, key=lambda row: (row["a"], row["b"], row["games"])),
        "first": _first(found),
        "method": _method(work, len(cells), other_seed),
        "workers": run.workers,
        "elapsed_s": elapsed,
    }


def table_of(players: tuple[Player, ...]) -> tuple[Player, Player, Player]:
    """Who sits at the table: of two bots the second sits there twice. Raises QuestionError."""
    if len(players) == 2:
        players = (players[0], players[1], players[1])
    if len(players) != 3 or len({player.label for player in players}) == 1:
        raise QuestionError("analyze luck needs two or three bots that are not all the same")
    a, b, c = players
    return a, b, c


def _census(
    inquiry: Inquiry,
    seated: tuple[Player, Player, Player],
    games: int,
    seed: int,
    duplicate: bool = False,
    marks: tuple[int, ...] = (),
) -> CensusJob:
    """A census; `marks`, whole matches, are lengths of sessions, the longest that of all."""
    from tongits_sim.designs.census.job import CensusJob

    length = int(inquiry.options["match_games"])
    return CensusJob(inquiry.rules, seated, games, seed, length, duplicate, marks, max(marks, default=length) // length)


def _pairs(counted: Counted) -> list[Row]:
    """For every two bots: who is better, by how much, with what swing, and after how many games that shows."""
    from tongits_sim.designs.census.estimates import known
    from tongits_sim.stats import games_to_lead_interval, holm, p_value, verdict

    labels = counted.census.job.labels
    slots: dict[str, list[int]] = {}
    for slot, label in enumerate(labels):
        slots.setdefault(label, []).append(slot)
    found = []
    for a, b in itertools.combinations(slots, 2):
        edge = _edge(counted, slots[a], slots[b])
        if edge.estimate < 0:
            a, b, edge = b, a, edge.scaled(-1)
        found.append((a, b, edge))
    adjusted = holm([float(p_value(edge)) for *_, edge in found])
    rows = []
    for (a, b, edge), p in zip(found, adjusted, strict=True):
        one, other = slots[a][0], slots[b][0]
        sd = counted.lead_sd(one, other) / math.sqrt(counted.census.match_games)
        needed = games_to_lead_interval(edge, sd, PROBABILITY)
        row: Row = {"a": a, "b": b, "slots": (one, other), "pair": tuple(sorted((one, other)))}
        row |= known("edge", edge) | {"sd": sd}
        row["games_to_lead"] = _whole(needed.estimate)
        row["games_to_lead_ci95"] = [_whole(needed.low), _whole(needed.high)]
        row |= {"p_holm": float(p), "verdict": verdict(float(edge.estimate), float(p))}
        rows.append(row)
    return rows


def _edge(counted: Counted, ones: list[int], others: list[int]) -> Interval:
    """Units a game by which one bot gets more than another; a bot that sits there twice counts with its mean."""
    weights = {f"payout_{slot}": len(others) for slot in ones} | {f"payout_{slot}": -len(ones) for slot in others}
    return counted.money(weights, {"games": len(ones) * len(others)})


def _whole(games: float) -> int | None:
    """Games, rounded up; None where no number of games is enough."""
    return math.ceil(games) if math.isfinite(games) else None


def _long(inquiry: Inquiry, seated: tuple[Player, Player, Player], cell: Row, seed: int) -> CensusJob | None:
    """Sessions as long as the formula asks for, to the end of a match; None where that would take too many games."""
    from tongits_sim.designs.batch.job import JobError

    needed, budget, length = (
        cell["games_to_lead"],
        *(int(inquiry.options[name]) for name in ("most_games", "match_games")),
    )
    if needed is None or cell["verdict"] != "better":
        return None
    games = -(-needed // length) * length
    if games * _FEWEST_SESSIONS > budget:
        return None
    sessions = min(int(inquiry.options["sessions"]), budget // games)
    try:
        return _census(inquiry, seated, sessions * games, seed, marks=(games,))
    except JobError:
        return None


def _session(cell: Row, counted: Counted, mark: int) -> Row:
    """How often the better bot was ahead after so many games, beside what the formula says."""
    from tongits_sim.designs.census.sheet import PAIRS
    from tongits_sim.stats import wilson_interval

    pair = PAIRS.index(cell["pair"])
    ahead, level, behind = (int(count) for count in counted.totals["leads"][mark, pair])
    if cell["slots"][0] > cell["slots"][1]:
        ahead, behind = behind, ahead
    sessions, games = ahead + level + behind, counted.census.marks[mark]
    share = wilson_interval(ahead, sessions)
    low, high = (chance(edge, cell["sd"], games) for edge in cell["edge_ci95"] or [cell["edge"]] * 2)
    row: Row = {"a": cell["a"], "b": cell["b"], "games": games, "sessions": sessions}
    row |= {"lead": float(share.estimate), "lead_ci95": [float(share.low), float(share.high)]}
    row |= {"level": level / sessions, "formula": chance(cell["edge"], cell["sd"], games), "formula_ci95": [low, high]}
    # The formula splits a level session between the two.
    half = row["level"] / 2
    row["agrees"] = row["lead_ci95"][0] + half <= high and low <= row["lead_ci95"][1] + half
    return row


def chance(edge: float, sd: float, games: int) -> float:
    """P(the lead is positive after so many games); normal approximation."""
    from tongits_sim.stats import session_loss

    return 1.0 - float(session_loss(edge, sd, games, 0.0))


def _first(counted: Counted) -> list[Row]:
    """Share of sessions in which each of three different bots alone was first; None where two are the same."""
    from tongits_sim.stats import wilson_interval

    labels = counted.census.job.labels
    if len(set(labels)) < 3:
        return []
    rows = []
    for mark, games in enumerate(counted.census.marks):
        counts = [int(count) for count in counted.totals["first"][mark]]
        for slot, label in enumerate(labels):
            found = wilson_interval(counts[slot], sum(counts))
            row: Row = {"games": games, "player": label, "first": float(found.estimate)}
            rows.append(row | {"first_ci95": [float(found.low), float(found.high)]})
    return rows


def _method(work: CensusJob, pairs: int, other_seed: int) -> dict[str, str]:
    return {
        "unit": f"For the edge: the deal, a match of {work.match_games:,} games played in all {len(work.seatings)} "
        "seatings. For sessions: the session.",
        "swing": "Standard deviation a game of the difference of two players, from whole matches in one seating.",
        "formula": "Games = (1.645 x swing / edge) squared: normal approximation; its limits are those of the edge.",
        "sessions": f"Played with another seed ({other_seed}): matches of {work.match_games:,} games, after each of "
        "which the pot is shared out and the players take the next seating.",
        "stopping": "A number of games fixed before the start.",
        "comparisons": f"{pairs}: which bot is better is told with Holm's correction.",
    }


LUCK = Question(
    name="luck",
    asks="Luck or skill: after how many games does the better bot lead with 95 % probability?",
    games=1_200_000,
    ask=ask,
    options=(
        Option("match_games", "Games of a match, after which the players change seats.", "whole", 10, 1, 10_000),
        Option("sessions", "Sessions of each length to play, at most.", "whole", 4000, _FEWEST_SESSIONS, 10**6),
        Option(
            "most_games",
            "Games to play for one pair's sessions, at most; where 200 sessions would take more, none are played.",
            "whole",
            20_000_000,
            10_000,
        ),
    ),
    seats=None,
    example="--players greedy,caller,hunter --rules pagat",
    games_help="How many games to learn the edge from.",
)
