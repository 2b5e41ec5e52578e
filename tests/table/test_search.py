import collections
from typing import Any

import numpy as np
import pytest

from tests.table.searches import Sitting, search_record
from tongits_sim.cards import JOKERS, NATURALS, U, bit, cards_in
from tongits_sim.compile.match_loop import Records
from tongits_sim.experiments.fork_branch import play_action
from tongits_sim.game.action_codes import FACE_DOWN, meld_from, sapaw_joker
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.board import Board, Snapshot
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.table import search as searching
from tongits_sim.table.actions import melds_of
from tongits_sim.table.determinize import MAX_ACTIONS, _set_responses, deal_world, take_up


def deal_truth(search: Any, game: Any, view: Any) -> bool:
    """Take up a view and put the true hidden cards into its world; False where no world can be dealt."""
    assert take_up(search, view)
    if not deal_world(search, view, 0, 0):
        return False
    for number in range(int(view.n_melds)):
        search.game.secret_faces[number] = game.secret_faces[number]
    for seat in {0, 1, 2} - {int(view.me)}:
        search.game.hands[seat] = game.hands[seat]
        rearrange(search.game, view.rules, np.int64(seat))
    left = int(view.stock_left)
    first = int(game.stock_next)
    search.game.stock[:left] = game.stock[first : first + left]
    if DECISIONS[view.decision] == "respond":
        _set_responses(search, view)
    return True


DOUBTS = {"call": 0.1, "lay": 0.1, "discard": 0.5}


@pytest.mark.parametrize("rules", ["pagat", "online"])
def test_the_true_hands_of_the_field_agree_with_what_it_did(rules: str) -> None:
    """The bot is asked with the table of a turn later, so a few of its discards look otherwise than they were."""
    sitting = Sitting(load(rules))
    search = search_record(rules, mismatch_weight=DOUBTS)[0]
    view = sitting.board.view
    weights = []
    for _ in sitting.decisions(12):
        assert deal_truth(search, sitting.board.game, view)
        weights.append(searching.weight_of(search, view, -1.0))
    assert sum(weight == 1.0 for weight in weights) > 0.8 * len(weights)
    assert min(weights) >= 0.2  # no call and no meld that was not made


def test_worlds_that_agree_are_drawn_more_often() -> None:
    sitting = Sitting(load("pagat"))
    search = search_record("pagat", attempts=16, mismatch_weight=DOUBTS)[0]
    view = sitting.board.view
    any_world, drawn = [], []
    for place, _ in enumerate(sitting.decisions(12)):
        if place % 4 or view.n_discards < 3:
            continue
        assert take_up(search, view)
        for number in range(10):
            assert deal_world(search, view, number, 0)
            any_world.append(searching.weight_of(search, view, -1.0))
            assert searching.draw_world(search, view, number)
            drawn.append(searching.weight_of(search, view, -1.0))
    assert sum(drawn) / len(drawn) > 1.1 * sum(any_world) / len(any_world)
    assert sum(weight <= 0.1 for weight in drawn) < 0.7 * sum(weight <= 0.1 for weight in any_world)


RULES = ("pagat", "online", "sjs", "pagat+joker", "casino_x")

SAME = ("hands", "melded", "sets", "runs", "deadwood", "taken", "taken_now", "winner")


def test_nothing_of_an_earlier_thought_is_left() -> None:
    """Taken up after a call was answered, a game is the same as one taken up in a fresh record."""
    sitting = Sitting(load("pagat"), "caller,greedy,greedy")
    used = search_record("pagat", "greedy")[0]
    view, compared = sitting.board.view, 0
    for number, decision in enumerate(sitting.decisions(30)):
        if decision != "respond" and number % 5:
            continue
        fresh = search_record("pagat", "greedy")[0]
        for search in (used, fresh):
            assert take_up(search, view)
            assert deal_world(search, view, 0, 0)
        for name in ("responses", "responder", "may_challenge", "phase", "hands", "stock_next", "laid"):
            assert np.array_equal(used.game[name], fresh.game[name]), (name, decision)
        compared += decision == "respond"
    assert compared > 3


def stock_of(game: Any, view: Any) -> list[int]:
    first = int(game.stock_next)
    return [int(card) for card in game.stock[first : first + int(view.stock_left)]]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("bots", ["expert,greedy,hunter", "random,random,random"])
