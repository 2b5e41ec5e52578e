"""Plays the commands of the page of findings and prints docs/explanation/findings.md, claims (tools/claims.py) first.

    nice python -m tools.findings > docs/explanation/findings.md

Each number of a sentence comes from the JSON of a command, and must lie on its side of a bound; otherwise the run names
the sentence and ends with exit code 1. The p-values of all numbers are one family (Holm 1979). The largest change of a
rule was chosen among all changes, so it enters with the p-value that its command has corrected.
"""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tongits_sim.run import numbers
from tongits_sim.stats import holm, normal_p
from tools.claims import claims_page

SEED = 31
Z = 1.959964
"""Half the width of a 95 % interval, in standard errors."""


@dataclass(frozen=True)
class Estimate:
    """A mean and its 95 % interval; `p`, if the command has corrected it."""

    mean: float
    ci95: Sequence[float]
    p: float | None = None

    def times(self, sign: int) -> Estimate:
        return Estimate(sign * self.mean, sorted(sign * end for end in self.ci95), self.p)

    def __format__(self, style: str) -> str:
        """Units with their sign; `size` without it; `share` in per cent; `points`, the size of a change of a share."""
        if style == "share":
            return numbers.share_between(self.mean, self.ci95)
        size = self.times(1 if self.mean > 0 else -1)
        if style == "points":
            return numbers.share_change(size.mean, size.ci95).removeprefix("+")
        return numbers.estimate((size if style else self).mean, (size if style else self).ci95, sign=not style)


@dataclass(frozen=True)
class Number:
    """A number of a sentence: its place in the JSON, and a bound: it lies above (`sign` 1) or below (-1)."""

    command: str
    read: Callable[[dict[str, Any]], Estimate]
    sign: int = 1
    bound: float = 0.0

    def p(self, found: Estimate) -> float:
        """Two-sided p-value; 1 on the wrong side of the bound."""
        distance = self.sign * (found.mean - self.bound)
        width = found.ci95[1] - found.ci95[0]
        if distance <= 0:
            return 1.0
        return float(normal_p(2 * Z * distance / width)) if found.p is None else found.p


@dataclass(frozen=True)
class Finding:
    """A sentence that is either true or an error."""

    text: str  # `{0}` is its first number, `{change}` the change of a rule that ranks first
    table: str
    numbers: Sequence[Number]


def at(key: str, field: str, **where: Any) -> Callable[[dict[str, Any]], Estimate]:
    """Read `field` in the first row of the list `key` whose fields, or fields of `at`, agree with `where`."""

    def read(answer: dict[str, Any]) -> Estimate:
        for row in answer[key]:
            if where.items() <= {**row, **row.get("at", {})}.items():
                return Estimate(row[field]["mean"], row[field]["ci95"])
        raise SystemExit(f"no row of {key} with {where}")

    return read


def lead(player: str, alternative: str) -> Callable[[dict[str, Any]], Estimate]:
    """The lead of a player over another on the same deals."""

    def read(answer: dict[str, Any]) -> Estimate:
        pair = next(pair for pair in answer["pairs"] if {pair["a"], pair["b"]} == {player, alternative})
        return Estimate(pair["diff"]["mean"], pair["diff"]["ci95"]).times(1 if pair["a"] == player else -1)

    return read


def effect(metric: str) -> Callable[[dict[str, Any]], Estimate]:
    return lambda answer: at("effects", "diff", metric=metric)(answer["changes"][0])


def largest(answer: dict[str, Any]) -> Estimate:
    first = answer["ranking"][0]["effect"]
    return Estimate(first["diff"]["mean"], first["diff"]["ci95"], first["p_holm"])


