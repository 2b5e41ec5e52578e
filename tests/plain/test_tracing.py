"""A decision asked again: the answer, and the line that gives it."""

from __future__ import annotations

from typing import Any

from strategies import load_player
from tests.plain.test_hooks import TALKERS
from tests.playing import BAD_BOTS
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.plain.tracing import Answer, ask_again


def seen(**fields: int) -> Any:
    """A view."""
    view = new_record(VIEW_DTYPE)[0]
    for name, value in {"hand": 0b1001, "legal": 0b1001, "turn": 12, "stock_left": 3, **fields}.items():
        view[name] = value
    return view


def test_the_line_that_returns() -> None:
    answer = load_player(f"{TALKERS}:quiet").ask_again("discard", seen())
    assert (answer.word, answer.error, answer.endless) == (1, "", False)
    assert answer.source.startswith(f"{TALKERS}:45: return bit(lowest(chosen)) if view.turn")
    other = load_player(f"{TALKERS}:talker").ask_again("discard", seen())
    assert other.source == f"{TALKERS}:35: return quiet(view, params)"


def test_the_line_that_fails() -> None:
    answer = load_player(f"{BAD_BOTS}:raises").ask_again("discard", seen())
    assert answer.word is None
    assert answer.error == "ValueError: the stock is too low for me"
    assert answer.source == f'{BAD_BOTS}:36: raise ValueError("the stock is too low for me")'


def test_the_line_that_writes_into_the_view() -> None:
    view = seen()
    answer = load_player(f"{BAD_BOTS}:meddles").ask_again("discard", view)
    assert "read-only" in answer.error
    assert answer.source == f"{BAD_BOTS}:43: view.hand_size[view.me] = 1"
    assert view == seen()


def test_the_line_that_does_not_end() -> None:
    answer = load_player(f"{BAD_BOTS}:hangs").ask_again("discard", seen(me=1))
    assert answer.endless
    assert answer.source.startswith(f"{BAD_BOTS}:5")


def test_hooks_of_the_program_only_if_asked_for() -> None:
    player = load_player("greedy")
    assert player.ask_again("discard", seen()) == Answer(None, "", "", 0)
    assert player.ask_again("discard", seen()).source == ""
    hook, params = player.strategy.hooks.discard, player.params()[0]
    answer = ask_again(hook, seen(), params, program=True)
    assert answer.word == 0b1000
    assert answer.source.startswith("strategies/hooks.py:")