def test_with_the_true_cards_it_is_the_game_itself(rules: str, bots: str) -> None:
    sitting = Sitting(load(rules), bots)
    search = search_record(rules, "greedy")[0]
    game, view = sitting.board.game, sitting.board.view
    kinds = collections.Counter[str]()
    for decision in sitting.decisions(25):
        hidden_joker = any(int(game.secret_jokers[number]) for number in range(int(view.n_melds)))
        if hidden_joker or not deal_truth(search, game, view):
            continue
        kinds[decision] += 1
        for name in SAME:
            assert np.array_equal(search.game[name], game[name]), (decision, name)
        assert stock_of(search.game, search.world_view) == stock_of(game, view)
        if decision != "respond":
            assert (search.game.drawn, search.game.phase) == (game.drawn, game.phase)
        else:
            assert list(search.game.may_challenge) == list(game.may_challenge)
            asked = int(view.responses[(int(view.caller) + 1) % 3]) == 0 and game.responder == 1
            assert search.game.responder == (0 if asked else game.responder)
    assert len(kinds) >= 5


def test_every_deal_fits_what_is_seen() -> None:
    sitting = Sitting(load("pagat"), "expert,hunter,random")
    search = search_record("pagat")[0]
    view = sitting.board.view
    for place, _ in enumerate(sitting.decisions(4)):
        assert take_up(search, view)
        for number in range(3 if place % 5 == 0 else 0):
            if not deal_world(search, view, number, 0):
                continue
            game = search.game
            secrets = [int(game.secret_faces[number]) for number in range(int(view.n_melds))]
            hidden = [*map(int, game.hands), *secrets, sum(1 << card for card in stock_of(game, search.world_view))]
            shown = int(view.seen)
            cards = [card for hand in hidden for card in cards_in(hand)]
            taken = sum(int(known) for known in view.known)
            assert len(cards) == len(set(cards))
            assert sum(1 << card for card in cards) & shown & ~taken == 0
            assert len(cards) + (shown & ~taken).bit_count() == 52
            assert [int(hand).bit_count() for hand in game.hands] == view.hand_size.tolist()


def test_unknown_cards_are_everywhere_equally_often() -> None:
    sitting = Sitting(load("pagat"))
    search = search_record("pagat")[0]
    view = sitting.board.view
    decisions = sitting.decisions(2)
    for _ in range(8):
        next(decisions)
    assert take_up(search, view)
    unknown = cards_in(int(search.unknown))
    worlds = 4000
    places = collections.Counter[tuple[int, int]]()
    for number in range(worlds):
        assert deal_world(search, view, number, 0)
        places.update((seat, card) for seat in range(3) for card in cards_in(int(search.game.hands[seat])))
    for seat in {0, 1, 2} - {int(view.me)}:
        share = int(search.n_hidden[seat]) / len(unknown)
        z = [(places[seat, card] - worlds * share) / np.sqrt(worlds * share * (1 - share)) for card in unknown]
        assert np.abs(z).max() < 4.5


def legal(board: Board, words: list[int]) -> list[int]:
    position = Snapshot(board)
    logged = board.logged
    position.take(board)
    fine = []
    for word in words:
        if board.apply(word) == 0:
            fine.append(word)
            board.restore(position, logged)
    return fine


@pytest.mark.parametrize("rules", ["pagat", "online", "sjs", "casino_x", "pagat+joker"])
def test_they_are_the_legal_melds_and_answers(rules: str) -> None:
    sitting = Sitting(load(rules), "random,hunter,random")
    search = search_record(rules)[0]
    board = sitting.board
    view = board.view
    kinds = collections.Counter[str]()
    for decision in sitting.decisions(20):
        if not take_up(search, view):
            continue
        own = sitting.answer()
        searching.list_actions(search, view, U(own))
        words = [int(word) for word in search.words[: int(search.n_actions)]]
        assert words[0] == own
        assert len(words) == len(set(words)) <= MAX_ACTIONS
        assert legal(board, words) == words, decision
        hand = int(view.hand)
        jokers = int(view.hand) & int(JOKERS)
        if decision == "lay":
            melds = meld_words(board, hand)
            face_down = [word | int(FACE_DOWN) for word in melds if (word & int(NATURALS)).bit_count() >= 4]
            assert set(legal(board, [*melds, *face_down])) | {0, own} == set(words)
        elif decision == "draw":
            assert set(legal(board, meld_words(board, hand | 1 << int(view.offer)))) <= set(words)
        elif decision == "sapaw" and jokers:
            faces = [bit(card) for card in cards_in(int(NATURALS))]
            joker = (jokers & -jokers).bit_length() - 1
            played = [int(sapaw_joker(joker, face, number)) for face in faces for number in range(view.n_melds)]
            assert set(legal(board, played)) <= set(words)
        elif decision in ("call", "respond"):
            assert set(words) == {0, 1}
        kinds[decision] += 1
        kinds["joker"] += any(word & int(JOKERS) for word in words[1:] if decision != "discard")
    assert len(kinds - collections.Counter(joker=kinds["joker"])) >= 5
    assert (kinds["joker"] > 0) == ("joker" in rules)


