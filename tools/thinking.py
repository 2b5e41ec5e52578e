"""The worth of thinking and knowing: the blocks of docs/explanation/thinking.md and docs/explanation/findings.md.

    python -m tools.thinking strength FOLDER --rules pagat,sjs --deals 4000 --seed 1
    python -m tools.thinking worth FOLDER --rules pagat,sjs --deals 2000 --seed 1
    python -m tools.thinking speed FOLDER --rules pagat --deals 300
    python -m tools.thinking write FOLDER

`strength` seats one bot that thinks beside two that do not, on the same deals in every seating; its gain is over a
third copy of these two. The unit of the intervals is the deal, and asterisks are of Holm's correction over all rows.
`worth` shows one of three equal players hidden cards (`thinking/knowing`). `speed` counts the decisions with a search
in a second of processor time. Each writes one JSON file for each set of rules; `write` makes the tables of them, that
of docs/explanation/findings.md from `worth` under all presets.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from analyses.questions.knowing import ARMS, GROUPS, arms
from strategies import load_player
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.how import How
from tongits_sim.run.run import run_work
from tongits_sim.run.warmup import silent
from tongits_sim.stats import Interval
from tongits_sim.strategy import Player
from tongits_sim.thinking.knowing.estimates import KnowingEstimates
from tongits_sim.thinking.knowing.job import KnowingJob
from tools.blocks import write_block
from tools.findings_words import bear_out
from tools.ladder import holm, mean_and_error, p_value, payoffs

PAGE = Path(__file__).resolve().parents[1] / "docs" / "explanation" / "thinking.md"
FINDINGS = PAGE.with_name("findings.md")
IN_DETAIL = ("pagat", "sjs", "online", "wikipedia")
"""The rules with a table of every arm."""
PRESETS = (
    *IN_DETAIL,
    *("wars", "casino_x", "ecoins", "grokipedia", "pagat_reduced", "rulesofcards", "pagat+joker"),
)
PAIRS = (("rollout", "expert"), ("rollout", "solved"))
DEARER = "rulesofcards"
"""Rules whose payments are several times as large."""
Row = dict[str, Any]


# ---- strength


def strength(rules: str, pairs: Sequence[tuple[str, str]], deals: int, seed: int) -> list[Row]:
    """The earnings of each thinking bot beside two of another, less those of a third one of these, units a game."""
    rows = []
    plain: dict[str, Any] = {}
    for thinking, other in pairs:
        rest = [load_player(other)] * 2
        if other not in plain:
            plain[other] = payoffs(rules, [*rest, rest[0]], deals, seed).mean(axis=1)
        player = load_player(thinking)
        earned = payoffs(rules, [player, *rest], deals, seed)[:, 0]
        mean, error = mean_and_error(earned - plain[other])
        rows.append(
            {"rules": rules, "bot": thinking, "against": other, "deals": deals, "seed": seed}
            | {"gain": mean, "se": error}
        )
        print(f"{rules:12} {thinking:40} {other:10} {mean:+.4f} ± {1.96 * error:.4f}", flush=True)
    return rows


def strength_table(rows: Sequence[Row]) -> str:
    """The block about strength."""
    adjusted = holm([p_value(row["gain"], row["se"]) for row in rows])
    pairs = list(dict.fromkeys((row["bot"], row["against"]) for row in rows))
    rules = list(dict.fromkeys(row["rules"] for row in rows))
    cells = {(row["bot"], row["against"], row["rules"]): (row, p) for row, p in zip(rows, adjusted, strict=True)}
    lines = ["| rules | " + " | ".join(f"`{bot}` beside two `{other}`" for bot, other in pairs) + " |"]
    lines.append("| --- |" + " ---: |" * len(pairs))
    for name in rules:
        texts = []
        for bot, other in pairs:
            row, p = cells.get((bot, other, name), ({}, 1.0))
            texts.append(f"{row['gain']:+.3f} ± {1.96 * row['se']:.3f}{'*' * (p < 0.05)}" if row else "–")
        lines.append(f"| {name} | " + " | ".join(texts) + " |")
    deals = sorted({row["deals"] for row in rows})
    words = (
        f"Units a game, {' or '.join(f'{each:,}' for each in deals)} deals from seed {rows[0]['seed']}, each in all "
        "three seatings; ± is half a 95 % interval, an asterisk the 5 % level after Holm's correction over all "
        f"{len(rows)} comparisons."
    )
    return words + "\n\n" + "\n".join(lines)


# ---- speed


class _Counted(Player):
    """A player who thinks, and keeps its records."""

    records: ClassVar[list[np.ndarray]] = []

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        """See `Player`."""
        self.records.append(super().params(rules))
        return self.records[-1]


def speed(rules: str, bot: str, other: str, deals: int, seed: int) -> Row:
    """Searches of a bot beside two of another: their number, time, worlds, and changed answers."""
    player = load_player(bot)
    payoffs(rules, [player, *[load_player(other)] * 2], 5, seed)  # compiles
    _Counted.records.clear()
    counted = _Counted(player.strategy, player.values)
    began = time.process_time()
    payoffs(rules, [counted, *[load_player(other)] * 2], deals, seed)
    spent = time.process_time() - began
    thoughts, changed, worlds = (
        sum(int(record[name][0]) for record in _Counted.records) for name in ("decisions", "changed", "played")
    )
    row = {"rules": rules, "bot": bot, "against": other, "games": 3 * deals, "seconds": spent}
    row |= {"thoughts": thoughts, "changed": changed, "worlds": worlds}
    print(json.dumps(row), flush=True)
    return row


def speed_words(rows: Sequence[Row]) -> str:
    """The sentence about speed."""
    parts = [
        f"under {row['rules']} {row['thoughts'] / row['seconds']:,.0f} decisions a second of processor time "
        f"({row['thoughts'] / row['games']:.1f} a game of one seat, {row['worlds'] / row['thoughts']:.0f} worlds each "
        f"on average, {100 * row['changed'] / row['thoughts']:.0f} % answered otherwise than the field would)"
        for row in rows
    ]
    return f"`{rows[0]['bot']}` beside two `{rows[0]['against']}` searches, " + "; ".join(parts) + "."


# ---- worth


def knowing_job(rules: str, player: str, deals: int, seed: int, worlds: int) -> KnowingJob:
    """The job of the table of one set of rules."""
    return KnowingJob(load(rules), load_player(player), arms(), deals, seed, worlds)


def worth(rules: str, player: str, deals: int, seed: int, worlds: int) -> Row:
    """The worth of knowing under one set of rules."""
    job = knowing_job(rules, player, deals, seed, worlds)
    began = time.process_time()
    estimates = KnowingEstimates(job, run_work(job, How(workers=1, notice=silent)).totals)
    hands = {name: estimates.more(ARMS.index((name, "hands")), ARMS.index((name, "nothing"))) for name, _ in GROUPS}
    row: Row = {"rules": rules, "player": player, "deals": deals, "seed": seed, "worlds": worlds}
    row["gain"] = {f"{name}: {shown}": _plain(estimates.gain(at)) for at, (name, shown) in enumerate(ARMS)}
    row["hands"] = {name: _plain(each) for name, each in hands.items()}
    both, seen = ARMS.index(("all decisions", "both")), ARMS.index(("all decisions", "hands"))
    row["stock"] = _plain(estimates.more(both, seen))
    row["seconds"] = time.process_time() - began
    print(json.dumps(row), flush=True)
    return row


def _plain(interval: Interval) -> list[float]:
    return [float(interval.estimate), float(interval.low), float(interval.high)]


def _pm(three: Sequence[float]) -> str:
    return f"{three[0]:+.2f} ± {(three[2] - three[1]) / 2:.2f}"


def worth_table(rows: Sequence[Row]) -> str:
    """The block about knowing."""
    names = [name for name, _ in GROUPS]
    lines = ["| seen, and searched at | " + " | ".join(row["rules"] for row in rows) + " |"]
    lines.append("| --- |" + " ---: |" * len(rows))
    for name in names:
        for shown, words in (("nothing", "no more than usual"), ("hands", "the other hands")):
            cells = [_pm(row["gain"][f"{name}: {shown}"]) for row in rows]
            lines.append(f"| {words}, {name} | " + " | ".join(cells) + " |")
    for shown, words in (("stock", "the stock"), ("both", "hands and stock")):
        cells = [_pm(row["gain"][f"all decisions: {shown}"]) for row in rows]
        lines.append(f"| {words}, all decisions | " + " | ".join(cells) + " |")
    for name in names:
        cells = [_pm(row["hands"][name]) for row in rows]
        lines.append(f"| *worth of the hands*, {name} | " + " | ".join(cells) + " |")
    lines.append(
        "| *worth of the stock* to one who sees the hands | " + " | ".join(_pm(r["stock"]) for r in rows) + " |"
    )
    first = rows[0]
    words = (
        f"Units a game that one of three `{first['player']}` gains, {first['deals']:,} deals from seed "
        f"{first['seed']}, each with every seat in turn; at most {first['worlds']} worlds a decision; ± is half a 95 % "
        "interval. *Worth* is the difference between two rows above on the same deals."
    )
    return words + "\n\n" + "\n".join(lines)


KNOWING = """One of three `{player}` is shown the hands of the two others (or the stock), plays every option out with
`{player}` on all seats, in at most {worlds} worlds, and takes the best. The table says how many units a game it earns
more than a seat that searches in the same way and is shown nothing, by the decisions at which it searches: {deals:,}
deals from seed {seed}, each with every seat in turn; ± is half a 95 % interval. Parts need not add up.

