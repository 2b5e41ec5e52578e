"""`tongits status --verify DIR`: recompute the answer of a run from its blocks and compare it with the stored one."""

from __future__ import annotations

import contextlib
import functools
import io
import os
import platform
import re
import shlex
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.answer_folder import is_abandoned
from reports.commands.batches.batch_file import COMMANDS, entry_of
from reports.commands.batches.batch_jobs import ready
from reports.commands.shell import FAILED, end
from reports.text.console import print_json
from reports.text.terminal import one_line, say
from tongits_sim.errors import TongitsError
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.files import MANIFEST, MAX_RESULTS, RESULTS, FileError, read_json
from tongits_sim.run.run_file import DB, copy_run, manifest_of, read_done
from tongits_sim.run.run_options import RunOptions, StopControl
from tongits_sim.run.status import check_runs, run_folders, run_statuses

if TYPE_CHECKING:
    from tongits_sim.run.answers import Answer

DIFFERS = 1
_PLACE = ("run", "command_line", "version", "versions")
"""Top keys of an answer about the machine, the time and the versions."""
_HERE: dict[str, Any] = {"resume": True, "form": "json", "backend": "threading"}
_MADE_OF = ("python", "numba", "numpy", "scipy")
_NOWHERE = ("output", "scheduler", "workers")


class VerifyError(TongitsError):
    """A folder whose answer cannot be recomputed."""


@dataclass(frozen=True)
class Verdict:
    """Whether the blocks of a run give its stored answer."""

    folder: str  # of the answer
    games: int  # games (or other units) in its blocks
    # the first key of `results.json` that the blocks contradict, with both values; empty if all agree
    differs: str = ""
    error: str = ""  # the reason why it cannot be verified; empty if it can
    # if the answer differs: versions that differ from the versions here, as `numpy 2.1.0 (here 2.4.6)`
    versions: str = ""

    def sentence(self) -> str:
        """The verdict in a sentence."""
        if self.error:
            return f"{self.folder}: cannot be verified: {self.error}."
        if self.differs:
            text = f"{self.folder}: the answer does not follow from its {self.games:,} games: {self.differs}."
            return f"{text} It was made with {self.versions}, which may be the reason." if self.versions else text
        return f"{self.folder}: {self.games:,} games verified: the blocks give the stored answer."


def verify_runs(folder: Path, allow_bots: tuple[str, ...], form: str) -> None:
    """Recompute the answers in a folder and print the verdicts; ends with 1 if one differs, with 2 if one is unknown.

    Args:
        folder: a run's, or a whole batch's.
        allow_bots: files of bots or questions that may be executed.
        form: `table` or `json`.
    """
    from tongits_sim.run.user_file import only_files

    with only_files(allow_bots, "--allow-bots"):
        verdicts = [verdict(document, allow_bots) for document in _answers(folder)]
    if form == "json":
        print_json([vars(checked) for checked in verdicts])
    else:
        for checked in verdicts:
            say(one_line(checked.sentence()))
    wrong = [checked for checked in verdicts if checked.error] or [checked for checked in verdicts if checked.differs]
    if wrong:
        several = len(verdicts) > 1
        sentence = f"Error: {len(wrong):,} of {len(verdicts):,} answers" if several else "Error: the answer"
        be = "" if several else " is"
        sentence += " cannot be verified" if wrong[0].error else f"{be} not what the blocks say"
        end(sentence, FAILED if wrong[0].error else DIFFERS)


def _answers(folder: Path) -> list[Path]:
    """Folders of answers in a folder: jobs of a batch, parts of a report, or the folder itself."""
    from reports.page.stored import answer_folders

    inner = sorted(path.parent for path in folder.glob(f"*/{RESULTS}"))
    several = answer_folders(folder)
    return inner if inner and several == [folder] and not (folder / RESULTS).is_file() else several


