import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl
import pytest

from tests.playing import BAD_BOTS, job, numbers, play, play_silently, sure
from tests.run.other_game import Draws, Gambler, Table
from tests.stored import stored
from tongits_sim.run.faults import BotFault, Interrupted
from tongits_sim.run.files import StoreError
from tongits_sim.run.job import Block, BlockResult
from tongits_sim.run.status import run_statuses


@pytest.mark.parametrize(
    ("rules", "changes"),
    [
        ("pagat", {}),
        ("pagat", {"match_games": 7, "fixed_seats": True}),
        ("sjs+joker", {"match_games": 30}),
        ("pagat+progressive", {}),
    ],
)
def test_workers_and_blocks_do_not_change_a_digit(rules: str, changes: dict[str, int]) -> None:
    what = job(rules, "greedy,caller,random", games=400, **changes)
    expected = numbers(play(what))
    for workers in (1, 2, 3):
        for size in (1, 13, 1000):
            assert numbers(play(what, workers, block_matches=size)) == expected


@pytest.mark.parametrize("games", [1, 50, 333])
def test_progressive_runs_end_with_the_match_that_brings_the_games(games: int) -> None:
    results = play(job("pagat+progressive", games=games), 2)
    fewer = play(job("pagat+progressive", games=results.games), 2)
    assert results.games >= games
    assert results.games - games < 1000
    assert numbers(fewer) == numbers(results)
    assert results.sums.matches > 0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_fault_ends_the_run_with_the_games_so_far(workers: int) -> None:
    what = job(players=f"greedy,{BAD_BOTS}:late,caller", games=60, seed=3)
    with pytest.raises(BotFault, match=r"broke rule R2 at its discard: .* Seed 3, match") as caught:
        play(what, workers, block_matches=5)
    assert 0 < sure(caught.value.run).games < 60
    # The same fault however it is played: the first match in which the bot fails.
    with pytest.raises(BotFault) as alone:
        play(what, 1, block_matches=1)
    assert alone.value.fault == caught.value.fault


def test_a_bot_that_does_not_answer_is_given_up() -> None:
    what = job(players=f"{BAD_BOTS}:sleeps,greedy,greedy", games=1)
    with pytest.raises(BotFault, match="it does not respond") as caught:
        play(what, bot_timeout=0.3)
    assert caught.value.hangs


def test_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    play(job(games=50), 2)
    deadline = time.monotonic() + 60
    while (left := set(threading.enumerate()) - before) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [thread.name for thread in left if "tongits" in thread.name]


SOUND = (Gambler("ada", 6), Gambler("bob", 8))


def stop_after(most: int) -> Callable[[int, int], None]:
    def stop(games: int, _: int) -> None:
        if games >= most:
            raise KeyboardInterrupt

    return stop


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_another_game_is_played_as_well(backend: str, tmp_path: Path) -> None:
    expected = play_silently(Draws(SOUND), workers=1).totals
    assert (expected.games, int(expected["wins"].sum())) == (50, 50)
    run = play_silently(Draws(SOUND), workers=2, backend=backend, block_size=7, out=tmp_path / "run")
    assert run.totals == expected
    again = play_silently(Draws(SOUND), workers=1, block_size=7, out=tmp_path / "run", resume=True)
    assert (again.games_now, again.totals) == (0, expected)
    with pytest.raises(StoreError, match=r"holds another run: players\.1\.most is 8 there and 9 here"):
        play_silently(Draws((SOUND[0], Gambler("bob", 9))), workers=1, block_size=7, out=tmp_path / "run", resume=True)


