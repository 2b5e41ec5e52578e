"""What a rule change does, in words, tables and figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from statistics import median
from typing import Any

from analyses.figures import effects
from reports.commands.compare import digits_of, known, p_words
from reports.page.advice import Advice
from reports.page.findings import Finding, Panel
from reports.page.tables import Table
from reports.text.numbers import amount, between

Document = Mapping[str, Any]
Row = Mapping[str, Any]

MOST_TOLD = 6
"""Changes that are told one by one; of more, only a ranking is shown."""
CONSOLE_RANKS = 20


def asked(document: Document) -> str:
    """What was played, in a line."""
    count = len(document["changes"])
    unit = "deals" if document["match_games"] == 1 else f"matches of {document['match_games']:,} games"
    return (
        f"what if · {count} change{'' if count == 1 else 's'} of {document['base']} · {', '.join(document['players'])}"
        f" · {document['games']:,} {unit}, each in {_seatings(document)} · seed {document['seed']}"
    )


def answer(document: Document) -> str:
    """The first sentence."""
    changes = document["changes"]
    if len(changes) <= MOST_TOLD:
        return _told(document, changes[0])
    rows = document["ranking"]
    sure = [row for row in rows if row["verdict"] in ("more", "less")]
    metric = effects.words(document["rank_by"])
    start = f"Of {len(changes)} changes of {document['base']}, {len(sure)} surely change {_the(metric)}"
    if not sure:
        return f"{start}."
    best = sure[0]
    return f"{start}, most of all {best['change']}: {_difference(best)}."


def advice(document: Document) -> list[Advice]:
    """What changes most."""
    correction = {"holm": "Holm's method", "benjamini-hochberg": "the method of Benjamini and Hochberg"}
    sure = f"{document['family']} differences, corrected by {correction[document['correction']]}."
    if len(document["changes"]) > MOST_TOLD:
        return [Advice("Which house rule changes most?", answer(document), sure)]
    told = [_changed(document, each) for each in document["changes"]]
    return [*told[:-1], told[-1]._replace(sure=f"{told[-1].sure} {sure}".strip())]


def _changed(document: Document, change: Row) -> Advice:
    """What one change does, without its small print."""
    asks = f"What if: {change_words(change)}"
    if change["no_effect"] or not change["deals_that_differ"]:
        return Advice(asks, _told(document, change))
    play = "adapted" if change["adapted"] else "effects"
    found = {each["metric"]: each for each in change[play]}
    moved = [each for each in found.values() if each["verdict"] in ("more", "less")]
    moved = [each for each in moved if not each["metric"].startswith("payout:")]
    moved.sort(key=lambda each: -abs(each["diff"]) / max(abs(each["base"]), abs(each["changed"])))
    told = [_small(each) for each in moved[:3]]
    edge = found["dealer_edge"]
    unsure = "" if edge in moved[:3] else " Dealer's edge: inconclusive." if edge not in moved else f" {_small(edge)}."
    says = f"{'; '.join(told)}." if told else "Nothing is certain to change."
    limits = [f"{effects.words(each['metric'])} {_small_limits(each)}" for each in [*moved[:3], edge]]
    who = "Players who adapt (re-tuned bots)" if play == "adapted" else "The same bots"
    return Advice(
        asks,
        says[0].upper() + says[1:] + unsure,
        f"{who}, on the same deals; points: of 100 games or players. "
        f"95 % intervals: {'; '.join(dict.fromkeys(limits))}.",
    )


def change_words(change: Row) -> str:
    """A change in plain words, where it is of few knobs."""
    from tongits_sim.rules.ruleset import KNOBS

    if len(change["knobs"]) > 2 or any(name not in KNOBS for name in change["knobs"]):
        name = change["change"]
        return f"the rules are {name.removeprefix('to ')}?" if name.startswith("to ") else f"{name}?"
    return " ".join(KNOBS[name].sentence(value) for name, value in change["knobs"].items())


COUNTED = {
    "share_tongits": "games won by Tongits",
    "share_draw": "called draws that nobody fights",
    "share_challenge": "called draws that are fought",
    "share_stock_out": "games that run the stock out",
    "share_spread": "games won by spread",
    "sunog_rate": "players burned (sunog)",
}
"""Shares as things that there are more or fewer of."""


def _small(effect: Row) -> str:
    """`6.8 points fewer games won by Tongits`, `length of a game −0.7 turns`."""
    metric, diff = effect["metric"], effects.scaled(effect["metric"], effect["diff"])
    digits = min(1 if effects.is_share(metric) else 2, digits_of(_limits(effect)))
    if metric in COUNTED:
        word = "more" if diff > 0 else "fewer"
        return f"{amount(abs(diff), digits, sign=False)} points {word} {COUNTED[metric]}"
    return f"{effects.words(metric)} {amount(diff, digits)} {effects.unit(metric)}"


def _small_limits(effect: Row) -> str:
    digits = min(2, digits_of(_limits(effect)))
    return between(_limits(effect), digits)


def sentences(document: Document) -> list[str]:
    """What else is to be said."""
    changes = document["changes"]
    told = [_told(document, change) for change in changes[1:]] if len(changes) <= MOST_TOLD else []
    idle = [change for change in changes if change["no_effect"]]
    if len(changes) > MOST_TOLD and idle:
        told.append(f"{len(idle)} changes can have no effect here; the table says why.")
    if document["skipped"]:
        told.append(f"{len(document['skipped'])} changes were not played; the table says why.")
    return [*told, *_adapted_words(document), _certainty(document), *_cautions(document)]


def tables(document: Document) -> list[Table]:
    """The numbers."""
    changes = document["changes"]
    if len(changes) <= MOST_TOLD:
        made = [_effects(change, number) for number, change in enumerate(changes, 1)]
    else:
        made = [_ranking(document), _everything(document)]
    made += [_idle(document), _tuned(document)]
    return [table for table in made if table.rows]


def console(document: Document) -> list[Table]:
    """The tables a terminal shows: of a long ranking the top."""
    changes = document["changes"]
    if len(changes) <= MOST_TOLD:
        made = [_effects(change, number, brief=True) for number, change in enumerate(changes, 1)]
        return [table for table in [*made, _tuned(document)] if table.rows]
    return [_ranking(document, CONSOLE_RANKS)]


def findings(document: Document) -> list[Finding]:
    """The figures."""
    metrics = [row["metric"] for row in document["metrics"]]
    first = [document["rank_by"]] if len(document["changes"]) > MOST_TOLD else []
    drawn = [metric for metric in dict.fromkeys([*first, *effects.PANELS]) if metric in metrics]
    ladders = {metric: effects.rungs(document, metric) for metric in drawn}
    ladders = {metric: rows for metric, rows in ladders.items() if any(_moves(row) for row in rows)}
    if not ladders:
        return []
    if len(document["changes"]) <= MOST_TOLD:
        text = " ".join(_ladder_words(metric, rows) for metric, rows in list(ladders.items())[:3])
        text = (
            "The change against the base. A line is a 95 % interval. Circle: the same bots; square: bots re-tuned; "
            f"filled: certain; hollow: inconclusive. {text}"
        )
        return [
            Finding(
                "ladder",
                "What the changes do",
                text,
                lambda: effects.draw_ladders(ladders),
                lambda: _panels(ladders),
            )
        ]
    return [_one(metric, rows) for metric, rows in list(ladders.items())[:4]]


# --- words ---


def _told(document: Document, change: Row) -> str:
    """A change in a sentence."""
    games = document["games"]
    if change["no_effect"]:
        return f"{change['change']} can have no effect: {change['no_effect']}."
    if not change["deals_that_differ"]:
        return (
            f"{change['change']} made no difference in any of {games:,} deals: it makes one in at most "
            f"{300 / games:.3g} % of them (95 %)."
        )
    edge = _of(change["effects"], "dealer_edge")
    sure = edge["verdict"] in ("more", "less")
    said = f"the dealer's edge changes by {_difference(edge)}"
    if not sure:
        said = f"whether the dealer's edge changes is not certain ({_difference(edge)})"
    others = sorted(
        (each for each in change["effects"] if each["verdict"] in ("more", "less") and each is not edge),
        key=lambda each: -abs(each["diff"]) / max(abs(each["base"]), abs(each["changed"])),
    )
    others = [each for each in others if not each["metric"].startswith("payout:")][:2]
    more = [f"{effects.words(each['metric'])} {_difference(each)}" for each in others]
    rest = f". What changes most: {'; '.join(more)}" if more else ". Nothing else changes for certain"
    only = " The cards are played exactly as before; only payments change." if _payout_only(change) else ""
    return f"With {change['change']}, {said}{rest}.{only}"


def _payout_only(change: Row) -> bool:
    return not change["deals_played_differently"] and bool(change["deals_that_differ"])


def _adapted_words(document: Document) -> list[str]:
    """What adapting does to the dealer's edge, and how far the search for it got."""
    tuned = document["tuned"]
    if tuned is None:
        return []
    if not any(player["tunable"] for player in tuned["players"]):
        return ["None of the players has thresholds to tune, so nobody could adapt."]
    told = []
    for change in document["changes"]:
        edge, same = (_of(change[play], "dealer_edge") for play in ("adapted", "effects"))
        told.append(
            f"With {change['change']} and players who adapt, the dealer's edge changes by {_difference(edge)}, "
            f"instead of {amount(same['diff'], digits_of(same['ci95']))} with the same play."
        )
    limits = [tuned["e"], *(change["tuned"]["e"] for change in document["changes"])]
    told.append(
        "Adapted: the thresholds for calling, challenging and opening are re-tuned under each rule set, on other "
        f"deals. No seat was found to gain more than e = {_up(max(limits))} units a game by deviating inside this "
        f"family (by rule set: {', '.join(map(_up, limits))}); other ways of playing were not searched."
    )
    return told


