"""What all commands share at their edges: errors in one sentence, Ctrl-C, closed pipes, exit codes."""

from __future__ import annotations

import contextlib
import errno
import functools
import gc
import os
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any, NoReturn

import click

from reports.text.encoding import open_streams
from reports.text.terminal import one_line, safe
from tongits_sim.blas import one_thread
from tongits_sim.errors import TongitsError
from tongits_sim.imports import check_own
from tongits_sim.interrupts import run_program
from tongits_sim.run.numbers import number_word

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""Settings of the program's outermost context."""

FAILED = 2
INTERRUPTED = 130
_NARROW = 52
"""On terminals with fewer columns, click writes lines that are too long."""
_EXTRA = "Got unexpected extra argument"
_GARBAGE = 20_000
"""New objects before Python looks for garbage: a start makes a hundred thousand objects that stay."""


_parse_args = click.Command.parse_args


def parse_args_once(command: click.Command, ctx: click.Context, args: list[str]) -> list[str]:
    """As click does; but of an option that takes one value and is given twice, click would take the last in silence."""
    if not ctx.resilient_parsing:
        _, _, given = command.make_parser(ctx).parse_args(args=list(args))
        for param, times in Counter(given).items():
            single = isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count)
            if single and times > 1:
                name = max(param.opts, key=len)
                raise click.UsageError(
                    f"{name} is given {number_word(times)} times, and takes one value; keep one", ctx
                )
    return _parse_args(command, ctx, args)