def verdict(folder: Path, allowed: Collection[str] = ()) -> Verdict:
    """`allowed`: files of bots that may be executed."""
    games = 0
    try:
        stored = _read_answer(folder)
        left_out = _left_out(stored)
        games = _count_games(folder, left_out)
        with tempfile.TemporaryDirectory(prefix="tongits-verify-") as place:
            job = _job(folder, stored, allowed)
            again = _recompute(folder, job, Path(place) / "run", left_out)
    except TongitsError as error:
        return Verdict(str(folder), games, error=" ".join(str(error).split()).rstrip("."))
    differs = next(iter(_differences(stored, again, job.files)), "")
    return Verdict(str(folder), games, differs=differs, versions=_other_versions(folder) if differs else "")


def answer_so_far(folder: Path) -> tuple[list[str], Answer] | None:
    """The command line of a stopped run, and its answer from the kept blocks; no game is played.

    None if no command here can ask the question again, or if a bot comes from a file.
    """
    from reports.questions.simulate import BatchReport
    from tongits_sim.experiments.batch_estimates import Results
    from tongits_sim.run.user_file import only_files

    words = next(
        (list(map(str, manifest["command"][1:])) for manifest in _manifests(folder) if manifest.get("command")), []
    )
    if not words or words[0] not in COMMANDS:
        return None
    try:
        with only_files((), "--allow-bots"), tempfile.TemporaryDirectory(prefix="tongits-status-") as place:
            copy = Path(place) / "run"
            _copy(folder, copy)
            job = ready(entry_of(words, str(folder)))
            answer = job.play(RunOptions(out=copy, resume=True, notice=to_stderr, halt=StopControl(at_once=True)))
            return words, BatchReport.of(answer) if isinstance(answer, Results) else answer
    except (TongitsError, Interrupted):
        return None


@dataclass(frozen=True)
class _Question:
    """A question to ask again. `play` asks it; `files` are names of files that the answer writes."""

    play: Callable[[RunOptions], object]
    files: frozenset[str] = frozenset()


def _read_answer(folder: Path) -> dict[str, Any]:
    """Raises VerifyError."""
    try:
        answer = read_json(folder / RESULTS, MAX_RESULTS)
    except FileError as error:
        raise VerifyError(f"cannot read {folder / RESULTS} ({error}); a run that is not finished has none") from None
    if not isinstance(answer, dict):
        raise VerifyError(f"{folder / RESULTS} is not an answer")
    return answer


def _left_out(stored: dict[str, Any]) -> int:
    """The number of bots that failed and were left out.

    The blocks of their runs do not enter the answer. These runs are played on to the failure, which verifies the
    failure too.
    """
    left_out = stored.get("left_out")
    return len(left_out) if isinstance(left_out, list) else 0


def _count_games(folder: Path, left_out: int) -> int:
    """Number of games in the blocks of the answer. Raises VerifyError if the run is damaged or still plays."""
    games = 0
    for run in check_runs(folder):
        games += 0 if is_abandoned(Path(run.folder).name, left_out) else run.games
        if run.state == "running":
            raise VerifyError(f"{run.folder} is being played right now")
    return games


def _recompute(folder: Path, job: _Question, place: Path, left_out: int) -> dict[str, Any]:
    """Answer the question again from copies of the blocks."""
    _copy(folder, place)
    before = _games(place, left_out)
    progress = _no_new_blocks(folder, place, before, left_out)
    job.play(RunOptions(out=place, resume=True, notice=to_stderr, progress=progress))
    if _games(place, left_out) != before:
        raise VerifyError(_missing(folder))
    return _read_answer(place) if (place / RESULTS).exists() else {}


def _no_new_blocks(folder: Path, place: Path, before: dict[str, int], left_out: int) -> Any:
    """A progress function that raises VerifyError when a run plays missing blocks."""

    def progress(_done: int, _total: int) -> None:
        if _games(place, left_out) != before:
            raise VerifyError(_missing(folder))

    return progress


def _missing(folder: Path) -> str:
    return f"blocks are missing in {folder}; --resume plays them again"


def _games(place: Path, left_out: int) -> dict[str, int]:
    """Number of blocks by run of the answer."""
    runs = [path.parent for path in sorted(place.rglob(DB)) if not is_abandoned(path.parent.name, left_out)]
    return {str(run): len(read_done(run)[1]) for run in runs}