def _up(e: float) -> str:
    """A bound, rounded up."""
    return f"{math.ceil(1000 * e) / 1000:.3f}"


def _certainty(document: Document) -> str:
    """How the run stopped, what was corrected, what pairing was worth."""
    word = {"holm": "Holm's method", "benjamini-hochberg": "the method of Benjamini and Hochberg"}
    factors = [
        each["variance_reduction"]
        for change in document["changes"]
        for each in change["effects"]
        if each["variance_reduction"] is not None and change["same_deck"]
    ]
    saved = ""
    if factors:
        saved = (
            f" With separate deals for each rule set it would have taken {median(factors):.1f} times as many games"
            f" (median of all differences)."
        )
    return (
        f"{document['stopping']['words']} {document['family']} differences are corrected by "
        f'{word[document["correction"]]}; "inconclusive" does not mean equal.{saved}'
    )


def _cautions(document: Document) -> list[str]:
    other = [change["change"] for change in document["changes"] if not change["same_deck"]]
    if not other:
        return []
    shown = ", ".join(other[:3]) + (" ..." if len(other) > 3 else "")
    return [
        f"Another number of jokers makes another deck, so only the seed is shared, and pairing saves less: {shown}."
    ]


def _difference(effect: Row) -> str:
    """`+0.057 units a game (95 % interval +0.031 to +0.083)`."""
    metric = effect["metric"]
    limits = _limits(effect)
    digits = digits_of(limits)
    shown = amount(effects.scaled(metric, effect["diff"]), digits)
    unit = effects.unit(metric)
    unit = unit.replace("% of", "percentage points of") if effects.is_share(metric) else unit
    return f"{shown} {unit} (95 % interval {between(limits, digits)})"


