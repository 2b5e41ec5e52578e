"""A batch file: TOML with any number of jobs, each a command with its options; lists of values make several jobs.

    title = "Two house rules, two tables"

    [[job]]
    command = "simulate"
    rules = ["pagat", "online"]
    players = ["greedy,caller,hunter", "greedy,greedy,expert"]
    games = "100k"

Keys are the options of the command without their dashes, checked by the command itself. A list makes a job for each
value, and several lists one for each combination. A repeatable option takes a list as one value, and a list of lists as
several. docs/how-to/batches.md describes the form for users. Nothing in a batch file is executed.
"""

from __future__ import annotations

import difflib
import hashlib
import itertools
import math
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from analyses.question_registry import in_file, names
from analyses.question_registry import question as question_named
from reports.cli import HOMES
from reports.commands.analyze import command_of
from reports.commands.shell import command_in
from reports.page.stored import BatchError
from tongits_sim.run.files import FileError, parse_toml, read_file

COMMANDS = ("simulate", "compare", "whatif", "analyze", "tournament", "try")
MAX_JOBS = 1000
_TOP = ("title", "out", "defaults", "job")
_OWN = ("command", "question", "name")
# Options that the command line gives for the whole batch, with the way to do so.
_NOT_HERE = {
    "out": "give the whole batch a folder",
    "resume": "it is an option of tongits batch",
    "output": "the batch writes one report of all jobs",
    "format": "the batch keeps every answer as JSON",
    "workers": "it is an option of tongits batch",
    "backend": "it is an option of tongits batch",
    "scheduler": "it is an option of tongits batch",
    "bot_timeout": "it is an option of tongits batch",
    "list": "it lists habits and plays nothing",
    "games_table": "write it with tongits simulate --games-table",
}
_NEEDED = {"players": "greedy,caller", "habits": "hold_meld"}
"""Arguments that a job needs, with an example."""
_LARGEST = 1_000_000  # bytes
_LONGEST = 80  # letters of a folder's name
_DIGEST = 6
_ODD = re.compile(r"[^a-z0-9_+=-]+")


@dataclass(frozen=True)
class Entry:
    """One job of a batch."""

    name: str  # its folder
    command: str  # one of COMMANDS
    question: str  # of analyze; else empty
    arguments: tuple[str, ...]  # the command line after the command (and question)
    params: Mapping[str, Any]  # the values that the command reads from it
    place: str  # its place in the file, for messages

    @property
    def words(self) -> list[str]:
        """The command line as words."""
        return ["tongits", self.command, *filter(None, [self.question]), *self.arguments]

    @property
    def line(self) -> str:
        """The command line, quoted for a shell."""
        return shlex.join(self.words)


@dataclass(frozen=True)
class Batch:
    """The content of a batch file: `title`, `out` (a folder, or None) and its jobs."""

    title: str
    out: Path | None
    jobs: tuple[Entry, ...]


def read_batch(path: Path) -> Batch:
    """Read a batch file. Raises BatchError with the place of the fault."""
    content = _read(path)
    _check_keys(str(path), content, _TOP)
    title, out = (_text(str(path), key, content.get(key, "")) for key in ("title", "out"))
    tables = content.get("job", [])
    defaults = content.get("defaults", {})
    if not isinstance(defaults, dict):
        raise BatchError(f"{path}: defaults must be a table: write [defaults] and keys under it")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise BatchError(f"{path} has no jobs; begin each with [[job]] and its command, {_either(COMMANDS)}")
    entries = [_JobTable(f"{path}, job {number}", table, defaults) for number, table in enumerate(tables, start=1)]
    _check_defaults(f"{path}, defaults", defaults, entries)
    most = sum(entry.count for entry in entries)
    if most > MAX_JOBS:
        raise BatchError(f"{path} makes {most:,} jobs, more than {MAX_JOBS:,}; split it into several batches")
    jobs = _with_unique_names([job for entry in entries for job in entry.jobs()])
    return Batch(title, _folder(path, out), tuple(jobs))


