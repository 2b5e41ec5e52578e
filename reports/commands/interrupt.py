"""On Ctrl-C, show the answer of the games so far, marked as partial, and the command to resume."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tongits_sim.interrupts import by_ctrl_c
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.run_options import StopControl

if TYPE_CHECKING:
    from tongits_sim.run.job import Run

_Answer = TypeVar("_Answer")


class _AsJson(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


Shown = TypeVar("Shown", bound=_AsJson)


class PartShown(KeyboardInterrupt):
    """Ctrl-C, after the partial answer is shown.

    Attributes:
        run: the part of the run that was played.
    """

    def __init__(self, run: Run[Any]) -> None:
        super().__init__()
        self.run = run
        self.shown = True


class ReportStopped(KeyboardInterrupt):
    """Ctrl-C between questions; `sentence` names the files kept, `at_once` says whether a bot may hang."""

    def __init__(self, finished: int, out: Path | None, at_once: bool, page: Path | None = None) -> None:
        super().__init__()
        written, but = ("no page was written", "but") if page is None else (f"{page} has them", "and")
        start = f"Interrupted with {finished:,} part{'' if finished == 1 else 's'} finished; {written}"
        if out is None:
            kept = "and nothing was kept" if page is None else "but nothing else was kept"
            self.sentence = f"{start} {kept}: to keep finished parts, run it with --out FOLDER."
        else:
            go_on = going_on(sys.argv[1:]) or "the same command and --resume"
            self.sentence = f"{start}, {but} finished parts are kept in {out}; resume with: {go_on}"
        self.at_once = at_once


def on_ctrl_c() -> StopControl:
    """Ctrl-C stops the run and keeps the answer of the games so far; SIGTERM keeps no answer."""
    return StopControl(by_ctrl_c)


def answered(halt: StopControl | None, ask: Callable[[], _Answer]) -> _Answer:
    """Call `ask`. Raises Interrupted if Ctrl-C left too few games for an answer."""
    try:
        return ask()
    except Exception:
        if halt is None or halt.run is None:
            raise
        raise Interrupted(halt.run) from None


def stopped(halt: StopControl | None) -> dict[str, Any]:
    """The key `stopped` of a partial answer in JSON; empty for a complete answer."""
    if halt is None or halt.run is None:
        return {}
    run = halt.run
    return {"stopped": {"by": "Ctrl-C", "games": run.games, "of": run.job.games, "later_parts_cut": halt.shortened}}


def caution(halt: StopControl | None) -> str:
    """The sentence above a partial answer; empty for a complete answer."""
    if halt is None or halt.run is None:
        return ""
    run = halt.run
    sentence = f"Stopped by Ctrl-C after {run.games:,} of {run.job.games:,} games"
    if not halt.shortened:
        return f"{sentence}: the answer is from these games only."
    return f"{sentence} of one part; the parts after it were cut to a second, so this answer is only a first look."


def show_caution(halt: StopControl | None, form: str) -> None:
    """Print the warning above a partial answer in the form `table`; nothing for a whole answer."""
    from reports.text.console import show

    if form == "table" and (caution_text := caution(halt)):
        show("", caution_text, style="bold red")


def end_stopped(halt: StopControl | None) -> None:
    """Raise PartShown if Ctrl-C stopped the run."""
    if halt is not None and halt.run is not None:
        raise PartShown(halt.run)


def show_stopped(halt: StopControl, answer: Shown, form: str, show: Callable[[Shown, str], None]) -> None:
    """Show the partial answer of a run that Ctrl-C stopped. Raises PartShown.

    Args:
        halt: of the run.
        answer: of the games so far.
        form: `table`, `json` or `csv`.
        show: shows the answer in that form, other than JSON.
    """
    from reports.text.console import print_json

    show_caution(halt, form)
    if form == "json":
        document = answer.to_dict()
        if "stopping" in document:
            document["stopping"]["words"] = caution(halt)
        print_json({**document, **stopped(halt)})
    else:
        show(answer, form)
    end_stopped(halt)


def going_on(arguments: Sequence[str]) -> str:
    """The command that resumes a command with these arguments; empty if it has no folder."""
    if not any(word == "--out" or word.startswith("--out=") for word in arguments):
        return ""
    return shlex.join(["tongits", *arguments, *([] if "--resume" in arguments else ["--resume"])])


def sentence(run: Run[Any] | None, arguments: Sequence[str], shown: bool = False) -> str:
    """The last line after Ctrl-C: the progress, the files kept, and the command to resume."""
    go_on = going_on(arguments)
    if run is None:
        return f"Interrupted; resume with: {go_on}" if go_on else "Interrupted."
    sentence = f"Interrupted after {run.games:,} of {run.job.games:,} games"
    if shown:
        sentence += "; the answer above is from these games"
    if run.folder:
        return f"{sentence}; finished blocks are saved in {run.folder}; resume with: {go_on or 'the same and --resume'}"
    return f"{sentence}; nothing was saved."
