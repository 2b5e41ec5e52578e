"""Works that travel: what is checked on arrival, and bots that hang there."""

from __future__ import annotations

import dataclasses
import shutil
import time
from pathlib import Path

import pytest

from tests.playing import BAD_BOTS, ROOT, job
from tongits_sim.any_game.asking import NEVER_ANSWERED
from tongits_sim.run.remote import RemoteError, opened, parcel, play_there
from tongits_sim.run.warmup import silent
from tongits_sim.run.work import Block
from tongits_sim.run.workers import play


def test_a_block_is_the_same_there() -> None:
    what = job(players="greedy(call_at=5),docs/examples/my_bots.py:shy,random")
    there, here = play_there(parcel(what, 60), Block(0, 5, 40, 1)), play(what, Block(0, 5, 40, 1))
    for name, counts in here.counts.items():
        assert (there.counts[name] == counts).all()


def test_a_parcel_is_opened_once() -> None:
    sent = parcel(job(), 60)
    assert opened(sent) is opened(dataclasses.replace(sent))


def test_another_program_is_refused() -> None:
    with pytest.raises(RemoteError, match="has another version of this program"):
        opened(dataclasses.replace(parcel(job(), 60), program="other"))
    with pytest.raises(RemoteError, match="has another version of this program"):
        opened(dataclasses.replace(parcel(job(), 60), content=b"cno_such_module\nThing\n."))


def test_a_bot_file_that_is_not_there_or_another_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "docs/examples/my_bots.py", tmp_path / "bots.py")
    sent = parcel(job(players="greedy,bots.py:shy,greedy"), 60)
    assert opened(sent).players[1].origin == "bots.py"
    changed = [dict(bot, source="other") for bot in sent.bots]
    with pytest.raises(RemoteError, match=r"another version of the bot .*greedy"):
        opened(
            dataclasses.replace(
                sent, bots=tuple(changed), bot_timeout=1, program=sent.program, content=again(sent.content)
            )
        )
    (tmp_path / "bots.py").rename(tmp_path / "gone.py")
    monkeypatch.chdir(ROOT)
    with pytest.raises(RemoteError, match=r"cannot set up the game: there is no bot file bots.py; bot and table files"):
        opened(dataclasses.replace(sent, folder="/nowhere", content=again(again(sent.content))))


def again(content: bytes) -> bytes:
    """The same pickle under another digest: what follows its end is not read."""
    return content + b" "


def test_a_bot_that_does_not_answer_is_given_up_there() -> None:
    what = job(players=f"{BAD_BOTS}:sleeps,greedy,greedy", games=1)
    what.prepare(silent)  # compiling is not waiting
    began = time.monotonic()
    played = play_there(parcel(what, 0.3), Block(0, 0, 1, 1))
    assert time.monotonic() - began < 30
    assert played.fault is not None
    assert played.fault.code == NEVER_ANSWERED
    assert what.empty().games_of(played.counts) == 0


def test_a_worker_proves_that_it_plays_the_same_games() -> None:
    sent = parcel(job(seed=8), 60)
    assert sent.proof is not None
    block, _ = sent.proof
    assert opened(sent) == job(seed=8)
    with pytest.raises(RemoteError, match="plays other games than this machine: the first 2 of this run count diff"):
        opened(dataclasses.replace(sent, proof=(block, "another digest")))


def test_a_bot_that_fails_proves_nothing() -> None:
    assert parcel(job(players=f"{BAD_BOTS}:cheat,greedy,greedy", games=1), 60).proof is None


def test_a_worker_that_lives_long_plays_no_bot_of_before(tmp_path: Path) -> None:
    path = tmp_path / "bots.py"
    text = (ROOT / "docs/examples/my_bots.py").read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    block = Block(0, 0, 60, 1)
    before = parcel(job(players=f"{path}:shy,greedy,greedy"), 60)
    played = play_there(before, block)
    path.write_text(text.replace("12, 0, 130", "0, 0, 130"), encoding="utf-8")
    after = parcel(job(players=f"{path}:shy,greedy,greedy"), 60)
    assert after.name != before.name
    assert any((play_there(after, block).counts[name] != played.counts[name]).any() for name in played.counts)
    with pytest.raises(RemoteError, match=r"another version of the bot .*with the files it imports or reads"):
        opened(dataclasses.replace(before, content=again(before.content)))
