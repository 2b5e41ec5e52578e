"""The ways into the program: what is fed to each, and what must hold for every input.

Everywhere: a TongitsError (or exit code 2 with one sentence) or an answer, nothing else; nothing is written outside the
chosen folder, no data is run (guard.py).
"""

import contextlib
import functools
import io
import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock

import click
from hypothesis import strategies as st

from tests.fuzz import commands, nasty
from tests.fuzz.guard import Broken
from tests.fuzz.program import few_games, sound_answer
from tests.playing import ROOT, job, play
from tongits_sim.errors import TongitsError
from tongits_sim.run import user_file
from tongits_sim.run.run_file import read_manifest


@dataclass(frozen=True)
class Surface:
    """A way into the program."""

    inputs: Callable[[], st.SearchStrategy[Any]]
    feed: Callable[[Any, Path], None]
    share: int
    quick: int
    runs: bool = False


def _shown(error: Exception) -> None:
    text = str(error)
    if not text.strip() or "Traceback" in text:
        raise Broken(f"no sentence: {text!r}")


def _sound(call: Callable[[], Any], *errors: type[Exception]) -> Any:
    allowed: tuple[type[Exception], ...] = (TongitsError, *errors)
    try:
        return call()
    except allowed as error:
        _shown(error)
        return None


def _number(text: str, folder: Path) -> None:
    from reports.commands.value_types import Count, Number
    from tongits_sim.run.numbers import count_or_none

    number = count_or_none(text)
    if not (number is None or isinstance(number, int)):
        raise Broken(f"{number!r} is no whole number")
    for kind in (Count(1, 10**12), Number(0.1, 86400)):
        amount = _sound(lambda kind=kind: kind.convert(text, None, None), click.ClickException)  # type: ignore[misc]
        if amount is not None and not kind.low <= amount <= kind.high:
            raise Broken(f"{amount!r} is out of bounds")


def _spec(text: str, folder: Path) -> None:
    from strategies import load_player, load_players
    from tongits_sim.bots.bot_list import split_specs

    for player in (_sound(lambda: load_player(text)), *(_sound(lambda: load_players(text, None)) or ())):
        if player is not None and load_player(player.spec).parameters() != player.parameters():
            # A label shows six digits; it must name the same bot, and be near.
            near = load_player(player.spec).parameters()
            if any(abs(near[name] - value) > 1e-4 * max(1, abs(value)) for name, value in player.parameters().items()):
                raise Broken(f"{player.spec!r} does not name its player")
    _sound(lambda: split_specs(text))


def specs() -> st.SearchStrategy[str]:
    letters = st.text('(),="\\. greedy:_call_at5bookfile', max_size=40)
    value = st.one_of(nasty.texts, st.sampled_from(("5", "5.5", "-1", "200", "1e3")))
    names = st.sampled_from(("greedy", "caller", "book", "random", "Greedy", "docs/examples/my_bots.py:shy", "x.py:y"))
    params = st.sampled_from(("call_at", "challenge_at", "file", "row", "player", "min_cards", "", "x"))
    pairs = st.lists(st.builds("{}={}".format, params, value), max_size=3).map(",".join)
    with_params = st.builds("{}({})".format, names, pairs)
    return st.one_of(letters, nasty.texts, names, with_params, st.lists(with_params | names, max_size=5).map(",".join))


def _knob(text: str, folder: Path) -> None:
    from tongits_sim.rules import KNOBS, RuleSet, describe, load

    rules = _sound(lambda: load("pagat", [text]))
    if rules is not None:
        list(describe(rules))
        if RuleSet.from_knobs(rules.knobs(), name=rules.name) != rules or set(rules.knobs()) != set(KNOBS):
            raise Broken("the rules are not those of their knobs")
    _sound(lambda: load(nasty.plain(text)))


