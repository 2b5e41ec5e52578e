import os
import subprocess
import sys

import pytest

from tests.playing import ROOT
from tools.exits import measure

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals")

HEAD = "import atexit, os, signal, sys, threading, time\nfrom tongits_sim.interrupts import run_program\n"


def program(body: str, **options: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", HEAD + body], cwd=ROOT, capture_output=True, text=True, check=False, timeout=200
    )


@pytest.mark.parametrize(
    ("body", "code"), [("None", 0), ("sys.exit()", 0), ("sys.exit(2)", 2), ("sys.exit('no')", 1), ("1 / 0", 1)]
)
def test_the_code_is_the_programs(body: str, code: int) -> None:
    done = program(f"def main(): {body}\nrun_program(main)")
    assert done.returncode == code
    assert ("Traceback" in done.stderr) == ("/" in body)


def test_threads_and_exit_handlers_end_before_the_process() -> None:
    done = program(
        "atexit.register(lambda: print('cleaned'))\n"
        "threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()\n"
        "run_program(lambda: print('answer', end=''))"
    )
    assert (done.stdout, done.returncode) == ("answerthread\ncleaned\n", 0)


def test_a_library_that_never_ends_holds_up_nothing() -> None:
    done = program(  # which is given up before the sleep is over
        "import ctypes, tongits_sim.interrupts as process\n"
        "process._PATIENCE = 0.5\n"
        "atexit.register(lambda: time.sleep(1000))\n"
        "run_program(lambda: print('answer'))"
    )
    assert (done.stdout, done.returncode) == ("answer\n", 0)


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_signals_stop_it_like_ctrl_c(name: str, code: int) -> None:
    body = (
        "def main():\n    try:\n"
        f"        os.kill(os.getpid(), signal.{name})\n        time.sleep(1000)\n"
        "    except KeyboardInterrupt:\n        print('stopped')\n        sys.exit(130)\n"
        "run_program(main)"
    )
    done = program(body)
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", code)


HEARING = "import hashlib, tongits_sim.interrupts as process\nprocess._UNHEARD = 0.3\n"
COMPILED = "hashlib.pbkdf2_hmac('sha256', b'', b'', 2 * 10**9)"
"""Minutes in compiled code, which lets no handler of a signal in."""


def after(seconds: float, call: str) -> str:
    return f"    threading.Timer({seconds}, lambda: {call}).start()\n"


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_it_in_compiled_code_too(name: str, code: int) -> None:
    kill = after(0.3, f"os.kill(os.getpid(), signal.{name})")
    done = program(f"{HEARING}def main():\n{kill}    {COMPILED}\nrun_program(main)")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", code)


@pytest.mark.parametrize(("name", "code", "said"), [("SIGTERM", 143, ""), ("SIGINT", 0, "partial\n")])
def test_a_request_to_end_waits_for_no_long_work_but_ctrl_c_waits_for_the_answer(
    name: str, code: int, said: str
) -> None:
    body = (
        f"{HEARING}def main():\n    try:\n        os.kill(os.getpid(), signal.{name})\n        time.sleep(1000)\n"
        "    except KeyboardInterrupt:\n        time.sleep(1.5)\n        print('partial')\nrun_program(main)"
    )
    done = program(body)
    assert (done.stdout, done.returncode) == (said, code or 130)


def test_the_signals_of_a_child_are_its_own() -> None:
    done = program(
        f"{HEARING}def main():\n"
        "    child = os.fork()\n"
        "    if not child:\n"
        "        try:\n            time.sleep(1000)\n        except KeyboardInterrupt:\n            os._exit(7)\n"
        "    time.sleep(0.3)\n    os.kill(child, signal.SIGTERM)\n"
        "    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n    time.sleep(1)\n    print('lives')\n"
        "run_program(main)"
    )
    assert (done.stdout, done.returncode) == ("7\nlives\n", 0)


def test_a_second_signal_ends_it_at_once() -> None:
    body = (
        "def main():\n    try:\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n        time.sleep(1000)\n"
        "    finally:\n        os.kill(os.getpid(), signal.SIGINT)\n        time.sleep(1000)\n"
        "run_program(main)"
    )
    done = program(body)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 130)


def test_an_ignored_signal_stays_ignored() -> None:
    done = program(
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "run_program(lambda: (os.kill(os.getpid(), signal.SIGHUP), print('on')))"
    )
    assert (done.stdout, done.returncode) == ("on\n", 0)


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_no_command_hangs() -> None:
    tally = measure(starts=5, at_once=2, seconds=300)  # one of each command beside another, after one alone
    assert (tally.hangs, tally.failures) == ([], [])
    assert tally.starts >= 5


def test_an_interrupt_where_nothing_can_be_raised_is_raised_after_it() -> None:
    body = (
        "class Closing:\n"
        "    def __del__(self):\n        os.kill(os.getpid(), signal.SIGINT)\n        time.sleep(0.1)\n"
        "def main():\n"
        "    try:\n        Closing()\n        time.sleep(1000)\n"
        "    except KeyboardInterrupt:\n        print('stopped')\n        sys.exit(130)\n"
        "run_program(main)"
    )
    done = program(body)  # which is given up before the sleep is over
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", 130)


def test_steps_are_whole_until_a_second_signal() -> None:
    body = (
        "from tongits_sim.interrupts import whole_steps\n"
        "def main():\n"
        "    with whole_steps() as asked_to_stop:\n"
        "        print(asked_to_stop())\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "        print(asked_to_stop(), flush=True)\n"
        "        if len(sys.argv) > 1:\n            os.kill(os.getpid(), signal.SIGTERM)\n"
        "    sys.exit(2)\n"
    )
    done = program(body + "run_program(main)")
    assert (done.stdout, done.stderr, done.returncode) == ("False\nTrue\n", "", 143)
    done = program(body + "sys.argv.append('twice')\nrun_program(main)")
    assert (done.stdout, done.stderr, done.returncode) == ("False\nTrue\n", "", 143)