class Help(click.HelpFormatter):
    """Help that fits narrow terminals too; click alone writes at least 50 columns."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        columns = shutil.get_terminal_size().columns
        super().__init__(indent_increment, columns - 2 if width is None and columns < _NARROW else width, max_width)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write a list of two columns; the first takes at most half the line."""
        super().write_dl(rows, min(col_max, self.width // 2), col_spacing)


def command_in(home: str, name: str) -> click.Command:
    """Import a command from the module `home`. A command with the name of a Python keyword is a function `try_`."""
    command: click.Command = getattr(import_module(home), f"{name}_" if iskeyword(name) else name)
    return command


class _Commands(MutableMapping[str, click.Command]):
    """Commands by name. A listed command is imported from its module in `homes` at its first use."""

    def __init__(self, homes: Mapping[str, str]) -> None:
        self._homes = homes
        self._commands: dict[str, click.Command | None] = dict.fromkeys(homes)

    def __getitem__(self, name: str) -> click.Command:
        command = self._commands[name]
        if command is None:
            command = command_in(self._homes[name], name)
            self._commands[name] = command
        assert command is not None
        return command

    def __contains__(self, name: object) -> bool:
        # do not import the command here: an error in it would look like a missing command
        return name in self._commands

    def __setitem__(self, name: str, command: click.Command) -> None:
        self._commands[name] = command

    def __delitem__(self, name: str) -> None:
        del self._commands[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


class Shell(click.Group):
    """A group of commands. Errors end it with a sentence on stderr, not with a traceback.

    A command is imported when it is used: `tongits --help` needs only the listing.

    Args:
        sections: commands by the heading of their section in the help, each with its first line of help.
        homes: modules by command, for commands that are not in reports/commands.
        warm_up: `(folder for files)` -> short command lines that together compile all that its commands need.
        settings: for `click.Group`.
    """

    def __init__(
        self,
        *,
        sections: Mapping[str, Mapping[str, str]] | None = None,
        homes: Mapping[str, str] | None = None,
        warm_up: Callable[[Path], Iterable[list[str]]] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(**settings)
        self.warm_up = warm_up
        self.sections = sections or {}
        self.listing = {name: line for section in self.sections.values() for name, line in section.items()}
        usual = {name: f"reports.commands.{name}" for name in self.listing}
        self.commands = _Commands(usual | dict(homes or {}))

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections; without sections, the first line of each command's help."""
        if not self.sections:
            super().format_commands(ctx, formatter)
        width = max(map(len, self.listing), default=0)
        for heading, commands in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), line) for name, line in commands.items()])

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click does; but a pipe closed while help is printed is not an error."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError:
            raise _Unread from None

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. Ctrl-C and a closed pipe are kept from click, which would print its own words."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            raise _Stopped(interrupt) from None
        except BrokenPipeError:
            raise _Unread from None

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the program. Exits with 0, with 2 after an error, with 130 after Ctrl-C.

        Without `args` it runs the command line of the process and ends the process.
        """
        if args is None:
            one_thread()
            gc.set_threshold(_GARBAGE)
            run_program(functools.partial(self.main, sys.argv[1:], prog_name, **extra))
        open_streams()
        debug = "--debug" in args or bool(os.environ.get("TONGITS_DEBUG"))
        if "_TONGITS_COMPLETE" in os.environ:
            from reports.commands.completing import register

            register()
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - nothing is said into a line being typed
        try:
            check_own()
            click.Context.formatter_class = Help
            click.Command.parse_args = parse_args_once  # type: ignore[method-assign, assignment]
            code = super().main(args, prog_name, **(extra | {"standalone_mode": False}))
            sys.stdout.flush()
        except (BrokenPipeError, _Unread):
            _close_stdout()
        except _Stopped as stopped:
            _stop(stopped.interrupt, args)
        except (click.Abort, KeyboardInterrupt):
            end("Interrupted.", INTERRUPTED)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(0)
        except click.ClickException as error:
            message = _sentence(error)
            end(f"Error: {one_line(message)}")
        except TongitsError as error:
            _fail(error)
        except Exception as error:
            if debug:
                raise
            if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
                end("Error: the disk is full: output could not be written")
            if isinstance(error, OSError) and error.strerror:
                where = f" ({error.filename})" if error.filename is not None else ""
                end(f"Error: the system refused something: {one_line(error.strerror + where)}")
            kind = type(error).__name__
            end(
                f"Error: something went wrong in the program itself ({kind}: {one_line(str(error))}); "
                "put --debug after 'tongits' to see where, and please report it"
            )
        else:
            sys.exit(code if isinstance(code, int) else 0)


def show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """The callback of --version."""
    if wanted:
        from tongits_sim.version import VERSION

        click.echo(f"tongits {VERSION}")
        ctx.exit()


class _Stopped(Exception):  # noqa: N818 - no error
    def __init__(self, interrupt: KeyboardInterrupt) -> None:
        self.interrupt = interrupt


class _Unread(Exception):  # noqa: N818 - no error
    """The reader of the output has gone."""


def end(text: str, code: int = FAILED, at_once: bool = False) -> NoReturn:
    """Print a last line on stderr and exit; `at_once` if a thread cannot be stopped in another way."""
    with contextlib.suppress(OSError):
        click.echo(safe(text), err=True)
        sys.stderr.flush()
    try:
        sys.stdout.flush()
    except OSError:  # a full disk: Python would complain again about the rest on exit
        _drop_stdout()
    if at_once:
        os._exit(code)
    sys.exit(code)


def _fail(error: TongitsError) -> NoReturn:
    from tongits_sim.run.faults import BotFault

    for line in getattr(error, "pointer", list)():  # the place of the fault in a text
        click.echo(safe(line), err=True)
    end(f"Error: {one_line(str(error))}", at_once=isinstance(error, BotFault) and error.hangs)


def _stop(interrupt: KeyboardInterrupt, args: Sequence[str]) -> NoReturn:
    from reports.commands.interrupt import sentence

    if own_sentence := getattr(interrupt, "sentence", ""):
        end(own_sentence, INTERRUPTED, at_once=getattr(interrupt, "at_once", False))
    run = getattr(interrupt, "run", None)
    own = run is not None and any(player.origin for player in run.job.players)
    end(sentence(run, args, getattr(interrupt, "shown", False)), INTERRUPTED, at_once=own)


def _drop_stdout() -> None:
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _close_stdout() -> NoReturn:
    """The reader has gone, so stop without an error.

    The exit code is 0, not the code of SIGPIPE: a person who pipes into `head` got every line that `head` wanted, and a
    shell with `pipefail` goes on.
    """
    _drop_stdout()
    sys.exit(0)


_MEANT: dict[str, tuple[str, ...]] = {
    "-o": ("--out DIR to keep the run in a folder",),
    "--output": ("--out DIR to keep the run in a folder",),
    "--report": ("-o FILE",),
    "--export": ("-o FILE",),
    "--file": ("-o FILE",),
    "--html": ("-o FILE.html",),
    "--folder": ("--out DIR", "-o FILE"),
    "--dir": ("--out DIR", "-o FILE"),
    "--out": ("-o FILE",),
    "--deals": ("--games",),
    "--games": ("--events", "--deals"),
    "--hands": ("--games", "--deals"),
    "--rounds": ("--games", "--deals"),
    **dict.fromkeys(("-j", "--jobs", "--threads", "--cores", "--processes", "--cpus"), ("--workers",)),
    "--bots": ("--players",),
    "--strategies": ("--players",),
    "--opponents": ("--against", "--others"),
    "--knob": ("--set KNOB=VALUE", "--change KNOB=VALUE"),
    "--rule": ("--rules", "--set KNOB=VALUE"),
    "--preset": ("--rules",),
    "--json": ("--format json",),
    "--csv": ("--format csv",),
    "-v": ("--full",),
    "--verbose": ("--full",),
    "--all": ("--full",),
    "--language": ("--lang",),
    "--rng": ("--seed",),
}
"""What an option that a command lacks may mean, if the command has it."""


def _sentence(error: click.ClickException) -> str:
    """The sentence of an error, with what to type instead, or the help to read."""
    sentence = error.format_message()
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return sentence
    if isinstance(error, click.NoSuchOption):
        has = {name for param in error.ctx.command.params for name in param.opts}
        for meant in _MEANT.get(error.option_name, ()):
            if meant.partition(" ")[0] in has:
                return f"No such option {error.option_name}; write {meant}."
    if (whole := _parted_path(sentence)) is not None:
        return f"{sentence.removesuffix('.')}; a path with blanks goes in quotes: {shlex.quote(whole)}"
    lost = isinstance(error, click.exceptions.NoSuchCommand | click.MissingParameter) or sentence.startswith(_EXTRA)
    if not lost or "Did you mean" in sentence:
        return sentence
    if isinstance(error, click.exceptions.NoSuchCommand) and _shows(error.ctx):
        return f"{sentence.removesuffix('.')}. To read about it: {error.ctx.command_path} show {error.command_name}"
    return f"{sentence.removesuffix('.')}. See: {error.ctx.command_path} --help"


def _shows(ctx: click.Context) -> bool:
    """Return True if the group has a command `show`, which a person who types `rules pagat` is after."""
    return isinstance(ctx.command, click.Group) and "show" in ctx.command.list_commands(ctx)


def _parted_path(sentence: str) -> str | None:
    """An existing path that the shell split at a blank; its last part is the unexpected argument. None if there is
    none.
    """
    if not sentence.startswith(_EXTRA):
        return None
    words = sys.argv[1:]
    for first in range(len(words)):
        for last in range(first + 2, len(words) + 1):
            whole = " ".join(words[first:last])
            if words[last - 1] in sentence and Path(whole).exists():
                return whole
    return None
