import itertools
import math
from collections import Counter
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import tongits_sim as ts
from strategies import load_player
from tests.columns import columns as totals_columns
from tests.playing import BAD_BOTS, job, numbers, play, sure
from tongits_sim.compile.match_loop import REASON_CHANGED_VIEW, REASON_RAISED, MatchRange
from tongits_sim.experiments import batch_kernel as kernel
from tongits_sim.experiments import batch_kernel as tally
from tongits_sim.experiments import specialised_engines
from tongits_sim.experiments.batch import GAMES, BatchJob, BatchTotals, BatchWorker, match_length
from tongits_sim.experiments.batch_answer import LAST_FIRST_MELD
from tongits_sim.experiments.batch_estimates import BatchEstimates, Results, leader, player_row, seat_rows
from tongits_sim.experiments.batch_kernel import TALLY_DTYPE, F
from tongits_sim.experiments.batch_rows import CHUNK, SMALL, WIDE, game_rows, take_rows
from tongits_sim.experiments.simulate import BatchFault
from tongits_sim.game.state import PARTS, SEATS, new_record
from tongits_sim.records.write import play_job_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.answers import mean_of
from tongits_sim.run.base_job import JobError
from tongits_sim.run.job import Block
from tongits_sim.run.workers import play as worker_play


def by_match(what: BatchJob) -> tuple[BatchTotals, np.ndarray, np.ndarray]:
    """Everything added up, and match by match the games (n) and payouts by slot (n, 3)."""
    sums = BatchTotals()
    games = []
    payouts = []
    for block in what.blocks(1):
        counts = worker_play(what, block).counts
        sums.add(counts)
        games.append(sums.games_of(counts))
        payouts.append(counts["cells"][..., 1].sum(axis=(1, 2)))
    return sums, np.array(games), np.array(payouts)


def ratio(games: np.ndarray, values: np.ndarray) -> tuple[float, float]:
    """Mean per game and its standard error, matches as clusters (Cochran, section 2.11)."""
    mean = values.sum() / games.sum()
    residual = values - mean * games
    n = len(games)
    return mean, math.sqrt(n / (n - 1) * (residual**2).sum()) / games.sum()


@pytest.mark.parametrize("rules", ["sjs", "pagat+joker"])
def test_payouts_have_the_error_of_their_matches(rules: str) -> None:
    sums, games, payouts = by_match(job(rules, games=500, match_games=12))
    moments = BatchEstimates(sums)
    for slots in ((0,), (1, 2), (0, 1, 2)):
        mean, error = ratio(games * len(slots), payouts[:, list(slots)].sum(axis=1))
        interval = moments.payout(dict.fromkeys(slots, 1), len(slots))
        assert float(interval.estimate) == pytest.approx(mean, abs=1e-12)
        assert float(interval.se) == pytest.approx(error, abs=1e-9)


@pytest.mark.parametrize("fixed", [False, True])
def test_who_takes_turns_on_a_seat_is_no_chance(fixed: bool) -> None:
    what = job("sjs", games=720, match_games=12, fixed_seats=fixed)
    sums, games, _ = by_match(what)
    rows = seat_rows(sums, BatchEstimates(sums), False)
    per_match = [worker_play(what, block).counts["cells"][..., 1].sum(axis=(0, 2)) for block in what.blocks(1)]
    for seat in range(3):
        values = np.array([payouts[seat] for payouts in per_match], float)
        residual = values - values.sum() / games.sum() * games
        turns = 1 if fixed else 3
        who = np.array([what.seatings[number % len(what.seatings)][seat] for number in range(len(residual))])
        own = [residual[who == slot] for slot in range(3) if (who == slot).any()]
        squares = sum(((card - card.mean()) ** 2).sum() for card in own)
        error = math.sqrt(len(games) / (len(games) - turns) * squares) / games.sum() / 100
        low, high = sure(rows[seat].payout.ci95)
        assert rows[seat].payout.mean == pytest.approx(values.sum() / games.sum() / 100)
        assert (high - low) / 2 == pytest.approx(2.002 * error, rel=0.002)


def test_the_lead_has_the_error_of_the_difference() -> None:
    sums, games, payouts = by_match(job("sjs", games=500, match_games=12))
    lead = leader(BatchEstimates(sums), {"0": (0,), "1": (1,), "2": (2,)})
    assert lead is not None
    first = int(lead.player)
    second = int(lead.next)
    mean, error = ratio(games, payouts[:, first] - payouts[:, second])
    assert lead.lead.mean == pytest.approx(mean / 100)
    low, high = sure(lead.lead.ci95)
    assert (high - low) / 2 == pytest.approx(2.02 * error / 100, rel=0.01)
    assert mean >= 0


