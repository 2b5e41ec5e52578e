import math

import numpy as np
import pytest

from tests.experiments.sessions.playing import counted, paths, sessions_job
from tests.playing import job, play
from tongits_sim.experiments.sessions import MAX_STOPS, ZERO, C
from tongits_sim.records.write import play_job_records
from tongits_sim.stats import clustered_share, histogram_quantile


def test_means_are_those_of_a_simulation() -> None:
    what = sessions_job("online", games=1200)
    estimates = counted(what)
    other = play(job("online", "greedy,greedy,hunter", games=1200, match_games=20))
    for row in other.players_summary:
        payout = estimates.payout(row.player)
        assert float(payout.estimate) == pytest.approx(row.payout.mean)
        assert (float(payout.low), float(payout.high)) == pytest.approx(row.payout.ci95)
        assert estimates.payout_sd(row.player) == pytest.approx(row.payout_sd)
    house = estimates.house()
    assert other.house is not None
    assert float(house.estimate) == pytest.approx(other.house.income.mean)
    assert (float(house.low), float(house.high)) == pytest.approx(other.house.income.ci95)
    paid = sum(float(estimates.fees(label).estimate) * len(slots) for label, slots in estimates.slots.items())
    assert paid == pytest.approx(float(house.estimate))


def test_a_ruin_beyond_all_bins_is_not_known() -> None:
    assert not counted(sessions_job("sjs", games=900)).ruined("hunter", 10**9).defined


def test_figures_of_a_player_are_those_of_its_sessions() -> None:
    what = sessions_job("sjs", games=900)
    estimates = counted(what)
    mine = [session[2] for session in paths(what)]
    ends = [path[-1] for path in mine]
    assert float(estimates.session_sd("hunter").estimate) == pytest.approx(np.std(ends, ddof=1) / 100)
    assert float(estimates.ended_ahead("hunter").estimate) == pytest.approx(np.mean([end > 0 for end in ends]))
    assert float(estimates.share_ahead("hunter").estimate) == pytest.approx(
        np.mean([total > 0 for path in mine for total in path])
    )
    for q in (0.05, 0.5, 0.95):
        exact = sorted(ends)[math.ceil(q * len(ends)) - 1]
        quantile = estimates.quantile("hunter", len(what.stops) - 1, q)
        assert float(quantile.estimate) == exact // what.width * what.width / 100
        assert float(quantile.low) <= float(quantile.estimate) <= float(quantile.high)


def test_shares_of_two_slots_allow_for_what_they_have_in_common() -> None:
    what = sessions_job("sjs", games=900)
    estimates = counted(what)
    bankroll = 20 * what.width
    down = [sum(max(0, -min(path)) >= bankroll for path in session[:2]) for session in paths(what)]
    n = len(down)
    events = sum(down)
    exact = clustered_share(n, 2 * n, events, 4 * n, 2 * events, sum(count * count for count in down))
    assert tuple(estimates.ruined("greedy", bankroll))[:3] == tuple(exact)[:3]
    assert 0 < events < 2 * n


def test_a_swing_of_two_slots_allows_for_what_they_have_in_common() -> None:
    what = sessions_job("sjs", games=900)
    estimates = counted(what)
    places = np.array([[path[-1] // what.width for path in session[:2]] for session in paths(what)], float)
    deviations = ((places - places.mean()) ** 2).sum(axis=1)
    se = np.std(deviations, ddof=1) / math.sqrt(len(deviations)) / 2 / (2 * places.std(ddof=1)) * what.width / 100
    assert float(estimates.session_sd("greedy").se) == pytest.approx(se, rel=1e-6)


def test_quantiles_of_slots_that_balance_each_other_are_as_sure_as_their_share() -> None:
    what = sessions_job("sjs", "greedy,greedy,greedy", games=1800)
    estimates = counted(what)
    stop = len(what.stops) - 1
    end = -1
    ends = [[path[end] for path in session] for session in paths(what)]
    middle = round(100 * float(estimates.quantile("greedy", stop, 0.5).estimate)) + what.width
    share = [sum(total < middle for total in session) for session in ends]
    mean = float(np.mean(share)) / 3
    effect = float(np.var(share, ddof=1)) / 3 / (mean * (1 - mean))
    assert 0.2 < effect < 0.9
    assert estimates._effect([sum(part >= least for part in share) for least in (1, 2, 3)]) == pytest.approx(effect)
    held = estimates._paths[stop, list(estimates.slots["greedy"])].sum(axis=0)
    places = np.flatnonzero(held)
    values = [int(place - ZERO) * what.width for place in places]
    counts = [int(held[place]) for place in places]
    exact = histogram_quantile(values, counts, 0.5, design_effect=effect).scaled(0.01)
    assert estimates.quantile("greedy", stop, 0.5)[:3] == exact[:3]
    assert exact.half_width <= histogram_quantile(values, counts, 0.5).scaled(0.01).half_width


def test_a_bankroll_that_lasts_is_lost_as_rarely_as_said() -> None:
    what = sessions_job("sjs", games=3000, match_games=30)
    estimates = counted(what)
    for label in estimates.slots:
        for probability in (0.5, 0.9):
            enough = estimates.bankroll(label, probability)
            assert float(enough.low) <= float(enough.estimate) <= float(enough.high)
            bankroll = round(100 * float(enough.estimate))
            assert float(estimates.ruined(label, bankroll).estimate) <= 1 - probability
            assert float(estimates.ruined(label, bankroll - what.width).estimate) > 1 - probability


def test_quantiles_in_an_open_bin_are_unknown() -> None:
    what = sessions_job("pagat", "hunter,caller,caller", games=1200)
    estimates = counted(what)
    lines = estimates.totals["path"][len(what.stops) - 1]
    lines[0, :] = 0
    lines[0, 0] = estimates.sessions
    assert not estimates.quantile("hunter", len(what.stops) - 1, 0.5).defined
    estimates.totals["depth"][0, :] = 0
    estimates.totals["depth"][0, -1] = estimates.sessions
    assert not estimates.bankroll("hunter", 0.95).defined


def test_stops_end_a_session() -> None:
    for games in (1, 7, 16, 100, 333):
        stops = sessions_job(games=games, match_games=games).stops
        assert stops[-1] == games
        assert len(stops) == min(games, MAX_STOPS)
        assert list(stops) == sorted(set(stops))
        assert stops[0] >= 1


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


def test_fees_turnover_and_wins_are_those_of_the_records() -> None:
    what = sessions_job("online")
    sums = counted(what).totals["sums"]
    moved, fees, wins = 0, [0, 0, 0], [0, 0, 0]
    for record in play_job_records(what.job):
        seats = what.seatings[record["match"] % len(what.seatings)]
        wins[seats[record["result"]["winner"]]] += 1
        for part, amounts in record["result"]["parts"].items():
            for seat, units in enumerate(amounts):
                if part == "fees":
                    fees[seats[seat]] -= round(100 * units)
                else:
                    moved += max(round(100 * units), 0)
    assert sums[C["moved"]] == moved > 0
    assert [sums[C[f"fees_{slot}"]] for slot in range(3)] == fees
    assert [sums[C[f"won_{slot}"]] for slot in range(3)] == wins
    assert sum(fees) > 0