def meld_words(board: Board, cards: int) -> list[int]:
    jokers = (cards & int(JOKERS)).bit_count()
    most = int(board.rules.jokers_max_per_meld)
    melds = melds_of(cards & int(NATURALS), int(board.rules.melds_ace_runs), jokers, most)
    return [int(meld_from(U(faces), U(cards))) for faces in melds]


@pytest.mark.parametrize("rules", ["pagat", "online", "sjs", "pagat+joker"])
def test_a_world_that_is_the_game_itself_brings_what_the_game_brings(rules: str) -> None:
    sitting = Sitting(load(rules), "greedy,greedy,greedy")
    search = search_record(rules, "greedy")[0]
    view, compared = sitting.board.view, 0
    for number, decision in enumerate(sitting.decisions(15)):
        if number % 3 or not deal_truth(search, sitting.board.game, view):
            continue
        if decision == "respond" and sitting.board.game.responder == 1 and search.game.responder == 0:
            assert searching.hear_first(search)
        search.game.laid[:] = sitting.board.game.laid  # a card that others added counts as its owner's in a thought
        seen = search.world_view
        records = Records(search.game, seen, search.match, search.result, seen.rules, search.log, search.table)
        whole, value = play_action(records, search.branch, U(sitting.answer()))
        sagasa = int(sitting.board.game.sagasa[view.me])
        assert whole
        assert value + sagasa == sitting.play_on()[int(view.me)], decision
        compared += 1
    assert compared > 40


def test_hidden_cards_do_not_matter() -> None:
    """The same view with every hidden card exchanged, and the same answer; shown the hands, it would be another."""
    sitting = Sitting(load("pagat"))
    search = search_record("pagat", worlds=16)[0]
    board = sitting.board
    rng = np.random.default_rng(2)
    answers = []
    for number, decision in enumerate(sitting.decisions(6)):
        if number % 4:
            continue
        code = DECISIONS.index(decision)
        before = board.view_bytes()
        first = int(searching.searched_action(board.view, search, code))
        hands = board.game.hands.copy()
        stock = board.game.stock.copy()
        others = [seat for seat in range(3) if seat != int(board.view.me)]
        for seat in others:
            board.game.hands[seat] = U(rng.integers(2**63))
        board.game.stock[:] = rng.permutation(board.game.stock)
        assert int(searching.searched_action(board.view, search, code)) == first
        board.game.hands[:], board.game.stock[:] = hands, stock
        assert board.view_bytes() == before
        answers.append(first)
    assert len(answers) > 20
    assert search.decisions > 20


def test_it_answers_as_the_field_where_it_does_not_think() -> None:
    sitting = Sitting(load("pagat"), "expert,greedy,expert")
    search = search_record("pagat", "greedy", searched=())[0]
    for decision in sitting.decisions(5):
        if int(sitting.board.view.me) == 1:
            assert (
                int(searching.searched_action(sitting.board.view, search, DECISIONS.index(decision)))
                == sitting.answer()
            )
    assert search.decisions == 0


def test_options_are_given_up_by_halves() -> None:
    search = search_record("pagat", drop_z=1.0)[0]
    search.n_actions = 6
    search.active[:6] = 1
    search.ahead[:6] = (0, 800, 400, -800, 160, 0)
    search.ahead_sq[:6] = (0, 90_000, 90_000, 90_000, 90_000, 0)
    mean, se = searching.lead_of(search, 1, 8)
    assert mean == 100
    assert se == pytest.approx(np.sqrt((90_000 - 8 * 100**2) / (8 * 7)))
    assert searching.halve(search, 8) == 2
    assert search.active[:6].tolist() == [1, 1, 1, 0, 0, 0]


def test_more_certainty_changes_fewer_answers() -> None:
    changed = []
    for accept_z in (0.0, 2.0, 9.0):
        sitting = Sitting(load("pagat"))
        search = search_record("pagat", worlds=8, accept_z=accept_z)[0]
        for number, decision in enumerate(sitting.decisions(8)):
            if number % 2 == 0:
                searching.searched_action(sitting.board.view, search, DECISIONS.index(decision))
        changed.append(int(search.changed))
    assert changed[0] > changed[1] > changed[2]


def test_the_race_is_of_the_options_listed() -> None:
    sitting = Sitting(load("pagat"))
    search = search_record("pagat", worlds=32, accept_z=0.0)[0]
    view = sitting.board.view
    assert "discard" in sitting.decisions(1)
    assert take_up(search, view)
    searching.list_actions(search, view, bit(np.int64(int(view.legal).bit_length() - 1)))
    assert 0 <= int(searching.race(search, view)) < search.n_actions
    assert 32 >= search.played >= 8
