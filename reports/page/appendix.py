"""The appendix of a page: rules, bots, how every number was made and how to get it again; nothing is said twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from reports.page.tables import Table
from reports.questions import Document, get, words
from tongits_sim.run.answers import as_json

Part = tuple[str, Document]
"""A part of the page: its title and its answer."""

CHECK_DEALS = 200_000


@dataclass(frozen=True)
class Appendix:
    """Tables, and for each part of the page the command that brings its numbers again (empty if it is not known)."""

    tables: list[Table]
    commands: list[tuple[str, str]]


def appendix(parts: Sequence[Part]) -> Appendix:
    """The appendix of a page of these parts."""
    documents = [document for _, document in parts]
    made = [played(parts), methods(parts), bots(documents), *rules(documents), versions(parts), checks()]
    commands = [(title, command_line(document)) for title, document in parts]
    return Appendix([table for table in made if table.rows], [each for each in commands if each[1]])


def checks() -> Table:
    """Exact probabilities against deals made now."""
    from tongits_sim.selfcheck import run

    rows = run(CHECK_DEALS, 1)
    cells = [[row.check, f"{row.exact:.6g}", f"{row.simulated:.6g}", f"{row.z:+.2f}".replace("-", "−")] for row in rows]
    failed = sum(not row.passed for row in rows)
    word = "All pass" if not failed else f"{failed} FAIL"
    note = f"{CHECK_DEALS:,} deals, seed 1. z: standard errors between the two; above 4.5 fails. {word}."
    return Table("checks", "Exact checks in this build", ["Quantity", "Exact", "Simulated", "z"], cells, note=note)


def played(parts: Sequence[Part]) -> Table:
    """What was played for each part: rules, players, games, seed."""
    rows = []
    for title, document in parts:
        names = get(document, "rule_sets") or [get(document, "rules")]
        players = ", ".join(get(document, "players"))
        rows.append([title, ", ".join(names), players, _size(document), str(get(document, "seed"))])
    headings = ["Part of the page", "Rules", "Players", "Games", "Seed"]
    note = "Same seed, same games. Seeds that fit something (thresholds, tuned bots) are others than those that report."
    return Table("played", "What was played", headings, rows, text=4, note=note)


def _size(document: Document) -> str:
    """How much was played: games, deals or matches."""
    shown = words(document)
    if hasattr(shown, "size"):
        return str(shown.size(document))
    games = get(document, "deals") if get(document, "games") is None else get(document, "games")
    if get(document, "command") != "whatif":
        return f"{games:,}"
    matches = get(document, "match_games")
    return f"{games:,} deals" if matches == 1 else f"{games:,} matches of {matches:,}"


def methods(parts: Sequence[Part]) -> Table:
    """How numbers were made: what the documents say of their method, the same words once."""
    said: dict[tuple[str, str], list[str]] = {}
    for title, document in parts:
        for name, text in _method(document).items():
            said.setdefault((name.capitalize(), text), []).append(title)
    every = len(parts)
    rows = [
        [name, text, "all" if len(titles) == every > 1 else ", ".join(dict.fromkeys(titles))]
        for (name, text), titles in sorted(said.items(), key=lambda item: -len(item[1]))
    ]
    if every == 1:
        return Table("facts", "How the numbers were made", ["", "How"], [row[:2] for row in rows], text=2)
    return Table("facts", "How the numbers were made", ["", "How", "For"], rows, text=3)


def _method(document: Document) -> Mapping[str, str]:
    shown = words(document)
    if hasattr(shown, "method"):
        said: Mapping[str, str] = shown.method(document)
        return said
    method = get(document, "method")
    if method is not None:
        return {name: str(text) for name, text in as_json(method).items()}
    return {"stopping": str(get(document, "stopping").words)}


def bots(documents: Sequence[Document]) -> Table:
    """Every bot with its numbers, once."""
    found = {}
    for document in documents:
        for each in get(document, "bots", ()):
            numbers = ", ".join(f"{name} = {value:g}" for name, value in each.params.items()) or "none"
            found[each.player, numbers, each.source] = [each.player, each.summary, numbers, each.source]
    note = "Bots with fixed habits, not people. Source: a digest of the program of each."
    headings = ["Player", "What it does", "Its numbers", "Source"]
    return Table("bots", "The players", headings, list(found.values()), text=4, note=note)


def rules(documents: Sequence[Document]) -> list[Table]:
    """The first rules in plain words, the others where they differ from the first."""
    from tongits_sim.rules import RuleSet, describe, diff, load, preset_names
    from tongits_sim.rules.versions import stored_rules

    sets: dict[str, RuleSet] = {}
    for document in documents:
        knobs = get(document, "knobs")
        if knobs:
            one = stored_rules(dict(knobs), name=get(document, "rules") or get(document, "base"))
            if not any(one.knobs() == other.knobs() for other in sets.values()):
                sets[one.name if one.name not in sets else f"{one.name} ({len(sets) + 1})"] = one
    named = dict.fromkeys(name for document in documents for name in get(document, "rule_sets", ()))
    for name in named:
        if name not in sets and name in preset_names():
            sets[name] = load(name)
    unknown = [name for name in named if name not in sets]
    if not sets:
        return []
    (first, base), *others = sets.items()
    rows = [[line.sentence, line.knob, str(line.value)] for line in describe(base)]
    made = [Table("rules", f"The rules: {first}", ["In words", "Knob", "Value"], rows, text=3)]
    found: dict[tuple[str, str, str], list[str]] = {}
    for name, other in others:
        for line in diff(base, other):
            found.setdefault((line.knob, str(line.b_value), line.b_sentence), []).append(name)
    rows = [[words, knob, value, ", ".join(names)] for (knob, value, words), names in sorted(found.items())]
    note = f"Other rules named on this page: {', '.join(unknown)}; see their files." if unknown else ""
    title = f"Other rules, where they differ from {first}"
    return [*made, Table("other-rules", title, ["In words", "Knob", "Value", "Rules"], rows, text=4, note=note)]


def versions(parts: Sequence[Part]) -> Table:
    """Versions of program, engine and libraries; those of single parts where they differ."""
    found: dict[tuple[str, str], list[str]] = {}
    for title, document in parts:
        for name, version in as_json(get(document, "versions", {})).items():
            found.setdefault((name, str(version)), []).append(title)
    several = len({name for name, _ in found}) < len(found)
    rows = [[name, version] + [", ".join(titles)] * several for (name, version), titles in found.items()]
    return Table("versions", "Versions", ["", "Version"] + ["For"] * several, rows, text=3)


def command_line(document: Document) -> str:
    """The command that brings these numbers again, as far as it is known."""
    shown = words(document)
    if hasattr(shown, "command_line"):
        return str(shown.command_line(document))
    return str(get(document, "command_line") or "")
