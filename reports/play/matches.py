"""The unfinished matches of a person. Each match has its own file, and the person chooses which to continue."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from reports.play.news import name_of
from reports.play.orders import is_quit
from reports.play.talk import Talk
from tongits_sim.errors import TongitsError
from tongits_sim.run.files import writing
from tongits_sim.run.lock import Lock
from tongits_sim.table.saved import UNFINISHED, SavedMatch, load_match

LOCK = ".lock"


class MatchError(TongitsError):
    """No match can be resumed, or another terminal plays it."""


class Quit(Exception):  # noqa: N818 - no error
    """The person wants to stop."""


def new_file(folder: Path) -> Path:
    """A new file for a match, even if another program starts in the same second."""
    return folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{os.getpid()}.jsonl"


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """A context in which no other terminal can play the match. Raises MatchError."""
    with writing(path, MatchError):
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = Lock.take(_lock(path))
    if lock is None:
        raise MatchError(f"the match in {path} is being played in another terminal: end it there, or play another one")
    with lock:
        try:
            yield
        finally:
            _lock(path).unlink(missing_ok=True)


def unfinished_path(path: Path) -> Path:
    """The file of a match's game in progress."""
    return path.with_name(path.name + UNFINISHED)


def _lock(path: Path) -> Path:
    return path.with_name(path.name + LOCK)


def unfinished(folder: Path) -> list[tuple[Path, SavedMatch]]:
    """The matches of a folder that can be resumed, the latest first, without matches that a terminal plays now."""
    found = []
    for file in folder.glob(f"*{UNFINISHED}"):
        path = file.with_name(file.name.removesuffix(UNFINISHED))
        if Lock.is_locked(_lock(path)):
            continue
        try:
            found.append((file.stat().st_mtime, path, load_match(path)))
        except (TongitsError, OSError):  # damaged: `--resume FILE` says in what way
            continue
    found.sort(key=lambda match: match[0], reverse=True)
    return [(path, saved) for _, path, saved in found]


def choose(talk: Talk, folder: Path, *, new: bool) -> Path | None:
    """The match to continue; None for a new match.

    Args:
        talk: the terminal.
        folder: holds the matches.
        new: the person may begin a new match. If not, a single match is resumed without a question.

    Raises:
        MatchError: there is no match to resume.
        Quit: the person wants to stop.
        EOFError: nothing more can be read.
    """
    matches = unfinished(folder)
    if not matches:
        if new:
            return None
        raise MatchError("there is no unfinished match: begin one with tongits play")
    if not new and (len(matches) == 1 or not talk.at_terminal):
        return matches[0][0]
    talk.say("Unfinished matches:", *(f"  {number}  {_row(*match)}" for number, match in enumerate(matches, start=1)))
    prompt = "Which one? Enter: 1, new: a new match, quit: stop > " if new else "Which one? Enter: 1, quit: stop > "
    while True:
        answer = talk.ask(prompt).strip().lower()
        if is_quit(answer):
            raise Quit
        if new and answer in ("n", "new", "bago"):
            return None
        if answer.isdecimal() and len(answer) < 6 and 1 <= int(answer) <= len(matches):
            return matches[int(answer) - 1][0]
        if not answer:
            return matches[0][0]
        talk.say(f"Type a number from 1 to {len(matches)}.")


def _row(path: Path, saved: SavedMatch) -> str:
    """A match in a line: when it was left, rules, game, opponents."""
    game, seat = saved.any_game, saved.seat
    bots = " and ".join(
        f"{name_of(bot_seat, seat)} {game['players'][bot_seat]}" for bot_seat in ((seat + s) % 3 for s in (1, 2))
    )
    left = time.strftime("%Y-%m-%d %H:%M", time.localtime(unfinished_path(path).stat().st_mtime))
    return f"{left}, {game['rules']['name']}, game {len(saved.records) + 1}, {bots}, seed {game['seed']}"