STRONG = "--players trained,trained,trained"
LAY, SJS = (f"analyze lay --rules {rules} {STRONG} --games 30k" for rules in ("pagat", "sjs"))
CALLS = f"analyze calls --rules pagat {STRONG} --games 30k"
CALLS_AT_END = f"analyze calls --rules pagat --set call.timing=end {STRONG} --games 30k"
CALLS_WEAK = "analyze calls --rules pagat --players greedy,greedy,greedy --games 30k"
SELDOM_FOLDS = ",".join(["greedy(challenge_at=36)"] * 3)
CALLS_CHALLENGED = f"analyze calls --rules pagat --players {shlex.quote(SELDOM_FOLDS)} --games 30k"
CHALLENGES = f"analyze challenges --rules pagat {STRONG} --games 30k"
SUNOG = f"analyze sunog --rules pagat {STRONG} --games 40k"
KNOBS = "whatif --rules pagat --all-knobs --players greedy,caller,hunter --deals 1k"
JOKERS = f"whatif --rules pagat --change jokers.count=2 {STRONG} --deals 10k"
SESSIONS = "analyze sessions --rules pagat --players trained,expert,greedy --session {} --games 300k"
EVENING = SESSIONS.format(20)
LONG = SESSIONS.format(200)
FEE = "analyze payouts --rules casino_x --players trained,caller,greedy --fee 0,5,10 --games 12k"
BOLD = "bold=greedy(call_at=130,challenge_at=30)"
TIMID = "timid=greedy(call_at=15,challenge_at=10)"
WALL = "wall=greedy(call_at=0,challenge_at=70)"


def duel(player: str, rival: str, third: str = "", deals: str = "4k") -> Number:
    """The lead of a player over another, if the two, or the two and a third player, fill the table."""
    players = shlex.join(filter(None, (player, rival, third)))
    names = player.partition("=")[0], rival.partition("=")[0]
    return Number(f"compare {players} --rules pagat --deals {deals}", lead(*names))


FINDINGS = (
    Finding(
        "**Call more often against players who fold to most calls.** Between three `greedy`, who challenge with up to "
        "24 points, each call that they leave out would earn {0} units. Between three `greedy` who challenge with up "
        "to 36 points, each call that they leave out would cost {1:size}, and between three `trained` {2:size}. A rule "
        "such as “call with 30 or less” fits only the table it was made at.",
        "three greedy, three greedy who challenge with up to 36 points, and three trained; pagat",
        (
            Number(CALLS_WEAK, at("averages", "chose_no")),
            Number(CALLS_CHALLENGED, at("averages", "chose_no"), -1),
            Number(CALLS, at("averages", "chose_no"), -1),
        ),
    ),
    Finding(
        "**Call more often if the rules let you draw a card first.** If calls come at the start of a turn, as in "
        "pagat, a call at a random chance costs {0:size} units more than waiting. If they come at its end "
        "(`call.timing=end`), a call at a random chance earns {1}.",
        "three trained; pagat, without and with call.timing=end",
        (Number(CALLS, at("averages", "all"), -1), Number(CALLS_AT_END, at("averages", "all"))),
    ),
    Finding(
        "**Challenge a caller who holds many cards, and fold to one who holds few.** With a count of 30 to 39, "
        "challenging a caller with nine or more cards earns {0} units more than folding. With the same count, "
        "challenging a caller with five or six cards costs {1:size}.",
        "three trained; pagat",
        (
            Number(CHALLENGES, at("cells", "ev_diff", own_count=30, caller_cards=9)),
            Number(CHALLENGES, at("cells", "ev_diff", own_count=30, caller_cards=5), -1),
        ),
    ),
    Finding(
        "**Hold your first meld while nobody is open. Lay it once somebody is open.** "
        "Laying it at once costs {0:size} units each time if nobody is open. It earns {1} with one opponent open. The "
        "rules matter: under sjs laying earns {2} even if nobody is open.",
        "three trained; pagat, and sjs for the last number",
        (
            Number(LAY, at("situations", "gain", rivals=0), -1),
            Number(LAY, at("situations", "gain", rivals=1)),
            Number(SJS, at("situations", "gain", rivals=0)),
        ),
    ),
    Finding(
        "**Sunog is rare, but it comes quickly to those who do not lay.** A player without a meld on the table after "
        "two turns is burned in {0:share} of games. All in all, being burned costs a player {1:size} units a game.",
        "three trained; pagat, in which a burned player pays 1 unit more",
        (
            Number(SUNOG, at("cells", "burned_in_the_end", kind="all", turn=2), 1, 0.4),
            Number(SUNOG, at("groups", "cost", kind="all"), -1, 0.1),
        ),
    ),
    Finding(
        "**The dealer's edge is made by who deals next.** Of all changes of one rule, {change} moves the dealer's edge "
        "most, measured by what changes hands: {0} units a game. In pagat the winner deals next, and whoever wins "
        "twice in a row takes the jackpot.",
        "greedy, caller, hunter; pagat, matches of 20 games with the jackpot",
        (Number(KNOBS, largest, -1),),
    ),
    Finding(
        "**Two jokers turn challenges into races for Tongits.** With two jokers in the pack {0:points} points more of "
        "the games end by tongits, and {1:points} points fewer by a challenge.",
        "three trained; pagat, without and with jokers.count=2",
        (Number(JOKERS, effect("share_tongits")), Number(JOKERS, effect("share_challenge"), -1)),
    ),
    Finding(
        "**One evening proves little.** After 20 games the strong player is ahead in {0:share} of evenings, the weak "
        "one in {1:share}. After 200 games the player between them is ahead in {2:share}.",
        "trained, expert, greedy; pagat, sessions with the jackpot",
        (
            Number(EVENING, at("cells", "ended_ahead", player="trained"), -1, 0.85),
            Number(EVENING, at("cells", "ended_ahead", player="greedy"), 1, 0.05),
            Number(LONG, at("cells", "ended_ahead", player="expert"), 1, 0.5),
        ),
    ),
    Finding(
        "**A fee does not stop the better player.** A fee of 5 % on winnings takes {0:share} of what changes hands. "
        "The strong player still wins up to a fee of {1:share}.",
        "trained, caller, greedy; casino_x",
        (
            Number(FEE, at("fees", "of_moved", level=0.05), 1, 0.01),
            Number(FEE, at("break_even", "level", player="trained"), 1, 0.25),
        ),
    ),
    Finding(
        "**No counts for calling and challenging beat everybody.** `bold` calls with anything and beats `timid` by "
        "{0:size} units a game. `wall` never calls, challenges with up to 70 points, and beats `bold` by {1:size}. "
        "`timid` calls with up to 15 points and beats `wall` by {2:size}.",
        "tables of the two, who are greedy with other settings; pagat",
        (duel(BOLD, TIMID), duel(WALL, BOLD), duel(TIMID, WALL)),
    ),
)