def entry_of(words: Sequence[str], place: str) -> Entry:
    """The job of a command line without the program name and options about workers and folders. Raises BatchError."""
    command, *rest = words
    if command not in COMMANDS:
        raise BatchError(f"{place}: {_unknown('command', command, COMMANDS)}")
    question = rest.pop(0) if command == "analyze" and rest else ""
    if command == "analyze":
        _check_question(place, question)
    params = _Form(command, question).parse(place, rest)
    return Entry(_slug(place), command, question, tuple(rest), params, place)


def _check_question(place: str, question: str) -> None:
    """Raise BatchError if a question does not exist, or cannot be part of a batch."""
    if not in_file(question) and question not in names():
        raise BatchError(f"{place}: {_unknown('question', question, names())}")


def _read(path: Path) -> dict[str, Any]:
    try:
        content = read_file(path, _LARGEST)
    except FileError as error:
        raise BatchError(f"cannot read {path}: {error}") from None
    try:
        return parse_toml(content)
    except FileError as error:
        raise BatchError(f"{path} is not a batch file in TOML: {error}") from None


def _folder(path: Path, out: str) -> Path | None:
    """The folder that a file names. Raises BatchError unless it is below the current folder: the file may be a
    stranger's.
    """
    if not out:
        return None
    folder = Path(out)
    if folder.is_absolute() or ".." in folder.parts or "\0" in out:
        raise BatchError(f'{path}: out = "{out}" leads out of this folder; to write there, use --out')
    return folder


class _JobTable:
    """One [[job]] of a file: its command, and the values of every key."""

    def __init__(self, place: str, table: dict[str, Any], defaults: dict[str, Any]) -> None:
        if "command" not in table:
            raise BatchError(f"{place} has no command; write command = {_quotes(COMMANDS)}")
        self.command = _text(place, "command", table["command"])
        if self.command not in COMMANDS:
            raise BatchError(f"{place}: {_unknown('command', self.command, COMMANDS)}")
        self.place = f"{place} ({self.command})"
        self.name = _text(place, "name", table.get("name", ""))
        if "name" in table and not _slug(self.name):
            raise BatchError(f"{self.place}: a name needs a letter or digit, to name a folder")
        self.questions = self._questions(table)
        self._own = {_key(key): value for key, value in table.items() if key not in _OWN}
        usual = {_key(key): value for key, value in defaults.items()}
        self.forms = [_Form(self.command, question) for question in self.questions]
        self._own = self.forms[0].by_first_names(self.place, self._own)
        usual = self.forms[0].by_first_names(self.place, usual)
        _check_keys(self.place, self._own, [*_OWN, *self.forms[0].options])
        chosen = {key: value for key, value in usual.items() if key in self.forms[0].options} | self._own
        self.values = [_values(self.place, form, chosen) for form in self.forms]

    def _questions(self, table: dict[str, Any]) -> list[str]:
        if self.command != "analyze":
            if "question" in table:
                raise BatchError(f"{self.place}: only analyze has a question")
            return [""]
        entries = table.get("question", [])
        entries = entries if isinstance(entries, list) else [entries]
        if not entries:
            raise BatchError(f"{self.place} has no question; write question = {_quotes(names())}")
        for question in entries:
            _check_question(self.place, _text(self.place, "question", question))
        return entries

    @property
    def count(self) -> int:
        return sum(math.prod(len(alternatives) for alternatives in values.values()) for values in self.values)

    def jobs(self) -> Iterator[Entry]:
        for form, values in zip(self.forms, self.values, strict=True):
            lists = [key for key in values if _is_list(form, key, self._own.get(key))]
            shown = lists if self.name else [key for key in values if key in ("rules", "players") or key in lists]
            for chosen in itertools.product(*values.values()):
                params = dict(zip(values, chosen, strict=True))
                arguments = tuple(form.arguments(params))
                base = [self.name or self.command, form.question]
                name = "-".join(filter(None, map(_slug, [*base, *(_name_part(key, params[key]) for key in shown)])))
                params = form.parse(self.place, arguments)
                yield Entry(_short(name), form.command, form.question, arguments, params, self.place)