def _limits(effect: Row) -> list[float] | None:
    found = effect["ci95"]
    return [effects.scaled(effect["metric"], limit) for limit in found] if found else None


def _of(effects: list[Row], metric: str) -> Row:
    return next(each for each in effects if each["metric"] == metric)


def _the(metric: str) -> str:
    return metric if metric.endswith(" earns") else f"the {metric}"


def _seatings(document: Document) -> str:
    return {1: "one seating", 3: "three seatings", 6: "all six seatings"}[document["seatings"]]


# --- tables ---


def _effects(change: Row, number: int, brief: bool = False) -> Table:
    """All metrics of one change; `brief`: only those that moved, in few columns."""
    adapted = {each["metric"]: each for each in change["adapted"]}
    headings = ["Metric", "Before", "After", "Change", "Verdict"] + ["p", "Saved by pairing"] * (not brief)
    headings += (["If they adapt", "Verdict"] + ["p"] * (not brief)) if adapted else []
    rows, still = [], []
    for each in change["effects"] if not change["no_effect"] else ():
        other = adapted.get(each["metric"])
        if brief and not each["diff"] and not (other and other["diff"]):
            still.append(effects.words(each["metric"]))
            continue
        factor = each["variance_reduction"]
        cells = [_name(each["metric"]), *_levels(each), *_tested(each)[: 2 if brief else 3]]
        cells += ["" if factor is None else f"{factor:.1f} ×"] * (not brief)
        rows.append(cells + (_tested(other)[: 2 if brief else 3] if other else []))
    note = "± is half a 95 % interval of the change, from differences deal by deal; verdicts are corrected."
    note += f" Not one deal differed in: {', '.join(still)}." if still else ""
    note += " None: not one deal differed." * (not brief)
    return Table(f"change-{number}", f"With {change['change']}", headings, rows, note=note)


def _name(metric: str) -> str:
    """`dealer's edge, units`."""
    short = effects.unit(metric).replace("units a game", "units").replace(" of games", "").replace(" of hands", "")
    return f"{effects.words(metric)}, {short}"


def _levels(effect: Row) -> list[str]:
    digits = max(digits_of(_limits(effect)), 1)
    return [amount(effects.scaled(effect["metric"], effect[name]), digits, sign=False) for name in ("base", "changed")]


def _tested(effect: Row) -> list[str]:
    """Difference, verdict, corrected p."""
    p = effect.get("p_bh", effect["p_holm"])
    shown = known(effects.scaled(effect["metric"], effect["diff"]), _limits(effect)) if effect["diff"] else "0"
    return [shown, effect["verdict"], p_words(p)]