{table}

*What is luck:* the order of the stock, which nobody can know, is worth {stock} to a seat that already sees the
hands.

*What reading the opponents could bring at most* to a player who searches like this beside two `{player}`: {total},
of which {draws} where it draws or takes.

*Where to work:* discards are the largest part under all {count} rule sets, {discards}. Searching at discards
without seeing the hands gains only {blind}: what is missing most is not search but knowing who holds what.
`rollout` and `best` look no further back than the last turn of the others.

These sentences name the smallest and the largest estimate among the {usual} rule sets other than `{dearer}`, whose
payments are several times as large; the intervals are in the table. What the seat is shown, and what exactly is
bounded: [thinking.md](thinking.md#the-value-of-information)."""


def worth_findings(rows: Sequence[Row]) -> str:
    """The block of the findings: the worth of knowing under every preset, and the sentences that follow.

    Raises:
        SystemExit: the numbers do not bear out a sentence.
    """
    names = [name for name, _ in GROUPS]
    discards, draws, *_, total = names
    headings = ["rules", *names[:-1], "all of these", "the stock, to one who sees the hands"]
    lines = ["| " + " | ".join(headings) + " |", "| --- |" + " ---: |" * (len(names) + 1)]
    for row in rows:
        hands = row["hands"]
        lines.append("| " + " | ".join([row["rules"], *(_pm(hands[name]) for name in names), _pm(row["stock"])]) + " |")
        largest = all(hands[discards][0] > hands[name][0] for name in names[1:-1])
        bear_out(largest, f"discards are the largest part under {row['rules']}")
        less = all(row["gain"][f"{name}: nothing"][2] < hands[name][1] for name in (discards, total))
        bear_out(less, f"thinking alone gains less than seeing under {row['rules']}")
        bear_out(row["stock"][1] > 0, f"the stock is worth something under {row['rules']}")
    usual, first = [row for row in rows if row["rules"] != DEARER], rows[0]
    return KNOWING.format(
        **{name: first[name] for name in ("player", "worlds", "deals", "seed")},
        table="\n".join(lines),
        stock=_range(usual, _stock),
        total=_range(usual, _hands(total)),
        draws=_range(usual, _hands(draws)),
        discards=_range(usual, _hands(discards)),
        blind=_range(usual, _blind(discards)),
        count=len(rows),
        usual=len(usual),
        dearer=DEARER,
    )


def _range(rows: Sequence[Row], of: Callable[[Row], Sequence[float]]) -> str:
    """The least and the largest estimate, with their rules."""
    least, largest = (pick(rows, key=lambda row: of(row)[0]) for pick in (min, max))
    return f"{of(least)[0]:+.2f} ({least['rules']}) to {of(largest)[0]:+.2f} ({largest['rules']})"


def _stock(row: Row) -> Sequence[float]:
    stock: Sequence[float] = row["stock"]
    return stock


def _hands(name: str) -> Callable[[Row], Sequence[float]]:
    return lambda row: row["hands"][name]


def _blind(name: str) -> Callable[[Row], Sequence[float]]:
    return lambda row: row["gain"][f"{name}: nothing"]


# ---- the command


def stored(folder: Path, what: str) -> list[Any]:
    """The content of the files of a kind, in the order of the presets."""
    order = {name: number for number, name in enumerate(PRESETS)}
    files = sorted(folder.glob(f"{what}-*.json"), key=lambda file: order.get(file.stem.partition("-")[2], len(order)))
    return [json.loads(file.read_text("utf-8")) for file in files]


def main() -> None:
    """Measure, or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["strength", "speed", "worth", "write"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rules", default=",".join(PRESETS))
    parser.add_argument("--pairs", default=";".join(f"{bot}>{other}" for bot, other in PAIRS))
    parser.add_argument("--player", default="expert")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--worlds", type=int, default=64)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--findings", type=Path, default=FINDINGS)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.what == "write":
        rows = [row for each in stored(options.folder, "strength") for row in each]
        parts = (strength_table(rows), speed_words(stored(options.folder, "speed")))
        knowing = stored(options.folder, "worth")
        detailed = [row for row in knowing if row["rules"] in IN_DETAIL]
        write_block(options.page, "thinking", "\n\n".join([*parts, worth_table(detailed)]))
        write_block(options.findings, "thinking", worth_findings(knowing))
        return
    for rules in options.rules.split(","):
        if options.what == "worth":
            answer: Any = worth(rules, options.player, options.deals, options.seed, options.worlds)
        elif options.what == "speed":
            answer = speed(rules, *PAIRS[-1], options.deals, options.seed)
        else:
            pairs = [(bot, other) for bot, _, other in (each.partition(">") for each in options.pairs.split(";"))]
            answer = strength(rules, pairs, options.deals, options.seed)
        (options.folder / f"{options.what}-{rules}.json").write_text(json.dumps(answer, indent=1), "utf-8")


if __name__ == "__main__":
    main()
