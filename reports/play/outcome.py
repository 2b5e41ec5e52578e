"""Explains the end of a game to the person who played: the winner, the reason, and each payment, part by part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analyses.money import Money
from reports.play.news import name_of, strength
from reports.text.faces import Faces
from reports.text.language import translate
from tongits_sim.records.playback import PlaybackTable
from tongits_sim.records.schema import Record

_PARTS = {
    "base": "for the win",
    "sunog": "burned losers pay more",
    "bonus": "aces, kings, secrets",
    "sagasa": "sagasas on the way",
    "pot": "the antes",
    "jackpot": "stakes, and what was won",
    "fees": "kept by the house",
}


def ending_sentence(record: dict[str, Any], me: int) -> str:
    """Who won, and by which rule."""
    result = record["result"]
    ending, winner = result["ending"], result["winner"]
    if winner is None:
        return "The stock has run out and nobody may compete: the game is void (R12)."
    who = name_of(winner, me)
    s = "" if winner == me else "s"
    counts = result["counts"]
    mine = "your" if winner == me else "its"
    caller = next((event["seat"] for event in record["events"] if event["act"] == "call"), None)
    if ending == "tongits":
        return f"{who} win{s} by Tongits: no card is left outside melds (R8)."
    if ending == "spread":
        return f"{who} win{s} by a spread: {mine} hand was dealt all in melds (R1.3)."
    if ending == "draw":
        return f"{who} win{s}: {who if winner != me else 'you'} called a draw and nobody challenged (R11)."
    if ending == "challenge":
        by = "you" if caller == me else name_of(int(caller or 0), me)
        return f"{who} win{s} the draw that {by} called: with {counts[winner]}, {mine} count is the lowest (R11)."
    return f"{who} win{s}, for the stock has run out: with {counts[winner]}, {mine} count is the lowest (R12)."


def outcome_lines(records: Sequence[Record], me: int, faces: Faces, money: Money) -> list[str]:
    """The end of the last game as lines of at most 80 columns, with the score of the match.

    Args:
        records: of the finished games of the match.
        me: the seat of the reader.
        faces: how to write cards.
        money: how to write amounts.
    """
    record = records[-1]
    result = record["result"]
    order = [(me + step) % 3 for step in range(3)]
    lines = [ending_sentence(record, me)]
    lines += [
        f"{name_of(seat, me)} {'are' if seat == me else 'is'} burned: no meld of "
        f"{'your' if seat == me else 'its'} own lies on the table (R13)."
        for seat in order
        if result["burned"][seat]
    ]
    lines.append("")
    lines += [_hand(record, seat, me, faces) for seat in order]
    lines.append("")
    rows = [(part, amounts) for part, amounts in result["parts"].items() if any(amounts)]
    if faces.style == "words":
        for seat in order:
            parts = [f"{part} {money.text(amounts[seat])}" for part, amounts in rows if amounts[seat]]
            why = f": {', '.join(parts)}" if len(parts) > 1 else ""
            verb = ("win" if seat == me else "wins") if result["payout"][seat] >= 0 else "pay" if seat == me else "pays"
            lines.append(
                f"{name_of(seat, me)} {verb} {money.text(abs(float(result['payout'][seat])), sign=False)}{why}."
            )
        return lines
    return [*lines, *_payments(rows, records, order, me, money)]


def _hand(record: dict[str, Any], seat: int, me: int, faces: Faces) -> str:
    table = PlaybackTable(record)
    for event in record["events"]:
        table.perform(event)
    melds, loose, count = table.arranged(seat)
    shown = faces.cards(loose)
    held = (", " if faces.style == "words" else " ").join(
        [*(faces.meld(meld) for meld in melds), *([shown] if shown else [])]
    )
    won = record["result"]["ending"] in ("tongits", "spread") and record["result"]["winner"] == seat
    points = "" if won else f" (count {count})"
    return f"{name_of(seat, me)} {'hold' if seat == me else 'holds'} {held or 'no card'}{points}"


def _payments(
    parts: Sequence[tuple[str, Sequence[Any]]], records: Sequence[Record], order: Sequence[int], me: int, money: Money
) -> list[str]:
    """What each part of the last game pays, the game as a whole, and the match as it stands."""
    rows = [(name, [money.number(amounts[seat]) for seat in order], _PARTS[name]) for name, amounts in parts]
    payout = records[-1]["result"]["payout"]
    rows.append(("this game", [money.number(payout[seat]) for seat in order], ""))
    if len(records) > 1:
        number = f"{len(records)} games"
        rows.append(("in all", [money.number(standing(records, seat)) for seat in order], number))
        rows.append(("games won", [str(_wins(records, seat)) for seat in order], ""))
    first = max(len(translate(name)) for name, _, _ in rows)
    width = max(8, *(len(text) + 2 for _, texts, _ in rows for text in texts))
    names = "".join(f"{translate(name_of(seat, me)):>{width}}" for seat in order)
    lines = [f"{translate(money.unit)[:first]:{first}}{names}"]
    for name, texts, why in rows:
        line = f"{translate(name):{first}}" + "".join(f"{text:>{width}}" for text in texts)
        why = translate(why)
        lines.append(f"{line}  {why}" if why and len(line) + 2 + len(why) <= 80 else line)
    return lines


def score_lines(records: Sequence[Record], me: int, names: Sequence[str], money: Money) -> list[str]:
    """The score of a match: games and amounts won by each player.

    Args:
        records: of finished games.
        me: the seat of the reader.
        names: of the bots, by seat.
        money: how to write amounts.
    """
    if not records:
        return ["No game is finished yet."]
    lines = [f"After {len(records)} game{'' if len(records) == 1 else 's'}, in {money.heading}:"]
    for seat in ((me + step) % 3 for step in range(3)):
        won = _wins(records, seat)
        burned = sum(record["result"]["burned"][seat] for record in records)
        label = name_of(seat, me) if seat == me else f"{name_of(seat, me)} ({strength(names[seat])[:30]})"
        total = money.number(standing(records, seat))
        times = f", burned {'once' if burned == 1 else f'{burned} times'}" if burned else ""
        lines.append(f"  {label}: {total}, {won} won{times}")
    return lines


def _wins(records: Sequence[Record], seat: int) -> int:
    return sum(record["result"]["winner"] == seat for record in records)


def standing(records: Sequence[Record], seat: int) -> float:
    """What a seat won in some games, units."""
    return round(sum(float(record["result"]["payout"][seat]) for record in records), 2)
