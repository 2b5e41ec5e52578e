import math
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from strategies import load_player
from strategies.helpers import lay_to_open
from tests.experiments.forks.forking import PROPOSED, asked, counted, forced, forks, slow_game
from tests.playing import BAD_BOTS, job
from tests.playing import job as usual_job
from tongits_sim.cards import NATURALS, U, cards_in
from tongits_sim.experiments import fork_branch, specialised_engines
from tongits_sim.experiments.batch import BatchWorker
from tongits_sim.experiments.batch_kernel import take_seats
from tongits_sim.experiments.fork_kernel import alternative_words, describe, fork_off
from tongits_sim.experiments.forks import (
    FORK,
    FORKED,
    RESUME,
    BinnedFeature,
    Binning,
    ForkEstimates,
    ForkJob,
    columns,
    unit_bins,
)
from tongits_sim.experiments.forks import ForkWorker as SpecialisedWorker
from tongits_sim.experiments.forks import ForkWorker as StraightWorker
from tongits_sim.experiments.specialised_engines import build
from tongits_sim.game.board import Board
from tongits_sim.game.bot_calls import PLAYERS_DTYPE
from tongits_sim.game.engine import PHASE_WAITING
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.match_history import PAST_FIELDS
from tongits_sim.game.state import DECISION_OVER, ENDINGS, NOBODY, VIEW_DTYPE, new_record
from tongits_sim.rules import load, overlay_names, preset_names
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.parquet import RowTable
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions

ALL = np.int64(63)


def last_discards(view: Any) -> list[int]:
    last = [10, 10, 10]
    for number in range(int(view.n_discards)):
        last[(int(view.dealer) + number) % 3] = min(int(view.discards[number]) % 16 + 1, 10)
    return last


def begun(
    rules: str, players: str = "greedy,expert,hunter", games: int = 1
) -> tuple[BatchWorker, np.recarray, np.recarray]:
    worker = BatchWorker(job(rules, players))
    records = worker.records
    take_seats(records, np.array([[0, 1, 2]], np.int8), 0)
    begin_match(records.match, U(5), U(0), games)
    deal(records.game, records.view, records.rules, records.match, records.log)
    branch = new_record(fork_branch.BRANCH_DTYPE)
    control = new_record(fork_branch.CONTROL_DTYPE)
    branch["resume"] = fork_branch.resume_address()
    fork_branch.begin_control(control[0], ALL)
    return worker, branch, control


@pytest.mark.parametrize("rules", ["pagat", "sjs+joker"])
def test_the_own_answer_brings_what_the_game_brings(rules: str) -> None:
    worker, branch, control = begun(rules)
    records, expected = worker.records, []
    while True:
        decision, action = fork_branch.next_action(records, branch[0].resume, control[0])
        if decision == DECISION_OVER:
            break
        before = records.view.tobytes()
        whole, value = fork_branch.play_action(records, branch[0], action)
        assert whole
        assert records.view.tobytes() == before
        expected.append((int(records.view.me), int(value)))
        fork_branch.perform(control[0], action)
    finish(records.game, records.view, records.rules, records.match, records.result)
    assert len(expected) > 5
    assert all(value == records.result.payout[seat] for seat, value in expected)
    assert branch[0].played == len(expected)
    assert branch[0].branching == 0


def test_an_illegal_proposal_is_a_fault() -> None:
    worker, branch, control = begun("pagat")
    records = worker.records
    fork_branch.next_action(records, branch[0].resume, control[0])
    fork_branch.force(records, branch[0], U(12345))
    assert branch[0].control.stop == fork_branch.STOP_NEVER
    assert not fork_branch.play_to_end(records, branch[0])
    assert records.table.faults == 1


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_fault_says_whether_it_was_in_a_branch(first: int) -> None:
    branch, table = new_record(fork_branch.BRANCH_DTYPE)[0], new_record(PLAYERS_DTYPE)[0]
    for faults, branching in ((1, first), (2, 1 - first), (3, 1)):
        table.faults, branch.branching = faults, branching
        fork_branch.note_failed(branch, table)
        assert (branch.failed, branch.branching) == (first, 0)