def knobs() -> st.SearchStrategy[str]:
    from tongits_sim.rules import KNOBS, preset_names

    names = st.one_of(st.sampled_from(tuple(KNOBS)), nasty.texts)
    texts = {str(value) for knob in KNOBS.values() for value in (*knob.allowed, knob.default)}
    values = st.one_of(st.sampled_from(tuple(sorted(texts))), nasty.texts, nasty.numbers.map(_text))
    return st.one_of(st.builds("{}={}".format, names, values), st.sampled_from(preset_names()), nasty.texts)


def _text(number: float) -> str:
    return "9" * 400 if isinstance(number, int) and abs(number) >= 10**400 else str(number)


def _rule_file(content: bytes, folder: Path) -> None:
    from tongits_sim.rules import describe, load

    path = folder / "mine.toml"
    path.write_bytes(content)
    rules = _sound(lambda: load(path))
    if rules is not None and not (rules.name.isprintable() and list(describe(rules))):
        raise Broken(f"the name {rules.name!r} is not printable")


def rule_files() -> st.SearchStrategy[bytes]:
    from tongits_sim.rules import KNOBS, preset_names

    folder = ROOT / "tongits_sim" / "rules" / "presets"
    presets = [(folder / f"{name}.toml").read_bytes() for name in preset_names()[:4]]
    written = st.sampled_from(("true", "[1]", "{a=1}", "1979-05-27", "0xff", '"end"'))
    value = st.one_of(nasty.scalars.map(_toml), written)
    key = st.one_of(st.sampled_from((*KNOBS, "name", "base", "title", "call", "call.timing.x")), nasty.texts.map(_toml))
    lines = st.lists(st.builds("{} = {}".format, key, value), max_size=6).map("\n".join)
    headed = st.builds("{}\n[{}]\n{}".format, lines, key, lines)
    texts = st.one_of(lines, headed).map(lambda text: text.encode("utf-8", "surrogatepass"))
    return st.one_of(texts, st.sampled_from(presets).flatmap(nasty.damaged), st.binary(max_size=200))


