"""Facts of a written game before it is played: rules, dealer, hands, and the draws that moves imply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tongits_sim.records.notation import SEATS, Move, NotationError, NotationGame
from tongits_sim.rules import RuleError, RuleSet, load
from tongits_sim.rules.ruleset import KNOBS, find

_AFTER_DRAW = ("lay", "secret", "sapaw", "discard", "tongits")


def rules_of_sheet(sheet: NotationGame) -> RuleSet:
    """The rules that a sheet names, by default pagat; reads no file. Raises NotationError."""
    name = sheet.rules or "pagat"
    settings = [setting for setting, _ in sheet.settings]
    try:
        if not any(separator in name for separator in ("/", "\\")) and not name.lower().endswith(".toml"):
            try:
                return load(name, settings)
            except RuleError:
                if not _states_rules(settings):
                    raise
        if not _states_rules(settings):
            raise RuleError(f"{name!r} is not a preset: set every house rule, or name a preset")
        pairs = (setting.partition("=") for setting in settings)
        knobs = {key.strip(): find(key.strip()).parse(value.strip()) for key, _, value in pairs}
        return RuleSet.from_knobs(knobs, name=name)
    except RuleError as error:
        place = sheet.settings[-1][1] if sheet.settings else sheet.rules_place
        if place is None:
            raise NotationError(str(error)) from None
        raise place.error(str(error).rstrip(".")) from None


def _states_rules(settings: Sequence[str]) -> bool:
    """Whether a sheet sets most house rules by name. Knobs that are newer than the sheet then keep their defaults."""
    stated = {setting.partition("=")[0].strip() for setting in settings}
    return 2 * len(stated) > len(KNOBS)


def dealer_of_sheet(sheet: NotationGame) -> int:
    """The dealer: as written, or the seat that moves first."""
    if sheet.dealer is not None:
        return sheet.dealer
    if sheet.moves and sheet.moves[0].act != "spread":
        return sheet.moves[0].seat
    large = [seat for seat, hand in sheet.hands.items() if len(hand) == 13]
    return large[0] if large else 0


def check_hands(sheet: NotationGame, dealer: int, jokers: int) -> None:
    """Check the sizes of hands and stock, and that no card occurs twice."""
    places: dict[str, str] = {}
    parts = [(f"hand {SEATS[seat]}", hand, 13 if seat == dealer else 12) for seat, hand in sheet.hands.items()]
    if sheet.stock is not None:
        parts.append(("stock", sheet.stock, 15 + jokers))
    for name, cards, most in parts:
        place = sheet.places[name]
        if len(cards) > most:
            raise place.error(f"R1: {name} has {len(cards)} cards, {most} is the most")
        for card in filter(None, cards):
            if card in places:
                raise place.error(f"R1: {card} is in {places[card]} and in {name}")
            if card.startswith("X") and int(card[1]) > jokers:
                raise place.error(f"R1: there is no {card} in the deck of these rules")
            places[card] = name


def all_known(sheet: NotationGame, dealer: int, rules: RuleSet) -> bool:
    """Whether every card that a seat held is written."""
    whole = all(
        "" not in sheet.hands.get(seat, [""]) and len(sheet.hands[seat]) == (13 if seat == dealer else 12)
        for seat in range(3)
    )
    if not whole:
        return False
    stock = sheet.stock or []
    draws = [move for move in sheet.moves if move.act == "draw"]
    drawn = all(move.card or (number < len(stock) and stock[number]) for number, move in enumerate(draws))
    secrets = all("" not in move.cards for move in sheet.moves)
    return drawn and secrets


def with_draws(sheet: NotationGame, dealer: int) -> list[Move]:
    """The moves of a sheet with the draws that they imply.

    A turn that begins without a draw or a take gets a draw. If a seat plays a card that it was not dealt, its draw gets
    that card.
    """
    moves = list[Move]()
    seat = -1
    for move in sheet.moves:
        if move.seat != seat and move.act in _AFTER_DRAW and (moves or move.seat != dealer):
            moves.append(Move(move.seat, "draw", move.place))
        moves.append(move)
        seat = seat if move.act in ("pass", "challenge", "fold") else move.seat
    drawn = dict(zip((at for at, move in enumerate(moves) if move.act == "draw"), sheet.stock or [], strict=False))
    held = [set(sheet.hands.get(owner, [])) for owner in range(3)]
    open_draws: list[list[int]] = [[], [], []]
    offer = ""
    whole = [len(held[owner]) == (13 if owner == dealer else 12) and "" not in held[owner] for owner in range(3)]
    for at, (move, own) in enumerate(played_moves(moves)):
        mine, unknown = held[move.seat], open_draws[move.seat]
        if move.act == "draw" and not (card := move.card or drawn.get(at, "")):
            unknown.append(at)
        elif move.act == "draw":
            mine.add(card)
        elif move.act == "take" and not (move.cards or move.onto):
            mine.add(offer)
        for card in own:
            if whole[move.seat] and len(unknown) == 1 and card not in mine:
                draw = unknown.pop()
                moves[draw] = replace(moves[draw], card=card)
            mine.add(card)
        offer = move.card if move.act == "discard" else offer
    return moves


def played_moves(moves: Sequence[Move]) -> Iterator[tuple[Move, list[str]]]:
    """Pairs of a move and the known cards that it takes from the hand."""
    offer = ""
    for move in moves:
        own = [card for card in move.cards if card and not (move.act == "take" and card == offer)]
        yield move, [move.card] if move.act in ("discard", "sapaw") else own
        if move.act == "discard":
            offer = move.card
