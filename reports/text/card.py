"""The pocket card in words: at most three lines each for calls, challenges and the first meld, and the cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyses.answers.card import CardAnswer, Thumb
from reports.text.language import card_words, spoken
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import MINUS, amount


@dataclass(frozen=True)
class Part:
    """A part of the card: its name and its lines."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Sheet:
    language: str  # as in HTML: en, tl
    title: str
    parts: tuple[Part, ...]
    cost: str  # a line: the cost at the three tables
    small: tuple[str, ...]  # what the words mean
    turn: tuple[Part, ...]  # the rest of a turn, in words


EN: Mapping[str, str] = {
    "title": "{rules}: call {when}",
    "start": "before you draw",
    "end": "with your discard",
    "after_draw": "after you draw",
    "call": "CALL",
    "respond": "CHALLENGE",
    "lay": "MELD 1",
    "any": "any count",
    "never": "never",
    "most": "{count} or less",
    "least": "{count} or more: they fold",
    "cards": "up to {times} × cards{plus}",
    "thrown": "up to {times} × (cards + discard){plus}",
    "both": "up to {times} × the cards of both{plus}",
    "alone": "{limit}; only one open: {more} more",
    "example": "{cards}: {count}",
    "example_thrown": "{cards} and a {points}: {count}",
    "if_nobody": "nobody open: {says}",
    "if_some": "an opponent is open: {says}",
    "always": "{says}, whoever is open",
    "good": "{says}",
    "last": "beginners: {says}",
    "table": "{name}: {says}",
    "lay_any": "lay it at once",
    "lay_never": "hold it",
    "lay_most": "with {count} or less lay it, else hold it",
    "lay_least": "with {count} or more lay it, else hold it",
    "lay_most_yes": "above {count} hold it, else either",
    "lay_most_no": "with {count} or less lay it, else either",
    "either": "either",
    "cost": "Units a game by the card instead of thinking: {costs}.",
    "strong": "strong",
    "regular": "regular",
    "beginners": "beginners",
    "count_is": "Your count: points of the cards in your hand outside melds.",
    "cards_are": "Cards: the fewest in a hand of an open opponent; when challenging, the caller's.",
    "discard_is": "Discard: the points of their last one, the lower of two.",
    "turn_draw": "DRAW",
    "draw_says": "Take the discard for a meld if that lowers your count; else draw from the stock.",
    "turn_lay": "MELDS",
    "lay_then": "Lay the meld first that fewest cards fit. Hold the others.",
    "lay_all": "Lay every meld at once: in your hand it counts against you.",
    "turn_sapaw": "SAPAW",
    "sapaw_says": "Add every loose card that fits a meld on the table.",
    "sapaw_blocks": "Add every loose card that fits, first to the meld of an opponent whom nobody has blocked yet: he "
    "may not call.",
    "turn_discard": "DISCARD",
    "discard_says": "The loose card with most points, 3 points less for each unseen card that would meld it with "
    "another of yours; near the end of the stock points alone. Do not break a meld.",
}
_EXAMPLES, _EXAMPLES_BOTH = (3, 6, 9), (9, 14, 18)
_EXAMPLES_THROWN = ((4, 10), (8, 10))


def sheet(answer: CardAnswer) -> Sheet:
    """The card in the current language."""
    words = card_words() or EN
    parts = [Part(words[name], _lines(answer.of(name), answer, words)) for name in ("call", "respond", "lay")]
    blocks = answer.knobs.get("call.block_opponent_sapaw", "off") != "off"
    turn = {
        "draw": "draw_says",
        "lay": "lay_all" if answer.lay_all else "lay_then",
        "sapaw": "sapaw_blocks" if blocks else "sapaw_says",
        "discard": "discard_says",
    }
    small = [words["count_is"]]
    small += [words["cards_are"]] * any(thumb.times for thumb in answer.thumbs)
    small += [words["discard_is"]] * any(thumb.thrown for thumb in answer.thumbs)
    return Sheet(
        spoken(),
        words["title"].format(rules=answer.rules, when=words[str(answer.knobs.get("call.timing", "start"))]),
        tuple(part for part in parts if part.lines),
        cost_words(answer.cost, answer.tables, words),
        tuple(small),
        tuple(Part(words[f"turn_{name}"], (words[says],)) for name, says in turn.items()),
    )