COUNTS = Binning("counts", (BinnedFeature("count", (0, 10, 20, 30, 40, 50)), unit_bins("opponents_open", 0, 2)))


def read(job: ForkJob) -> ForkEstimates:
    return ForkEstimates(job, counted(job, job.games))


def test_means_and_shares() -> None:
    estimates = read(forks("call", players="greedy,greedy,bluffer", games=3000))
    yes, no, whole = (estimates.group(name) for name in ("yes", "no", "all"))
    n = [int(estimates.totals["groups"][at, 0]) for at in range(3)]
    assert n[0] == n[1] + n[2] == estimates.forks
    assert math.isclose(n[0] * whole.estimate, n[1] * yes.estimate + n[2] * no.estimate)
    assert math.isclose(estimates.group("all", "chose").estimate, n[1] / n[0])
    assert estimates.counts("fine").sum() == n[0]
    assert estimates.cells("fine").estimate.shape == (61, 18, 3)


def test_the_naive_difference_is_a_difference_of_means() -> None:
    estimates = read(forks("call", players="greedy,greedy,bluffer", games=3000))
    n1, y1, n0, y0 = (int(total) for total in estimates.totals["naive"][:4])
    naive = estimates.naive()
    assert math.isclose(naive.estimate, (y1 / n1 - y0 / n0) / 100)
    assert 0 < naive.se < 1
    nobody = read(forks("call", players="miser,miser,miser", slots=(), games=20))
    assert math.isnan(nobody.naive().estimate)


def test_the_naive_error_is_that_of_the_matches() -> None:
    """Against the jackknife over matches, with the moments of each played alone."""
    job = forks("call", players="greedy,greedy,bluffer", games=400)
    worker = job.worker()  # n1, y1, n0, y0 of each match
    sums = np.array([worker.play(Block(0, number, 1, 1)).counts["naive"][:4] for number in range(400)], float)
    total = sums.sum(0)
    without = total - sums
    estimates = (without[:, 1] / without[:, 0] - without[:, 3] / without[:, 2]) / 100
    jackknife = math.sqrt(399 / 400 * np.square(estimates - estimates.mean()).sum())
    assert math.isclose(read(job).naive().se, jackknife, rel_tol=0.03)


@pytest.mark.slow
@pytest.mark.parametrize("decision", FORKED)
def test_intervals_hold_the_truth_as_often_as_they_say(decision: str) -> None:
    """Over 200 runs on seeds of their own, all cells with at least 100 forks a run together: 93 to 97 %. The figures in
    docs/reference/analyses.md are what `pytest -s` prints here.
    """
    truth = read(forks(decision, binnings=(COUNTS,), games=400_000, seed=1))
    held = intervals = 0
    for seed in range(2, 202):
        estimates = read(forks(decision, binnings=(COUNTS,), games=3000, seed=seed))
        cells = estimates.cells("counts")
        enough = estimates.counts("counts") >= 100
        held += int((np.asarray(cells.contains(truth.cells("counts").estimate)) & enough).sum())
        intervals += int(enough.sum())
    print(f"{decision}: {intervals:,} intervals of cells, {held / intervals:.2%} held")
    assert intervals >= 1000
    assert 0.93 <= held / intervals <= 0.97, f"{held} of {intervals}"


def described(board: Board, action: int) -> dict[str, int]:
    features = np.zeros(len(fork_branch.FEATURES), np.int64)
    describe(board.game, board.view, board.rules, features, np.uint64(action))
    return dict(zip(fork_branch.FEATURES, features.tolist(), strict=True))


