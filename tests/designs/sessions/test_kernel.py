"""The kernel of sessions against game records counted by hand."""

from __future__ import annotations

import numpy as np
import pytest

from tests.designs.sessions.playing import counted, paths, sessions_job
from tongits_sim.designs.sessions.layout import C
from tongits_sim.records.write import play_job_records


@pytest.mark.parametrize("rules", ["sjs", "online"])
def test_sessions_are_those_of_the_records(rules: str) -> None:
    what = sessions_job(rules)
    estimates = counted(what)
    played = paths(what)
    sums = estimates.totals["sums"]
    singles = np.zeros((3, 3), object)
    squares = np.zeros(3, object)
    for session in played:
        ends = np.array([path[-1] for path in session], object)
        singles += np.outer(ends, ends)
        squares += np.array([sum(int(step) ** 2 for step in np.diff([0, *path])) for path in session], object)
    assert (estimates.totals["singles"] == singles).all()
    assert (estimates.totals["squares"] == squares).all()
    for slot in range(3):
        mine = [session[slot] for session in played]
        assert sums[C[f"payout_{slot}"]] == sum(path[-1] for path in mine)
        assert sums[C[f"ahead_{slot}"]] == sum(total > 0 for path in mine for total in path)
        assert sums[C[f"ended_ahead_{slot}"]] == sum(path[-1] > 0 for path in mine)
        places = [path[-1] // what.width for path in mine]
        assert sums[C[f"place_{slot}"]] == sum(places)
        assert sums[C[f"place_sq_{slot}"]] == sum(place * place for place in places)
    assert sums[C["sessions"]] == len(played) == estimates.sessions
    assert sums[C["games"]] == what.games


def test_slots_of_one_bot_are_counted_in_their_order() -> None:
    """The first slot of a bot has the deeper fall, and the lower total at every stop."""
    what = sessions_job("sjs")
    estimates = counted(what)
    played = paths(what)
    for bankroll in (what.width, 10 * what.width, 40 * what.width):
        deep = [[max(0, -min(path)) >= bankroll for path in session] for session in played]
        both = sum(session[0] and session[1] for session in deep)
        either = sum(session[0] or session[1] for session in deep)
        alone = sum(session[2] for session in deep)
        ruined = [int(counts[bankroll // what.width :].sum()) for counts in estimates.totals["depth"]]
        assert ruined == [either, both, alone]
    for number, stop in enumerate(what.stops):
        lower = sum(min(session[0][stop - 1], session[1][stop - 1]) // what.width for session in played)
        upper = sum(max(session[0][stop - 1], session[1][stop - 1]) // what.width for session in played)
        counts = estimates.totals["path"][number]
        places = np.arange(counts.shape[1]) - counts.shape[1] // 2
        assert [int(places @ line) for line in counts[:2]] == [lower, upper]


def test_fees_and_turnover_are_those_of_the_records() -> None:
    what = sessions_job("online")
    sums = counted(what).totals["sums"]
    moved, fees = 0, [0, 0, 0]
    for record in play_job_records(what.job):
        seats = what.seatings[record["match"] % len(what.seatings)]
        for part, amounts in record["result"]["parts"].items():
            for seat, units in enumerate(amounts):
                if part == "fees":
                    fees[seats[seat]] -= round(100 * units)
                else:
                    moved += max(round(100 * units), 0)
    assert sums[C["moved"]] == moved > 0
    assert [sums[C[f"fees_{slot}"]] for slot in range(3)] == fees
    assert sum(fees) > 0
