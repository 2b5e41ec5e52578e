"""The appendix of a page: rules, bots, methods, and how to reproduce every number; each stated once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.answers.shared import Bot
from analyses.words import Table
from reports.questions import Document, get, words
from strategies.tongits import TONGITS
from tongits_sim.run.answers import as_json

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.core.house_rules import HouseRules

Part = tuple[str, Document]
"""A part of the page: its title and its answer."""

CHECK_DEALS = 200_000


@dataclass(frozen=True)
class Appendix:
    """Tables, and the command that reproduces each part of the page where it is known."""

    tables: list[Table]
    commands: list[tuple[str, str]]


def appendix(parts: Sequence[Part], game: Game = TONGITS) -> Appendix:
    """The appendix of a page of these parts, all about one game."""
    documents = [answer for _, answer in parts]
    tables = [runs(parts), methods(parts), bots(documents), *rules(documents, game), versions(parts), checks(game)]
    commands = [(title, command_line(answer)) for title, answer in parts]
    return Appendix([table for table in tables if table.rows], [each for each in commands if each[1]])


def checks(game: Game) -> Table:
    """Exact probabilities beside shares of deals simulated now."""
    rows = game.selfcheck.run(CHECK_DEALS, 1) if game.has("selfcheck") else []
    cells = [[row.check, f"{row.exact:.6g}", f"{row.simulated:.6g}", f"{row.z:+.2f}".replace("-", "−")] for row in rows]
    failed = sum(not row.passed for row in rows)
    word = "All pass" if not failed else f"{failed} FAIL"
    note = f"{CHECK_DEALS:,} deals, seed 1. z: standard errors between the two; a check fails above 4.5. {word}."
    return Table("checks", "Exact checks in this build", ["Quantity", "Exact", "Simulated", "z"], cells, note=note)


def runs(parts: Sequence[Part]) -> Table:
    """The games played for each part: rules, players, games, seed."""
    rows = []
    for title, answer in parts:
        names = get(answer, "rule_sets") or [get(answer, "rules")]
        players = ", ".join(get(answer, "players"))
        rows.append([title, ", ".join(names), players, _size(answer), str(get(answer, "seed"))])
    headings = ["Part of the page", "Rules", "Players", "Games", "Seed"]
    note = (
        "The same seed gives the same games. Thresholds and tuned bots were fitted on other seeds than those reported."
    )
    return Table("played", "What was played", headings, rows, text=4, note=note)


def _size(answer: Document) -> str:
    """How much was played: games, deals or matches."""
    question = words(answer)
    if hasattr(question, "size"):
        return str(question.size(answer))
    games = get(answer, "deals") if get(answer, "games") is None else get(answer, "games")
    if get(answer, "command") != "whatif":
        return f"{games:,}"
    matches = get(answer, "match_games")
    return f"{games:,} deals" if matches == 1 else f"{games:,} matches of {matches:,}"


def methods(parts: Sequence[Part]) -> Table:
    """The methods of the answers, each once."""
    titles_by_text: dict[tuple[str, str], list[str]] = {}
    for title, answer in parts:
        for name, text in _method(answer).items():
            titles_by_text.setdefault((name.capitalize(), text), []).append(title)
    every = len(parts)
    rows = [
        [name, text, "all" if len(titles) == every > 1 else ", ".join(dict.fromkeys(titles))]
        for (name, text), titles in sorted(titles_by_text.items(), key=lambda item: -len(item[1]))
    ]
    if every == 1:
        return Table("facts", "How the numbers were made", ["", "How"], [row[:2] for row in rows], text=2)
    return Table("facts", "How the numbers were made", ["", "How", "For"], rows, text=3)


def _method(answer: Document) -> Mapping[str, str]:
    question = words(answer)
    if hasattr(question, "method"):
        texts: Mapping[str, str] = question.method(answer)
        return texts
    method = get(answer, "method")
    if method is not None:
        return {name: str(text) for name, text in as_json(method).items()}
    stopping = get(answer, "stopping")
    return {} if stopping is None else {"stopping": str(stopping.words)}


def _bot(stored: Any) -> Bot | None:
    """A bot of an answer; None for a stored one without name or parameters."""
    if isinstance(stored, Bot):
        return stored
    return Bot.from_dict(stored) if isinstance(stored, Mapping) and {"player", "params"} <= stored.keys() else None


def bots(documents: Sequence[Document]) -> Table:
    """Every bot with its parameters, once."""
    rows = {}
    for answer in documents:
        for each in map(_bot, get(answer, "bots") or ()):
            if each is None:
                continue
            numbers = ", ".join(f"{name} = {value:g}" for name, value in each.params.items()) or "none"
            rows[each.player, numbers, each.source] = [each.player, each.summary, numbers, each.source]
    note = "Bots with fixed strategies, not people. Source: digest of the bot's code."
    headings = ["Player", "What it does", "Parameters", "Source"]
    return Table("bots", "The players", headings, list(rows.values()), text=4, note=note)


def rules(documents: Sequence[Document], game: Game = TONGITS) -> list[Table]:
    """The first rules in plain words, and the others where they differ from the first."""
    house = game.rules
    sets: dict[str, HouseRules] = {}
    for answer in documents:
        knobs = get(answer, "knobs")
        if knobs:
            one = house.RuleSet.stored(dict(knobs), name=get(answer, "rules") or get(answer, "base"))
            if not any(one.knobs() == other.knobs() for other in sets.values()):
                sets[one.name if one.name not in sets else f"{one.name} ({len(sets) + 1})"] = one
    names = dict.fromkeys(name for answer in documents for name in get(answer, "rule_sets", ()))
    for name in names:
        if name not in sets and name in house.preset_names():
            sets[name] = house.load(name)
    unknown = [name for name in names if name not in sets]
    if not sets:
        return []
    (first, base), *others = sets.items()
    rows = [[line.sentence, line.knob, str(line.value)] for line in house.describe(base)]
    tables = [Table("rules", f"The rules: {first}", ["In words", "Knob", "Value"], rows, text=3)]
    names_by_line: dict[tuple[str, str, str], list[str]] = {}
    for name, other in others:
        for line in house.diff(base, other):
            names_by_line.setdefault((line.knob, str(line.b_value), line.b_sentence), []).append(name)
    rows = [[words, knob, value, ", ".join(names)] for (knob, value, words), names in sorted(names_by_line.items())]
    note = f"Other rules named on this page: {', '.join(unknown)}; see their files." if unknown else ""
    title = f"Other rules, where they differ from {first}"
    return [*tables, Table("other-rules", title, ["In words", "Knob", "Value", "Rules"], rows, text=4, note=note)]


def versions(parts: Sequence[Part]) -> Table:
    """Versions of program, engine and libraries, by part of the page where they differ."""
    titles_by_version: dict[tuple[str, str], list[str]] = {}
    for title, answer in parts:
        for name, version in as_json(get(answer, "versions") or {}).items():
            titles_by_version.setdefault((name, str(version)), []).append(title)
    several = len({name for name, _ in titles_by_version}) < len(titles_by_version)
    rows = [[name, version] + [", ".join(titles)] * several for (name, version), titles in titles_by_version.items()]
    return Table("versions", "Versions", ["", "Version"] + ["For"] * several, rows, text=3)


def command_line(answer: Document) -> str:
    """The command that reproduces these numbers; empty if unknown."""
    question = words(answer)
    if hasattr(question, "command_line"):
        return str(question.command_line(answer))
    return str(get(answer, "command_line") or "")