def test_quantiles_are_those_of_the_games() -> None:
    what = job(games=400)
    sums, _, payouts = by_match(what)
    row = player_row(sums, BatchEstimates(sums), "greedy", (0,), 100)
    ordered = sorted(payouts[:, 0] / 100)
    assert row.payout_median == ordered[199]
    assert row.payout_p05 == ordered[19]
    assert row.payout_p95 == ordered[379]
    assert row.payout_sd == pytest.approx(np.std(payouts[:, 0] / 100, ddof=1))


def test_the_house_gets_what_the_players_lose() -> None:
    answer = play(job("casino_x", games=900, match_games=3)).answer
    house = sure(answer.house)
    for lost in (lambda row: sure(row.payout.mean), lambda row: sure(row.parts["fees"])):
        assert house.income.mean == pytest.approx(-sum(len(row.slots) * lost(row) for row in answer.players_summary))
    low, high = sure(house.income.ci95)
    assert low < mean_of(house.income) < high
    assert play(job(games=60)).answer.house is None
    assert play(job(games=60)).to_dict()["house"] is None


@pytest.mark.parametrize("games", [1, 29, 10**6 + 7])
@pytest.mark.parametrize("match_games", [1, 30, 1000])
def test_blocks_hold_exactly_the_games_wanted(games: int, match_games: int) -> None:
    what = job(games=games, match_games=match_games)
    for size in (None, 1 if games < 1000 else 97):
        blocks = list(what.blocks(size))
        assert sum(block.matches * block.games for block in blocks) == games
        assert [block.number for block in blocks] == list(range(len(blocks)))
        ends = [block.first_match + block.matches for block in blocks]
        assert [block.first_match for block in blocks] == [0, *ends[:-1]]


def test_a_progressive_job_goes_on_as_long_as_it_may_have_to() -> None:
    what = job("pagat+progressive", games=10**9)
    assert what.match_games == 1000
    assert [block.number for block in itertools.islice(what.blocks(), 3)] == [0, 1, 2]
    assert match_length(what.rules, 7) == 7


def test_payments_too_large_for_exact_sums_are_refused() -> None:
    players = (load_player("greedy"),) * 3
    with pytest.raises(JobError, match="make the payments smaller"):
        BatchJob(load("pagat", ["pay.per_point=1000000"]), players)
    with pytest.raises(JobError, match="three players, not 2"):
        BatchJob(load("pagat"), players[:2])


def test_a_game_can_be_played_again() -> None:
    what = job(players="greedy(call_at=5),caller,miser", games=9, seed=7, match_games=3, fixed_seats=True)
    assert what.replay_command(2, 1) == (
        "tongits records --rules pagat --players 'greedy(call_at=5),caller,miser' "
        "--seed 7 --match-games 3 --fixed-seats --from-match 3 --games 2"
    )


def kernel_played(worker: BatchWorker, first: int, matches: int, games: int, rotate: bool) -> np.recarray:
    tally = new_record(TALLY_DTYPE)
    tally["unit"] = 100
    deals = MatchRange(np.uint64(1), first, matches, games)
    kernel.play_block(worker.records, tally[0], deals, worker.seating, rotate)
    return tally


def test_a_match_in_all_seatings_is_one_cluster() -> None:
    worker = BatchWorker(job())
    tally = kernel_played(worker, 0, 40, 1, rotate=False)
    assert tally["totals"][0, :6].sum() == 40 * len(worker.job.seatings)
    assert tally["clusters"][0, :3].tolist() == [40, 240, 40 * 36]
    games = tally["cells"][0, ..., F["games"]].sum(axis=2)
    assert (games == 80).all()


@pytest.mark.parametrize("bot", ["meddles", "late"])
def test_a_fault_does_not_linger(bot: str) -> None:
    """Nor does what a bot wrote into its view."""
    what = job(players=f"greedy,{BAD_BOTS}:{bot},caller", games=60, seed=3)
    worker = BatchWorker(what)
    whole = set()
    assert worker.play(Block(0, 0, 60, 1)).fault is not None
    for number in range(60):
        one, alone = (batch_worker.play(Block(0, number, 1, 1)) for batch_worker in (worker, BatchWorker(what)))
        assert one.fault == alone.fault
        assert (one.counts["cells"] == alone.counts["cells"]).all()
        whole.add(one.fault is None)
    assert whole == {False, bot == "late"}


@pytest.fixture(scope="module")
def results() -> Results:
    return play(job(games=3000))