@pytest.mark.parametrize("rules", ["pagat", "pagat+joker", "online"])
def test_features_are_read_off_the_board(rules: str) -> None:
    seen: dict[str, set[int]] = {name: set() for name in fork_branch.FEATURES}
    knobs = load(rules).knobs()
    secrets = knobs["response.needs"] == "open_or_secret" and knobs["secrets.grants"] != "none"

    def look(board: Board, name: str) -> int | None:
        view, game = board.view, board.game
        me = int(view.me)
        right = (me + 1) % 3
        left = (me + 2) % 3
        action = 0
        if name == "lay":
            action = int(lay_to_open(view, load_player("greedy").params().view(np.recarray)[0]))
        if name == "discard":
            action = int(view.legal) & -int(view.legal)
        features = described(board, action)
        expected = {
            "count": int(view.count),
            "stock": int(view.stock_left),
            "opponents_open": int(view.open_melds[right] > 0) + int(view.open_melds[left] > 0),
            "own_size": int(game.hands[me]).bit_count(),
            "least_size": min(int(game.hands[right]).bit_count(), int(game.hands[left]).bit_count()),
            "turn": int(view.turns[me]),
            "table_melds": int(view.n_melds),
            "least_discard": min(last_discards(view)[right], last_discards(view)[left]),
        }
        shown = [seat for seat in (right, left) if int(view.open_melds[seat]) or (secrets and int(view.secrets[seat]))]
        expected["rivals"] = len(shown)
        rivals = shown or [right, left]
        expected["rival_size"] = min(int(game.hands[seat]).bit_count() for seat in rivals)
        expected["rival_discard"] = min(last_discards(view)[seat] for seat in rivals)
        if name == "respond":
            caller = int(view.caller)
            other = 3 - me - caller
            counts = [int(game.deadwood[seat]) for seat in range(3)]
            expected |= {
                "caller_size": int(game.hands[caller]).bit_count(),
                "both_sizes": sum(int(game.hands[seat]).bit_count() for seat in (caller, other)),
                "caller_discard": last_discards(view)[caller],
                "caller_count": counts[caller],
                "bluff": int(counts[caller] > counts[me]),
                "caller_rank": int(counts[caller] > counts[me]) + int(counts[caller] > counts[other]),
                "order": int(me != (caller + 1) % 3),
            }
        if name == "discard" and action:
            (card,) = cards_in(action)
            rank = sum(1 << (16 * suit + card % 16) for suit in range(4))
            expected |= {"card": card, "rank": card % 16, "suit": card // 16, "fits": int(action & int(view.fits) != 0)}
            expected["seen_rank"] = (rank & (int(view.hand) | int(view.seen)) & ~action).bit_count()
        if name == "lay" and action:
            expected["meld"] = int(len({card % 16 for card in cards_in(action & int(NATURALS))}) > 1)
        assert {key: features[key] for key in expected} == expected
        for key, value in features.items():
            seen[key].add(value)
        return None

    job = forks("call", rules, "bluffer,greedy,random")
    for number in range(40):
        slow_game(job, number, look)
    assert all(
        len(seen[name]) > 1 for name in ("count", "stock", "opponents_open", "meld", "card", "caller_count", "bluff")
    )


def test_a_block_has_games_enough_for_its_cells() -> None:
    few = forks("call", games=400)
    assert few.cells < 120 * few.block_matches < 120 * few.games


def test_cells_hold_what_their_bins_say() -> None:
    """A coarse map adds up the cells of a fine one; what lies below the first edge is left out."""
    binnings = (
        Binning("fine", (BinnedFeature("count", tuple(range(61))), BinnedFeature("stock", tuple(range(18))))),
        Binning("coarse", (BinnedFeature("stock", (0, 5, 10)), BinnedFeature("count", (0, 20)))),
        Binning("part", (BinnedFeature("stock", (10,)),)),
    )
    cells = counted(forks("call", binnings=binnings))["cells"][:, 0].astype(int)
    fine = cells[: 61 * 18].reshape(61, 18)
    coarse = cells[61 * 18 : -1].reshape(3, 2)
    part = cells[-1]
    assert fine[:20, 5:10].sum() == coarse[1, 0] > 0
    assert fine[20:, 10:].sum() == coarse[2, 1] > 0
    assert part == coarse[2].sum() < coarse.sum()


def test_only_the_slots_asked_for_count() -> None:
    whole = counted(forks("call"))
    parts = [counted(forks("call", slots=(slot,))) for slot in range(3)]
    assert all(part["groups"][0, 0] > 0 for part in parts)
    assert whole["groups"][0, 0] == sum(part["groups"][0, 0] for part in parts)
    assert whole["groups"][0, 2] == sum(part["groups"][0, 2] for part in parts)


def test_matches_are_the_clusters() -> None:
    """Chained games add up in their match: fewer clusters, and n * n sees them together."""
    single = counted(forks("call", games=100))
    chained = counted(forks("call", games=100, match_games=10))
    assert (single["matches"][0], chained["matches"][0]) == (100, 10)
    assert chained["groups"][0, 1] > 5 * single["groups"][0, 1]


PAYOUT, SUNOG = (2 + 3 * fork_branch.VALUES.index(name) for name in ("payout", "sunog"))


@pytest.mark.parametrize("decision", FORKED)
def test_forcing_what_the_bot_does_changes_nothing(decision: str) -> None:
    """The placebo: with bots that use chance, over all rules more than 100,000 forks of every kind."""
    branches = 0
    for rules in (name + more for name in preset_names() for more in ("", "+joker")):
        games = 8000 if decision == "respond" else 2500
        totals = counted(forks(decision, rules, "random,greedy,bluffer", placebo=True, games=games))
        values = totals["cells"][:, 2:].reshape(-1, len(fork_branch.VALUES), 3)
        assert not values[:, : len(fork_branch.OUTCOMES)].any(), rules
        assert totals["groups"][0, 0] == totals["branches"][0]
        nobody_answers = decision == "respond" and load(rules).showdown.who == "everyone"
        assert (totals["branches"][0] == 0) == nobody_answers, rules
        branches += int(totals["branches"][0])
    assert set(overlay_names()) == {"joker", "progressive"}  # progressive matches have no payouts and are refused
    assert branches >= 10**5


@pytest.mark.parametrize("decision", FORKED)
def test_the_game_itself_is_the_one_that_is_simulated(decision: str) -> None:
    job = forks(decision)
    same = BatchWorker(usual_job(games=60))
    worker = job.worker()
    endings = set()
    for number in range(60):
        worker.play(Block(0, number, 1, 1))
        same.play(Block(0, number, 1, 1))
        mine, its = worker._result[0], same._result[0]
        assert mine["payout"].tolist() == its["payout"].tolist()
        endings.add(ENDINGS[mine["ending"]])
    assert len(endings) >= 3


def slow_sums(job: ForkJob, matches: int) -> tuple[int, int, int]:
    """Forks, and the sums of their differences in payout and in sunog payments, forced one by one."""
    count = payout = sunog = 0
    for number in range(matches):
        opened: set[int] = set()
        for row in asked(job, number):
            place, action, seat = row["place"], row["action"], row["seat"]
            weight = row.get("weight", 1)
            if job.decision == "discard":
                arms = (row["other"], action)
            elif job.decision == "lay":
                weight = int(seat not in opened and not row["laid"] and row["yes"] != 0)
                opened |= {seat} if weight else set()
                arms = (row["yes"], 0)
            elif job.decision in PROPOSED:
                weight = int(row["yes"] != 0)
                arms = (row["yes"], 0)
            else:
                arms = (1, 0)
            if weight:
                hold = row["turn"] + 3 * (job.hold_turns - 1) if job.decision == "lay" else -1
                a = forced(job, number, place, arms[0])
                b = forced(job, number, place, arms[1], hold, seat)
                count += weight
                payout += weight * (a[0] - b[0])
                sunog += weight * (a[1] - b[1])
    return count, payout, sunog


@pytest.mark.parametrize(
    ("decision", "rules", "players", "matches"),
    [
        ("call", "pagat", "greedy,random,hunter", 12),
        ("call", "online", "greedy,bluffer,expert", 12),
        ("respond", "sjs", "bluffer,greedy,random", 60),
        ("lay", "pagat", "greedy,hunter,expert", 40),
        ("draw", "pagat", "greedy,hunter,expert", 40),
        ("sapaw", "pagat", "greedy,hunter,turtle", 40),
        ("discard", "pagat+joker", "greedy,hunter,random", 8),
    ],
)
def test_every_branch_is_what_python_plays(decision: str, rules: str, players: str, matches: int) -> None:
    job = forks(decision, rules, players, games=matches)
    totals = counted(job)
    groups = totals["groups"][0]
    assert groups[0] > 15
    assert groups[PAYOUT] != 0
    assert (groups[0], groups[PAYOUT], groups[SUNOG]) == slow_sums(job, matches)


def test_moments_are_those_of_the_matches() -> None:
    """Played match by match, the sums of every cell give the moments that one block counts."""
    job = forks("call", games=30)
    worker = job.worker()
    n, d = [], []
    for number in range(30):
        cells = worker.play(Block(0, number, 1, 1)).counts["cells"]
        n.append(cells[:, 0])
        d.append(cells[:, PAYOUT])
    moments = counted(job)["cells"].astype(np.int64)
    ns = np.array(n)
    ds = np.array(d)
    for place, expected in enumerate((ns.sum(0), (ns * ns).sum(0), ds.sum(0), (ns * ds).sum(0), (ds * ds).sum(0))):
        assert np.array_equal(moments[:, place], expected)
    assert (ns > 1).any()


def table(path: Path, job: ForkJob, workers: int = 1, size: int | None = None) -> pl.DataFrame:
    rows = RowTable(path, columns(job.decision, job.seed, job.job.labels), job)
    run_job(job, RunOptions(workers=workers, notice=silent), table=rows, block_size=size)
    return pl.read_parquet(path)


@pytest.mark.parametrize("decision", FORKED)
def test_rows_are_the_forks_that_are_counted(tmp_path: Path, decision: str) -> None:
    job = forks(decision, games=300, keep_rows=True)
    frame = table(tmp_path / "decisions.parquet", job)
    plain = forks(decision, games=300)
    totals = counted(plain)
    estimates = ForkEstimates(plain, totals)
    assert frame["weight"].sum() == estimates.forks
    assert counted(job) == totals
    for name in ("payout", "next_payout", "burned"):
        difference = pl.col(f"{name}_yes").cast(float) - pl.col(f"{name}_no").cast(float)
        mean = frame.select((difference * pl.col("weight")).sum()).item() / estimates.forks
        assert mean == pytest.approx(float(estimates.group("all", name).estimate)), name
    assert set(frame["decision"].cast(pl.String)) == {decision}
    assert set(frame.columns) > set(fork_branch.FEATURES)
    cells = frame.group_by(pl.col("turn").clip(0, 20)).agg(pl.col("weight").sum())
    assert dict(cells.iter_rows()) == {turn: int(n) for turn, n in enumerate(estimates.counts("turns")) if n}


def test_the_same_rows_on_any_workers(tmp_path: Path) -> None:
    job = forks("respond", games=300, keep_rows=True)
    one = tmp_path / "one.parquet"
    two = tmp_path / "two.parquet"
    table(one, job, 1, 41)
    table(two, job, 2, 41)
    assert one.read_bytes() == two.read_bytes()


PLAYERS = "docs/examples/my_bots.py:shy,greedy,greedy"  # one of them called by its address

BLOCK = Block(0, 0, 60, 1)


def both(
    monkeypatch: pytest.MonkeyPatch, job: ForkJob, block: Block
) -> tuple[SpecialisedWorker, BlockResult, BlockResult]:
    """A worker with specialised engines, its counts, and the counts of the general engine."""
    with monkeypatch.context() as patched:
        patched.setattr(specialised_engines, "address", lambda engine: 0)
        general = SpecialisedWorker(job)
        expected = general.play(block)
        assert general.state["play"][0] == 0
    worker = SpecialisedWorker(job)
    for engine in worker._engines:
        build(engine)
    return worker, worker.play(block), expected


def counts(played: BlockResult) -> dict[str, Any]:
    return {name: array.tolist() for name, array in played.counts.items()}


@pytest.mark.parametrize(
    ("decision", "changes"),
    [
        ("call", {"match_games": 5}),  # a branch remembers the games before
        ("respond", {"slots": (0, 2)}),
        ("lay", {"hold_turns": 2}),
        ("lay", {"placebo": True}),
        ("discard", {}),
        ("discard", {"placebo": True}),
    ],
)
def test_the_same_forks_are_played(monkeypatch: pytest.MonkeyPatch, decision: str, changes: dict[str, Any]) -> None:
    job = forks(decision, players=PLAYERS, **changes)
    worker, played, expected = both(monkeypatch, job, Block(0, 0, 60, job.match_games))
    assert counts(played) == counts(expected)
    assert int(played.counts["branches"].sum()) > 20
    assert worker.state["play"][0] != 0
    assert {engine.kernel for engine in worker._engines} == {FORK}


def test_rows_are_kept_of_games_that_stop_at_each_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    job = forks("discard", players=PLAYERS, keep_rows=True)
    worker, played, expected = both(monkeypatch, job, BLOCK)
    assert counts(played) == counts(expected)
    assert played.rows is not None
    assert expected.rows is not None
    assert {name: array.tolist() for name, array in played.rows.items()} == {
        name: array.tolist() for name, array in expected.rows.items()
    }
    assert {engine.kernel for engine in worker._engines} == {RESUME}
    assert worker.state["play"][0] == 0


def test_a_fault_of_a_game_or_of_a_branch_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    job = forks("call", players=f"{BAD_BOTS}:late,greedy,greedy", games=300)
    worker, played, expected = both(monkeypatch, job, Block(0, 0, 100, 1))
    assert expected.fault is not None
    assert played.fault == expected.fault
    assert counts(played) == counts(expected)
    faults = int(worker.table["faults"][0])
    assert faults == 100 - int(played.counts["matches"][0])
    assert worker.table["watched"][0] == 0
    with monkeypatch.context() as patched:
        patched.setattr(specialised_engines, "address", lambda engine: 0)
        general = SpecialisedWorker(job)
        sentences = set()
        for number in range(60):
            block = Block(0, number, 1, 1)
            fault = worker.play(block).fault
            assert fault == general.play(block).fault
            sentences |= {fault.sentence()} if fault else set()
    branched = {text for text in sentences if "in a branch of this game, where another call was forced" in text}
    assert branched == {text for text in sentences if "To play that game again" not in text}
    assert branched
    assert sentences > branched


FIELDS = VIEW_DTYPE.names or ()

assert VIEW_DTYPE.fields is not None

RULES_AT = VIEW_DTYPE.fields["rules"][1]

ACTION = 0x1234


def scrambled() -> StraightWorker:
    """A worker whose game, view and match hold random bytes, except for the rules in its view."""
    worker = StraightWorker(forks("call"))
    rng = np.random.default_rng(5)
    for record in (worker._game, worker.view, worker._match):
        size = RULES_AT if record is worker.view else record.nbytes
        record.view(np.uint8)[:size] = rng.integers(1, 256, size, np.uint8)
    return worker


def test_a_branch_is_a_copy_that_waits_for_its_action() -> None:
    worker = scrambled()
    worker._match["last_game"] = 1
    branch = worker.state["branch"]
    fork_off(worker.records, worker.state[0]["branch"], U(ACTION))
    game = worker._game.copy()
    game["phase"] = PHASE_WAITING
    assert branch["game"].tobytes() == game.tobytes()
    assert branch["match"].tobytes() == worker._match.tobytes()
    for name in FIELDS:
        same = branch["branch_view"][name].tobytes() == worker.view[name].tobytes()
        assert same == (name not in PAST_FIELDS), name
    assert not any(branch["branch_view"][name].any() for name in PAST_FIELDS)
    control = branch["control"][0]
    assert (control["stop"], control["pending"], control["action"]) == (fork_branch.STOP_NEVER, 1, ACTION)
    assert control["hold_seat"] == NOBODY


def test_in_a_match_of_several_games_it_remembers_those_before() -> None:
    worker = scrambled()
    worker._match["last_game"] = 2
    fork_off(worker.records, worker.state[0]["branch"], U(ACTION))
    seen = worker.state["branch"]["branch_view"]
    assert all(seen[name].tobytes() == worker.view[name].tobytes() for name in FIELDS)


def test_every_game_chooses_its_alternatives_by_words_of_its_own() -> None:
    match = StraightWorker(forks("discard"))._match
    words = set()
    for seed, number, game in ((1, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)):
        match["seed"], match["match"], match["game"] = seed, number, game
        words.add(int(getattr(alternative_words, "py_func", alternative_words)(match[0])))
    assert len(words) == 4
