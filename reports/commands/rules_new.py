"""`tongits rules new`: ten questions about a table's rules, and a file of rules from the answers."""

from __future__ import annotations

import itertools
import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.text.console import show
from reports.text.terminal import say

if TYPE_CHECKING:
    from tongits_sim.knobs.knob import Value
    from tongits_sim.rules import RuleSet

    Knobs = dict[str, Value]

_DEALS = 1000
_UNSURE = ("?", "i don't know", "i dont know", "don't know", "dont know", "no idea", "idk", "not sure")
_POINTS = {"pay.mode": "deadwood_total"}
_FLAT = {"pay.mode": "flat"}


class AgainError(Exception):
    """An answer that cannot be read; the sentence says what to type."""


@dataclass(frozen=True)
class Question:
    """A question about rules."""

    text: str  # the question
    # the answers by letter, with the knobs that each sets; empty: the answer is numbers
    choices: tuple[tuple[str, Mapping[str, Value]], ...] = ()
    numbers: tuple[str, ...] = ()  # the knobs that the numbers set, in order
    tries: tuple[str, ...] = ()  # answers to measure, if the answer is numbers
    example: str = ""  # an answer in numbers, to show
    match_games: int = 1  # games of each match that measures the answer

    def read(self, answer: str) -> Knobs:
        """The knobs that an answer sets. Raises AgainError."""
        if self.choices:
            return self._choice(answer.strip().lower())
        if "pay.tongits" in self.numbers and answer.strip().lower() == "points":
            return dict(_POINTS)
        if re.fullmatch(r"(no|none|nothing)( jokers?| jackpot| bonus)?", answer.strip().lower()):
            answer = " ".join("0" for _ in self.numbers)
        words = re.split(r"[\s,;/]+", answer.strip().strip(","))
        how = f"type {'a number' if len(self.numbers) == 1 else 'numbers'}, such as {self.example}"
        if len(words) != len(self.numbers) or not all(re.fullmatch(r"\d+(\.\d+)?", word) for word in words):
            raise AgainError(f"{answer.strip()!r} is not an answer: {how}.")
        from tongits_sim.rules import KNOBS, RuleError

        values: Knobs = {}
        for name, word in zip(self.numbers, words, strict=True):
            try:
                values[name] = KNOBS[name].parse(word)
            except RuleError:
                raise AgainError(f"{word} is not an answer: type {KNOBS[name].expected()}.") from None
        return {**(_FLAT if "pay.tongits" in self.numbers else {}), **values}

    def _choice(self, answer: str) -> Knobs:
        letters = "abcdef"[: len(self.choices)]
        if len(answer) == 1 and answer in letters:
            return dict(self.choices[letters.index(answer)][1])
        same = [knobs for words, knobs in self.choices if answer in (words.lower(), *_values(knobs))]
        near = same or [
            knobs for words, knobs in self.choices if answer and re.search(rf"\b{re.escape(answer)}\b", words.lower())
        ]
        if len(near) != 1:
            raise AgainError(f"{answer!r} is not an answer: type {', '.join(letters[:-1])} or {letters[-1]}.")
        return dict(near[0])

    def answer_in(self, knobs: Mapping[str, Value]) -> str:
        """The answer that rules give, as a person would type it; empty if no answer of the question fits the rules."""
        from tongits_sim.rules import KNOBS

        for letter, (_, sets) in zip("abcdef", self.choices, strict=False):
            if all(knobs[name] == value for name, value in sets.items()):
                return letter
        if "pay.tongits" in self.numbers and knobs["pay.mode"] != "flat":
            return "points"
        return " ".join(KNOBS[name].text(knobs[name]) for name in self.numbers)


def _values(knobs: Mapping[str, Value]) -> list[str]:
    """The values of an answer as rules write them, also with spaces: `set4_run`, `set4 run`."""
    values = [str(value) for value in knobs.values() if isinstance(value, str)]
    return values + [value.replace("_", " ") for value in values]


def _choices(knob: str, **words: str) -> tuple[tuple[str, Mapping[str, Value]], ...]:
    return tuple((text, {knob: value}) for value, text in words.items())