def test_shares_and_sums_fit_together(results: Results) -> None:
    rows: Any = results.players_summary
    others: Any = (*results.seats_summary, results.dealer_summary)
    assert sum(row.wins.mean for row in rows) == pytest.approx(1)
    assert sum(row.second_rate for row in rows) == pytest.approx(1)
    assert sum(row.payout.mean for row in rows) == pytest.approx(0)
    for row in (*rows, *others):
        assert sum(row.parts.values()) == pytest.approx(row.payout.mean)
        assert sum(row.payout_by_ending.values()) == pytest.approx(row.payout.mean)
        assert sum(row.wins_by_ending.values()) == pytest.approx(row.wins.mean)
        assert row.challenge_rate <= row.could_challenge_rate
    assert sum(row.call_rate for row in rows) == pytest.approx(
        results.endings_share["draw"] + results.endings_share["challenge"]
    )


def test_equal_players_are_pooled() -> None:
    results = play(job(players="greedy,caller,greedy", games=3000))
    rows: Any = results.players_summary
    greedy, caller = rows
    assert (greedy.player, greedy.slots, greedy.games) == ("greedy", (0, 2), 6000)
    assert greedy.payout.mean == pytest.approx(-caller.payout.mean / 2)
    # What two win the third loses, so both know their mean equally well.
    widths = [row.payout.ci95[1] - row.payout.ci95[0] for row in (greedy, caller)]
    assert widths[0] == pytest.approx(widths[1] / 2)
    assert greedy.wins.ci95 == pytest.approx([(1 - side) / 2 for side in reversed(caller.wins.ci95)])
    leader: Any = results.leader
    assert {leader.player, leader.next} == {"greedy", "caller"}
    assert leader.lead.mean == pytest.approx(abs(greedy.payout.mean - caller.payout.mean))
    assert leader.lead.ci95[1] - leader.lead.ci95[0] == pytest.approx(1.5 * widths[1])


def test_matches_widen_the_intervals_of_chained_games() -> None:
    # The jackpot goes to a streak: games of a match depend on each other.
    results = play(job("sjs", games=3000, match_games=30))
    assert results.sums.matches == 100
    assert all(sure(row.payout.ci95)[0] < sure(row.payout.mean) for row in results.players_summary)
    assert all(row.wins.ci95 is None for row in results.seats_summary)


def table(path: Path, what: BatchJob, workers: int = 1, **options: Any) -> pl.DataFrame:
    play(what, workers, games_table=path, **options)
    return pl.read_parquet(path)


Record = dict[str, Any]


def turns_of(rules: RuleSet, record: Record) -> int:
    """A turn begins with a draw or a take, or a call where it is made first; the dealer's first begins by itself."""
    acts = Counter(event["act"] for event in record["events"])
    called = acts["call"] > 0 and rules.call.timing == "start"
    return int(1 + acts["draw"] + acts["take"] + called - (record["result"]["ending"] == "spread"))


def melds_of(record: Record, seat: int) -> tuple[int, int, int]:
    acts = [event for event in record["events"] if event["seat"] == seat]
    kinds = Counter(event["act"] for event in acts)
    takes = [event for event in acts if event["act"] == "take"]
    opened = kinds["lay"] + sum("cards" in event for event in takes)
    return opened, kinds["secret"], kinds["sapaw"] + sum("onto" in event for event in takes)


@pytest.mark.parametrize(
    ("rules", "match_games"), [("pagat", 1), ("sjs+joker", 7), ("wars", 3), ("pagat+progressive", 1000)]
)
def test_rows_are_what_records_say(tmp_path: Path, rules: str, match_games: int) -> None:
    what = job(rules, games=150, seed=5, match_games=match_games)
    frame = table(tmp_path / "games.parquet", what)
    records = ts.record_games(rules, "greedy,caller,hunter", games=150, seed=5, match_games=match_games)
    assert len(frame) == len(records) >= 150
    for row, record in zip(frame.iter_rows(named=True), records, strict=True):
        result = record["result"]
        assert (row["seed"], row["match"], row["game"]) == (5, record["match"], record["game"])
        assert [row[f"player_{seat}"] for seat in range(SEATS)] == list(record["players"])
        assert (row["dealer"], row["ending"], row["winner"]) == (record["dealer"], result["ending"], result["winner"])
        assert row["turns"] == turns_of(what.rules, record)
        for seat in range(SEATS):
            melds = tuple(row[f"{name}_{seat}"] for name in ("open_melds", "secrets", "sapaws"))
            assert melds == melds_of(record, seat)
            assert row[f"count_{seat}"] == result["counts"][seat]
            assert row[f"burned_{seat}"] == result["burned"][seat]
            assert row[f"payout_{seat}"] == result["payout"][seat]
            assert [row[f"{part}_{seat}"] for part in PARTS] == [result["parts"][part][seat] for part in PARTS]
        answers = [event for event in record["events"] if event["act"] in ("fold", "challenge")]
        callers = [event["seat"] for event in record["events"] if event["act"] == "call"]
        assert row["caller"] == (callers[0] if callers else None)
        acts = {event["seat"]: event["act"] for event in answers}
        assert [row[f"response_{seat}"] for seat in range(SEATS)] == [acts.get(seat) for seat in range(SEATS)]
        asked = {event["seat"] for event in answers if not event.get("forced")}
        assert {seat for seat in range(SEATS) if row[f"asked_{seat}"]} == asked
        stakes = [-result["parts"]["jackpot"][seat] for seat in range(SEATS) if seat != result["winner"]]
        if not record["match_over"]:
            assert row["stake"] == stakes[0]
            assert row["jackpot"] == record["before"]["jackpot"] + 3 * row["stake"]


