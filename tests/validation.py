"""Rule sets and games for the cross-validation of engine and referee: every preset, every knob, random mixtures."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, product
from random import Random
from typing import Any

from strategies import load_players, names
from tests.books import small_books
from tests.naive.knobs import AMOUNTS, CHOICES, OVERLAYS, PRESETS, SHARES, WHOLE, knob_problems, preset
from tests.naive_player import play_match
from tests.referee import check_file
from tests.sources import ROOT
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import KNOBS, RuleSet, load
from tongits_sim.rules.custom_payout import load_payout

BASES = ("pagat", "sjs", "ecoins", "rulesofcards", "online", "casino_x", "pagat+joker", "sjs+joker", "ecoins+joker")
PLAYERS = (
    "random,random,random",
    "random,greedy,hunter",
    "random(call_rate=0.02),random(call_rate=0.02),random(call_rate=0.02)",
    "caller,random,miser",
    "random(call_rate=0.9),hunter,random(call_rate=0)",
    "hunter,hunter,random",
    "greedy,caller,greedy",
)
ORDER = (*CHOICES, *WHOLE, *AMOUNTS, *SHARES)
NUMBERS: dict[str, tuple[Any, ...]] = {
    "jokers.points": (0, 1, 20),
    "melds.max_voluntary": (1, 2),
    "call.meld_age": (0, 2, 3),
    "match.progressive_target": (30, 150),
}
"""Values to try for knobs that are whole numbers; for others the smallest four are tried."""


@dataclass(frozen=True)
class Case:
    name: str
    knobs: dict[str, Any]

    @property
    def rules(self) -> RuleSet:
        return load(self.name) if self.name != "custom" else RuleSet.from_knobs(self.knobs)


def preset_cases() -> Iterator[Case]:
    for base, *chosen in product(PRESETS, *[("", name) for name in OVERLAYS]):
        name = "+".join([base, *filter(None, chosen)])
        yield Case(name, preset(name))


def values(knob: str) -> tuple[Any, ...]:
    if knob in CHOICES or knob in NUMBERS:
        return CHOICES.get(knob) or NUMBERS[knob]
    if knob in WHOLE:
        lowest = KNOBS[knob].lowest
        return tuple(range(lowest, min(lowest + 4, KNOBS[knob].highest + 1)))
    return (0.05, 0.123, 1) if knob in SHARES else (0, 0.07, 2.5)


def changed(base: str, changes: dict[str, Any]) -> Case | None:
    """A preset with some knobs changed; None if the rules refuse the combination."""
    knobs = preset(base) | changes
    return None if knob_problems(knobs) else Case("custom", knobs)


def single_cases(bases: Sequence[str] = BASES) -> Iterator[Case]:
    """Every single change of a knob from several bases. Where R9.4 asks for it, hand melds are no Tongits."""
    for base in bases:
        for knob in ORDER:
            for value in values(knob):
                changes = {knob: value}
                if knob == "call.zero_count_fight" and value != "off":
                    changes["tongits.hand_melds"] = False
                if preset(base)[knob] != value and (case := changed(base, changes)):
                    yield case


def random_cases(rng: Random, changes: int = 0) -> Iterator[Case]:
    """Endless: a random base with this many random changes; 0: every knob random."""
    while True:
        chosen = rng.sample(ORDER, changes) if changes else ORDER
        settings = {knob: rng.choice(values(knob)) for knob in chosen}
        if not changes:
            for knob in ("melds.max_voluntary", "match.progressive_target", "fees.antes", "fees.winnings"):
                settings[knob] = settings[knob] if rng.random() < 0.4 else 0
        if case := changed(rng.choice(BASES), settings):
            yield case


PAYOUTS = (
    *(f"docs/examples/my_pay.py:{name}" for name in ("wins_in_a_row", "caller_pays_double", "burned_pays_both")),
    *(f"docs/examples/my_pay.py:{name}" for name in ("several_melds", "face_cards", "secrets_both_ways")),
    *(f"docs/examples/my_pay.py:{name}" for name in ("tie_pays_nobody", "tie_is_split")),
    "tests/bots/odd_pay.py:everything",
)


def payout_cases(rng: Random) -> Iterator[Case]:
    """Endless: rules with a payout of one's own, in turn, from a random base with five random changes."""
    for number in count():
        payout = load_payout(str(ROOT / PAYOUTS[number % len(PAYOUTS)]) + "(most=100000)")
        case = next(random_cases(rng, 5))
        if not case.knobs["match.progressive_target"]:
            yield Case("custom", case.knobs | {"payout": payout})


