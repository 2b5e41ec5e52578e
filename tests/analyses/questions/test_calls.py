import itertools
import math
from typing import Any

import numpy as np

from analyses.question import inquiry
from analyses.questions.calls import CALLS
from tests.experiments.forks.forking import forks
from tests.naive.arrange import count as naive_count
from tests.naive.knobs import preset
from tests.referee import scenes
from tests.referee.rights import may_challenge
from tongits_sim.cards import U, card_text, cards_in
from tongits_sim.experiments import batch_kernel as kernel
from tongits_sim.experiments import fork_branch as layout
from tongits_sim.experiments.fork_kernel import fork_here, settle_forks
from tongits_sim.game import engine, state
from tongits_sim.game.board import Board
from tongits_sim.table.live_match import LiveBots


def ask(**options: Any) -> dict[str, Any]:
    return CALLS.ask(inquiry(CALLS, **({"games": 4000, "min_forks": 30} | options))).to_dict()


def test_the_document() -> None:
    answer = ask(players="expert,expert,expert")
    assert (answer["rules"], answer["players"], answer["games"]) == ("pagat", ["expert"] * 3, 4000)
    assert sum(cell["n"] for cell in answer["cells"]) == answer["forks"]
    (averages,) = answer["averages"]
    assert averages["chose_yes"]["n"] + averages["chose_no"]["n"] == averages["all"]["n"] == answer["forks"]
    assert answer["book"] is None


def test_nobody_named_is_the_book_and_games_measure_at_its_tables() -> None:
    answer = ask(games=0)
    assert answer["book"]["rules"] == "pagat"
    assert not answer["cells"]
    assert "--players" not in answer["command_line"]
    measured = ask(games=2000)
    assert measured["book"] is None
    assert measured["tables"] == ["strong", "regular", "folders", "challengers"]
    assert {cell["at"]["table"] for cell in measured["cells"]} == set(measured["tables"])


def test_with_nobody_open_a_call_is_won() -> None:
    """Then nobody may challenge: with a high count a sure win is worth more than playing on."""
    cells = ask(games=20_000, players="expert,expert,expert")["cells"]
    sure = [cell for cell in cells if cell["at"]["rivals"] == 0 and cell["n"] > 30 and cell["at"]["own_count"] >= 40]
    assert sure
    assert all(cell["ev_diff"]["mean"] > 1 for cell in sure)


def test_against_every_deal_of_the_last_cards() -> None:
    """One card is left in the stock and opponents hold few: over all ways the unseen cards can lie, the fork is worth
    what playing each of them from Python is worth; and the call pays what the slow rules say.
    """
    job = forks("call", "pagat", "greedy,hunter,greedy")
    worker = job.worker()
    bots = LiveBots(job.players, job.rules)
    checked = 0
    paid: set[int] = set()
    for number in range(6000):
        board = Board(job.rules)
        board.begin_match(3, number, 1)
        board.deal()
        if not _reach(bots, board):
            continue
        deals = list(_deals(board))
        if not 2 <= len(deals) <= 60:
            continue
        start = [array.tobytes() for array in board._bytes]
        played = [_played(bots, board, start, hands, stock) for hands, stock in deals]
        worth = [call - wait for call, wait in played]
        forked = [_forked(bots, worker, board, start, hands, stock) for hands, stock in deals]
        assert forked == worth
        by_hand = [_called_by_the_slow_rules(board, start, hands, stock) for hands, stock in deals]
        assert [call for call, _ in played] == by_hand
        paid |= set(by_hand)
        assert math.isfinite(np.mean(forked))
        checked += len(deals)
        if checked > 60:
            break
    assert checked > 60
    assert len(paid) > 1


