"""docs/findings.md, made of the answers; a sentence whose number does not bear it out is refused."""

from __future__ import annotations

import json
import math
import shlex
from collections.abc import Sequence
from pathlib import Path

from analyses.answers.calls import CallsAnswer
from analyses.answers.challenges import ChallengesAnswer
from analyses.estimates.limits import describes_call, describes_line
from strategies import load_player
from tests.bench.findings_asked import (
    BOLD,
    FOUGHT,
    MIDDLE,
    OTHERS,
    RULES,
    SEED,
    TIMID,
    WALL,
    Document,
    Row,
    asked,
)

MARGIN = 0.05
"""Units that are next to nothing."""
FAR = 5 / 1.96  # half-widths


# --- words ---


class Told:
    """The answers, and how their numbers are written."""

    def __init__(self, folder: Path) -> None:
        read = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
        self.answers: dict[str, Document] = {name: each["answer"] for name, each in read.items()}
        self.used: dict[str, None] = {}

    def __getitem__(self, name: str) -> Document:
        self.used[name] = None
        return self.answers[name]

    def pair(self, name: str) -> Row:
        """The difference of the first named player over the second."""
        document, first = self[name], load_player(asked()[name][1]).label
        row = document["pairs"][0]
        sign = 1 if row["a"] == first else -1
        return {"mean": sign * row["diff"], "ci95": sorted(sign * limit for limit in row["ci95"])}

    def dealt(self, name: str) -> Row:
        """What the dealer nets a game."""
        return of(self[name]["dealer_summary"], "payout_mean", "payout_ci95")

    def metric(self, name: str, metric: str) -> Row:
        """A metric of the rules as they are."""
        row = next(row for row in self[name]["metrics"] if row["metric"] == metric)
        return {"mean": row["value"], "ci95": row["ci95"]}


def pm(row: Row, unit: str = "") -> str:
    """`+1.23 ± 0.04`, with two digits of the half-width at most; `–` where nothing is known."""
    if row["mean"] is None or row["ci95"] is None:
        return "–"
    half = (row["ci95"][1] - row["ci95"][0]) / 2
    digits = max(0, min(3, 1 - math.floor(math.log10(half)))) if half > 0 else 2
    return f"{row['mean']:+.{digits}f} ± {half:.{digits}f}{unit}".replace("-", "−")


def share(value: float, limits: Sequence[float]) -> str:
    """A share with half its interval, in per cent."""
    return f"{100 * value:.1f} ± {50 * (limits[1] - limits[0]):.1f} %"


def of(row: Row, key: str = "ev_diff", limits: str = "ci95") -> Row:
    """A row's value as mean and interval."""
    return {"mean": row[key], "ci95": row[limits]}


def far_above(row: Row) -> bool:
    """More than five standard errors above nothing."""
    return bool(row["mean"] > FAR * (row["ci95"][1] - row["ci95"][0]) / 2)


def far_below(row: Row) -> bool:
    """More than five standard errors below nothing."""
    return far_above(turned(row))


def next_to_nothing(row: Row) -> bool:
    """The whole interval is within the margin: what is claimed and what is checked to be small."""
    return bool(max(map(abs, row["ci95"])) < MARGIN)


def turned(row: Row) -> Row:
    """The difference the other way round."""
    return {"mean": -row["mean"], "ci95": sorted(-limit for limit in row["ci95"])}