class _Form:
    """A command for batch files: its parameters by key."""

    def __init__(self, command: str, question: str) -> None:
        self.command = command
        self.question = question
        self._command = _command(command, question)
        named = {_key(param.opts[0].lstrip("-")): param for param in self._command.params if _is_key(param)}
        self.options = {key: param for key, param in named.items() if key not in _NOT_HERE}
        self.other_names = {
            _key(name.lstrip("-")): key
            for key, param in self.options.items()
            for name in param.opts[1:]
            if name.startswith("--")
        }

    def by_first_names(self, place: str, values: Mapping[str, Any]) -> dict[str, Any]:
        """The values by the first name of each option. Raises BatchError if an option stands there under two names."""
        for alias, key in self.other_names.items():
            if alias in values and key in values:
                raise BatchError(f"{place}: {alias} and {key} are two names of one number; write one of them")
        return {self.other_names.get(key, key): value for key, value in values.items()}

    def repeats(self, key: str) -> bool:
        """Return True if an option may be repeated. Players are one text even if the command takes several."""
        param = self.options[key]
        return isinstance(param, click.Option) and param.multiple

    def flag(self, key: str) -> bool:
        param = self.options[key]
        return isinstance(param, click.Option) and param.is_flag

    def arguments(self, values: Mapping[str, Any]) -> Iterator[str]:
        last = []
        for key, value in values.items():
            param = self.options[key]
            if isinstance(param, click.Argument):
                last.append(value)
            elif isinstance(value, bool):
                yield from [param.opts[0]] if value else []
            else:
                yield from (f"{param.opts[0]}={item}" for item in (value if isinstance(value, tuple) else [value]))
        yield from (["--", *last] if any(word.startswith("-") for word in last) else last)

    def parse(self, place: str, arguments: Sequence[str]) -> dict[str, Any]:
        """Let the command read a command line. Raises BatchError."""
        try:
            # A command keeps the help option of its first context, so this context needs the program's names for help.
            names = ["-h", "--help"]
            params = self._command.make_context(self._command.name, list(arguments), help_option_names=names).params
        except click.UsageError as error:
            raise BatchError(f"{place}: {' '.join(error.format_message().split())}") from None
        return {str(param.name): params[str(param.name)] for param in self.options.values() if param.expose_value}


def _is_key(param: click.Parameter) -> bool:
    """Whether a batch may set a parameter: an option of the command, or `--as`, which becomes part of the players."""
    return param.expose_value or param.opts[0] == "--as"


def _command(name: str, question: str) -> click.Command:
    if question:
        return command_of(question_named(question))
    return command_in(HOMES.get(name, f"reports.commands.{name}"), name)


