"""A census of few games, and the same games as records: what a slow twin counts."""

from typing import Any

from strategies import load_players
from tongits_sim.experiments.census import CensusEstimates, CensusJob
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import load
from tongits_sim.run.run_options import RunOptions

PLAYERS = "greedy,greedy,hunter"
"""Two the same: seats rotate as in a batch job, so records are the same games."""


def census(rules: str = "pagat", players: str = PLAYERS, games: int = 300, **changes: Any) -> CensusJob:
    return CensusJob(load(rules), tuple(load_players(players)), games, **changes)


def counted(what: CensusJob, workers: int = 1) -> CensusEstimates:
    return CensusEstimates(what, RunOptions(workers=workers).run(what).totals)


def records(what: CensusJob) -> tuple[dict[str, Any], ...]:
    return tuple(dict(record) for record in play_job_records(what.job))


def seating(what: CensusJob, match: int) -> tuple[int, int, int]:
    return what.seatings[match % len(what.seatings)]


def sessions(what: CensusJob) -> list[list[tuple[int, ...]]]:
    matches: dict[int, list[tuple[int, ...]]] = {}
    for record in records(what):
        seats = seating(what, record["match"])
        payout = [0, 0, 0]
        for seat in range(3):
            payout[seats[seat]] = round(100 * record["result"]["payout"][seat])
        matches.setdefault(record["match"], []).append(tuple(payout))
    return list(matches.values())


def first_melds(record: dict[str, Any]) -> list[tuple[str, int]]:
    """For each seat how its time without an open meld ended, and in which own turn, from the moves alone."""
    turns, opened = [0, 0, 0], [0, 0, 0]
    turns[record["dealer"]] = 1
    for event in record["events"]:
        seat, act = event["seat"], event["act"]
        turns[seat] += act in ("draw", "take", "call")
        if not opened[seat] and (act == "lay" or (act == "take" and "cards" in event)):
            opened[seat] = turns[seat]
    result = record["result"]
    ends = []
    for seat in range(3):
        cause = "burned" if result["burned"][seat] else "won" if result["winner"] == seat else "spared"
        ends.append(("opened", opened[seat]) if opened[seat] else (cause, turns[seat]))
    return ends
