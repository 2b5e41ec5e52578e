"""The pocket card in words: headings, rows of a situation and what to do, small print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyses.answers.card import CardAnswer, CardRule
from reports.text.language import card_words, spoken
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import known

MOST = 100
"""A range of counts that ends here or higher has no end."""


@dataclass(frozen=True)
class Part:
    """A part of the card: a heading, and rows of a situation and what to do in it.

    Attributes:
        heading: over the part.
        rows: a situation and one or more columns.
        heads: over the columns; empty where they need none.
    """

    heading: str
    rows: tuple[tuple[str, ...], ...]
    heads: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A card in words; `language` as in HTML: en, tl."""

    language: str
    title: str
    subtitle: str
    parts: tuple[Part, ...]
    small: tuple[str, ...]


EN: Mapping[str, str] = {
    "title": "Tongits pocket card",
    "subtitle": "House rules: {rules}",
    "calls": "Call a draw?",
    "rivals_0": "Neither opponent can fight",
    "rivals_1": "One opponent can fight",
    "rivals_2": "Both opponents can fight",
    "rivals_holds": "{rivals}, holds {range}",
    "rivals_fewest": "{rivals}, one holds {range}",
    "with": "Your count",
    "thrown": "threw {range}",
    "thrown_low": "threw A–{high}",
    "any": "any count",
    "never": "never",
    "most": "{count} or less",
    "bluff": "or {count}+ to bluff",
    "only_bluff": "{count}+ to bluff",
    "ask": "{limit} (ask: {counts})",
    "fights": "Somebody called: fight?",
    "holds": "The caller holds",
    "card_one": "1 card",
    "card_many": "{range} cards",
    "after": "{cards}, another fights",
    "after_any": "Another fights already",
    "lays": "Lay your first meld?",
    "rivals_some": "An opponent can fight",
    "turn": "On your turn",
    "draw": "Draw",
    "draw_says": "Take the discard for a meld if that lowers your count; else draw from the stock.",
    "lay": "Lay or hold",
    "lay_first": "Lay your first meld at once, the one that fewest cards fit: no sunog, and you may call. Hold the "
    "others.",
    "lay_then": "Lay the meld first that fewest cards fit. Hold the others.",
    "lay_all": "Lay every meld at once: in your hand it counts against you.",
    "sapaw": "Sapaw",
    "sapaw_says": "Add every loose card that fits a meld on the table.",
    "sapaw_blocks": "Add every loose card that fits, first to the meld of an opponent whom nobody has blocked yet: he "
    "may not call.",
    "discard": "Discard",
    "discard_says": "The loose card with most points, 3 points less for each unseen card that would meld it with "
    "another of yours; near the end of the stock points alone. Do not break a meld.",
    "count": "Count: points of the cards in your hand outside melds. Can fight: has a meld on the table, or what else "
    "these rules ask for. Threw: the last discard, in points, of the caller; before a call, the lower one of those who "
    "can fight (9+ if they threw none).",
    "price": "Who calls and fights by this card and else plays like {player} loses {cost} units a game beside two "
    "{player}; who plays the cards by it too, {all}. Measured on {deals} deals.",
    "asking": "Ask: a close count; in more than a third of such positions the other answer is better. tongits advise "
    "and the page say what is best.",
    "depends": "Against people whose habits you know, something else may be better.",
}


def sheet(answer: CardAnswer) -> Sheet:
    """A card in the words of the current language."""
    words = card_words() or EN
    turn = [(words[name], words[f"{name}_says"]) for name in ("draw", "discard")]
    melds = "lay_all" if answer.lay_all else "lay_then" if answer.lays else "lay_first"
    turn.insert(1, (words["lay"], words[melds]))
    blocks = answer.knobs.get("call.block_opponent_sapaw", "off") != "off"
    turn.insert(2, (words["sapaw"], words["sapaw_blocks" if blocks else "sapaw_says"]))
    tables = _calls(answer.calls, words), _fights(answer.challenges, words), _lays(answer.lays, words)
    parts = (*tables, Part(words["turn"], tuple(turn)))
    every = (*answer.calls, *answer.challenges, *answer.lays)
    asking = any(rule.ask for rule in every)
    price = {
        "cost": _price(answer.cost),
        "all": _price(answer.cost_all),
        "deals": f"{answer.deals:,}",
        "player": answer.player,
    }
    return Sheet(
        spoken(),
        words["title"],
        words["subtitle"].format(rules=answer.rules),
        tuple(part for part in parts if part.rows),
        (words["count"], words["price"].format(**price), *[words["asking"]] * asking, words["depends"]),
    )


def _price(cost: Estimate) -> str:
    return known(cost.mean, cost.ci95).lstrip("+")


