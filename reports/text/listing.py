"""Prints bots and house rules of any game as tables, for the commands `strategies` and `rules`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

import click

from analyses.presentation import Table, columns
from reports.text.console import full, grid_of, print_csv, print_json, print_rows, show
from tongits_sim.knobs.knob import RuleError

if TYPE_CHECKING:
    from tongits_sim.bots.player import BasePlayer
    from tongits_sim.knobs.book import Rule
    from tongits_sim.knobs.house_rules import Change, KnobList, Line, RulesModule
    from tongits_sim.knobs.knob import Knob, Value

    Presets = Mapping[str, Mapping[str, Value]]


def in_short(summary: str, most: int = 62) -> str:
    """The first clauses of a summary, as many as fit one line."""
    first = re.split(r"[.;] ", summary.rstrip("."), maxsplit=1)[0]
    ends = [found.start() for found in re.finditer("[,:] ", first) if most / 3 <= found.start() <= most]
    if len(first) <= most:
        return first
    if first.startswith(("When ", "To ", "If ")):  # its first clause says nothing alone
        ends = []
    return first[: ends[-1]] if ends else textwrap.shorten(first, most, placeholder=" ...")


class _Param(Protocol):
    """A parameter of a bot."""

    @property
    def name(self) -> str: ...

    @property
    def default(self) -> float: ...


class _Bot(Protocol):
    """A bot that is loaded, or listed by name only."""

    @property
    def name(self) -> str: ...

    @property
    def summary(self) -> str: ...

    @property
    def params(self) -> Sequence[_Param]: ...


def show_strategies(bots: Iterable[_Bot], form: str, first: Sequence[str] = (), notes: Sequence[str] = ()) -> None:
    """Print the bots. The first screen explains the bots in `first` and only names the others."""
    every = list(bots)
    rows = [
        {
            "strategy": bot.name,
            "params": ", ".join(f"{param.name}={param.default:g}" for param in bot.params),
            "summary": bot.summary,
        }
        for bot in every
    ]
    if form != "table" or full():
        print_rows(rows, form, {"strategy": "bot", "summary": "what it does", "params": "settings"})
        return
    by = {bot.name: bot for bot in every}
    shown = [by[name] for name in first if name in by] or every
    cells = {
        "bot": lambda bot: bot.name,
        "what it does": lambda bot: bot.summary,
        "settings": lambda bot: str(len(bot.params) or ""),
    }
    others = ", ".join(bot.name for bot in every if bot not in shown)
    more = [f"Others: {others}."] if others else []
    show(
        f"{len(every)} bots. {notes[0]}".rstrip(),
        "",
        grid_of(columns("bots", "", shown, cells, 2)),
        "",
        *more,
        *notes[1:],
    )


def show_player(player: BasePlayer, form: str) -> None:
    """Print what a player does, and its parameters."""
    bot = player.strategy
    values = player.parameters()
    rows = [
        {"param": p.name, "value": p.shown(values[p.name]), "bounds": f"{p.low:g} to {p.high:g}", "meaning": p.meaning}
        for p in bot.params
    ]
    if form != "table":
        print_rows(rows, form, {})
        return
    show(f"{player.label}: {bot.summary}", style="bold")
    if not rows:
        show("Nothing to set.")
        return
    heading = {"param": "setting", "value": "value", "meaning": "what it is"}
    show()
    if full():
        print_rows(rows, form, heading | {"bounds": "bounds"})
        return
    print_rows([row | {"meaning": in_short(row["meaning"], 44)} for row in rows], form, heading)
    show("", "Bounds, whole sentences: --full")


def show_rules(
    name: str, lines: Iterable[Line], form: str, part: str, command: str, near: tuple[str, Sequence[Change]]
) -> None:
    """Print the rules called `name`: what differs from the nearest preset, or a line for each group if nothing does; or
    every rule of the group `part`.

    `near`: the nearest preset and the differences.

    Raises RuleError for an unknown group.
    """
    every = list(lines)
    if part and not any(f"{line.knob}.".startswith(f"{part}.") for line in every):
        groups = ", ".join(dict.fromkeys(line.knob.partition(".")[0] for line in every))
        raise RuleError(f"{name} has no part {part!r}; there are {groups}")
    every = [line for line in every if not part or f"{line.knob}.".startswith(f"{part}.")]
    preset, changes = near
    if form == "table" and changes and not part:
        how_many = "one rule" if len(changes) == 1 else f"{len(changes)} rules"
        differs = [[change.knob, change.b_value, change.b_sentence] for change in changes]
        show(f"{name}: {preset}, except for {how_many}", style="bold")
        show("", grid_of(Table("changes", "", ["", "", ""], differs, 3)), "")
        if not full():
            show(f"All else: {command} rules show {preset}   All: --full")
            return
    if form != "table" or full() or part:
        rows = [line._asdict() for line in every]
        print_rows(rows, form, {"knob": "knob", "value": "value", "sentence": f"what it means in {name}"})
        return
    by: dict[str, list[Line]] = {}
    for line in every:
        by.setdefault(line.knob.partition(".")[0], []).append(line)
    short = [[group, text] for group, mine in by.items() if (text := _in_short(mine))]
    show(f"{name} · {len(every)} house rules", style="dim")
    show("", grid_of(Table("rules", "", ["", ""], short, 2)))
    show("", f"One part: {command} rules show {name} pay   All: --full")


def _is_number(text: object) -> bool:
    return str(text).replace(".", "", 1).isdecimal()


IDLE = "(No effect here"


def _in_short(lines: Sequence[Line]) -> str:
    """A group in one line: the first sentence, or the amounts; empty if the group decides nothing here."""
    works = [line for line in lines if IDLE not in line.sentence]
    numbers = [line for line in works if _is_number(line.value)]
    if len(numbers) > 1 and len(numbers) > len(works) / 2:
        shown = [line for line in numbers if float(line.value)]
        names = [line.knob.partition(".")[2].replace("_", " ").replace("fight", "challenge") for line in shown]
        return ", ".join(f"{name} {line.value}" for name, line in zip(names, shown, strict=True))
    return in_short(re.sub(r" \([^)]*\)", "", works[0].sentence)) if works else ""


_MOST_CHANGES = 10
_WIDTH = 78
"""Columns of a line, less its margins."""


def show_changes(first: str, second: str, changes: Sequence[Change], form: str, knobs: KnobList) -> None:
    """Print the knobs in which two rule sets differ.

    Args:
        first, second: names of the rule sets.
        changes: the knobs that differ, the most important first.
        form: a form of `--format`.
        knobs: the knobs of the game.
    """
    if form == "table" and not changes:
        show(f"{first} and {second} are the same rules.")
        return
    if form != "table" or full():
        rows = [change._asdict() for change in changes]
        print_rows(rows, form, {"knob": "Knob", "a_sentence": first, "b_sentence": second})
        return
    shown = [(textwrap.shorten(first, 20, placeholder=" ..."), textwrap.shorten(second, 20, placeholder=" ..."))]
    shown += [(change.a_value, change.b_value) for change in changes[:_MOST_CHANGES]]
    room = max(20, _WIDTH - sum(max(map(len, values)) + 2 for values in zip(*shown, strict=True)))
    titles = [knobs.find(change.knob).title for change in changes[:_MOST_CHANGES]]
    short = [
        [textwrap.shorten(title, room, placeholder=" ..."), *values]
        for title, values in zip(titles, shown[1:], strict=True)
    ]
    count = "one rule" if len(changes) == 1 else f"{len(changes)} rules"
    show(f"{first} and {second} differ in {count}", "", grid_of(Table("changes", "", ["", *shown[0]], short, 3)))
    left = len(changes) - _MOST_CHANGES
    show("", f"{left} more, in sentences: --full" if left > 0 else "In sentences: --full")


def show_rule(entry: Rule, rules: str, lines: Iterable[Line], form: str) -> None:
    """Print a rule of the rulebook with its knobs.

    Args:
        entry: the rule.
        rules: the name of the rules that explain the knobs.
        lines: every knob of the rules in words.
        form: a form of `--format`.
    """
    own = {knob.name for knob in entry.knobs}
    rows = [line._asdict() for line in lines if line.knob in own]
    if form == "json":
        head = {"rule": entry.number, "title": entry.title, "text": entry.plain, "rules": rules}
        print_json({**head, "knobs": rows})
        return
    if form == "csv":
        print_csv(rows)
        return
    show(f"{entry.number} {entry.title}", style="bold")
    for paragraph in entry.plain.split("\n\n"):
        show("", paragraph)
    if not rows:
        show("", "No knob varies it.")
        return
    print_rows(rows, form, {"knob": "Knob", "value": "Value", "sentence": f"What it means in {rules}"})


_NUMBERS = {"whole": "N", "units": "N units", "share": "N per cent", "payout": "The payout of FILE.py:FUNCTION."}


def show_knobs(knobs: KnobList, name: str, presets: Presets, form: str) -> None:
    """Print all knobs, the knobs of a group, or one knob in detail.

    Args:
        knobs: the knobs of a game.
        name: of a group or a knob; empty for all.
        presets: the knobs of every preset.
        form: a form of `--format`.

    Raises:
        RuleError: there is no such knob.
    """
    group = [knob for knob in knobs.knobs.values() if not name or knob.name.startswith(f"{name}.")]
    if group:
        heading = {"knob": "Knob", "values": "Values", "default": "Default", "rule": "Rule", "title": "What it decides"}
        print_rows([knob_row(knob) for knob in group], form, heading)
        return
    knob = knobs.find(name)
    if form == "table":
        default = f"by default {knob.text(knob.default)}"
        click.echo(f"{knob.name}: {knob.title} ({knob.rule}); {knob.expected()}, {default}.")
    heading = {"value": "Value", "sentence": "What it means", "presets": "Presets with it"}
    print_rows(value_rows(knob, presets), form, heading)


def knob_row(knob: Knob) -> dict[str, str]:
    """A knob as a row of text: name, values, default, rule and title."""
    return {
        "knob": knob.name,
        "values": knob.expected(),
        "default": knob.text(knob.default),
        "rule": knob.rule,
        "title": knob.title,
    }


def value_rows(knob: Knob, presets: Presets) -> list[dict[str, str]]:
    """A row for each value of a knob: its meaning at the table, and the presets that have it."""
    set_to = {name: knobs.get(knob.name, knob.default) for name, knobs in presets.items()}
    rows = [
        {
            "value": knob.text(value),
            "sentence": knob.sentence(value),
            "presets": ", ".join(name for name, chosen in set_to.items() if chosen == value),
        }
        for value in knob.texts
    ]
    if knob.template:
        others = [f"{name} ({knob.text(value)})" for name, value in set_to.items() if value not in knob.texts]
        sentence = knob.template.format(_NUMBERS[knob.kind])
        rows.append({"value": "N", "sentence": sentence, "presets": ", ".join(others)})
    return rows


def list_rules(house: RulesModule, form: str, program: str, usual: str) -> None:
    """List presets, and what can be added to them.

    Args:
        house: the module of the house rules.
        form: `table`, `json` or `csv`.
        program: how the commands of the game begin, such as `tongits`.
        usual: the preset that is played if none is named.
    """
    names = [(name, name) for name in house.preset_names()] + [(name, f"+{name}") for name in house.overlay_names()]
    rows = [
        {"rules": spec, "title": house.preset_title(name), "summary": house.preset_summary(name)}
        for name, spec in names
    ]
    if form != "table" or full():
        print_rows(rows, form, {"rules": "rules", "title": "title", "summary": "what it is"})
        return
    cells = {"rules": lambda row: row["rules"], "in short": lambda row: in_short(row["summary"])}
    hints = f"If none is named: {usual}   Read one: {program} rules show {usual}   Sentences: rules list --full"
    show(grid_of(columns("rules", "", rows, cells, 2)), "", hints)
