"""Stored answers, their numbers in docs/explanation/findings.md, and tests of the sentences about them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from strategies import load_player
from tools.findings_asked import Document, Row, asked, rules_of

MARGIN = 0.05
"""Units a game that are next to nothing, for claims and for their checks."""
FAR = 5 / 1.96  # half-widths
"""Half-widths from which on a difference is certain, for claims and for their checks."""


class Answers:
    """The stored answers by name, of one build and, under each rule set, of one profile.

    Args:
        folder: the answers that `ask` wrote.
        commands: their commands; by default all.

    Raises:
        SystemExit: an answer is missing or belongs to another question, or they are of several builds or profiles.
    """

    def __init__(self, folder: Path, commands: Mapping[str, list[str]] | None = None) -> None:
        self.documents: dict[str, Document] = {}
        self.profiles: dict[str, Document] = {}
        builds = set()
        for name, arguments in (commands or asked()).items():
            path = folder / f"{name}.json"
            if not path.exists():
                raise SystemExit(f"nobody has asked {name!r} yet")
            document = json.loads(path.read_text(encoding="utf-8"))
            rules = rules_of(arguments)
            if (
                document["asked"] != arguments
                or self.profiles.setdefault(rules, document["profile"]) != document["profile"]
            ):
                raise SystemExit(f"{name!r} was asked in another way, or with another profile; ask again")
            self.documents[name] = document["answer"]
            builds.add(json.dumps(document["answer"].get("versions", {}), sort_keys=True))
        builds.discard("{}")
        if len(builds) != 1:
            raise SystemExit(f"the answers are of {len(builds)} builds; ask again in an empty folder")
        self.versions: dict[str, str] = json.loads(builds.pop())

    def __getitem__(self, name: str) -> Document:
        return self.documents[name]

    def gain(self, name: str, of: str = "") -> Row:
        """The lead of a player of a comparison over the other, a game: of the first one, or of the player `of`."""
        row, first = self[name]["pairs"][0], of or load_player(asked()[name][1]).label
        if first not in (row["a"], row["b"]):
            raise SystemExit(f"{first} is not compared in {name!r}")
        return dict(row["diff"]) if row["a"] == first else turned(row["diff"])

    def alone(self, name: str) -> Row:
        """The earnings of the first player of a comparison, a game, beside two of the other."""
        first, other = (load_player(spec).label for spec in asked()[name][1:3])
        rows = self[name]["tables"]
        seated = sorted([first, other, other])
        return next(
            dict(row["payout"])
            for row in rows
            if row["player"] == first and sorted(row["table"].split(" / ")) == seated
        )

    def edge(self, name: str) -> Row:
        """The earnings of the dealer a game less the mean of the others: 1.5 times his payout less that of all three.

        All three together lose the fees of the house; the error adds that of fees that differ from game to game.
        """
        dealer, all_ = self[name]["dealer_summary"], self[name]["players_summary"][0]
        mean = 1.5 * (dealer["payout"]["mean"] - all_["payout"]["mean"])
        half = 1.5 * (_half(dealer["payout"]["ci95"]) + _half(all_["payout"]["ci95"]))
        return {"mean": mean, "ci95": [mean - half, mean + half]}

    def level(self, name: str, metric: str) -> Row:
        """A metric of the rules as they are."""
        return dict(next(row for row in self[name]["metrics"] if row["metric"] == metric)["value"])

    def effect(self, name: str, metric: str) -> Row:
        """The effect of the change on a metric."""
        effects = self[name]["changes"][0]["effects"]
        return dict(next(row for row in effects if row["metric"] == metric)["diff"])

    def ending(self, name: str, ending: str) -> Row:
        """The share of games with an ending, from independent single games."""
        document = self[name]
        mean, games = document["endings"][ending], document["games"]
        half = 1.96 * math.sqrt(mean * (1 - mean) / games)
        return {"mean": mean, "ci95": [mean - half, mean + half]}

    def meter(self, name: str, meter: str) -> Document:
        """One meter of exploitability."""
        entry: Document = next(row for row in self[name]["meters"] if row["meter"] == meter)
        return entry


def _half(limits: Sequence[float]) -> float:
    return (limits[1] - limits[0]) / 2


def pm(row: Row, unit: str = "") -> str:
    """`+1.23 ± 0.04`, with two digits of the half-width at most; `–` where nothing is known."""
    if row["mean"] is None or row["ci95"] is None:
        return "–"
    half = _half(row["ci95"])
    digits = max(0, min(3, 1 - math.floor(math.log10(half)))) if half > 0 else 2
    return f"{row['mean']:+.{digits}f} ± {half:.{digits}f}{unit}".replace("-", "−")


def share(value: float, limits: Sequence[float]) -> str:
    """A share with half its interval, in per cent."""
    return f"{100 * value:.1f} ± {50 * (limits[1] - limits[0]):.1f} %"


def turned(row: Row) -> Row:
    """The difference the other way round."""
    return {"mean": -row["mean"], "ci95": sorted(-limit for limit in row["ci95"])}


def less(row: Row, other: Row, apart: bool = True) -> Row:
    """The difference of two figures, of independent games if `apart`; else its interval adds both half-widths."""
    mean, halves = row["mean"] - other["mean"], [_half(each["ci95"]) for each in (row, other)]
    half = math.hypot(*halves) if apart else sum(halves)
    return {"mean": mean, "ci95": [mean - half, mean + half]}


def points(row: Row) -> str:
    """A difference of shares in percentage points."""
    return pm({"mean": 100 * row["mean"], "ci95": [100 * limit for limit in row["ci95"]]}, " points")


def pooled(rows: Sequence[Row]) -> Row:
    """Cells of one map pooled: their mean by forks, and an interval as wide as if all erred together."""
    valid = [row for row in rows if row["n"] and None not in row["ev_diff"].values()]
    n = sum(row["n"] for row in valid)
    if not n:
        return {"mean": None, "ci95": None, "n": 0, "yes": None}
    mean = sum(row["n"] * row["ev_diff"]["mean"] for row in valid) / n
    half = sum(row["n"] * _half(row["ev_diff"]["ci95"]) for row in valid) / n
    yes = sum(row["n"] * row["share_yes"] for row in valid) / n
    return {"mean": mean, "ci95": [mean - half, mean + half], "n": n, "yes": yes}


def far_above(row: Row) -> bool:
    """More than five standard errors above nothing."""
    return bool(row["mean"] > FAR * _half(row["ci95"]))


def far_below(row: Row) -> bool:
    """More than five standard errors below nothing."""
    return far_above(turned(row))


def next_to_nothing(row: Row) -> bool:
    """The whole interval is within the margin."""
    return bool(max(map(abs, row["ci95"])) < MARGIN)


def bear_out(holds: bool, claim: str) -> None:
    """Raises SystemExit for a sentence that its number does not bear out."""
    if not holds:
        raise SystemExit(f"the numbers do not bear out: {claim}")


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
