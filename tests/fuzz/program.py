"""Runs the program in this process with few games, and checks that its output is an answer."""

import contextlib
import functools
import io
import itertools
import os
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from reports.web import phone_page as web
from tests.fuzz.guard import Broken
from tongits_sim.errors import TongitsError

MAX_GAMES = 40
_LONGEST = 6000
_web_page = functools.cache(web.page)
"""The page of `tongits web`, which takes seconds, is made once."""


class TooMany(TongitsError):  # noqa: N818 - read as a sentence
    """More games than a fuzzed command may play."""


def answer(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    from cli import main

    streams = [io.TextIOWrapper(io.BytesIO(content), "utf-8") for content in (stdin, b"", b"")]
    streams[2].reconfigure(errors="backslashreplace")
    names = ("stdin", "stdout", "stderr")
    before = [getattr(sys, name) for name in names]
    code: Any = 0
    for name, stream in zip(names, streams, strict=True):
        setattr(sys, name, stream)
    try:
        main(list(arguments), "tongits")
    except SystemExit as leaving:
        code = leaving.code or 0
    finally:
        for name, stream in zip(names, before, strict=True):
            setattr(sys, name, stream)
    texts = []
    for stream in streams[1:]:
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return code, texts[0], texts[1]


def sound_answer(*arguments: str, stdin: bytes = b"") -> int:
    """The exit code of a command, after a look at what it says. Raises Broken."""
    code, out, err = answer(*arguments, stdin=stdin)
    if code not in (0, 2):
        raise Broken(f"exit code {code}: {err[-500:]}")
    if "Traceback" in err or "in the program itself" in err:
        raise Broken(err[-2000:])
    errors = err.splitlines()
    if code == 2 and not err.startswith("Usage: "):
        if not errors or not errors[-1].startswith("Error: ") or sum(line.startswith("Error: ") for line in errors) > 1:
            raise Broken(f"not one sentence: {err[-500:]!r}")
        if len(errors[-1]) > _LONGEST:
            raise Broken(f"a sentence of {len(errors[-1])} letters")
    for text in (out, err):
        if strange := {letter for letter in text if not letter.isprintable() and letter not in "\n\r"}:
            raise Broken(f"control characters {strange!r} in {text[:300]!r}")
    return code


@contextlib.contextmanager
def few_games(folder: Path) -> Iterator[None]:
    """Inside, no command plays more than some games, and `folder` is where they run."""
    from analyses import compare
    from tongits_sim.experiments import benchmark as speed
    from tongits_sim.experiments import selfcheck, simulate
    from tongits_sim.records import write as records
    from tongits_sim.run import run
    from tongits_sim.run.backends import Backend
    from tongits_sim.run.run_options import RunOptions

    play, measure, check, write = run.run_job, speed.measure, selfcheck.run, records.play_job_records

    def few(what: Any, how: RunOptions | None = None, **options: Any) -> Any:
        how = how or RunOptions()
        Backend(how.backend, how.workers, how.scheduler)
        if what.games > MAX_GAMES or len(what.players) > 4 or getattr(what, "match_games", 1) > MAX_GAMES:
            raise TooMany("so many games are not played here")
        return play(what, replace(how, workers=1, backend="threading", scheduler=None), **options)

    def quick_check(deals: int = 1000, seed: int = 1) -> Any:
        return check(min(deals, 1000), seed)

    def quick_measure(bench: Any, player: Any, games: int, repeat: int, presets: Any, *, seats: str) -> Any:
        return measure(bench, player, 1000, 1, bench.PRESETS[:1], seats=seats)

    def few_records(job: Any, first: int = 0) -> Any:
        return itertools.islice(write(job, first), 2)

    here = Path.cwd()
    with contextlib.ExitStack() as stack:
        for module, name, quick in (
            (run, "run_job", few),
            (simulate, "run_job", few),
            (compare, "run_job", few),
            (selfcheck, "run", quick_check),
            (speed, "measure", quick_measure),
            (records, "play_job_records", few_records),
            (web, "page", _web_page),
        ):
            stack.enter_context(mock.patch.object(module, name, quick))
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(here)