QUESTIONS = (
    Question("How many jokers are in the deck?", numbers=("jokers.count",), tries=("0", "2"), example="0"),
    Question(
        "When may a player take the discard of the player before?",
        _choices(
            "draw.take_discard",
            new_meld="for a new meld with two cards of the hand",
            extend_own="also to add it to your own meld on the table",
            extend_any="and also to add it to any meld on the table",
            free="always, even just into the hand",
        ),
    ),
    Question(
        "Which melds may be kept secret, face down?",
        _choices("secrets.kinds", none="no meld", set4="four of a kind", set4_run="four of a kind and a long run"),
    ),
    Question(
        "When has a player made Tongits?",
        (
            ("when all cards left in the hand are in melds", {"tongits.hand_melds": True}),
            ("only with an empty hand: laid, added or discarded", {"tongits.hand_melds": False}),
        ),
    ),
    Question(
        "When is a draw called?",
        _choices(
            "call.timing",
            start="at the start of a turn, instead of drawing a card",
            after_draw="with the card just drawn, before laying and discarding",
            end="at the end, with the discard",
        ),
    ),
    Question(
        "The caller and a challenger have the same count. Who wins?",
        _choices("ties.call", challenger="the challenger", caller="the caller"),
    ),
    Question(
        "What does each loser pay for Tongits, for a draw nobody challenges, and who challenged or called and lost? "
        "Three numbers of units (1 unit = 1 chip), or: points, if losers pay the points they hold.",
        numbers=("pay.tongits", "pay.fold", "pay.fight_lost"),
        tries=("6 1 3", "3 1 6"),
        example="3 1 3",
    ),
    Question(
        "How much more does a burned player (sunog) pay?",
        numbers=("pay.sunog_extra",),
        tries=("0", "2"),
        example="1",
    ),
    Question(
        "What does each loser pay for every ace of the winner, and for every king?",
        numbers=("bonus.ace", "bonus.king"),
        tries=("0 0", "1 1"),
        example="1 0",
    ),
    Question(
        "What does each player put into the jackpot for two wins in a row: at its start, and in every later game? "
        "0 0 without a jackpot.",
        numbers=("jackpot.seed", "jackpot.add"),
        tries=("0 0", "2 2"),
        example="2 2",
        match_games=20,
    ),
)


@click.command("new")
@click.argument("file", metavar="[FILE]", default="home_table.toml", type=click.Path(path_type=Path))
def rules_new(file: Path) -> None:
    """Ask ten questions about your table, and write its rules.

    FILE is the TOML file to write, by default home_table.toml. Enter takes the answer in brackets, which comes from the
    preset nearest to your answers so far. ? measures what the other answers change; done takes the brackets for all
    further questions. Answers may also be piped in, one a line.

    Example: tongits rules new home.toml
    """
    if file.suffix != ".toml":
        raise click.UsageError(f"a file of rules ends in .toml: name it {file.with_suffix('.toml').name}.")
    if file.exists():
        raise click.UsageError(f"{file} exists: name another FILE, or remove it.")
    if not file.parent.is_dir():
        raise click.UsageError(f"there is no folder {file.parent}: make it, or name another FILE.")
    import tongits_sim.rules as house
    from tongits_sim.knobs.book import at_table

    show(
        f"{len(QUESTIONS)} questions about your table. Enter takes the answer in brackets; ? shows what it changes; "
        "back; done. Nothing is written before the end."
    )
    rules = _interview(file.stem.replace("_", " "))
    _write(file, rules)
    show("", at_table(house, rules, most=100))
    named = file if str(file) != file.name or " " not in file.name else json.dumps(str(file))
    show("", f"Written to {file}. Next: tongits simulate --rules {named}")
    show(f"More rules: tongits rules knobs. A payout of your own: docs/how-to/own-rules.md. Edit {file.name} by hand.")


def _interview(name: str) -> RuleSet:
    """Ask every question and return the rules."""
    from tongits_sim.rules import RuleError, RuleSet

    name = _ask_name(name)
    answered: list[Knobs] = []
    while len(answered) < len(QUESTIONS):
        knobs = _merged(answered)
        answer = _ask(len(answered), knobs)
        if answer is None:
            break
        if answer == "back":
            del answered[-1:]
            continue
        answered.append(answer)
    knobs = _merged(answered)
    while True:
        try:
            _show_not_asked(RuleSet.from_knobs(knobs, name=name))
            return RuleSet.from_knobs(knobs | _ask_more(), name=name)
        except RuleError as error:
            _refuse(str(error))


def _ask_name(name: str) -> str:
    while True:
        show("", f"What do you call your table? [{name}]")
        given = (_line() or "").strip() or name
        if (
            given.isprintable()
            and len(given) <= 60
            and not set(given) & {'"', "\\", "+", ","}
            and " with " not in given
        ):
            return given
        _refuse("a name is one line of at most 60 letters, without quotes, commas, + and the word with.")


def _ask(number: int, knobs: Knobs) -> Any:
    """Ask a question. Returns the knobs of the answer, "back", or None for the end."""
    question = QUESTIONS[number]
    default = question.answer_in(knobs)
    while True:
        show("", f"{number + 1} of {len(QUESTIONS)}  {question.text}")
        for letter, (words, _) in zip("abcdef", question.choices, strict=False):
            show(f"  {letter}  {words}")
        show(f"[{default}]")
        line = _line()
        answer = (line or "").strip()
        if line is None or answer.lower() in ("done", "rest", "q", "quit"):
            return None
        if answer.lower() == "back":
            return "back"
        if answer.lower() in _UNSURE:
            _measure(question, knobs, default)
            if not sys.stdin.isatty():  # a pipe cannot answer again
                show(f"[{default}] it is.")
                return question.read(default)
            continue
        try:
            return question.read(answer or default)
        except AgainError as error:
            _refuse(str(error))