def _range(low: int, high: int | None) -> str:
    return f"{low}+" if high is None else f"{low}" if low == high else f"{low}–{high}"


def _calls(rules: Sequence[CardRule], words: Mapping[str, str]) -> Part:
    """When to call: a row for each number of opponents who can fight and their fewest cards."""
    return _table(words["calls"], "", [(_rivals(rule, words), rule) for rule in rules], words)


def _rivals(rule: CardRule, words: Mapping[str, str]) -> str:
    rivals = words[f"rivals_{rule.rivals}"]
    if rule.rivals == 0 or (rule.cards_from == 0 and rule.cards_to is None):
        return rivals
    cards = _range(rule.cards_from, rule.cards_to)
    return words["rivals_holds" if rule.rivals == 1 else "rivals_fewest"].format(rivals=rivals, range=cards)


def rule_words(rule: CardRule) -> str:
    """A rule of thumb in the words of the card: `One opponent can fight, holds 7+, threw 5–8: 28 or less`."""
    words = card_words() or EN
    place = f"{words['holds']}: {_caller(rule, words)}" if rule.decision == "challenge" else _rivals(rule, words)
    thrown = _thrown(rule.discard_from, rule.discard_to, words)
    limit = _limit_words(rule, words)
    return f"{place}, {thrown}: {limit}" if rule.discard_from or rule.discard_to is not None else f"{place}: {limit}"


def _fights(rules: Sequence[CardRule], words: Mapping[str, str]) -> Part:
    """When to fight: a row for each range of the caller's cards."""
    return _table(words["fights"], words["holds"], [(_caller(rule, words), rule) for rule in rules], words)


def _lays(rules: Sequence[CardRule], words: Mapping[str, str]) -> Part:
    """When to lay the first meld: a row for each number of opponents who can fight, one for both numbers if alike."""
    fought = [(rule.at_most, rule.ask) for rule in rules if rule.rivals]
    alike = len(fought) > 1 and len(set(fought)) == 1
    rows = [
        (words["rivals_some" if alike and rule.rivals else f"rivals_{rule.rivals}"], rule)
        for rule in rules
        if not alike or rule.rivals < 2
    ]
    return _table(words["lays"], "", rows, words)


def _table(heading: str, corner: str, rows: Sequence[tuple[str, CardRule]], words: Mapping[str, str]) -> Part:
    """Limits by situation and by the last discard, a column for each range of it."""
    thrown = [(rule.discard_from, rule.discard_to) for _, rule in rows]
    columns = sorted(set(thrown), key=lambda ends: ends[0])
    limits: dict[str, dict[int, str]] = {}
    for (name, rule), (low, _) in zip(rows, thrown, strict=True):
        limits.setdefault(name, {})[low] = _limit_words(rule, words)

    def cells(found: dict[int, str]) -> tuple[str, ...]:
        same = next(iter(found.values())) if len(set(found.values())) == 1 else "–"
        return tuple(found.get(low, same) for low, _ in columns)

    heads = (words["with"],) if len(columns) == 1 else tuple(_thrown(*each, words) for each in columns)
    corner = corner or (words["with"] if len(columns) > 1 else "")
    return Part(heading, tuple((name, *cells(found)) for name, found in limits.items()), (corner, *heads))


def _thrown(low: int, high: int | None, words: Mapping[str, str]) -> str:
    if low == 0 and high is not None:
        return words["thrown_low"].format(high=high)
    return words["thrown"].format(range=_range(low, high))


def _caller(rule: CardRule, words: Mapping[str, str]) -> str:
    everybody = rule.cards_from == 0 and rule.cards_to is None
    one = rule.cards_to == 1
    cards = words["card_one"] if one else words["card_many"].format(range=_range(rule.cards_from, rule.cards_to))
    if rule.rivals:
        return words["after_any"] if everybody else words["after"].format(cards=cards)
    return cards


def _limit_words(rule: CardRule, words: Mapping[str, str]) -> str:
    """The limit of a rule, and the counts at which it says to ask."""
    limit = _limit(rule.at_most, rule.at_least, words)
    if not rule.ask:
        return limit
    counts = ", ".join(_range(low, None if high >= MOST else high) for low, high in rule.ask)
    return words["ask"].format(limit=limit, counts=counts)


def _limit(at_most: int | None, at_least: int | None, words: Mapping[str, str]) -> str:
    """Counts in words: `28 or less, or 50+ to bluff`."""
    if at_most is None:
        return words["any"]
    if at_most < 0:
        return words["never"] if at_least is None else words["only_bluff"].format(count=at_least)
    text = words["most"].format(count=at_most)
    return text if at_least is None else f"{text}, {words['bluff'].format(count=at_least)}"
