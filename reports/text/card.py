"""The pocket card in words, in English and in Tagalog: headings, rows of a situation and what to do, small print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyses.answers.card import CallRule, CardAnswer, ChallengeRule
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import known


class LanguageError(TongitsError):
    """A language that the card is not written in."""


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
    "stock": "stock {range}",
    "with": "Your count",
    "any": "any count",
    "never": "never",
    "most": "{count} or less",
    "bluff": "or {count}+ to bluff",
    "only_bluff": "{count}+ to bluff",
    "fights": "Somebody called: fight?",
    "holds": "The caller holds",
    "card_one": "1 card",
    "card_many": "{range} cards",
    "after": "{cards}, another fights",
    "after_any": "Another fights already",
    "turn": "On your turn",
    "draw": "Draw",
    "draw_says": "Take the discard for a meld if that lowers your count; else draw from the stock.",
    "lay": "Lay or hold",
    "lay_first": "Lay your first meld at once: no sunog, and you may call. Hold the others.",
    "lay_all": "Lay every meld at once: in your hand it counts against you.",
    "sapaw": "Sapaw",
    "sapaw_says": "Add every loose card that fits a meld on the table.",
    "discard": "Discard",
    "discard_says": "Your highest loose card without a pair or a neighbour. Do not break a meld.",
    "count": "Count: points of the cards in your hand outside melds. Can fight: has a meld on the table, or what else "
    "these rules ask for. Stock: cards left to draw. Mano: the dealer, who has 13 cards and discards first.",
    "price": "Calling and fighting by this card instead of the full tables costs {cost} units a game; playing the "
    "cards by it too, {all}. Measured on {deals} deals beside two who play the full tables.",
    "depends": "Against people whose habits you know, something else may be better.",
}
TL: Mapping[str, str] = {
    "title": "Kodigo sa Tongits",
    "subtitle": "Patakaran: {rules}",
    "calls": "Magdo-draw ba?",
    "rivals_0": "Walang puwedeng lumaban",
    "rivals_1": "Isa lang ang puwedeng lumaban",
    "rivals_2": "Parehong puwedeng lumaban",
    "stock": "bunutan {range}",
    "with": "Bilang mo",
    "any": "kahit ilan",
    "never": "huwag",
    "most": "{count} pababa",
    "bluff": "o {count} pataas, pang-bluff",
    "only_bluff": "{count} pataas, pang-bluff",
    "fights": "May nag-draw: lalaban ba?",
    "holds": "Hawak ng nag-draw",
    "card_one": "1 baraha",
    "card_many": "{range} baraha",
    "after": "{cards}, may lumaban na",
    "after_any": "May lumaban nang iba",
    "turn": "Pag ikaw na",
    "draw": "Bunot",
    "draw_says": "Kunin ang tapon kung makakabuo ka at bababa ang bilang mo; kung hindi, bumunot.",
    "lay": "Bahay",
    "lay_first": "Ibaba agad ang unang buo para may bahay ka: hindi ka na masusunog at puwede ka nang mag-draw. Itago "
    "muna ang ibang buo.",
    "lay_all": "Ibaba agad ang lahat ng buo: bilang pa rin iyon kapag nasa kamay.",
    "sapaw": "Sapaw",
    "sapaw_says": "Isapaw agad ang bawat sobrang baraha na kasya sa mga bahay.",
    "discard": "Tapon",
    "discard_says": "Itapon ang pinakamataas na barahang walang kapareha o karugtong. Huwag sirain ang buo.",
    "count": "Bilang: puntos ng mga barahang hindi buo. Puwedeng lumaban: may bahay na, o kung ano ang hinihingi ng "
    "patakaran. Bunutan: mga barahang natitira. Mano: ang may 13 baraha at unang magtatapon.",
    "price": "Pag ito ang sinunod sa draw at laban imbes na ang buong talaan, talo ka ng {cost} kada laro; pag pati sa "
    "bunot, bahay at tapon, {all}. Sinukat sa {deals} bigayan kontra dalawang gumagamit ng buong talaan.",
    "depends": "Kumporme pa rin sa kalaban: pag kabisado mo na ang laro nila, baka iba ang tama.",
}
LANGUAGES: Mapping[str, Mapping[str, str]] = {"en": EN, "tl": TL}
"""Words of each language by name."""


def sheet(answer: CardAnswer, language: str = "en") -> Sheet:
    """A card in words. Raises LanguageError."""
    words = LANGUAGES.get(language)
    if words is None:
        raise LanguageError(f"the card is not written in {language!r}; choose {' or '.join(LANGUAGES)}")
    turn = [(words[name], words[f"{name}_says"]) for name in ("draw", "sapaw", "discard")]
    turn.insert(1, (words["lay"], words["lay_all" if answer.lay_all else "lay_first"]))
    parts = (_calls(answer.calls, words), _fights(answer.challenges, words), Part(words["turn"], tuple(turn)))
    price = {"cost": _price(answer.cost), "all": _price(answer.cost_all), "deals": f"{answer.deals:,}"}
    return Sheet(
        language,
        words["title"],
        words["subtitle"].format(rules=answer.rules),
        tuple(part for part in parts if part.rows),
        (words["count"], words["price"].format(**price), words["depends"]),
    )


def _price(cost: Estimate) -> str:
    return known(cost.mean, cost.ci95).lstrip("+")


def _range(low: int, high: int | None) -> str:
    return f"{low}+" if high is None else f"{low}" if low == high else f"{low}–{high}"


def _calls(rules: Sequence[CallRule], words: Mapping[str, str]) -> Part:
    """When to call: a row for each number of opponents who can fight, a column for each range of the stock."""
    stocks = list(dict.fromkeys((rule.stock_from, rule.stock_to) for rule in rules))
    limits = {(rule.rivals, rule.stock_from): _limit(rule.at_most, rule.at_least, words) for rule in rules}
    rows = tuple(
        (words[f"rivals_{rivals}"], *(limits.get((rivals, low), "–") for low, _ in stocks))
        for rivals in sorted({rule.rivals for rule in rules})
    )
    heads = (
        (words["with"],) if len(stocks) == 1 else tuple(words["stock"].format(range=_range(*each)) for each in stocks)
    )
    return Part(words["calls"], rows, ("" if len(stocks) == 1 else words["with"], *heads))


def _fights(rules: Sequence[ChallengeRule], words: Mapping[str, str]) -> Part:
    """When to fight: a row for each range of the caller's cards."""
    rows = tuple((_caller(rule, words), _limit(rule.at_most, None, words)) for rule in rules)
    return Part(words["fights"], rows, (words["holds"], words["with"]))


def _caller(rule: ChallengeRule, words: Mapping[str, str]) -> str:
    everybody = rule.cards_from == 0 and rule.cards_to is None
    one = rule.cards_to == 1
    cards = words["card_one"] if one else words["card_many"].format(range=_range(rule.cards_from, rule.cards_to))
    if rule.after_challenge:
        return words["after_any"] if everybody else words["after"].format(cards=cards)
    return cards


def _limit(at_most: int | None, at_least: int | None, words: Mapping[str, str]) -> str:
    """Counts in words: `28 or less, or 50+ to bluff`."""
    if at_most is None:
        return words["any"]
    if at_most < 0:
        return words["never"] if at_least is None else words["only_bluff"].format(count=at_least)
    text = words["most"].format(count=at_most)
    return text if at_least is None else f"{text}, {words['bluff'].format(count=at_least)}"


def lines(card: Sheet) -> list[str]:
    """The card as plain text, a line each."""
    page = [card.title, card.subtitle]
    for part in card.parts:
        rows = [part.heads, *part.rows] if part.heads else list(part.rows)
        widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))] if rows else []
        page += ["", part.heading]
        page += [
            "  " + "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
    return [*page, "", *card.small]
