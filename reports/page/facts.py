"""What stands at the foot of a page: the rules in words, the bots, the versions; each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from analyses.answers.shared import Bot
from analyses.words import Table
from reports.questions import Document, get
from tongits_sim.run.answers import as_json

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.core.house_rules import HouseRules


def facts(documents: Sequence[Document], game: Game) -> list[Table]:
    """The tables of these answers, all about one game; empty ones are left out."""
    return [each for each in (*rules(documents, game), bots(documents), versions(documents)) if each.rows]


def bots(documents: Sequence[Document]) -> Table:
    """Every bot with its parameters, once."""
    rows = {}
    for each in (each for answer in documents for each in map(_bot, get(answer, "bots") or ())):
        if each is not None:
            numbers = ", ".join(f"{name} = {value:g}" for name, value in each.params.items())
            rows[each.player, numbers, each.source] = [each.player, each.summary, numbers, each.source]
    note = "Bots with fixed habits, not people. Source: digest of the bot's code."
    return Table(
        "bots", "The players", ["player", "what it does", "parameters", "source"], list(rows.values()), 4, note
    )


def _bot(stored: Any) -> Bot | None:
    """A bot of an answer; None for a stored one without name or parameters."""
    if isinstance(stored, Bot):
        return stored
    return Bot.from_dict(stored) if isinstance(stored, Mapping) and {"player", "params"} <= stored.keys() else None


def rules(documents: Sequence[Document], game: Game) -> list[Table]:
    """The first rules in plain words, and the others where they differ from the first."""
    house = game.rules
    sets: dict[str, HouseRules] = {}
    for answer in documents:
        if knobs := get(answer, "knobs"):
            one = house.RuleSet.stored(dict(knobs), name=get(answer, "rules") or get(answer, "base"))
            if not any(one.knobs() == other.knobs() for other in sets.values()):
                sets[one.name if one.name not in sets else f"{one.name} ({len(sets) + 1})"] = one
    for name in dict.fromkeys(name for answer in documents for name in get(answer, "rule_sets", ())):
        if name not in sets and name in house.preset_names():
            sets[name] = house.load(name)
    if not sets:
        return []
    (first, base), *others = sets.items()
    rows = [[line.sentence, line.knob, str(line.value)] for line in house.describe(base)]
    names: dict[tuple[str, str, str], list[str]] = {}
    for name, other in others:
        for line in house.diff(base, other):
            names.setdefault((line.knob, str(line.b_value), line.b_sentence), []).append(name)
    differing = [[text, knob, value, ", ".join(by)] for (knob, value, text), by in sorted(names.items())]
    return [
        Table("rules", f"The rules: {first}", ["in words", "knob", "value"], rows, 3),
        Table("other-rules", "Other rules, where they differ", ["in words", "knob", "value", "rules"], differing, 4),
    ]


def versions(documents: Sequence[Document]) -> Table:
    """Versions of program, engine and libraries."""
    rows = {
        (name, str(version)): [name, str(version)]
        for answer in documents
        for name, version in as_json(get(answer, "versions") or {}).items()
        if version is not None
    }
    return Table("versions", "Versions", ["", "version"], list(rows.values()), 2)