def _values(place: str, form: _Form, chosen: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The values that the jobs take in turn, by key."""
    for key, example in _NEEDED.items():
        if key not in chosen and isinstance(form.options.get(key), click.Argument):
            raise BatchError(f'{place} has no {key}; write {key} = "{example}"')
    values = {}
    for key in [key for key in form.options if key in chosen]:
        value = chosen[key]
        if value == []:
            raise BatchError(f"{place}: {key} is an empty list; name a value, or remove the key")
        several = value if isinstance(value, list) else [value]
        if form.repeats(key):
            several = several if isinstance(several[0], list) else [several]
            values[key] = [
                tuple(_value(place, form, key, text) for text in _texts(place, key, texts)) for texts in several
            ]
        else:
            values[key] = [_value(place, form, key, text) for text in several]
    return values


def _is_list(form: _Form, key: str, value: Any) -> bool:
    """Return True if a key holds a list of values for several jobs, even a list of one."""
    return isinstance(value, list) and (not form.repeats(key) or isinstance(value[0], list))


def _texts(place: str, key: str, texts: Any) -> list[Any]:
    if not isinstance(texts, list) or not texts:
        raise BatchError(f'{place}: {key} must be a list of texts, or a list of lists of texts: {key} = [["a"], ["b"]]')
    return texts


def _value(place: str, form: _Form, key: str, value: Any) -> Any:
    """A value for the option: text, or True or False for a flag."""
    param = form.options[key]
    if form.flag(key):
        if not isinstance(value, bool):
            raise BatchError(f"{place}: {key} must be true or false, not {_value_words(value)}")
        return value
    number = param.type.name in ("number", "float", "float range", "integer", "integer range")
    fitting = (str, int, float) if number else (str,)
    if isinstance(value, bool) or not isinstance(value, fitting):
        raise BatchError(f"{place}: {key} must be {'a number' if number else 'text'}, not {_value_words(value)}")
    if isinstance(param.type, click.Path):
        _check_file(place, key, str(value))
    return repr(value) if isinstance(value, float) else str(value)


def _check_file(place: str, key: str, value: str) -> None:
    """Raise BatchError if a job would write a file outside its folder."""
    if not re.fullmatch(r"[\w-][\w.-]*", value):
        raise BatchError(f"{place}: {key} must be a file name, for the file lies in the job's folder, not {value!r}")


def _check_defaults(place: str, defaults: Mapping[str, Any], tables: Iterable[_JobTable]) -> None:
    options = {
        key: None for job_table in tables for form in job_table.forms for key in (*form.options, *form.other_names)
    }
    _check_keys(place, {_key(key): value for key, value in defaults.items()}, list(options))


def _check_keys(place: str, keys: Iterable[str], known: Sequence[str]) -> None:
    for key in keys:
        if key in _NOT_HERE and key not in known:
            raise BatchError(f"{place}: {key} has no place here: {_NOT_HERE[key]}")
        if key not in known:
            raise BatchError(f"{place}: {_unknown('key', key, known)}")


def _unknown(what: str, word: str, known: Sequence[str]) -> str:
    close = difflib.get_close_matches(word, known, 1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
    return f"unknown {what} {word!r}; {hint}"


def _key(key: str) -> str:
    return key.replace("-", "_")


def _text(place: str, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise BatchError(f"{place}: {key} must be text, not {_value_words(value)}")
    return value


def _value_words(value: Any) -> str:
    """A value for a message, shortened if it is long."""
    kinds = {dict: "a table", list: "a list", bool: str(value).lower()}
    return kinds.get(type(value)) or (repr(value) if len(repr(value)) < 50 else "a value that long")


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


def _quotes(words: Sequence[str]) -> str:
    return _either([f'"{word}"' for word in words])


# --- names of folders ---


def _name_part(key: str, value: Any) -> str:
    """A value for the name of a folder."""
    if isinstance(value, bool):
        return key if value else f"no-{key}"
    text = "-".join(value) if isinstance(value, tuple) else value
    return f"{key}-{text}" if re.fullmatch(r"[\d.]+[kMmG]?", text) else text


def _slug(text: str) -> str:
    return _ODD.sub("-", text.lower().replace("=", "-")).strip("-")


def _short(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    return f"{name[: _LONGEST - _DIGEST - 1].rstrip('-')}-{hashlib.sha256(name.encode()).hexdigest()[:_DIGEST]}"


def _with_unique_names(jobs: Sequence[Entry]) -> list[Entry]:
    """The jobs under unique names. Raises BatchError if two jobs are equal."""
    lines: dict[str, Entry] = {}
    for job in jobs:
        if job.line in lines:
            raise BatchError(f"{job.place} asks what {lines[job.line].place} asks: {job.line}")
        lines[job.line] = job
    often = Counter(job.name for job in jobs)
    return [job if often[job.name] == 1 else replace(job, name=_with_digest(job)) for job in jobs]


def _with_digest(job: Entry) -> str:
    digest = hashlib.sha256(job.line.encode()).hexdigest()[:_DIGEST]
    return f"{job.name[: _LONGEST - _DIGEST - 1]}-{digest}"