@pytest.mark.parametrize("rules", ["pagat", "pagat+progressive"])
def test_the_same_bytes_on_any_workers(tmp_path: Path, rules: str) -> None:
    what = job(rules, games=700)
    one = tmp_path / "one.parquet"
    three = tmp_path / "three.parquet"
    for path, workers in ((one, 1), (three, 3)):
        assert numbers(play(what, workers, block_matches=31, games_table=path)) == numbers(play(what))
    assert one.read_bytes() == three.read_bytes()


def test_matches_longer_than_the_arrays_at_first(tmp_path: Path) -> None:
    what = job(games=CHUNK + 10, match_games=CHUNK + 10)
    frame = table(tmp_path / "games.parquet", what)
    assert frame["game"].to_list() == list(range(CHUNK + 10))


def test_a_fault_leaves_the_games_before_it(tmp_path: Path) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    path = tmp_path / "games.parquet"
    with pytest.raises(BatchFault) as caught:
        play(what, 2, block_matches=5, games_table=path)
    assert caught.value.results is not None
    frame = pl.read_parquet(path)
    assert len(frame) == caught.value.results.games
    assert caught.value.fault.match not in frame["match"]


def test_arrays_are_as_wide_as_payments_need() -> None:
    pagat = load("pagat")
    assert game_rows(pagat, 1, 4).wide.dtype == "int32"
    assert game_rows(pagat, 10**6, 4).wide.dtype == "int64"
    rows = game_rows(pagat, 1, 4)
    rows.used[0] = 3
    assert {name: len(column) for name, column in take_rows(rows).items()} == dict.fromkeys(("match", *WIDE, *SMALL), 3)
    assert rows.used[0] == 0


def test_seats_rotate_unless_they_are_fixed() -> None:
    rotating, fixed = play(job(games=300)).sums, play(job(games=300, fixed_seats=True)).sums
    assert [rotating.field("games", slot=0, seat=seat) for seat in range(3)] == [100, 100, 100]
    assert [fixed.field("games", slot=0, seat=seat) for seat in range(3)] == [300, 0, 0]


BLOCK = Block(0, 0, 30, 3)


def test_a_fault_ends_the_same_match(monkeypatch: pytest.MonkeyPatch) -> None:
    # The engine of `test_the_same_games_are_played`, because compiling one takes many seconds.
    what = job("casino_x+joker", f"random,greedy,{BAD_BOTS}:late", games=90, match_games=3)
    with monkeypatch.context() as patched:
        patched.setattr(specialised_engines, "address", lambda engine: 0)
        expected = BatchWorker(what).play(BLOCK)
    worker = BatchWorker(what)
    for engine in worker._engines:
        if engine.kernel == GAMES:
            specialised_engines.build(engine)
    played = worker.play(BLOCK)
    assert worker.table["games"][0] != 0
    assert expected.fault is not None
    assert played.fault == expected.fault
    assert {name: array.tolist() for name, array in played.counts.items()} == {
        name: array.tolist() for name, array in expected.counts.items()
    }


def first_turns(record: Record) -> list[int]:
    """By seat, the own turn in which it laid its first meld; 0 if it never did."""
    turns, first = [0, 0, 0], [0, 0, 0]
    last = None
    for event in record["events"]:
        seat = event["seat"]
        if event["act"] in ("call", "challenge", "fold", "tongits", "spread"):
            continue
        if last != seat:
            turns[seat] += 1
        last = None if event["act"] == "discard" else seat
        if event["act"] in ("lay", "secret") or (event["act"] == "take" and "cards" in event):
            first[seat] = first[seat] or min(turns[seat], LAST_FIRST_MELD)
    return first


