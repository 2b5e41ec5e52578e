"""One decision of a bot, asked again in plain Python: what it answers, and the line that says so or fails."""

from __future__ import annotations

import linecache
import sys
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

import numpy as np

from tongits_sim.game.asking import TABLE_DTYPE, ask_bot
from tongits_sim.game.hooks import Hook, listening
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.identity import is_library
from tongits_sim.plain.functions import is_own, plain_copy
from tongits_sim.plain.values import PlainRecord, answer_word

_STEPS = 200_000  # lines of Python, some tenths of a second


class _TooLong(BaseException):
    """A hook that does not end."""


@dataclass(frozen=True)
class Answer:
    """The answer of a hook.

    Attributes:
        word: the action word; None if it gave none.
        error: the error that it raised instead, as `ValueError: text`; empty if it answered.
        file, line: the line that returned the answer, raised the error, or was at work when it took too long; an empty
            file for a hook of the program.
        endless: it did not end within some tenths of a second.
    """

    word: int | None
    error: str
    file: str
    line: int
    endless: bool = False

    @property
    def source(self) -> str:
        """`my_bots.py:41: return YES`; empty where the hook is the program's own."""
        if not self.file:
            return ""
        path = Path(self.file)
        if path.is_relative_to(Path.cwd()):
            path = path.relative_to(Path.cwd())
        text = linecache.getline(self.file, self.line).strip()
        return f"{path}:{self.line}: {text}".rstrip(": ")


def ask_again(hook: Hook, view: Any, params: Any, program: bool = False) -> Answer:
    """Ask a hook of a bot's own file again, in plain Python, and note the line that answers.

    Args:
        hook: the hook, compiled or not.
        view: the `VIEW` record at the decision; it is not written to.
        params: the record of the bot's parameters.
        program: ask a hook of the program too, instead of giving no answer.
    """
    if not program and not is_own(hook):
        return Answer(None, "", "", 0)
    linecache.checkcache()
    tracer = _Tracer(hook)
    arguments = (PlainRecord(np.array(view)[()]), PlainRecord(np.array(params)[()]))
    before = sys.gettrace()
    word, error, endless = None, "", False
    try:
        with np.errstate(all="ignore"):
            sys.settrace(tracer.enter)
            try:
                result = plain_copy(hook)(*arguments)
            finally:
                sys.settrace(before)
        word = answer_word(result)
    except _TooLong:
        endless = True
    except Exception as raised:  # noqa: BLE001  (a hook may raise anything)
        error = f"{type(raised).__name__}: {raised}".removesuffix(": ")
        tracer.find_line(raised.__traceback__)
    return Answer(word, error, tracer.file, tracer.line, endless)


def ask_compiled(hook: Hook, address: int, view: Any, params: np.ndarray) -> Answer:
    """Ask a compiled hook of the program as games do: one that plays games itself cannot run as plain Python.

    Args:
        hook: the hook; the answer names its last line.
        address: the address of the compiled hook.
        view: the `VIEW` record at the decision; it is not written to.
        params: the record of the bot's parameters, an array of length 1.
    """
    code = getattr(hook, "py_func", hook).__code__
    line = max(number for _, _, number in code.co_lines() if number is not None)
    own, table = new_record(VIEW_DTYPE), np.zeros(1, TABLE_DTYPE).view(np.recarray)
    own[0] = view
    table["seat_hooks"][0, 0, 0] = address
    table["seat_params"][0, 0] = params.ctypes.data
    with listening() as errors:
        word, reason = ask_bot(table[0], own[0], np.int64(0), np.int64(0))
    if reason:
        return Answer(None, errors[0] if errors else "no answer", code.co_filename, line)
    return Answer(int(word), "", code.co_filename, line)


class _Tracer:
    """Follows a hook line by line."""

    def __init__(self, hook: Hook) -> None:
        code = getattr(hook, "py_func", hook).__code__
        self._code, self._steps = code, 0
        self.file, self.line = code.co_filename, code.co_firstlineno

    def enter(self, frame: FrameType, event: str, _argument: Any) -> Any:
        """Called for every function that begins; those of libraries are passed over."""
        return self._step if event == "call" and (frame.f_code is self._code or _is_own(frame)) else None

    def _step(self, frame: FrameType, event: str, _argument: Any) -> Any:
        self._steps += 1
        if frame.f_code is self._code and event in ("line", "return"):
            self.line = frame.f_lineno
        if self._steps > _STEPS:
            self.file, self.line = frame.f_code.co_filename, frame.f_lineno
            raise _TooLong
        return self._step

    def find_line(self, traceback: TracebackType | None) -> None:
        """Note the innermost line of the bot's own code in the traceback of an error."""
        while traceback is not None:
            if traceback.tb_frame.f_code is self._code or _is_own(traceback.tb_frame):
                self.file, self.line = traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
            traceback = traceback.tb_next


def _is_own(frame: FrameType) -> bool:
    return not is_library(str(frame.f_globals.get("__name__", "")))
