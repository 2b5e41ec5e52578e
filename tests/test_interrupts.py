import contextlib
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from numba.core.registry import cpu_target

from strategies import load_player
from tests.run.test_user_file import BOTS
from tongits_sim import interrupts


@pytest.fixture
def struck_callback(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    struck: list[int] = []

    def strike(*_: Any) -> None:
        if not struck:
            struck.append(1)
            signal.raise_signal(signal.SIGINT)

    engine = cpu_target.target_context.codegen()._engine._ee
    monkeypatch.setattr(engine, "_object_cache_notify", strike)
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: None)
    return struck


def test_ctrl_c_that_numba_loses_while_it_compiles_a_bot_is_ctrl_c(tmp_path: Path, struck_callback: list[int]) -> None:
    (tmp_path / "bots.py").write_text(
        BOTS.replace("params.most", f"params.most + U({time.time_ns()})").replace(
            "def call", "from tongits_sim.cards import U\n\n\ndef call"
        )
    )
    player = load_player(f"{tmp_path}/bots.py:shy")
    with pytest.raises(KeyboardInterrupt):
        player.addresses()
    assert struck_callback


def test_ctrl_c_that_is_lost_without_a_trace_is_ctrl_c_in_the_end() -> None:
    def lose() -> None:
        with contextlib.suppress(KeyboardInterrupt):  # as a callback from machine code does
            signal.raise_signal(signal.SIGINT)

    handler = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupts.keep_interrupts():
        lose()
    assert signal.getsignal(signal.SIGINT) is handler


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_one_that_became_another_error_is_one_again(name: str) -> None:
    number = getattr(signal, name)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    @interrupts.keep_interrupts()
    def fail() -> None:
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt:
            raise RuntimeError from None

    before = signal.signal(number, interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            fail()
        assert signal.getsignal(number) is interrupt
    finally:
        signal.signal(number, before)


def test_a_signal_that_interrupts_nothing_and_errors_without_one_stay_what_they_are() -> None:
    heard = []

    @interrupts.keep_interrupts()
    def fail() -> None:
        signal.raise_signal(signal.SIGINT)
        raise ZeroDivisionError

    before = signal.signal(signal.SIGINT, lambda *_: heard.append(1))
    try:
        with pytest.raises(ZeroDivisionError):
            fail()
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [1]


def test_other_threads_hear_no_signals_and_keep_their_errors() -> None:
    raised: list[BaseException] = []

    def job() -> None:
        try:
            with interrupts.keep_interrupts():
                raise RuntimeError
        except RuntimeError as error:
            raised.append(error)

    thread = threading.Thread(target=job)
    thread.start()
    thread.join()
    assert len(raised) == 1
