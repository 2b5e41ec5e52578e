"""Kills commands again and again, each a line of JSON on the standard input: `kills`, `seed`, `folder`, `arguments`.

Every life is a fork of this process, which has everything loaded, plays `COMMAND --out FOLDER --resume` and is killed
(SIGKILL) at a random moment: while it starts, or after some more blocks. Prints as JSON how many steps there were each
time (`moments`), and with which `codes` lives ended by themselves before.
"""

import contextlib
import importlib
import json
import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

# Many small blocks: a crash has something to hit.
SMALL = {
    "tongits_sim.run.base_job": {"_LEAST_BLOCKS": 400, "_SHORTEST_BLOCK": 1},
    "tongits_sim.experiments.paired": {"_MAX_BLOCK_DEALS": 10},
    "tongits_sim.experiments.forks": {"_CELLS_A_GAME": 2**20},
}


class _Loaded(BaseException):
    """All is loaded that is needed to play."""


def load(arguments: list[str]) -> None:
    """Load the compiled code. Polars must not work here: its threads do not survive a fork."""
    from cli import main
    from tongits_sim.run import run

    def stop(*_: Any) -> None:
        raise _Loaded

    play = run._Play._play_missing
    setattr(run._Play, "_play_missing", stop)  # noqa: B010 - not a method of its type
    try:
        main(arguments, "tongits")
    except _Loaded:
        setattr(run._Play, "_play_missing", play)  # noqa: B010


def _live(arguments: list[str]) -> None:
    from cli import main

    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    code = 1
    try:
        main(arguments, "tongits")
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    finally:
        os._exit(code)


def _count(folder: Path) -> int:
    return sum(1 + (_transactions(path) if path.name == "run.db" else 0) for path in folder.rglob("*"))


def _transactions(path: Path) -> int:
    with contextlib.suppress(OSError), path.open("rb") as file:
        return int.from_bytes(file.read(28)[24:], "big")
    return 0


def _wait(child: int, folder: Path, chance: random.Random) -> int | None:
    """Wait for the moment to kill; the exit status of a child that ended before."""
    before = _count(folder)
    more = chance.choice((0, 0, 1, 1, 2, 3, 5, 8))
    moment = time.monotonic() + chance.random() * 0.3
    while time.monotonic() < moment or (more and abs(_count(folder) - before) < more):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.001)
    time.sleep(chance.random() * 0.02)
    return None


def kill(kills: int, seed: int, folder: Path, arguments: list[str]) -> dict[str, list[int]]:
    chance = random.Random(seed)
    load(arguments)
    moments: list[int] = []
    codes: list[int] = []
    while len(moments) < kills and len(codes) < 2:
        workers = str(chance.choice((1, 2)))
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            _live([*arguments, "--out", str(folder), "--resume", "--workers", workers])
        status = _wait(child, folder, chance)
        if status is None:
            os.kill(child, signal.SIGKILL)
            status = os.waitpid(child, 0)[1]
        if os.WIFSIGNALED(status):
            moments.append(_count(folder))
        else:
            codes.append(os.WEXITSTATUS(status))
    return {"moments": moments, "codes": codes}


def main() -> None:
    for module, values in SMALL.items():
        vars(importlib.import_module(module)).update(values)
    for line in iter(sys.stdin.readline, ""):
        asked = json.loads(line)
        print(json.dumps(kill(asked["kills"], asked["seed"], Path(asked["folder"]), asked["arguments"])), flush=True)


if __name__ == "__main__":
    main()