def test_a_finished_run_becomes_a_longer_one(tmp_path: Path) -> None:
    out = tmp_path / "run"
    other = tmp_path / "other"
    short, longer, longest = (job(games=games, match_games=4, seed=5) for games in (90, 250, 390))
    expected = [numbers(play(job, 1)) for job in (short, longer, longest)]
    assert numbers(play(short, 1, block_matches=5, out=out)) == expected[0]
    before = len(stored(out))
    with pytest.raises(Interrupted):
        play(longer, 1, out=out, resume=True, progress=stop_after(160))
    assert not (out / "results.json").exists()
    grown = play(longer, 1, out=out, resume=True)
    assert numbers(grown) == expected[1]
    assert len(stored(out)) == 14  # of five matches, as before
    assert before == 6
    assert [status.state for status in run_statuses(out)] == ["finished"]
    assert numbers(play(longest, 2, out=out, resume=True)) == expected[2]
    assert numbers(play(longest, 2, out=out, resume=True)) == expected[2]
    for fewer in (longer, job(games=900, match_games=4, seed=6)):
        with pytest.raises(StoreError, match="holds another run"):
            play(fewer, 1, out=out, resume=True)
    for games in (3, 9):  # less than a match
        grown = play(job(games=games, match_games=4, seed=5), 1, out=tmp_path / "tiny", resume=True)
    assert numbers(grown) == numbers(play(job(games=9, match_games=4, seed=5), 1))
    play_silently(Draws(SOUND), workers=1, out=other)
    with pytest.raises(StoreError, match="games is 50 there and 60 here"):
        play_silently(Draws(SOUND, 60), workers=1, out=other, resume=True)


def test_a_table_is_the_same_however_often_the_run_was_stopped(tmp_path: Path) -> None:
    what = job(games=400, seed=9)
    whole = tmp_path / "whole.parquet"
    table = tmp_path / "games.parquet"
    out = tmp_path / "run"
    expected = numbers(play(what, 1, block_matches=20, games_table=whole))
    with pytest.raises(Interrupted):
        play(what, 2, block_matches=20, games_table=table, out=out, progress=stop_after(120))
    assert 120 <= len(pl.read_parquet(table)) < 400
    # What the folder holds and the table lacks is played again, for its rows alone.
    table.unlink()
    with pytest.raises(Interrupted):
        play(what, 2, block_matches=20, out=out, resume=True, progress=stop_after(220))
    assert numbers(play(what, 2, block_matches=20, games_table=table, out=out, resume=True)) == expected
    assert table.read_bytes() == whole.read_bytes()
    # A run that is complete has a table too.
    table.unlink()
    assert numbers(play(what, 1, block_matches=20, games_table=table, out=out, resume=True)) == expected
    assert table.read_bytes() == whole.read_bytes()


def test_a_table_of_progressive_matches_ends_where_the_run_ends(tmp_path: Path) -> None:
    what = job("pagat+progressive", games=300)
    whole = tmp_path / "whole.parquet"
    table = tmp_path / "games.parquet"
    out = tmp_path / "run"
    results = play(what, 2, block_matches=4, games_table=whole, out=out)
    assert len(pl.read_parquet(whole)) == results.games
    assert numbers(play(what, 2, block_matches=4, games_table=table, out=out, resume=True)) == numbers(results)
    assert table.read_bytes() == whole.read_bytes()


class OnlyTheFirst(Table):
    def play(self, block: Block) -> BlockResult:
        played = super().play(block)
        late = block.first_match >= self._work.games
        return replace(played, fault=self._fault(0, "played on", False)) if late else played


@dataclass(frozen=True)
class OpenEnded(Draws):
    """Offers more matches than make its games, as a job does whose play decides how many a match has."""

    ordered: bool = True

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        return Draws(self.players, 4 * self.games).blocks(size)

    def worker(self) -> Table:
        return OnlyTheFirst(self)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("block_size", [6, 10, 25])
def test_what_happens_after_the_last_game_wanted_is_not_of_the_run(workers: int, block_size: int) -> None:
    run = play_silently(OpenEnded(SOUND, 30), workers=workers, block_size=block_size)
    assert run.totals == play_silently(Draws(SOUND, 30), workers=1).totals