def _called_by_the_slow_rules(board: Board, start: list[bytes], hands: dict[int, Any], stock: int) -> int:
    """What calling pays the caller (hundredths) by tests/naive and tests/referee alone: rights to challenge, counts,
    winner, payments. greedy and hunter challenge with a count of at most 24.
    """
    _put(board, start, hands, stock)
    view = board.view
    me = int(board.view.me)
    rules = preset("pagat")
    melds = [
        scenes.meld(rules, int(view.meld_owner[k]), " ".join(names(int(view.meld_faces[k]))), int(view.meld_turn[k]))
        for k in range(int(view.n_melds))
    ]
    held = [" ".join(names(int(board.game.hands[seat]))) for seat in range(3)]
    state = scenes.table(rules, held, melds, dealer=int(view.dealer), seat=me, turn=int(view.turn), caller=me)
    state.stock = names(1 << stock)
    answers = ""
    for place in (1, 2):
        seat = (me + place) % 3
        fights = may_challenge(state, seat) and naive_count(state.hands[seat], rules) <= 24
        answers += "c" if fights else "f"
    return scenes.paid(scenes.called(state, answers, me), match_over=True)["payout"][me]


def names(mask: int) -> list[str]:
    return [card_text(card) for card in cards_in(mask)]


def _reach(bots: LiveBots, board: Board) -> bool:
    while (decision := board.advance()) != state.DECISION_OVER:
        if decision == state.DECISION_CALL and board.view.stock_left == 1:
            return True
        action = 0 if decision == state.DECISION_CALL else bots.answer(board)
        board.apply(action)
    return False


def _deals(board: Board) -> Any:
    """Every way the unseen cards can lie: the opponents' hands, and the card of the stock."""
    me = int(board.view.me)
    one = (me + 1) % 3
    two = (me + 2) % 3
    stock = int(board.game.stock[int(board.game.stock_next)])
    unseen = sorted([*cards_in(board.game.hands[one]), *cards_in(board.game.hands[two]), stock])
    sizes = [int(board.game.hands[seat]).bit_count() for seat in (one, two)]
    if math.comb(len(unseen), sizes[0]) > 60:
        return
    for first in itertools.combinations(unseen, sizes[0]):
        rest = [card for card in unseen if card not in first]
        for second in itertools.combinations(rest, sizes[1]):
            (last,) = (card for card in rest if card not in second)
            yield {one: first, two: second}, last


def _put(board: Board, start: list[bytes], hands: dict[int, Any], stock: int) -> None:
    for array, saved in zip(board._bytes, start, strict=True):
        array[:] = np.frombuffer(saved, np.uint8).reshape(array.shape)
    for seat, cards in hands.items():
        board.game.hands[seat] = U(sum(1 << card for card in cards))
        board.rearrange(seat)
    board.game.stock[int(board.game.stock_next)] = stock


def _played(bots: LiveBots, board: Board, start: list[bytes], hands: dict[int, Any], stock: int) -> list[int]:
    payouts = []
    match = board._arrays[2].copy()
    for answer in (1, 0):
        _put(board, start, hands, stock)
        board._arrays[2][:] = match
        seat = int(board.view.me)
        board.apply(answer)
        while board.advance() != state.DECISION_OVER:
            board.apply(bots.answer(board))
        board.finish()
        payouts.append(int(board.result.payout[seat]))
    board._arrays[2][:] = match
    return payouts


def _forked(bots: LiveBots, worker: Any, board: Board, start: list[bytes], hands: dict[int, Any], stock: int) -> int:
    """The same by the kernel that forks: the bot's action is played by hand, the other one is the branch."""
    _put(board, start, hands, stock)
    match = board._arrays[2].copy()
    fork, table = worker.state[0], worker.table[0]
    for seat in range(3):
        table.seating[seat] = seat
    kernel.sit_down(board.game, table)
    fork.forks = fork.touched = 0
    fork.groups[:] = 0
    action = bots.answer(board)
    own = worker.records
    records = own._replace(game=board.game, view=board.view, match=board.match, rules=board.rules)
    assert fork_here(records, fork, action, None)
    board.apply(action)
    while engine.advance(board.game, board.view, board.rules, board.log) != state.DECISION_OVER:
        board.apply(bots.answer(board))
    board.finish()
    settle_forks(fork, board.result, worker._cells)
    board._arrays[2][:] = match
    for array in worker._cells[1:]:
        array[:] = 0
    return int(fork.groups[1:, 1 + layout.VALUES.index("payout")].sum())