def _lines(thumbs: Sequence[Thumb], answer: CardAnswer, words: Mapping[str, str]) -> tuple[str, ...]:
    """The lines of a decision: against opponents who may challenge, then if nobody may."""
    some = [thumb for thumb in thumbs if thumb.rivals_to is None]
    nobody = [thumb for thumb in thumbs if thumb.rivals_to == 0]
    if [*map(_plain, some)] == [*map(_plain, nobody)] and len(some) == 1:
        says = thumb_words(some[0], words)
        return (words["always"].format(says=says) if some[0].decision == "call" else says,)
    lines = []
    for thumb in some:
        says = thumb_words(thumb, words)
        if thumb.decision == "lay":
            says = words["if_some"].format(says=says)
        if len(some) > 1:
            beginners = thumb.at == (len(answer.tables) - 1,)
            names = {words[answer.tables[at]] for at in thumb.at}
            word = "last" if beginners else "table" if len(names) == 1 else "good"
            says = words[word].format(says=says, name=", ".join(names))
        lines.append(says)
    lines += [words["if_nobody"].format(says=thumb_words(thumb, words)) for thumb in nobody]
    return tuple(lines)


def _plain(thumb: Thumb) -> tuple[object, ...]:
    return thumb.kind, thumb.times, thumb.plus, thumb.thrown, thumb.close


def thumb_words(thumb: Thumb, words: Mapping[str, str] | None = None) -> str:
    """A rule of thumb: `28 or less`, `up to 4 × cards − 5 (3: 7, 6: 19, 9: 31)`."""
    words = words or card_words() or EN
    if thumb.decision == "lay":
        if thumb.close and thumb.kind in ("any", "never"):
            return words["either"]
        name = f"lay_{thumb.kind}_{thumb.close}" if thumb.close else f"lay_{thumb.kind}"
        return words.get(name, words[f"lay_{thumb.kind}"]).format(count=thumb.plus)
    if thumb.kind != "most" or not thumb.times:
        return words[thumb.kind].format(count=thumb.plus)
    sign = "" if not thumb.plus else f" + {thumb.plus}" if thumb.plus > 0 else f" {MINUS} {-thumb.plus}"
    limit = words["both" if thumb.both else "thrown" if thumb.thrown else "cards"].format(times=thumb.times, plus=sign)
    if thumb.alone:
        limit = words["alone"].format(limit=limit, more=thumb.alone)
    return f"{limit} ({', '.join(_examples(thumb, words))})"


def _examples(thumb: Thumb, words: Mapping[str, str]) -> list[str]:
    def count(limit: int) -> str:
        return words["never"] if limit < 0 else str(limit)

    if not thumb.thrown:
        every = _EXAMPLES_BOTH if thumb.both else _EXAMPLES
        return [words["example"].format(cards=cards, count=count(thumb.limit(cards))) for cards in every]
    return [
        words["example_thrown"].format(cards=cards, points=points, count=count(thumb.limit(cards, points)))
        for cards, points in _EXAMPLES_THROWN
    ]


def cost_words(costs: Sequence[Estimate], tables: Sequence[str], words: Mapping[str, str] | None = None) -> str:
    """`Units a game by the card instead of thinking: strong −0.05 ± 0.02, regular −0.06 ± 0.02, beginners +0.08 ...`"""
    words = words or card_words() or EN
    gains = [f"{amount(-(cost.mean or 0.0), 2)} ± {cost.half_width or 0.0:.2f}" for cost in costs]
    parts = [f"{words[name]} {gain}" for gain, name in zip(gains, tables, strict=True)]
    return words["cost"].format(costs=", ".join(parts))