class Twin:
    def __init__(self, what: BatchJob) -> None:
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
        result, winner = record["result"], record["result"]["winner"]
        turns = turns_of(self.job.rules, record)
        won = 0 if winner is None else sum(cents(result["parts"][part][winner]) for part in PARTS[:3])
        self.totals[f"ending_{result['ending']}"] += 1
        self.totals.update({"turns": turns, "turns_sq": turns**2, "won": won, "won_sq": won**2})
        self.totals[f"games_of_{turns}_turns"] += 1
        for seat, turn in enumerate(first_turns(record)):
            self.totals[f"players_first_meld_in_turn_{turn}"] += 1
            self.totals[f"winners_first_meld_in_turn_{turn}"] += seat == winner
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
        winner = result["winner"]
        payout = cents(result["payout"][seat])
        ending = result["ending"]
        acts = [event for event in record["events"] if event["seat"] == seat]
        kinds = Counter(event["act"] for event in acts)
        called = any(event["act"] == "call" for event in record["events"])
        opened, _, sapaws = melds_of(record, seat)
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
            "opened": opened > 0,
            "count_sum": result["counts"][seat],
            "sapaws": sapaws,
        } | {f"part_{part}": cents(result["parts"][part][seat]) for part in PARTS}
        for name, number in counted.items():
            cell[tally.F[name]] += number

    def _second(self, result: Record, seat: int, other: int) -> int:
        mine, others = ((result["payout"][player], -result["counts"][player]) for player in (seat, other))
        return 1 if mine == others else 2 * (mine > others)


def cents(units: float) -> int:
    return round(units * 100)


@pytest.mark.parametrize(
    ("rules", "match_games"),
    [("pagat", 1), ("casino_x", 1), ("sjs", 7), ("casino_x", 5), ("ecoins+joker", 3), ("pagat+progressive", 50)],
)
def test_counts_what_the_records_say(rules: str, match_games: int) -> None:
    what = job(rules, "greedy,caller,random", games=300, match_games=match_games)
    if what.progressive:
        what = job(rules, "greedy,caller,random", games=play(what).games, match_games=match_games)
    sums = play(what).sums
    twin = Twin(what)
    assert named(sums, "totals") == {name: value for name, value in twin.totals.items() if value}
    assert named(sums, "clusters") == {name: value for name, value in twin.clusters.items() if value}
    for number, name in enumerate(tally.FIELDS):
        assert (sums.cells[..., number] == twin.cells[..., number]).all(), name
    assert (sums.hist == twin.hist).all()


def named(sums: BatchTotals, array: str) -> dict[str, int]:
    flat = sums[array].reshape(-1)
    places = np.flatnonzero(flat)
    return dict(zip(totals_columns(sums, array, places)["key"], flat[places], strict=True))


@pytest.mark.parametrize(
    ("bot", "code"), [("cheat", 2), ("late", 1), ("raises", REASON_RAISED), ("meddles", REASON_CHANGED_VIEW)]
)
def test_a_fault_says_where_and_the_rest_is_counted(bot: str, code: int) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:{bot},caller", games=60, seed=3)
    played = worker_play(what, Block(0, 0, 60, 1))
    games = BatchTotals().games_of
    fault = played.fault
    assert fault is not None
    assert (fault.slot, fault.label, fault.decision, fault.code) == (1, bot, "discard", code)
    assert what.seatings[fault.match % len(what.seatings)][fault.seat] == 1
    assert games(played.counts) < 60
    # The first fault is the first: all matches before it are whole.
    before = worker_play(what, Block(0, 0, fault.match, 1))
    assert before.fault is None
    assert games(before.counts) == fault.match
    alone = worker_play(what, Block(0, fault.match, 1, 1))
    assert alone.fault == fault


def test_as_many_matches_as_players_have_the_error_of_their_matches() -> None:
    """Each player sits on a seat once: nothing is left by which to tell the player from the luck of the match."""
    what = job("sjs", games=36, match_games=12)
    sums, games, _ = by_match(what)
    rows = seat_rows(sums, BatchEstimates(sums), False)
    per_match = [worker_play(what, block).counts["cells"][..., 1].sum(axis=(0, 2)) for block in what.blocks(1)]
    assert len(per_match) == 3
    for seat in range(3):
        mean, error = ratio(games, np.array([payouts[seat] for payouts in per_match], float))
        low, high = sure(rows[seat].payout.ci95)
        assert rows[seat].payout.mean == pytest.approx(mean / 100)
        assert (high - low) / 2 == pytest.approx(4.303 * error / 100, rel=0.001)
