"""Works that travel: what is checked on arrival, and bots that hang there."""

from __future__ import annotations

import dataclasses
import shutil
import time
from pathlib import Path

import pytest

from tests.playing import BAD_BOTS, ROOT, job
from tongits_sim.game.asking import NEVER_ANSWERED
from tongits_sim.run.remote import RemoteError, opened, parcel, play_there
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
    began = time.monotonic()
    played = play_there(parcel(what, 0.3), Block(0, 0, 1, 1))
    assert time.monotonic() - began < 30
    assert played.fault is not None
    assert played.fault.code == NEVER_ANSWERED
    assert what.empty().games_of(played.counts) == 0
