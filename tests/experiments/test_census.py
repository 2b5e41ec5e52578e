from collections import Counter

import numpy as np
import pytest

from tests.experiments.census.counting import census, counted, first_melds, records, seating, sessions
from tests.naive.arrange import least_deadwood
from tests.playing import job, play
from tests.sample_hands import house, mask
from tongits_sim.compile.jit import njit
from tongits_sim.experiments.census_kernel import CAUSES, GROUPS, N_COLUMNS, C, count_melds
from tongits_sim.experiments.match_rows import row_counts
from tongits_sim.game.state import PARTS


def test_shares_are_those_of_a_simulation() -> None:
    what = census(games=2000)
    row = play(job(players="greedy,greedy,hunter", games=2001)).players_summary
    share = counted(what).share({"burned_2": 1})
    hunter = next(player for player in row if player.player == "hunter")
    assert float(share.estimate) == hunter.sunog.mean
    assert [float(share.low), float(share.high)] == pytest.approx(hunter.sunog.ci95)


def test_the_cost_of_being_burned() -> None:
    estimates = counted(census(games=3000))
    paid = estimates.burn_cost("all")
    assert float(paid.estimate) == pytest.approx(float(estimates.burned("all").estimate))  # one unit each under pagat
    assert float(estimates.money({"sunog_paid_2": 1}).estimate) == pytest.approx(
        float(estimates.burn_cost("bot 2").estimate)
    )


def test_blocks_hold_whole_sessions() -> None:
    what = census(games=700, match_games=2, matches_per_session=7)
    expected = counted(what).totals
    worker = what.worker()
    totals = what.empty()
    for block in what.blocks(1):
        assert block.matches == 7
        totals.add(worker.play(block).counts)
    assert totals == expected


@njit
def _melds(sets, runs):
    return count_melds(sets, runs, np.uint64(0), np.uint64(0))


@pytest.mark.parametrize(
    ("sets", "runs", "melds"),
    [
        ("", "", 0),
        ("7c 7d 7h 2c 2d 2s", "", 2),
        ("", "Ac 2c 3c Jd Qd Kd", 2),
        ("", "Qh Kh Ah", 1),
        ("", "Ah 2h 3h Qh Kh", 2),
        ("5c 5d 5h", "9s Ts Js Qs Ks Ac 2c 3c", 3),
        ("", "Kc Ad 2d 3d", 2),
    ],
)
def test_counts_melds(sets: str, runs: str, melds: int) -> None:
    assert _melds(mask(sets.split()), mask(runs.split())) == melds


@pytest.mark.parametrize("rules", ["pagat", "sjs"])
def test_the_clock_is_that_of_the_records(rules: str) -> None:
    what = census(rules, games=300)
    estimates = counted(what)
    events: Counter[tuple[str, str, int]] = Counter()
    squares: Counter[tuple[str, str, int]] = Counter()
    for record in records(what):
        seats = seating(what, record["match"])
        ends = first_melds(record)
        for cause in CAUSES:
            for turn in range(12):
                for group, inside in (("all", (0, 1, 2)), ("bot 0", (0, 1)), ("bot 2", (2,))):
                    k = sum(ends[s][0] == cause and ends[s][1] <= turn for s in range(3) if seats[s] in inside)
                    events[group, cause, turn] += k
                    squares[group, cause, turn] += k * k
    for (group, cause, turn), k in events.items():
        g = GROUPS.index(group)
        c = CAUSES.index(cause)
        assert estimates.totals["events"][g, c].cumsum()[turn] == k, (group, cause, turn)
        both = k + 2 * estimates.totals["pairs"][g, c].cumsum()[turn]
        assert both == squares[group, cause, turn], (group, cause, turn)
    together = {"all": 3, "bot 0": 2, "bot 2": 1}
    for group, size in together.items():
        g = GROUPS.index(group)
        assert (estimates.totals["weighted"][g] == size * estimates.totals["events"][g]).all()


def test_who_still_waits_is_that_of_the_records() -> None:
    what = census(games=300)
    estimates = counted(what)
    ends = [first_melds(record) for record in records(what)]
    for turn in range(8):
        sums = np.zeros(5, object)
        for end in ends:
            waiting = [cause for cause, when in end if when > turn - (cause != "opened")]
            m = len(waiting)
            k = waiting.count("burned")
            sums += np.array([m, k, m * m, m * k, k * k], object)
        assert (estimates.totals["still"][0, turn] == sums).all(), turn


def test_groups_that_meet_by_chance_add_up_game_by_game() -> None:
    what = census(games=60)
    worker = what.worker()
    whole = counted(what).totals
    g = GROUPS.index("melds 1")
    seats = np.zeros(2, object)
    cost = np.zeros(3, object)
    for block in what.blocks(1):
        one = worker.play(block).counts
        m = int(one["seats"][g, 0])
        paid = int(one["cost"][g, 0])
        seats += np.array([m, m * m], object)
        cost += np.array([paid, paid * paid, m * paid], object)
    assert (whole["seats"][g] == seats).all()
    assert (whole["cost"][g] == cost).all()


