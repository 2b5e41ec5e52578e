"""Games of mahjong for tests: walls that are laid by hand, and games played by chance."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import numpy as np

from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DECLARE, DECISION_DISCARD, DECISION_OVER, SEATS
from mahjong_sim.rules import RuleSet, load
from mahjong_sim.tiles import (
    BEAUTY,
    CHOW,
    DRAGONS,
    KANG,
    KINDS,
    NEWS,
    PLAIN,
    PUNG,
    SAGASA,
    SECRET,
    SUITED,
    WINDS,
    copies,
    parse_tile,
    parse_tiles,
)

Chooser = Callable[[Board, list[int]], int]


def meld(code: int | np.int64, tile: int) -> int:
    return int(code) | tile << 8


def wall(*hands: str, draws: str = "", back: str = "") -> list[int]:
    """A wall of 144 kinds: mano's 17 tiles and 16 of each of the others, then `draws` from the front, `back` from the
    back. Hands may be shorter: unrelated tiles fill them. Flowers come last.
    """
    named = [parse_tiles(text) for text in (*hands, *[""] * (SEATS - len(hands)))]
    front = parse_tiles(draws)
    behind = parse_tiles(back)
    left = {kind: copies(kind) for kind in range(KINDS)}
    for kind in [*chain.from_iterable(named), *front, *behind]:
        left[kind] -= 1
    assert min(left.values()) >= 0, "more tiles of a kind than there are"
    for seat, hand in enumerate(named):
        fill(hand, left, 17 if seat == 0 else 16, seat % 3)
    rest = [kind for start in range(5) for kind in range(start, PLAIN, 5) for _ in range(left[kind])]
    flowers = [kind for kind in range(PLAIN, KINDS) for _ in range(left[kind])]
    return [*chain.from_iterable(named), *front, *rest, *flowers, *reversed(behind)]


def fill(hand: list[int], left: dict[int, int], size: int, rank: int) -> None:
    """Fill a hand with tiles that make no chow, no beauty and no NEWS, and of which at most two are equal."""
    thirds = [9 * suit + (rank + step) % 9 for step in (0, 3, 6) for suit in range(3)]
    singles = [*thirds, *range(SUITED), *parse_tiles("Dr We Ws Ww")]
    own: list[int] = []
    for kind in singles:
        near = (
            [kind]
            if kind >= SUITED
            else [member for member in hand if member // 9 == kind // 9 and abs(member - kind) < 3]
        )
        if len(hand) < size and left[kind] > 0 and not set(near) & set(hand):
            own.append(kind)
            hand.append(kind)
            left[kind] -= 1
    for kind in own:
        if len(hand) < size and kind < SUITED and left[kind] > 0:
            hand.append(kind)
            left[kind] -= 1
    assert len(hand) == size, "nothing is left to fill the hand with"


def table(rules: RuleSet | str = "visayan", mano: int = 0, games: int = 1) -> Board:
    board = Board(load(rules) if isinstance(rules, str) else rules)
    board.begin_match(1, 0, games)
    board.match["mano"] = mano
    return board


def begin(*hands: str, rules: str = "visayan", changes: Sequence[str] = (), **wall_of: str) -> Board:
    board = table(load(rules, changes))
    board.deal_deck(wall(*hands, **wall_of))
    return board


def discards(board: Board, tile: str) -> None:
    answer_until(board, DECISION_DISCARD)
    assert board.apply(parse_tile(tile)) == 0


def offered(tile: str, *hands: str, changes: Sequence[str] = (), **given: str) -> Board:
    """A board on which mano has been dealt a tile and has discarded it; hands: those of the others."""
    board = begin(tile, *hands, changes=changes, **given)
    discards(board, tile)
    return board


def legal_actions(board: Board) -> list[int]:
    """Every legal answer to the decision that a board waits for, found by the names of what the view offers."""
    view = board.view
    decision = int(board.view["decision"])
    if decision == DECISION_DISCARD:
        kinds = [kind for kind in range(PLAIN) if view["counts"][kind] > 0]
        joker = int(view["joker_kind"])
        return sorted({*kinds, *([joker] if view["jokers"] > 0 else [])})
    if decision not in (DECISION_CLAIM, DECISION_DECLARE):
        return [0, 1]
    offer = int(view["offer"])
    actions = [0]
    if decision == DECISION_CLAIM:
        actions += [meld(CHOW, kind) for kind in range(PLAIN) if int(view["may_chow"]) >> kind & 1]
        if view["may_pung"]:
            actions.append(meld(PUNG, offer))
        if view["may_kang"]:
            actions.append(meld(KANG, offer))
    else:
        actions += [meld(SECRET, kind) for kind in range(PLAIN) if int(view["may_secret"]) >> kind & 1]
        actions += [meld(SAGASA, kind) for kind in range(PLAIN) if int(view["may_sagasa"]) >> kind & 1]
    if view["may_beauty"]:
        actions.append(meld(BEAUTY, DRAGONS))
    if view["may_news"]:
        actions.append(meld(NEWS, WINDS))
    return actions


def by_chance(seed: int) -> Chooser:
    chance = np.random.default_rng(seed)

    def choose(board: Board, actions: list[int]) -> int:
        if int(board.view["decision"]) != DECISION_DISCARD and len(actions) > 1 and chance.random() < 0.7:
            actions = actions[1:]
        return int(actions[chance.integers(len(actions))])

    return choose


def play(board: Board, choose: Chooser) -> Iterator[tuple[int, int, int]]:
    """Play a dealt game to its end; gives each decision before it is answered: (seat, decision, answer)."""
    while (decision := board.advance()) != DECISION_OVER:
        action = choose(board, legal_actions(board))
        yield int(board.view["mahjong_me"]), decision, action
        assert board.apply(action) == 0, (decision, action & 255, action >> 8)


def play_out(board: Board, choose: Chooser) -> None:
    for _ in play(board, choose):
        pass


def answer_until(board: Board, decision: int | np.int64, seat: int | None = None) -> None:
    """Answer no to everything, and discard the first tile, until a seat (any, if None) faces a decision."""
    while True:
        asked = board.advance()
        assert asked != DECISION_OVER, "the game ended before that"
        if asked == decision and seat in (None, int(board.view["mahjong_me"])):
            return
        action = legal_actions(board)[0]
        assert board.apply(action) == 0


def meld_tiles(code: int, tile: int) -> list[int]:
    if code in (PUNG, KANG, SECRET, SAGASA):
        return [tile] * (3 if code == PUNG else 4)
    return list(range(tile, tile + (4 if code == NEWS else 3)))


def melds_of(board: Board, seat: int) -> list[tuple[int, int]]:
    number = int(board.view["n_melds"][seat])
    kinds, tiles = board.view["meld_kind"][seat][:number], board.game["meld_tile"][seat][:number]
    return [(int(kind), int(tile)) for kind, tile in zip(kinds, tiles, strict=True)]


def tiles_everywhere(board: Board) -> np.ndarray:
    """How many tiles of each kind (int64[42]) are in hands, melds, discards, flower rows and the wall together."""
    game, view = board.game, board.view
    tiles = game["counts"].sum(axis=0).astype(np.int64)
    joker = int(view["joker_kind"])
    if joker >= 0:
        tiles[joker] += int(game["jokers"].sum()) + 1  # and the indicator
    for seat in range(SEATS):
        for code, tile in melds_of(board, seat):
            tiles += np.bincount(meld_tiles(code, tile), minlength=KINDS)
        tiles += np.bincount(view["flowers"][seat][: int(view["n_flowers"][seat])], minlength=KINDS)
    for number in range(int(view["n_discards"])):
        tiles[int(view["discards"][number])] += view["taken_by"][number] < 0
    left = game["wall"][int(game["front"]) : int(game["back"])]
    tiles += np.bincount(left, minlength=KINDS)
    return np.asarray(tiles)


def seen_by_all(board: Board) -> np.ndarray:
    view = board.view
    tiles = np.zeros(KINDS, np.int64)
    joker = int(view["joker_kind"])
    if joker >= 0:
        tiles[joker] += 1
    for seat in range(SEATS):
        for (code, tile), shown in zip(melds_of(board, seat), view["meld_tile"][seat], strict=False):
            if shown >= 0:
                tiles += np.bincount(meld_tiles(code, tile), minlength=KINDS)
        tiles += np.bincount(view["flowers"][seat][: int(view["n_flowers"][seat])], minlength=KINDS)
    for number in range(int(view["n_discards"])):
        tiles[int(view["discards"][number])] += view["taken_by"][number] < 0
    return tiles