def _ranking(document: Document, most: int | None = None) -> Table:
    """The changes by their effect on one metric."""
    rows = [
        [str(row["rank"]), row["change"], *_levels(row), *_tested(row)]
        for row in document["ranking"][:most]
        if not row["no_effect"]
    ]
    metric = document["rank_by"]
    title = f"Changes ranked by {_the(effects.words(metric))}, {effects.unit(metric)}"
    note = "± is half a 95 % interval; p by Benjamini and Hochberg over all metrics of all changes."
    if most is not None and len(document["ranking"]) > most:
        note += f" The {most} largest of {len(document['ranking'])}; all with --report or --format json."
    return Table("ranking", title, ["", "Change", "Before", "After", "Difference", "Verdict", "p"], rows, 2, note)


def _everything(document: Document) -> Table:
    """All changes and the metrics that are drawn."""
    metrics = [row["metric"] for row in document["metrics"] if row["metric"] in effects.PANELS]
    rows = []
    for change in document["changes"]:
        if change["no_effect"]:
            continue
        found = [_of(change["effects"], metric) for metric in metrics]
        cells = [
            _tested(each)[0] + ("" if each["verdict"] != "inconclusive" or not each["diff"] else " ?") for each in found
        ]
        rows.append([change["change"], *cells])
    headings = ["Change", *(f"{effects.words(metric)}, {effects.unit(metric)}" for metric in metrics)]
    note = "Differences from the base, ± half a 95 % interval. ?: not certain. 0: no deal differed in it."
    return Table("everything", "Every change", headings, rows, note=note)


def _idle(document: Document) -> Table:
    """Changes that can have no effect, or were not played."""
    rows = [
        [change["change"], "no effect", change["no_effect"]] for change in document["changes"] if change["no_effect"]
    ]
    rows += [[each["change"], "not played", each["reason"]] for each in document["skipped"]]
    return Table("idle", "Changes without an effect, or not played", ["Change", "", "Why"], rows, text=3)


def _tuned(document: Document) -> Table:
    """The thresholds tuned for each rule set."""
    rows = []
    found = [("base", document["tuned"]), *((each["change"], each["tuned"]) for each in document["changes"])]
    for what, tuned in found:
        if tuned is None:
            continue
        gains = {each["player"]: each for each in tuned["adapting_gains"]}
        for player in tuned["players"]:
            gain = gains.get(player["player"])
            numbers = ", ".join(f"{name} = {player['params'][name]:g}" for name in player["tunable"])
            earned = known(gain["gain"], gain["ci95"]) if gain else "nothing changed"
            rows.append([what, player["player"], numbers or "none", earned, _up(tuned["e"])])
    note = (
        "Gain: units a game of the tuned numbers over those it came with, the others being tuned; on deals that tuned "
        "nothing. e: no deviation found gains a seat more than this (95 %)."
    )
    return Table("tuned", "How the players adapt", ["Rules", "Player", "Tuned thresholds", "Gain", "e"], rows, 3, note)


# --- figures ---


def _moves(row: Row) -> bool:
    return bool(row["mechanical"]["diff"]) or bool(row["adapted"] and row["adapted"]["diff"])


def _panels(ladders: Mapping[str, list[dict[str, Any]]]) -> list[Panel]:
    """A panel for each metric, which says what it shows."""
    drawn = effects.draw_ladder_panels(ladders)
    return [
        Panel(title, figure, _ladder_words(metric, rows))
        for (title, figure), (metric, rows) in zip(drawn, ladders.items(), strict=True)
    ]


def _one(metric: str, rows: list[dict[str, Any]]) -> Finding:
    title = f"What the changes do: {effects.words(metric)}"
    text = f"{_ladder_words(metric, rows)} A line is a 95 % interval; hollow: inconclusive."
    if effects.far(rows) is not None:
        text += " An arrow with its value lies beyond the edge."
    return Finding(f"ladder-{metric}", title, text, lambda: effects.draw_ladder(rows, metric))


def _ladder_words(metric: str, rows: list[dict[str, Any]]) -> str:
    """What a ladder shows."""
    word = {True: "more", False: "less"}
    parts = []
    for play, said in (("mechanical", "same bots"), ("adapted", "bots re-tuned")):
        found = [row for row in rows if row[play] is not None]
        if not found:
            continue
        for up in (True, False):
            names = [row["change"] for row in found if row[play]["sure"] and (row[play]["diff"] > 0) == up]
            if names:
                shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
                parts.append(f"{word[up]} with {shown} ({said})")
    told = "; ".join(parts) if parts else "no change is certain"
    text = f"{effects.words(metric)}: {told}."
    return text[0].upper() + text[1:]
