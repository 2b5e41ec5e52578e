"""What a run counts, against the same games counted again from their records, one event at a time."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import Any

import numpy as np
import pytest

from tests.columns import columns
from tests.playing import job, play
from tongits_sim.designs.batch import tally
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.batch.totals import BatchTotals
from tongits_sim.game.state import ENDINGS, PARTS
from tongits_sim.records.write import play_job_records
from tongits_sim.rules.amounts import bin_width

Record = dict[str, Any]


class Twin:
    """The accumulators, made from records."""

    def __init__(self, what: Job) -> None:
        self.job = what
        self.cells = np.zeros(BatchTotals().shape("cells"), np.int64)
        self.totals: Counter[str] = Counter()
        self.hist = np.zeros(BatchTotals().shape("hist"), np.int64)
        self.clusters: Counter[str] = Counter()
        for match, records in groupby(play_job_records(what), key=lambda record: record["match"]):
            self._add_match(match, list(records))

    def _add_match(self, match: int, records: list[Record]) -> None:
        seating = self.job.seatings[match % len(self.job.seatings)]
        sums: Counter[str] = Counter()
        for record in records:
            self._add_game(record, seating, sums)
        self.clusters.update({"clusters": 1, "games": len(records), "games_sq": len(records) ** 2})
        for name in tally.CLUSTER_NAMES:
            x = sums[name]
            self.clusters[name] += x
            self.clusters[f"games*{name}"] += len(records) * x
            self.clusters[f"{name}_sq"] += x * x
        for a, b in ((0, 1), (0, 2), (1, 2)):
            self.clusters[f"payout_{a}*payout_{b}"] += sums[f"payout_{a}"] * sums[f"payout_{b}"]

    def _add_game(self, record: Record, seating: tuple[int, int, int], sums: Counter[str]) -> None:
        result, events = record["result"], record["events"]
        winner = result["winner"]
        # A turn begins with a draw or a take; the dealer's first begins by itself.
        turns = 1 + sum(event["act"] in ("draw", "take") for event in events)
        calls = [event["seat"] for event in events if event["act"] == "call"]
        turns += bool(calls) and self.job.rules.call.timing == "start"
        turns -= result["ending"] == "spread"
        won = 0 if winner is None else sum(cents(result["parts"][part][winner]) for part in PARTS[:3])
        self.totals[f"ending_{result['ending']}"] += 1
        self.totals.update({"turns": turns, "turns_sq": turns**2, "won": won, "won_sq": won**2})
        self.totals[f"games_of_{turns}_turns"] += 1
        for seat, slot in enumerate(seating):
            payout = cents(result["payout"][seat])
            dealt = seat == record["dealer"]
            self._add_seat(self.cells[slot, seat, int(dealt)], record, seat)
            width = bin_width(self.job.rules, tally.HIST_ZERO)
            self.hist[slot, min(max(payout // width + tally.HIST_ZERO, 0), tally.HIST_BINS - 1)] += 1
            self.totals["burned"] += result["burned"][seat]
            sums.update({f"payout_{slot}": payout, f"seat_{seat}": payout, "dealer": payout * dealt})
            sums.update({f"wins_{slot}": seat == winner, f"burned_{slot}": result["burned"][seat]})

    def _add_seat(self, cell: np.ndarray, record: Record, seat: int) -> None:
        result = record["result"]
        winner, payout, ending = result["winner"], cents(result["payout"][seat]), result["ending"]
        acts = [event for event in record["events"] if event["seat"] == seat]
        kinds = Counter(event["act"] for event in acts)
        called = any(event["act"] == "call" for event in record["events"])
        takes = [event for event in acts if event["act"] == "take"]
        fought = kinds["challenge"] > 0
        counted = {
            "games": 1,
            "payout": payout,
            "payout_sq": payout**2,
            f"payout_{ending}": payout,
            f"wins_{ending}": seat == winner,
            f"won_{ending}": payout * (seat == winner),
            "burned": result["burned"][seat],
            "calls": kinds["call"],
            "calls_won": kinds["call"] and seat == winner,
            "asked": called and (fought or any(event["act"] == "fold" and not event["forced"] for event in acts)),
            "challenges": fought,
            "challenges_won": fought and seat == winner,
            "second_halves": 0 if winner in (None, seat) else self._second(result, seat, 3 - seat - winner),
            "opened": kinds["lay"] > 0 or any("cards" in event for event in takes),
            "count_sum": result["counts"][seat],
            "sapaws": kinds["sapaw"] + sum("onto" in event for event in takes),
        } | {f"part_{part}": cents(result["parts"][part][seat]) for part in PARTS}
        for name, value in counted.items():
            cell[tally.F[name]] += value

    def _second(self, result: Record, seat: int, other: int) -> int:
        mine, others = ((result["payout"][each], -result["counts"][each]) for each in (seat, other))
        return 1 if mine == others else 2 * (mine > others)


def cents(units: float) -> int:
    """An amount of a record in hundredths."""
    return round(units * 100)


@pytest.mark.parametrize(
    ("rules", "match_games"),
    [("pagat", 1), ("sjs", 7), ("casino_x", 5), ("ecoins+joker", 3), ("pagat+progressive", 50)],
)
def test_counts_what_the_records_say(rules: str, match_games: int) -> None:
    what = job(rules, "greedy,caller,random", games=300, match_games=match_games)
    if what.progressive:
        what = job(rules, "greedy,caller,random", games=play(what).games, match_games=match_games)
    sums, twin = play(what).sums, Twin(what)
    assert named(sums, "totals") == {name: value for name, value in twin.totals.items() if value}
    assert named(sums, "clusters") == {name: value for name, value in twin.clusters.items() if value}
    for number, name in enumerate(tally.FIELDS):
        assert (sums.cells[..., number] == twin.cells[..., number]).all(), name
    assert (sums.hist == twin.hist).all()


def named(sums: BatchTotals, array: str) -> dict[str, int]:
    """The numbers of an array that are not 0, by name."""
    flat = sums[array].reshape(-1)
    places = np.flatnonzero(flat)
    return dict(zip(columns(sums, array, places)["key"], flat[places], strict=True))


def test_fields_are_named_once() -> None:
    assert len(set(tally.FIELDS)) == tally.N_FIELDS
    first = tally.F["wins_tongits"]
    assert [tally.F[f"wins_{ending}"] for ending in ENDINGS] == list(range(first, first + 6))
    assert tally.TALLY_DTYPE["clusters"].shape == (tally.N_CLUSTERS,)