def _show_not_asked(rules: RuleSet) -> None:
    """If the table has amounts of its own, list the amounts that no question asked for."""
    import tongits_sim.rules as house
    from tongits_sim.knobs.book import nearest
    from tongits_sim.rules import KNOBS
    from tongits_sim.rules.sentences import idle_reason

    asked = {name for question in QUESTIONS for name in question.numbers}
    preset, changes = nearest(house, rules)
    if not any(change.knob in asked and KNOBS[change.knob].kind == "units" for change in changes):
        return
    kept = [
        f"{name}={KNOBS[name].text(value)}"
        for name, value in rules.knobs().items()
        if KNOBS[name].kind == "units" and name not in asked and value and not idle_reason(rules, name)
    ]
    if kept:
        show("", f"Not asked, and left as in {preset}: {', '.join(kept)}. Do these amounts fit yours?")


def _ask_more() -> Knobs:
    """Ask for further knobs, one a line."""
    from tongits_sim.rules import RuleError
    from tongits_sim.rules.library import parse_override

    show("", "Anything else? KNOB=VALUE, such as tongits.exit=discard_last (all: tongits rules knobs). Enter ends.")
    more: Knobs = {}
    while line := (_line() or "").strip():
        if line.lower() in ("done", "no", "n", "back", "q", "quit", *_UNSURE):
            break
        try:
            knob, value = parse_override(line)
            more[knob] = value
        except RuleError as error:
            _refuse(str(error))
    return more


def _line() -> str | None:
    """What the user types; None at the end of the input."""
    if sys.stdin.isatty():
        sys.stdout.write("> ")
    sys.stdout.flush()
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        say(f"> {line.strip()[:70]}")
    return line.rstrip("\n") if line else None


def _refuse(why: str) -> None:
    """Say why an answer cannot be read. A pipe ends here, because its next lines answer other questions."""
    text = f"{why[0].upper()}{why[1:]}"
    if not sys.stdin.isatty():
        raise click.UsageError(f"{text} Nothing is written.")
    show(text)


def _merged(answered: list[Knobs]) -> Knobs:
    """The knobs of the preset nearest to the answers, changed by the answers."""
    from tongits_sim.rules import load, preset_names

    given = {name: value for knobs in answered for name, value in knobs.items()}
    names = sorted(preset_names(), key=lambda name: name != "pagat")
    presets = [load(name).knobs() for name in names]

    def distance(knobs: Knobs) -> int:
        return sum(knobs[name] != value for name, value in given.items())

    near = min(presets, key=distance)
    return {**near, **given}


def _measure(question: Question, knobs: Knobs, default: str) -> None:
    """Say what other answers change, measured on some deals."""
    from analyses.whatif import whatif
    from reports.questions.whatif import effect_words
    from tongits_sim.rules import KNOBS, RuleSet
    from tongits_sim.run.run_options import RunOptions

    letters = "abcdef"[: len(question.choices)]
    others = [
        reply
        for reply in (*letters, *question.tries)
        if reply != default and question.read(reply) != question.read(default)
    ]
    base = RuleSet.from_knobs({**knobs, **question.read(default)}, name="so far")
    changes = [
        ",".join(f"{name}={KNOBS[name].text(value)}" for name, value in question.read(reply).items())
        for reply in others
    ]
    deals = _DEALS // question.match_games
    answer = whatif(
        base, deals=deals, change=changes, match_games=question.match_games, run_options=RunOptions()
    ).answer
    size = f"{deals:,} deals" if question.match_games == 1 else f"{deals} matches of {question.match_games} games"
    show(f"Measured on {size} of greedy, caller and hunter, against [{default}]:")
    for reply, change in zip(others, answer.changes, strict=True):
        show(f"  {reply}: {effect_words(answer, change)}")


def _write(file: Path, rules: RuleSet) -> None:
    """Write the rules as a preset and the knobs that differ from it, each with its sentence."""
    import tongits_sim.rules as house
    from tongits_sim.knobs.book import nearest
    from tongits_sim.rules.ruleset import find
    from tongits_sim.run.files import write_output

    preset, changes = nearest(house, rules)
    lines = [f"# House rules by tongits rules new. Every rule in words: tongits rules show {file.name}"]
    lines += [f'name = "{rules.name}"', f'base = "{preset}"']
    if rules.payout:
        place = os.path.relpath(rules.payout.path, file.parent)
        lines.append(f"payout = {json.dumps(place + rules.payout.spec.removeprefix(Path(place).name))}")
    changes = [change for change in changes if change.knob in rules.ALL.knobs]
    order = list(rules.ALL.knobs)
    changes.sort(key=lambda change: order.index(change.knob))
    for group, rows in itertools.groupby(changes, key=lambda change: change.knob.rpartition(".")[0]):
        lines += ["", f"[{group}]"]
        for change in rows:
            text = change.b_value if find(change.knob).kind != "choice" else json.dumps(change.b_value)
            lines += [f"# {change.b_sentence}", f"{change.knob.rpartition('.')[2]} = {text}"]
    write_output(file, "\n".join(lines) + "\n")