HEAD = """## Further findings

A finding holds for the players named: `expert` is the best bot with fixed rules, `greedy` a sensible beginner
([strategies](../reference/strategies.md)). ± is half of a 95 % interval. Each number stands in the JSON of the command
below it, and the run fails if a sentence no longer holds. Holm's method corrects for the number of findings.
"""


def scaled(command: str, scale: float) -> list[str]:
    """The words of a command, with a part of its games."""
    fewer = re.sub(r"(--games|--deals) (\d+)k", lambda size: f"{size[1]} {round(int(size[2]) * 1000 * scale)}", command)
    return [*shlex.split(fewer), "--seed", str(SEED), "--format", "json"]


@cache
def play(command: str, scale: float) -> Any:
    line = [sys.executable, "-m", "tongits_sim", *scaled(command, scale)]
    done = subprocess.run(line, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise SystemExit(f"{command}\n{done.stderr}")
    return json.loads(done.stdout)


def section(finding: Finding, found: Sequence[Estimate], change: str) -> str:
    """A finding as it stands on the page."""
    text = finding.text.format(*found, change=change)
    lines = dict.fromkeys(f"tongits {number.command} --seed {SEED}\n" for number in finding.numbers)
    return f"{textwrap.fill(text, 120)}\n\n*Players and rules*: {finding.table}.\n\n```\n{''.join(lines)}```\n"


def page(scale: float = 1.0) -> tuple[str, list[str]]:
    """The second half of the page, after the claims, and the titles of the findings that no longer hold."""
    found = [[number.read(play(number.command, scale)) for number in finding.numbers] for finding in FINDINGS]
    raw = [
        number.p(estimate)
        for finding, estimates in zip(FINDINGS, found, strict=True)
        for number, estimate in zip(finding.numbers, estimates, strict=True)
    ]
    corrected = iter(holm(raw).tolist())
    p = [[next(corrected) for _ in estimates] for estimates in found]
    change = f"`{play(KNOBS, scale)['ranking'][0]['change']}`"
    texts = [section(finding, estimates, change) for finding, estimates in zip(FINDINGS, found, strict=True)]
    doubtful = [
        finding.text.split("**")[1] for finding, of_finding in zip(FINDINGS, p, strict=True) if max(of_finding) > 0.05
    ]
    doubtful += [] if "next_dealer" in change else [f"{change} moves the dealer's edge most."]
    return "\n".join([HEAD, *texts]), doubtful


if __name__ == "__main__":
    made, untrue = page()
    print(f"{claims_page().rstrip()}\n\n{made.rstrip()}")
    sys.exit(f"no longer true: {' '.join(untrue)}" if untrue else 0)
