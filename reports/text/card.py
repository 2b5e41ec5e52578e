"""The pocket card in words, in English and in Tagalog: headings, rows of a situation and what to do, small print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyses.answers.card import CallRule, CardAnswer, ChallengeRule
from reports.text.numbers import known
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Estimate


class LanguageError(TongitsError):
    """A language that the card is not written in."""


@dataclass(frozen=True)
class Part:
    """A part of the card: a heading, and rows of a situation and what to do in it."""

    heading: str
    rows: tuple[tuple[str, str], ...]


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
    "call_any": "call with any count",
    "call_never": "do not call",
    "call_most": "call with {count} or less",
    "call_bluff": "or, to bluff, with {count} or more",
    "call_only_bluff": "call only to bluff, with {count} or more",
    "fights": "Somebody called: fight or fold?",
    "cards": "Caller holds {range}",
    "card_one": "1 card",
    "card_many": "{range} cards",
    "after": "another fights, {cards}",
    "after_any": "Another player fights",
    "fight_any": "fight",
    "fight_never": "fold",
    "fight_most": "fight with {count} or less",
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
    "these rules ask for. Stock: cards left to draw.",
    "price": "Calling and fighting by this card instead of the full tables costs {cost} units a game; playing the "
    "cards by it too, {all}. Measured on {deals} deals beside two who play the full tables.",
    "depends": "Against people whose habits you know, something else may be better.",
}
TL: Mapping[str, str] = {
    "title": "Kodigo sa Tongits",
    "subtitle": "Patakaran: {rules}",
    "calls": "Magdo-draw ba?",
    "rivals_0": "Walang kalabang puwedeng lumaban",
    "rivals_1": "Isang kalaban lang ang puwedeng lumaban",
    "rivals_2": "Parehong puwedeng lumaban",
    "stock": "bunutan {range}",
    "call_any": "draw, kahit ilan ang bilang",
    "call_never": "huwag mag-draw",
    "call_most": "draw kung {count} pababa",
    "call_bluff": "o pang-bluff, kung {count} pataas",
    "call_only_bluff": "draw lang kung pang-bluff, {count} pataas",
    "fights": "May nag-draw: laban o fold?",
    "cards": "Hawak ng nag-draw: {range}",
    "card_one": "1 baraha",
    "card_many": "{range} baraha",
    "after": "may lumaban na, {cards}",
    "after_any": "May lumaban nang iba",
    "fight_any": "laban",
    "fight_never": "fold",
    "fight_most": "laban kung {count} pababa",
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
    "patakaran. Bunutan: mga barahang natitira.",
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
    single = len({(rule.stock_from, rule.stock_to) for rule in answer.calls}) == 1
    calls = tuple((_situation(rule, words, single), _call(rule, words)) for rule in answer.calls)
    fights = tuple((_caller(rule, words), _fight(rule, words)) for rule in answer.challenges)
    turn = [(words[name], words[f"{name}_says"]) for name in ("draw", "sapaw", "discard")]
    turn.insert(1, (words["lay"], words["lay_all" if answer.lay_all else "lay_first"]))
    price = {"cost": _price(answer.cost), "all": _price(answer.cost_all), "deals": f"{answer.deals:,}"}
    return Sheet(
        language,
        words["title"],
        words["subtitle"].format(rules=answer.rules),
        (Part(words["calls"], calls), Part(words["fights"], fights), Part(words["turn"], tuple(turn))),
        (words["count"], words["price"].format(**price), words["depends"]),
    )


def _price(cost: Estimate) -> str:
    return known(cost.mean, cost.ci95).lstrip("+")


def _range(low: int, high: int | None) -> str:
    return f"{low}+" if high is None else f"{low}" if low == high else f"{low}–{high}"


def _situation(rule: CallRule, words: Mapping[str, str], single: bool) -> str:
    who = words[f"rivals_{rule.rivals}"]
    return who if single else f"{who}, {words['stock'].format(range=_range(rule.stock_from, rule.stock_to))}"


def _call(rule: CallRule, words: Mapping[str, str]) -> str:
    if rule.at_most is None:
        return words["call_any"]
    if rule.at_most < 0:
        bluff = rule.at_least
        return words["call_never"] if bluff is None else words["call_only_bluff"].format(count=bluff)
    said = words["call_most"].format(count=rule.at_most)
    return said if rule.at_least is None else f"{said}, {words['call_bluff'].format(count=rule.at_least)}"


def _caller(rule: ChallengeRule, words: Mapping[str, str]) -> str:
    everybody = rule.cards_from == 0 and rule.cards_to is None
    one = rule.cards_to == 1
    cards = words["card_one"] if one else words["card_many"].format(range=_range(rule.cards_from, rule.cards_to))
    if rule.after_challenge:
        return words["after_any"] if everybody else _upper(words["after"].format(cards=cards))
    return words["cards"].format(range=cards)


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _fight(rule: ChallengeRule, words: Mapping[str, str]) -> str:
    if rule.at_most is None:
        return words["fight_any"]
    return words["fight_never"] if rule.at_most < 0 else words["fight_most"].format(count=rule.at_most)


def lines(card: Sheet) -> list[str]:
    """The card as plain text, a line each."""
    made = [card.title, card.subtitle]
    for part in card.parts:
        made += ["", part.heading]
        width = max(len(left) for left, _ in part.rows) if part.rows else 0
        made += [f"  {left:<{width}}  {right}" for left, right in part.rows]
    return [*made, "", *card.small]