@dataclass
class Report:
    """What has been checked and what was wrong; `seen` counts endings and acts, to show that every corner came up."""

    engine: int = 0
    naive: int = 0
    problems: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def note(self, record: dict[str, Any]) -> None:
        self.seen[record["result"]["ending"]] += 1
        self.seen.update({event["act"] for event in record["events"]})
        self.seen.update("joker " + event["act"] for event in record["events"] if "as" in event)
        self.seen.update("take onto" for event in record["events"] if event["act"] == "take" and "onto" in event)


def check_engine(case: Case, games: int, seed: int, report: Report) -> None:
    """Games of bots by the engine: each record must satisfy the referee, and the replay."""
    rng = Random(seed)
    match_games = rng.choice((1, 1, 3, 8))
    players = load_players(rng.choice((*PLAYERS, ",".join(rng.choices(names(), k=3)))))
    with small_books():
        records = list(play_records(case.rules, players, games, seed, match_games))
    lines = [json.dumps(record) for record in records]
    _add(report, "engine", case, check_file(lines), records)
    _add(report, "engine, replayed", case, [text for record in records for text in replay(record)], [])
    _add(report, "money", case, [text for record in records for text in money(record)], [])
    report.engine += len(records)


def check_naive(case: Case, games: int, seed: int, report: Report) -> None:
    """Games of the naive player: the replay must accept each record, and the referee.

    The naive player may show a hand in other melds than the engine; payouts that count them are left to the engine.
    """
    if str(case.knobs.get("payout")).startswith(("my_pay.py:several_melds", "odd_pay.py")):
        return
    rng = Random(seed)
    left = games
    match = 0
    while left > 0:
        length = min(left, rng.choice((1, 3, 8)))
        records = list(play_match(rng, case.knobs, games=length, name=case.name, match=match))
        _add(report, "naive", case, [text for record in records for text in replay(record)], records)
        _add(report, "naive, judged", case, check_file(json.dumps(record) for record in records), [])
        report.naive += len(records)
        left -= len(records)
        match += 1


def money(record: dict[str, Any]) -> Iterator[str]:
    """What is paid wrongly whatever the rules: transfers add up to nothing, and a winner pays no other player."""
    parts, winner = record["result"]["parts"], record["result"]["winner"]
    if "payout" in record["rules"]["knobs"]:  # the house may win, and the winner pay
        return
    for part in ("base", "sunog", "bonus", "sagasa", "pot"):
        if round(100 * sum(parts[part])):
            yield f"{part} does not add up to nothing: {parts[part]}"
        if winner is not None and part != "sagasa" and parts[part][winner] < 0:
            yield f"the winner pays in {part}: {parts[part]}"
    if max(parts["fees"]) > 0:
        yield f"the house pays: {parts['fees']}"


def _add(report: Report, kind: str, case: Case, problems: list[str], records: list[dict[str, Any]]) -> None:
    for record in records:
        report.note(record)
    base = preset(case.name if case.name != "custom" else "pagat")
    changes = {knob: value for knob, value in case.knobs.items() if value != base.get(knob)}
    report.problems += [f"{kind}: {case.name} {changes if case.name == 'custom' else ''}: {text}" for text in problems]
