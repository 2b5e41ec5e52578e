"""Sessions of few games, and the same games as records: what a slow twin counts."""

from typing import Any

from strategies import load_players
from tests.playing import play_silently
from tongits_sim.experiments.sessions import SessionsEstimates, SessionsJob
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import load

PLAYERS = "greedy,greedy,hunter"
"""Two the same: seats rotate as in a batch job, so records are the same games."""


def sessions_job(rules: str = "pagat", players: str = PLAYERS, games: int = 600, **changes: Any) -> SessionsJob:
    return SessionsJob(load(rules), tuple(load_players(players)), games, **({"match_games": 20} | changes))


def counted(what: SessionsJob, workers: int = 1) -> SessionsEstimates:
    return SessionsEstimates(what, play_silently(what, workers=workers).totals)


def paths(what: SessionsJob) -> list[list[list[int]]]:
    """For each session and slot, its running total (hundredths) after every game, from the records of the games."""
    sessions: dict[int, list[list[int]]] = {}
    for record in play_job_records(what.job):
        match = record["match"]
        seats = what.seatings[match % len(what.seatings)]
        session = sessions.setdefault(match, [[], [], []])
        for seat, slot in enumerate(seats):
            before = session[slot][-1] if session[slot] else 0
            session[slot].append(before + round(100 * record["result"]["payout"][seat]))
    return list(sessions.values())