def bear_out(holds: bool, claim: str) -> None:
    """Refuse to write a sentence that its number does not bear out."""
    if not holds:
        raise SystemExit(f"the numbers do not bear out: {claim}")


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [headings, ["---", *["---:"] * (len(headings) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


# --- the page ---

INTRO = """# What the toolkit found about Tongits

{count} commands were run for this page, under four rule sets: sjs, pagat, online and rulesofcards. A *unit* is one chip
of those rules (rulesofcards pays by the point, so its figures are some ten times larger). ± is half a 95 % interval;
its unit is the deal or the game. *Forked* means: both actions were played on from the very same position, with the same
hidden cards and the same stock. *greedy* is the sensible beginner: it calls with a count of 30 or less and challenges
with 24 or less. *expert* is the strongest of the program's own bots. All words: [glossary.md](glossary.md).

All of it is true of these bots at these tables. Nothing here says what perfect play would be: with three players nobody
knows. Seed {seed} was used for everything and chose nothing; bots were tuned, and the strategies below picked, on
others. Findings 1 to 4 rest on differences of more than five standard errors, so that the number of comparisons does
not matter. Finding 5 says that a difference is small: its whole interval lies within {margin} units of 0. The intervals
in the tables stand each for itself."""


def surprises(told: Told) -> list[str]:
    """The five."""
    parts = ["## The five most surprising findings, and how sure they are"]
    for number, find in enumerate((_bluff, _circle, _beaten, _dealing, _laying), start=1):
        title, text, sure = find(told)
        parts.append(f"**{number}. {title}** {text}\n\n*How sure:* {sure}")
    return parts


def _bluff(told: Told) -> tuple[str, str, str]:
    averages = told["calls greedy pagat"]["averages"]
    yes, no, naive = (averages[name] for name in ("chose_yes", "chose_no", "naive"))
    bear_out(far_below(yes) and far_above(no) and far_above(naive), "greedy calls the wrong hands under pagat")
    contrary = {rules: told.pair(f"contrary {rules}") for rules in RULES}
    bear_out(all(far_above(contrary[rules]) for rules in FOUGHT), "contrary beats greedy")
    bear_out(far_below(contrary["rulesofcards"]), "contrary loses under rulesofcards")
    text = (
        "At a table of three greedy under pagat, the calls that greedy makes, with its good hands, are worth "
        f"{pm(yes)} units each against waiting one more turn; the calls that it does not make would bring {pm(no)} "
        "(forked). A good hand gains by playing on, towards fewer points; a bad hand gains by ending "
        "the game while the others fold. Decisions where it called, less decisions where it did not, give "
        f"{pm(naive)}, the other sign, because good hands call: that difference is no effect of calling."
    )
    routes = ", ".join(f"{pm(contrary[rules])} under {rules}" for rules in FOUGHT)
    sure = (
        "certain for these bots. Second route, without any fork: a bot that is greedy turned upside down, calling "
        f"with counts *above* 30 and never with others, against greedy itself on the same deals: {routes} units a "
        "game more. Under rulesofcards, where all who have opened compare and nobody can fold, it loses: "
        f"{pm(contrary['rulesofcards'])}."
    )
    return "At a table of three greedy a call gains most with a bad hand.", text, sure


def _circle(told: Told) -> tuple[str, str, str]:
    found = {rules: [told.pair(f"{name} {rules}") for name in ("bold", "wall", "timid")] for rules in FOUGHT}
    for rules in ("pagat", "online"):
        bear_out(all(far_above(row) for row in found[rules]), f"a circle under {rules}")
    bear_out(far_above(found["sjs"][0]) and far_below(found["sjs"][1]), "no such circle under sjs")
    rows = [f"{rules}: {', '.join(pm(row) for row in found[rules])}" for rules in ("pagat", "online")]
    middle = {rules: [told.pair(f"middle {name} {rules}") for name in ("bold", "wall", "timid")] for rules in FOUGHT}
    for rules in ("pagat", "online"):
        bear_out(all(far_above(row) for row in middle[rules]), f"a fourth setting beats all three under {rules}")
    fourth = [f"{rules}: {', '.join(pm(row) for row in middle[rules])}" for rules in ("pagat", "online")]
    text = (
        f"Three settings of greedy. *Bold* (`{BOLD}`: call with anything) beats *timid* (`{TIMID}`); *wall* "
        f"(`{WALL}`: never call, challenge nearly everything) beats bold; timid beats wall, and the circle is closed. "
        f"In units a game, in that order: {'; '.join(rows)}. So which of these thresholds is best depends on the "
        f"opponents. It is a circle of these three, and no law: `{MIDDLE}` beats bold, wall and timid alike "
        f"({'; '.join(fourth)}). Under sjs bold also beats wall ({pm(turned(found['sjs'][1]))}), and there is no "
        "circle."
    )
    sure = (
        "certain for these pairs. The three were picked by a search for best responses on other seeds (6001) and "
        "confirmed here, on the same deals in every seating, with two of the one and one of the other and the "
        "reverse."
    )
    return "Three settings of greedy beat each other in a circle.", text, sure


def _beaten(told: Told) -> tuple[str, str, str]:
    charts = {rules: told[f"calls expert {rules}"]["chart"] for rules in RULES}
    gains = {rules: {"mean": chart["diff"], "ci95": chart["ci95"]} for rules, chart in charts.items()}
    bear_out(all(far_above(gains[rules]) for rules in FOUGHT), "tables beat expert")
    averages = told["calls expert pagat"]["averages"]
    bear_out(far_below(averages["chose_yes"]), "expert calls too often under pagat")
    bear_out(far_below(gains["rulesofcards"]), "tables do not help under rulesofcards")
    text = (
        f"expert has {len(load_player('expert').parameters())} tuned numbers. Against two expert, an expert that calls "
        "and challenges by two tables, which forking found against three expert, and plays as before in all else, "
        f"gains {', '.join(f'{pm(gains[rules])} under {rules}' for rules in FOUGHT)} units a game over the one it "
        f"was. Under pagat the calls that expert makes are worth {pm(averages['chose_yes'])} units each against "
        f"waiting a turn. Under rulesofcards the tables lose ({pm(gains['rulesofcards'])}): they do not know how few "
        "cards the opponents hold, and expert does."
    )
    sure = (
        "certain against two of its kind: the tables were fitted by forks, the gain was measured without, by "
        f"playing both on fresh deals (seed {charts['pagat']['seed']}) in every seating. It is an answer to *these* "
        "experts, no stronger bot in general: see 2."
    )
    return "Under three rule sets expert loses to itself with two tables of numbers.", text, sure


def _dealing(told: Told) -> tuple[str, str, str]:
    sjs, pagat = (told.metric(f"dealer {rules}", "dealer_edge") for rules in ("sjs", "pagat"))
    beginners = told.metric("beginners pagat", "dealer_edge")
    plain, patient, kept = (told.dealt(f"{name} pagat") for name in ("dealt", "patient", "kept"))
    bear_out(far_above(sjs) and far_above(beginners) and far_below(pagat), "dealing costs expert under pagat alone")
    bear_out(far_below(plain) and far_above(patient) and far_above(kept), "it is the calls that cost him")
    text = (
        f"Of three expert under pagat the one who deals makes {pm(pagat)} units a game against the mean of the "
        f"others; of three greedy it is {pm(beginners)}, and of three expert under sjs {pm(sjs)}. The dealer has a "
        "thirteenth card, discards first, and is the first who may call; but calling first is worth nothing to "
        "somebody whose calls lose (see 3)."
    )
    sure = (
        "certain for these bots. That it is the calls was asked by two changes. In games with other deals and "
        f"rotating seats the expert who deals nets {pm(plain)}; if all three call and challenge by the tables of 3, "
        f"he nets {pm(patient)}; if they call as they do, but the dealer may lay nothing in his first turn "
        f"(`deal.dealer_may_lay_first=false`), so that he cannot call so soon: {pm(kept)}."
    )
    return "Of three expert under pagat, the dealer loses.", text, sure


def _laying(told: Told) -> tuple[str, str, str]:
    held = told["held pagat"]["averages"]["all"]
    hidden = told["hidden pagat"]["averages"]["all"]
    sunog = of(told["held pagat"]["insurance"][0], "sunog", "sunog_ci95")
    rest = of(told["held pagat"]["insurance"][0], "rest", "rest_ci95")
    bear_out(next_to_nothing(held), "a turn's delay costs next to nothing")
    bear_out(far_above(hidden), "hiding costs much")
    turtle = told.pair("turtle pagat")
    bear_out(not next_to_nothing(turtle), "turtle is no check of that margin")
    theirs = {bot: told[f"held {bot} pagat"]["averages"]["all"] for bot in OTHERS}
    bear_out(all(far_above(row) for row in theirs.values()), "others should lay at once")
    elsewhere = {rules: told[f"held {rules}"]["averages"]["all"] for rules in RULES if rules != "pagat"}
    players = ", ".join(f"{pm(row)} at a table of three `{bot}`" for bot, row in theirs.items())
    others = ", ".join(f"{pm(row)} under {rules}" for rules, row in elsewhere.items())
    text = (
        f"At a table of three greedy under pagat, laying the first meld at once instead of a turn later changes "
        f"{pm(held)} units (forked): it saves {pm(sunog)} in sunog and changes all else by {pm(rest)}. Never laying it "
        f"by choice (a discard taken still opens) costs {pm(hidden)}. That is so for three greedy and not for others: "
        f"under pagat laying at once is worth {players}; and to three greedy under other rules {others}."
    )
    sure = (
        f"the whole interval lies within {MARGIN} units of 0, which is what *next to nothing* is to mean. There is no "
        "second route to this margin: turtle, which lays only when the end is near, differs from greedy by more than "
        f"a turn's delay, and earns {pm(turtle)} units a game against it on the same deals, not within the margin."
    )
    return "At a table of three greedy under pagat the first meld can wait a turn for next to nothing.", text, sure


def calling(told: Told) -> list[str]:
    """When to call."""
    parts = [
        "## When to call",
        (
            "Calling now less waiting one turn and then doing as the bot does, in units; forked. *Yes*: where the "
            "bots called; *no*: where they did not; *misleading*: decisions where they called less those where they "
            "did not, which is no effect of calling, as good hands call. *Open*: "
            "opponents with a meld on the table. Who has none cannot challenge, or (rulesofcards) is left out of "
            "the comparison: with nobody open a call wins at once, but for a secret."
        ),
    ]
    rows = []
    for rules in RULES:
        for bot in ("greedy", "expert"):
            document = told[f"calls {bot} {rules}"]
            open_ = [pm(of(row)) if row["n"] >= 200 else "–" for row in document["opponents"]]
            averages = document["averages"]
            rows.append(
                [f"{rules}, {bot}", *open_, *(pm(averages[name]) for name in ("chose_yes", "chose_no", "naive"))]
            )
    headings = ["Rules, three", "Nobody open", "One open", "Both open", "Yes", "No", "Misleading"]
    parts.append(table(headings, rows))
    words = [
        f"* {rules}, against two {bot}: {_best_call(told[f'calls {bot} {rules}'])}."
        for rules in RULES
        for bot in ("greedy", "expert")
    ]
    parts.append(
        "The best largest count to call with, fitted on other games than those above (in brackets the range of its "
        "resamplings, which is no confidence interval; *any*: every count that was seen; *never*: none; *no limit*: "
        "some cells say the opposite of any largest count, or a smallest count gains more):\n\n" + "\n".join(words)
    )
    return parts


def _best_call(document: Document) -> str:
    found, answer = [], CallsAnswer.from_dict(document)
    described = {(row.opponents_open, row.stock_left): describes_call(answer, row) for row in answer.thresholds}
    for opponents, words in ((0, "nobody open"), (1, "one open"), (2, "both open")):
        mine = [row for row in document["thresholds"] if row["opponents_open"] == opponents and not row["pooled"]]
        ends = [mine[0], mine[-1]] if len(mine) > 1 else mine
        told = [
            f"{_count(row, 'call_at', described[opponents, row['stock_left']])} with {row['stock_left']} left in the "
            "stock"
            for row in ends
        ]
        found.append(f"{words}: {', '.join(told) if told else 'too few positions'}")
    return "; ".join(found)


def _count(row: Row, key: str, described: bool) -> str:
    """A largest count with its range, only where it describes the answer."""
    if row[key] is None:
        return "–"
    if not described:
        return "no limit"
    if row["always"]:
        return "any"
    limits = "" if row["low"] == row["high"] else f" ({max(row['low'], -1)} to {row['high']})"
    return ("never" if row[key] < 0 else f"{row[key]}") + limits.replace("-1", "never")


def challenging(told: Told) -> list[str]:
    """When to challenge."""
    sizes = (2, 4, 6, 8)
    rows = []
    for rules in FOUGHT:
        for bot in ("greedy", "expert"):
            document = told[f"challenges {bot} {rules}"]
            lines = {row["caller_cards"]: row for row in document["thresholds"] if not row["pooled"]}
            answer = ChallengesAnswer.from_dict(document)
            described = {row.caller_cards: describes_line(answer, row) for row in answer.thresholds}
            cells = [_count(lines[s], "challenge_at", described[s]) if s in lines else "–" for s in sizes]
            whole, averages = document["bluffs"][0], document["averages"]
            bluff = share(whole["bluff"], whole["bluff_ci95"])
            rows.append([f"{rules}, {bot}", *cells, *(pm(averages[n]) for n in ("chose_yes", "chose_no")), bluff])
    headings = [
        "Rules, three",
        *(f"{size} cards" for size in sizes),
        "Where they challenged",
        "Where they folded",
        "Caller counts more",
    ]
    return [
        "## When to challenge",
        (
            "The break-even line: challenge with at most this count, by the cards the caller still holds. Then the "
            "value of challenging instead of folding, in units, where the bots did and did not (forked); and in how "
            "many responses the caller counted *more* than the responder (read off the hands: nobody need have meant a "
            "bluff). *No limit*: no largest count describes the answer. Fewer cards mean a better hand: look at "
            "his hand before your own. Under rulesofcards all who have opened compare, and there is no such "
            "decision."
        ),
        table(headings, rows),
    ]


def circle(told: Told) -> list[str]:
    """Best responses."""
    names = ("bold", "wall", "timid")
    rows = [
        [
            rules,
            *(pm(told.pair(f"{name} {rules}")) for name in names),
            *(pm(told.pair(f"middle {name} {rules}")) for name in names),
        ]
        for rules in FOUGHT
    ]
    headings = ["Bold over timid", "Wall over bold", "Timid over wall", *(f"Middle over {name}" for name in names)]
    return [
        "## Three settings of greedy, in a circle",
        (
            f"*Timid* is `{TIMID}`, *bold* `{BOLD}`, *wall* `{WALL}`, *middle* `{MIDDLE}`. Units a game, on the same "
            "deals in every seating. Against timid opponents, who fold, calling with anything pays; against those who "
            "call with anything, challenging nearly everything pays; a setting between them can beat all three."
        ),
        table(["Rules", *headings], rows),
    ]


def insuring(told: Told) -> list[str]:
    """Sunog and laying."""
    rows = []
    for rules in RULES:
        whole = told[f"sunog {rules}"]["by_bot"][0]
        held, hidden = (told[f"{name} {rules}"] for name in ("held", "hidden"))
        part = held["insurance"][0]
        rows.append(
            [
                rules,
                share(whole["burned"], whole["burned_ci95"]),
                share(whole["burned_of_losses"], whole["burned_of_losses_ci95"]),
                pm(of(whole, "paid", "paid_ci95")).lstrip("+"),
                pm(held["averages"]["all"]),
                pm(of(part, "sunog", "sunog_ci95")),
                pm(hidden["averages"]["all"]),
            ]
        )
    headings = [
        "Rules",
        "Burned",
        "Of lost games",
        "Paid a game for it",
        "Lay now, not next turn",
        "of it sunog",
        "Lay now, not by choice ever",
    ]
    return [
        "## What sunog costs, and whether to lay a meld now",
        (
            "First three columns: games of three experts, counted. A player is *burned* (sunog) when he loses with "
            "nothing laid open. Last three: forked, three greedy: the value of laying the first meld at once "
            "against holding it one turn, the part of it that is payments for sunog, and against never laying it by "
            "choice (a discard taken still opens); units. (Under rulesofcards sunog itself is free, but who has not "
            "opened is left out of comparisons.)"
        ),
        table(headings, rows),
    ]


def dealing(told: Told) -> list[str]:
    """The dealer."""
    rows = []
    for rules in RULES:
        row = told[f"dealt {rules}"]["dealer_summary"]
        plain = told.dealt(f"dealt {rules}")
        change = told[f"dealer {rules}"]["changes"][0]
        timing = next(each for each in change["effects"] if each["metric"] == "dealer_edge")
        edge = told.metric(f"dealer {rules}", "dealer_edge")
        beginners = told.metric(f"beginners {rules}", "dealer_edge")
        wins = share(row["win_rate"], row["win_ci95"])
        rows.append([rules, pm(edge), pm(plain), wins, pm(beginners), pm(of(timing, "diff"))])
    headings = [
        "Rules",
        "Dealer less the others' mean",
        "Dealer nets, in other games",
        "Dealer wins",
        "Greedy: less the others' mean",
        "Experts: calls at the other end of a turn",
    ]
    return [
        "## The dealer",
        (
            "Three experts (fifth column: three greedy), single games, no jackpot; units a game. Under online "
            "everybody pays a fee, so what the dealer nets is below what he is ahead. The last column: how much his "
            "edge changes when draws are called at the other end of a turn (its start under sjs, its end "
            "elsewhere). Where the winner deals next, the dealer alone can take a jackpot of a streak; that is "
            "worth far more: `tongits analyze payouts`."
        ),
        table(headings, rows),
    ]


def _cell(rows: Sequence[Row], at: Row | None) -> Row | None:
    """The row at these coordinates."""
    return next((row for row in rows if at and all(row[key] == value for key, value in at.items())), None)


def discarding(told: Told) -> list[str]:
    """Discards."""
    rows = []
    for rules in RULES:
        document = told[f"discards {rules}"]
        chosen = document["extremes"]["ranks"]
        cheap, dear = (_cell(document["ranks"], chosen[end]) for end in ("most", "least"))
        loose = {row["seen"]: row for row in document["table"] if not row["fits"] and row["next_open"]}
        danger = [pm(of(loose[seen], "danger", "danger_ci95")) for seen in (0, 2)]
        symmetry = document["symmetry"]
        averages = document["averages"]
        rows.append(
            [
                rules,
                pm(averages["all"]),
                pm(averages["danger"]),
                f"{dear['rank']}: {pm(of(dear))}" if dear else "nothing certain",
                f"{cheap['rank']}: {pm(of(cheap))}" if cheap else "nothing certain",
                *danger,
                f"{symmetry['p']:.2f}",
            ]
        )
    headings = [
        "Rules",
        "Another loose card",
        "The next player",
        "Dearest rank",
        "Cheapest rank",
        "He is open, none of the rank in sight",
        "two in sight",
        "Suits agree, p",
    ]
    return [
        "## Discards",
        (
            "Three greedy; another loose card than the bot's own choice is discarded, and the game played on (forked); "
            "what that is worth to oneself and to the next player, in units, with the ranks and what is in sight "
            "seen from that card. The dearest and the cheapest rank are the extremes of a map by rank, own turn and "
            "whether the next player has opened; other games chose these cells than those that estimate them. What "
            "one feeds the next player is the smaller part, and shrinks as more cards of the rank are in sight. The "
            "rules know no suit; the last column asks whether the suits agree (p of a chi-square). greedy prefers "
            "suits a little, as it discards the first of equal cards, which more games show; with a bot that discards "
            "the last the differences turn around, and where chance chooses among equals none is seen (analyses.md)."
        ),
        table(headings, rows),
    ]


def lucky(told: Told) -> list[str]:
    """Luck."""
    rows = []
    for rules in RULES:
        for cell in told[f"luck {rules}"]["cells"]:
            games = cell["games_to_lead"]
            limits = cell["games_to_lead_ci95"]
            known = games is not None and cell["verdict"] == "better"
            rows.append(
                [
                    f"{rules}: {cell['a']} over {cell['b']}",
                    pm(of(cell, "edge", "edge_ci95")),
                    f"{games:,} ({limits[0]:,} to {limits[1]:,})" if known else "not certain who is better",
                    share(cell["lead"], cell["lead_ci95"]) if known and cell["lead"] is not None else "–",
                ]
            )
    return [
        "## How many games luck needs",
        (
            "After so many games the better bot leads the other with 95 % probability, in matches of ten games, "
            "jackpot included, at a table of greedy, defender and expert; and in how many real sessions of that "
            "length, played with other seeds, it did lead."
        ),
        table(["Table", "Edge a game", "Games until it leads", "It led, in sessions of that length"], rows),
    ]


NAMES = {
    "turns": ("turns of a game", ""),
    "sunog_rate": ("hands burned", " points"),
    "share_challenge": ("games that end in a fight", " points"),
    "dealer_edge": ("the dealer's edge", " units"),
    "payout_sd": ("swing of a game", " units"),
}


def house(told: Told) -> list[str]:
    """House rules."""
    rows = []
    for rules in RULES:
        changes = told[f"knobs {rules}"]["changes"]
        for metric, (words, unit) in NAMES.items():
            found = [(row, each["change"]) for each in changes for row in each["effects"] if row["metric"] == metric]
            sure = [
                (row, change)
                for row, change in found
                if row["diff"] and row["p_bh"] is not None and row["p_bh"] <= 0.05 and "pay.mode" not in change
            ]
            cells = []
            for best in (max, min):
                row, change = best(sure, key=lambda each: each[0]["diff"], default=(None, ""))
                right = row is not None and (row["diff"] > 0) == (best is max)
                scaled = _scaled(row, 100 if unit == " points" else 1) if right and row else None
                cells.append(f"`{change}` {pm(scaled)}{unit}" if scaled else "nothing certain")
            rows.append([f"{rules}: {words}", *cells])
    return [
        "## What a house rule changes",
        (
            "Every single rule was changed by itself, to every other value of a list, and amounts to nothing, to "
            "what other rules use and to double; both rule sets played the same deals with three experts that did "
            "not adapt. For each measure the change that adds most and the one that takes most, among those that "
            "are certain (Benjamini-Hochberg over all). The same deals chose these extremes and estimate them, so they "
            "are overstated and their intervals too narrow: read them as an order of size. `pay.mode` is left "
            "out: paying by the point changes the scale of everything. *points* are percentage points."
        ),
        table(["Measure", "Adds most", "Takes most"], rows),
    ]


def _scaled(row: Row, factor: float) -> Row:
    return {"mean": factor * row["diff"], "ci95": [factor * limit for limit in row["ci95"]]}


def commands(told: Told) -> list[str]:
    """Every command, by section of the page."""
    lines = ["tongits " + shlex.join(asked()[name]) for name in told.used]
    versions = told[next(iter(told.used))]["versions"]
    made = ", ".join(f"{name} {version}" for name, version in versions.items())
    return [
        "## How to ask again",
        (
            "`python -m tests.bench.findings ask FOLDER` asks all of it, `python -m tests.bench.findings write "
            "FOLDER` writes this page; nothing in it is typed by hand but the words between the numbers. How every "
            "number is estimated and checked: [analyses.md](analyses.md), with its section *Validity*. Versions: "
            f"{made}."
        ),
        "```\n" + "\n".join(lines) + "\n```",
    ]


def page(folder: Path) -> str:
    """docs/findings.md."""
    told = Told(folder)
    sections = (surprises, calling, challenging, circle, insuring, dealing, discarding, lucky, house, commands)
    parts = [part for section in sections for part in section(told)]
    return "\n\n".join([INTRO.format(seed=SEED, margin=MARGIN, count=len(told.used)), *parts]) + "\n"