def test_melds_dealt_are_those_of_the_slow_twin() -> None:
    what = census(games=60)
    totals = counted(what).totals
    rules = house().naive
    thirteen = twelve = 0
    for record in records(what):
        for seat, hand in enumerate(record["hands"]):
            points = sum(min("A23456789TJQK".index(card[0]) + 1, 10) for card in hand)
            holds = least_deadwood(hand, rules) < points
            thirteen += holds and seat == record["dealer"]
            twelve += holds and seat != record["dealer"]
    assert [int(count) for count in totals["dealt"][:3]] == [60, thirteen, twelve]


def test_rows_are_the_tally_of_the_same_games() -> None:
    what = census("sjs", games=3000, match_games=5)
    totals, sums = counted(what).totals["sums"], play(what.job).sums
    for slot in range(3):
        assert totals[C[f"burned_{slot}"]] == sums.field("burned", slot=slot)
        assert totals[C[f"sunog_won_{slot}"]] - totals[C[f"sunog_paid_{slot}"]] == sums.field("part_sunog", slot=slot)
    for part in PARTS:
        assert totals[C[f"{part}_0"]] == sums.field(f"part_{part}", role=1)
        assert sum(totals[C[f"{part}_{place}"]] for place in range(3)) == sums.field(f"part_{part}")
    assert totals[C["place_0"]] == sums.field("payout", role=1)
    for ending in ("tongits", "draw", "challenge", "stock_out"):
        assert totals[C[f"ended_{ending}"]] == sums.field(f"wins_{ending}")
        assert totals[C[f"gained_{ending}"]] == sums.field(f"won_{ending}")
    assert totals[C["games"]] == 3000


@pytest.mark.parametrize("rules", ["pagat", "wars", "casino_x"])
def test_jackpots_are_those_of_the_records(rules: str) -> None:
    what = census(rules, games=600, match_games=20)
    sums = counted(what).totals["sums"]
    staked = hits = taken = returned = 0
    for record in records(what):
        before, result, after = record["before"], record["result"], record["after"]
        winner = result["winner"]
        parts = [round(100 * part) for part in result["parts"]["jackpot"]]
        streak = before["streak"] + 1 if before["streak_seat"] == winner else 1
        stake = round(100 * what.rules.jackpot.seed if before["jackpot"] == 0 else 100 * what.rules.jackpot.add)
        pool = round(100 * before["jackpot"]) + 3 * stake
        hit = streak >= what.rules.jackpot.streak or result["ending"] == "spread"
        staked += 3 * stake
        hits += hit
        taken += pool if hit else 0
        returned += sum(parts) + 3 * stake if record["match_over"] and not hit else 0
        assert parts[winner] == (pool - stake if hit else parts[winner])
        assert (after["streak_seat"] is None) == hit
    assert [int(sums[C[name]]) for name in ("jackpot_paid_in", "jackpots_won", "jackpot_won", "jackpot_returned")] == [
        staked,
        hits,
        taken,
        returned,
    ]


@pytest.mark.parametrize(("games", "match_games", "matches_per_session"), [(900, 30, 1), (960, 10, 4)])
def test_sessions_are_those_of_the_records(games: int, match_games: int, matches_per_session: int) -> None:
    """Those of several matches go on over seats; there are as many matches in every seating."""
    marks = (10, match_games * matches_per_session)
    what = census("sjs", games=games, match_games=match_games, marks=marks, matches_per_session=matches_per_session)
    estimates = counted(what)
    matches = sessions(what)
    assert len(matches) % (3 * matches_per_session) == 0
    leads = np.zeros((2, 3), object)
    depths = []
    for at in range(0, len(matches), matches_per_session):
        totals = np.cumsum(np.concatenate(matches[at : at + matches_per_session]).astype(object), axis=0)
        for number, mark in enumerate(marks):
            a, b, _ = totals[mark - 1]
            leads[number, 0 if a > b else 1 if a == b else 2] += 1
        depths.append(sorted((max(0, -min(totals[:, slot])) for slot in range(3)), reverse=True))
    assert (estimates.totals["leads"][:2] == leads).all()
    ahead, level, behind = leads[1]
    assert estimates.led(1) == pytest.approx((ahead + level / 2) / (ahead + level + behind))
    assert estimates.sessions == len(depths)
    width = what.width
    for bankroll in (width, 10 * width, 100 * width, 250 * width):
        ruined = [sum(depth[place] >= bankroll for depth in depths) for place in range(3)]
        assert [int(counts[bankroll // width :].sum()) for counts in estimates.totals["depth"]] == ruined
    for survive in (0.5, 0.9):
        enough = estimates.bankroll(survive)
        assert enough.low <= enough.estimate <= enough.high
        down = round(100 * enough.estimate)
        ruined_at = [sum(total >= limit for depth in depths for total in depth) for limit in (down, down - width)]
        assert ruined_at[0] <= (1 - survive) * 3 * len(depths) < ruined_at[1]


def test_products_are_exact() -> None:
    rows = np.random.default_rng(1).integers(-(10**7), 10**7, (40, N_COLUMNS))
    rows[rows % 3 == 0] = 0
    exact = rows.astype(object)
    assert (row_counts(rows)["products"].astype(object) == exact.T @ exact).all()