def _copy(folder: Path, place: Path) -> None:
    """Copy the folder of an answer without `results.json`."""
    place.mkdir()
    if (folder / MANIFEST).is_file():
        (place / MANIFEST).symlink_to((folder / MANIFEST).resolve())
    for run in run_folders(folder):
        copy_run(run, place / run.relative_to(folder))


def _job(folder: Path, stored: dict[str, Any], allowed: Collection[str]) -> _Question:
    """The question of an answer, from the command line in its manifest or in the answer."""
    lines = [[str(word) for word in manifest.get("command", [])][1:] for manifest in _manifests(folder)]
    lines += [shlex.split(str(stored.get("command_line") or ""))[1:]]
    command = str(stored.get("command")).split()
    for words in lines:
        if words[: len(command)] != command:
            continue
        if command[0] not in COMMANDS:
            _refuse_files(words, allowed)
            return _Question(functools.partial(_ask, folder, words))
        job = ready(entry_of(words, str(folder)))
        return _Question(
            job.play, frozenset(value.name for value in job.entry.params.values() if isinstance(value, Path))
        )
    raise VerifyError("the folder does not name its command (a run made in Python has none)")


def _manifests(folder: Path) -> Iterator[dict[str, Any]]:
    """The readable manifests of an answer and its runs."""
    for place in (folder, *run_folders(folder)):
        yield manifest_of(place)


def _refuse_files(words: Sequence[str], allowed: Collection[str]) -> None:
    """Raise VerifyError for bots of files that are not allowed."""
    trusted = {os.path.realpath(path) for path in allowed}
    for file in re.findall(r"[^,]*?\.py(?=:)", ",".join(words)):
        if os.path.realpath(file.strip()) not in trusted:
            raise VerifyError(f"{file} would be executed; if you trust it, add --allow-bots {shlex.quote(file)}")


def _ask(folder: Path, words: Sequence[str], run_options: RunOptions) -> None:
    """Ask again by the command itself, for commands of another game, and discard the output."""
    if any(run.games < run.of_games for run in run_statuses(folder)):
        raise VerifyError(_missing(folder))
    root = click.get_current_context().find_root()
    command = root.command
    rest = list(words)
    context = root
    while isinstance(command, click.Group):
        name, inner_command, rest = command.resolve_command(context, rest)
        if inner_command is None:
            break
        command = inner_command
        context = click.Context(inner_command, info_name=name, parent=context)
    try:
        inner = command.make_context(context.info_name, rest, parent=context.parent)
        inner.params |= {**_HERE, "out": run_options.out, **dict.fromkeys(set(_NOWHERE) & set(inner.params))}
        with inner, contextlib.redirect_stdout(io.StringIO()):
            command.invoke(inner)
    except click.ClickException as error:
        raise VerifyError(error.format_message()) from None


def _other_versions(folder: Path) -> str:
    """The versions of an answer that differ from those here, in words."""
    from importlib.metadata import version

    made: dict[str, str] = {}
    for manifest in _manifests(folder):
        made |= {str(name): str(number) for name, number in dict(manifest.get("versions") or {}).items()}
    here = {name: platform.python_version() if name == "python" else version(name) for name in made if name in _MADE_OF}
    return ", ".join(f"{name} {made[name]} (here {number})" for name, number in here.items() if made[name] != number)


def _differences(stored: Any, again: Any, files: Collection[str], name: str = "") -> Iterator[str]:
    """Differences of two answers in words, in the order of the stored answer. Times and the folders of `files` do not
    count.
    """
    if isinstance(stored, dict) and isinstance(again, dict):
        for key in [*stored, *(added for added in again if added not in stored)]:
            if name or key not in _PLACE:
                inner = f"{name}.{key}" if name else key
                yield from _differences(stored.get(key), again.get(key), files, inner)
    elif isinstance(stored, list) and isinstance(again, list) and len(stored) == len(again):
        for number, (old, new) in enumerate(zip(stored, again, strict=True)):
            yield from _differences(old, new, files, f"{name}.{number}")
    elif isinstance(stored, str) and isinstance(again, str) and any(file in stored and file in again for file in files):
        return
    elif stored != again:
        yield f"{name} is {_short(stored)} in the answer, but {_short(again)} by the blocks"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 60 else text[:57] + "..."