def _toml(value: Any) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**400:
        return "9" * 400
    text = json.dumps(value, ensure_ascii=False)
    return {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf", "null": '""'}.get(text, text)


_load_once = functools.cache(user_file.load_named)
"""Loads a bot's file once, which takes a hundred times as long as reading its tables."""


def _tables(content: bytes, folder: Path) -> None:
    from strategies import load_player

    for name in ("tables.toml", "tables.json"):
        path = folder / name
        path.write_bytes(content)
        with mock.patch.object(user_file, "load_named", _load_once):
            player = _sound(lambda path=path: load_player(f"{commands.POLICY}(file={path})"))  # type: ignore[misc]
        if player is not None:
            player.params()


def tables() -> st.SearchStrategy[bytes]:
    rows = {"weights": [[0.5 * number for number in range(43)]]}
    text = "\n".join(f"{name} = {table}" for name, table in rows.items()).encode()
    return st.one_of(
        nasty.spoilt(rows).map(_json),
        nasty.damaged(text, (b"nan", b"inf", b"0x" + b"f" * 3000, b"1e999")),
        nasty.values.map(_json),
    )


def _json(value: Any) -> bytes:
    with _long_numbers():
        return json.dumps(value).encode()


@contextlib.contextmanager
def _long_numbers() -> Iterator[None]:
    import sys

    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


@functools.cache
def sound_records() -> tuple[dict[str, Any], ...]:
    from tongits_sim.records.file import write_records
    from tongits_sim.records.write import play_job_records

    documents = []
    for rules, matches in (("pagat", 1), ("pagat+joker", 1), ("sjs", 3), ("pagat+progressive", 20)):
        from tempfile import TemporaryDirectory

        with TemporaryDirectory() as folder:
            path = Path(folder) / "games.jsonl"
            write_records(play_job_records(job(rules, games=3, match_games=matches, seed=5)), path)
            documents += [json.loads(line) for line in path.read_text().splitlines()[:3]]
    return tuple(documents)


def _records(content: bytes, folder: Path) -> None:
    from tongits_sim.records.playback import playback
    from tongits_sim.records.replay import verified_records

    path = folder / "games.jsonl"
    path.write_bytes(content)

    def played() -> None:
        for record in verified_records(str(path)):
            for line in playback(record):
                if not line.isprintable() and line:
                    raise Broken(f"control characters in {line!r}")

    _sound(played)


def records() -> st.SearchStrategy[bytes]:
    sound = sound_records()
    one = st.sampled_from(sound).flatmap(nasty.spoilt).map(_json)
    text = st.sampled_from(sound).flatmap(lambda record: nasty.damaged(_json(record)))
    many = st.lists(st.one_of(one, st.sampled_from(sound).map(_json)), min_size=1, max_size=3).map(b"\n".join)
    return st.one_of(one, text, many, nasty.values.map(_json))


@functools.cache
def sound_run() -> Path:
    from tempfile import mkdtemp

    folder = Path(mkdtemp(prefix="tongits-fuzz-"))
    play(job(games=30), out=folder / "run", block_matches=10)
    return folder / "run"


def _copied(folder: Path) -> Path:
    run = folder / "run"
    shutil.rmtree(run, ignore_errors=True)
    shutil.copytree(sound_run(), run)
    return run


def _resumed(run: Path) -> None:
    results = _sound(lambda: play(job(games=30), out=run, resume=True, block_matches=10))
    if results is not None and results.games != 30:
        raise Broken(f"{results.games} games of 30")


def _run_file(content: bytes, folder: Path) -> None:
    from tongits_sim.run.status import export_counts, run_statuses

    run = _copied(folder)
    (run / "run.db").write_bytes(content)
    for status in _sound(lambda: run_statuses(run)) or ():
        from reports.commands.status import sentence

        sentence(status)
    _sound(lambda: export_counts(run, folder / "counts.parquet"))
    _resumed(run)
    (run / "results.json").unlink(missing_ok=True)
    sound_answer("status", str(run))


def run_files() -> st.SearchStrategy[bytes]:
    import sqlite3
    from contextlib import closing

    whole = (sound_run() / "run.db").read_bytes()
    places = ("run.value", "done.number", "done.matches", "done.games", "done.time", "counts.number", "counts.arrays")

    def changed(change: tuple[str, Any]) -> bytes:
        (table, column) = change[0].split(".")
        value = change[1]
        if isinstance(value, dict | list):
            value = json.dumps(value)
        with closing(sqlite3.connect(":memory:")) as db:
            db.deserialize(whole)
            try:
                db.execute(f"update {table} set {column} = ?", (value,))
                db.commit()
            except (sqlite3.Error, OverflowError, UnicodeEncodeError):
                return whole
            return bytes(db.serialize())

    plain = st.one_of(st.integers(-(2**63), 2**63 - 1), st.floats(), st.none(), st.binary(max_size=50), nasty.texts)
    sound = read_manifest(sound_run())
    manifest = st.one_of(
        nasty.spoilt(sound), nasty.spoilt(sound["job"]).map(lambda job: sound | {"job": job}), nasty.values
    )
    return st.one_of(
        nasty.damaged(whole, (b"CREATE", b"\xff" * 8)),
        st.tuples(st.sampled_from(places), plain).map(changed),
        st.tuples(st.just("run.value"), manifest).map(changed),
    )


class _Page(HTMLParser):
    FORBIDDEN = ("script", "iframe", "frame", "object", "embed", "applet", "form", "input", "button", "base", "img")

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag in self.FORBIDDEN:
            raise Broken(f"<{tag}> in a page")
        for name, value in attrs:
            if name.startswith("on") or (value or "").strip().lower().startswith(("javascript:", "data:text/html")):
                raise Broken(f"{name}={value!r} in a page")
            if name in ("href", "src", "xlink:href") and not (value or "").startswith(("#", "data:")):
                raise Broken(f"{name}={value!r} leads out of a page")


def look_at(page: str) -> set[str]:
    """The elements of a page. Raises Broken: an element runs code or leads out of the page."""
    parser = _Page()
    parser.feed(page)
    if nasty.SCRIPT in page:
        raise Broken("a script in a page")
    return parser.tags


def _answer(example: tuple[str, bytes, str], folder: Path) -> None:
    command, content, form = example
    run = folder / command
    run.mkdir(exist_ok=True)
    (run / "results.json").write_bytes(content)
    page = folder / f"page.{form}"
    page.unlink(missing_ok=True)
    with few_games(folder):
        sound_answer("report", str(run), "-o", str(page))
    if page.exists() and form == "html":
        look_at(page.read_text(encoding="utf-8"))


@functools.cache
def sound_answers() -> dict[str, dict[str, Any]]:
    from analyses.compare import compare
    from analyses.question import inquiry
    from analyses.question_registry import question
    from analyses.whatif import whatif
    from tongits_sim.run.answers import as_json
    from tongits_sim.run.compiling import silent

    plain: dict[str, Any] = {"games": 20, "workers": 1, "notice": silent}
    documents = {
        "simulate": json.loads((sound_run() / "results.json").read_text()),
        "compare": compare("pagat", "greedy,caller,miser", **plain).to_dict(),
        "whatif": whatif("pagat", change=("call.timing=end",), deals=20).to_dict(),
        "sunog": as_json(question("sunog").ask(inquiry(question("sunog"), games=20))),
        "calls": as_json(question("calls").ask(inquiry(question("calls"), games=20))),
    }
    return {name: json.loads(json.dumps(document)) for name, document in documents.items()}


def answers() -> st.SearchStrategy[tuple[str, bytes, str]]:
    sound = sound_answers()
    # Drawing figures takes a hundred times as long as the rest.
    forms = st.sampled_from(("md",) * 20 + ("json", "csv") * 3 + ("html",))
    names = st.sampled_from(tuple(sound))
    return st.one_of(
        names.flatmap(lambda name: st.tuples(st.just(name), nasty.spoilt(sound[name]).map(_json), forms)),
        st.tuples(st.just("x"), nasty.values.map(_json), forms),
    )


def _named(example: tuple[str, str], folder: Path) -> None:
    command, name = example
    with few_games(folder):
        more = _page(command, name) - _sound_page(command)
    if more:
        raise Broken(f"{more} in a page")


def _page(command: str, name: str) -> set[str]:
    from reports.page.render import html, markdown
    from reports.page.stored import answer_of

    document = answer_of(_renamed(sound_answers()[command], name))
    markdown([document])
    return look_at(html([document]))


@functools.cache
def _sound_page(command: str) -> set[str]:
    return _page(command, "greedy")


def _renamed(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(item, name) for key, item in value.items()}
    if isinstance(value, list):
        return [_renamed(item, name) for item in value]
    if isinstance(value, str):
        return name if value == "pagat" else value.replace("greedy", name)
    return value


def names() -> st.SearchStrategy[tuple[str, str]]:
    # What a bot's file or a file of rules can be called, and what no analysis would take for markup of its own.
    called = st.one_of(nasty.texts.filter(str.strip), st.text("<>&\"'/=;$\\{}`|script onload", min_size=1, max_size=30))
    return st.tuples(st.sampled_from(("simulate", "compare", "whatif", "sunog")), called)


def _batch(content: bytes, folder: Path) -> None:
    from reports.commands.batches.batch_file import read_batch

    path = folder / "batch.toml"
    path.write_bytes(content)
    batch = _sound(lambda: read_batch(path))
    for entry in batch.jobs if batch is not None else ():
        if (folder / entry.name).resolve().parent != folder.resolve() or not entry.name.isprintable():
            raise Broken(f"the folder {entry.name!r} leads elsewhere")


def batches() -> st.SearchStrategy[bytes]:
    example = next((ROOT / "docs" / "examples").glob("*.toml")).read_bytes()
    options = ("command", "question", "name", "rules", "players", "games", "set", "change", "seed", "out")
    words = ("simulate", "analyze", "sunog", "greedy,caller,hunter", "pagat", "../x", "100k", "call.timing=end")
    inner = st.one_of(st.sampled_from(words), nasty.scalars)
    value = st.one_of(inner, st.lists(inner, max_size=4), st.lists(st.lists(inner, max_size=3), max_size=3)).map(_toml)
    key = st.one_of(st.sampled_from((*options, "match_games")), nasty.texts.map(_toml))
    line = st.builds("{} = {}".format, key, value)
    lines = st.lists(line, max_size=5).map("\n".join)
    command = st.sampled_from(("simulate", "compare", "whatif", "x"))
    job = st.builds('[[job]]\ncommand = "{}"\n{}'.format, command, lines)
    text = st.builds("{}\n{}\n".format, lines, st.lists(job | lines, max_size=3).map("\n".join))
    return st.one_of(nasty.damaged(example), text.map(lambda text: text.encode("utf-8", "surrogatepass")))


def _bot(content: bytes, folder: Path) -> None:
    import sys

    from strategies import load_player

    path = folder / "bot.py"
    path.write_bytes(content)
    known = set(sys.modules)
    before = sys.stdout
    with contextlib.redirect_stderr(io.StringIO()):
        _sound(lambda: load_player(f"{path}:shy"))
    if sys.stdout is not before:
        raise Broken("the standard output was not put back")
    for name in set(sys.modules) - known:
        if name.startswith("tongits_user_"):
            del sys.modules[name]


def bots() -> st.SearchStrategy[bytes]:
    sound = (ROOT / "docs" / "examples" / "my_bots.py").read_bytes()
    pieces = (
        b"\nraise SystemExit(0)\n",
        b"\nexit()\n",
        b"\nraise BaseException('x')\n",
        b"\nraise KeyError\n",
        b"\n1/0\n",
        b"\nprint('hello')\n",
        b"\nimport nowhere\n",
        b"\n" + b"(" * 300,
        b"\ndef f():\n",
        b"\nSHY = 5\n",
        b"\t",
        b"\nclass E(Exception):\n    def __str__(self): raise E\nraise E\n",
        b"\nimport sys; sys.stdout = None\n",
        b"\nassert False, 'x' * 10**6\n",
    )
    texts = nasty.texts.filter(lambda text: "os" not in text).map(lambda text: text.encode("utf-8", "replace"))
    return st.one_of(nasty.damaged(sound, pieces), st.sampled_from(pieces), st.binary(max_size=100), texts)


def _command(line: tuple[str, ...], folder: Path) -> None:
    with few_games(folder):
        commands.furnish(folder, sound_run())
        sound_answer(*line)


SURFACES: dict[str, Surface] = {
    "numbers": Surface(lambda: st.one_of(nasty.texts, nasty.numbers.map(_text)), _number, 8, 400),
    "players": Surface(specs, _spec, 12, 400, runs=True),
    "knobs": Surface(knobs, _knob, 10, 300),
    "rule files": Surface(rule_files, _rule_file, 12, 400),
    "tables": Surface(tables, _tables, 10, 300),
    "records": Surface(records, _records, 12, 300),
    "runs": Surface(run_files, _run_file, 8, 120),
    "answers": Surface(answers, _answer, 6, 60),
    "names in pages": Surface(names, _named, 0, 6),
    "bot files": Surface(bots, _bot, 2, 20, runs=True),
    "batch files": Surface(batches, _batch, 8, 200, runs=True),
    "commands": Surface(commands.lines, _command, 8, 200, runs=True),
}
