"""The bot `habit` against a slow twin: what its player would do, changed by habits written with sets of cards."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from strategies.habit import HABIT, forget
from strategies.habit_params import PARAMS, HabitParam
from strategies.helpers import lay_next, lay_to_finish, least_useful, sapaw_deadwood
from strategies.inference import best_take, sapaw_on, spare_cards, take_onto_meld
from strategies.laid_over import HabitPlayer, laid_over
from tests.playing import play_silently
from tests.sample_hands import mask
from tests.sample_hands import names as card_names
from tests.strategies.situations import LEFT, RIGHT, _called, cards_of, view
from tongits_sim.bots.bot_list import SpecError
from tongits_sim.cards import JOKERS, NATURALS, U, card_text, parse_card
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.paired import Arm, PairedJob
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.game.action_codes import FACE_DOWN
from tongits_sim.game.state import DECISIONS, VIEW_DTYPE
from tongits_sim.records.replay import dealt_board, decisions
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.strategy import Player

NATURAL = {rank + suit for rank in "A23456789TJQK" for suit in "cdhs"}
CLASSES = {
    "faces": {card for card in NATURAL if card[0] in "JQK"},
    "middle": {card for card in NATURAL if card[0] in "6789"},
    "low": {card for card in NATURAL if card[0] in "A2345"},
}


class Twin:
    """The habits of a player by their names, over the action of the player without habits."""

    def __init__(self, player: HabitPlayer, rules: str) -> None:
        assert player.player is not None
        shown = {param.name: param for param in PARAMS}
        self.habits = {name: shown[name].shown(value) for name, value in player.parameters().items()}
        self.base = player.player
        self.params = self.base.params(load(rules))
        self.addresses = self.base.addresses()

    def number(self, name: str) -> float:
        return float(self.habits[name])

    def action(self, view: Any, decision: int) -> int:
        seen = np.array([view], VIEW_DTYPE)
        self._forget(seen[0])
        word, raised = _called(self.addresses[decision], seen[0], self.params.ctypes.data)
        assert not raised
        return int(getattr(self, DECISIONS[decision])(view, int(word)))

    def _forget(self, view: Any) -> None:
        thrown = [int(card) for card in view["discards"][: view["n_discards"]]]
        rounds = int(self.number("memory"))
        old = len(thrown) // 3 - rounds
        if rounds == 0 or old <= 0:
            return
        kept = thrown[3 * old :]
        table = {int(card) for faces in view["meld_faces"][: view["n_melds"]] for card in _numbers(faces)}
        for place, card in enumerate(thrown[: 3 * old]):
            if card in kept:
                continue
            seat = (int(view["dealer"]) + place) % 3
            view["discarded"][seat] = _mask(set(_numbers(view["discarded"][seat])) - {card})
            if card not in table:
                view["seen"] = _mask(set(_numbers(view["seen"])) - {card})
        view["n_discards"] = len(kept)
        view["discards"][: len(kept)] = kept

    def call(self, view: Any, action: int) -> int:
        said = bool(action)
        if self.number("call_stock_from") <= view.stock_left <= self.number("call_stock_to"):
            said = (said or view.count <= self.number("call_up_to")) and view.count <= self.number("call_only_to")
        early = view.turns[view.me] < self.number("call_from_turn")
        return int(said and not early and self.habits["never_call"] == "0")

    def respond(self, view: Any, action: int) -> int:
        said = bool(action) or view.count <= self.number("challenge_up_to")
        sure = view.count <= self.number("challenge_only_to")
        return int(said and sure and self.habits["never_challenge"] == "0")

    def draw(self, view: Any, action: int) -> int:
        if self.habits["take"] == "never":
            return 0
        if self.habits["take"] == "always":
            return action or int(best_take(view)[0]) or int(take_onto_meld(view))
        return action

    def lay(self, view: Any, action: int) -> int:
        closed = view.open_melds[view.me] == 0
        if not action and (self.habits["lay"] == "all" or (self.habits["lay"] == "first" and closed)):
            action = int(lay_next(view))
        others = {0, 1, 2} - {int(view.me)}
        nobody = not any(view.open_melds[seat] for seat in others)
        holds = {"as_player": False, "until_open": nobody, "always": True}[self.habits["hold_meld"]]
        if holds and closed and not action & int(FACE_DOWN):
            return int(lay_to_finish(view, None))
        return action

    def sapaw(self, view: Any, action: int) -> int:
        loose = _cards(view.hand) - _cards(view.melded)
        if self.number("block") and len(loose) > 1:
            action = self._block(view, action)
        added = _added(view, action)
        if self.habits["sapaw"] == "at_once":
            return action or int(sapaw_deadwood(view, None))
        if self.habits["sapaw"] == "never" or (self.habits["sapaw"] == "if_lower" and not added <= loose):
            return 0
        return action

    def _near(self, view: Any) -> list[int]:
        seats = [(int(view.me) + step) % 3 for step in (1, 2)]
        return [seat for seat in seats if view.open_melds[seat] and view.hand_size[seat] <= self.number("block")]

    def _block(self, view: Any, action: int) -> int:
        near = self._near(view)
        for seat in near:
            word = int(sapaw_on(view, spare_cards(view), seat))
            if word and not view.sapawed_on[seat]:
                return word
        useful = set().union(*(_cards(view.fits_of[seat]) for seat in near))
        return 0 if _added(view, action) & useful else action

    def discard(self, view: Any, action: int) -> int:
        hand = _cards(view.hand)
        melded = _cards(view.melded)
        loose = (_cards(view.legal) - melded) & NATURAL
        alone = (hand - melded) & NATURAL
        ranks = [card[0] for card in alone]
        kinds = {**CLASSES, "pairs": {card for card in alone if ranks.count(card[0]) > 1}, "as_player": set()}
        first = kinds[self.habits["throw_first"]] & loose
        if first and not _cards(action) & first:
            action = int(least_useful(view, mask(sorted(first))))
        kept = set(kinds[self.habits["keep"]])
        if self.number("block"):
            kept |= set().union(*(_cards(view.fits_of[seat]) for seat in self._near(view)))
        if _cards(action) & kept and loose - kept:
            action = int(least_useful(view, mask(sorted(loose - kept))))
        return action


def _cards(word: Any) -> set[str]:
    """The cards of a mask, or the faces and jokers of an action code."""
    return set(card_names(U(int(word) & int(NATURALS | JOKERS))))


def _added(view: Any, word: int) -> set[str]:
    """The card of the hand that a sapaw adds."""
    cards = _cards(word) & _cards(view.hand)
    return cards & {"X1", "X2"} or cards


def _numbers(word: Any) -> list[int]:
    return [number for number in range(62) if int(word) >> number & 1]


def _mask(numbers: set[int]) -> int:
    return sum(1 << number for number in numbers)


HABITS = (
    "never_call=1",
    "call_only_to=9",
    "call_up_to=50, call_stock_from=6, call_stock_to=12",
    "call_from_turn=6",
    "never_challenge=1",
    "challenge_up_to=45",
    "challenge_only_to=6",
    "hold_meld=until_open",
    "hold_meld=always",
    "lay=first",
    "lay=all",
    "take=always",
    "take=never",
    "sapaw=at_once",
    "sapaw=if_lower",
    "sapaw=never",
    "block=11",
    "throw_first=faces",
    "throw_first=middle",
    "throw_first=low",
    "keep=faces",
    "keep=pairs",
    "keep=low",
    "keep=middle",
    "memory=1",
    "memory=2",
    "hold_meld=until_open, call_up_to=40, take=never, block=8, keep=pairs, memory=2",
)
OVER = {"memory=1": "trained", "sapaw=at_once": "turtle", "lay=first": "hunter"}
"""Players under pagat who would do otherwise; `expert` for the other habits."""
RARE = ("sapaw=if_lower", "memory=2")
"""Habits that seldom change a game; tests below show what they change."""


@pytest.mark.parametrize("habits", HABITS)
def test_a_habit_plays_as_its_twin(habits: str) -> None:
    changed = 0
    for rules, base in (("pagat", OVER.get(habits, "expert")), ("online", "greedy"), ("pagat+joker", "expert")):
        player = load_player(f"habit(player={base}, {habits})")
        assert isinstance(player, HabitPlayer)
        twin = Twin(player, rules)
        for record in play_records(load(rules), [player, load_player("greedy"), load_player("random")], 25, 3, 1):
            board = dealt_board(record)
            for step in decisions(board, record["events"]):
                if record["players"][int(board.view.me)] == player.label:
                    expected = twin.action(board.view, step.decision)
                    assert int(step.answer) == expected, (habits, rules, DECISIONS[step.decision])
                    seen = np.array([board.view], VIEW_DTYPE)
                    word, _ = _called(twin.addresses[step.decision], seen[0], twin.params.ctypes.data)
                    changed += int(word) != expected
    assert changed > 0 or habits in RARE, "the habit changed nothing"


def seat(habits: str) -> tuple[np.ndarray, list[int]]:
    """The record of a habit over one who blocks, and the addresses of its hooks."""
    player = load_player(f'habit(player="habit(player=greedy, block=9)", {habits})')
    return player.params(load("pagat")), player.addresses()


@pytest.mark.parametrize(("habits", "added"), [("sapaw=if_lower", ""), ("sapaw=at_once", "7s"), ("block=0", "7s")])
def test_a_card_that_a_meld_needs_stays_in_the_hand(habits: str, added: str) -> None:
    seen = view("7s 8s 9s Ts Kd 2h", table=[(RIGHT, "7c 7d 7h"), (LEFT, "4s 5s 6s")])
    seen.hand_size[RIGHT], seen.hand_size[LEFT] = 5, 6
    params, addresses = seat(habits)
    word, _ = _called(addresses[DECISIONS.index("sapaw")], seen, params.ctypes.data)
    assert cards_of(int(word)) == added


def test_what_is_forgotten_is_unseen_again_unless_it_lies_in_a_meld() -> None:
    seen = view("Kd", table=[(RIGHT, "7c 7d 7h")])
    thrown = ["2c", "7d", "4c", "5c", "6c", "Ac", "8c"]
    seen.n_discards = len(thrown)
    seen.dealer = LEFT
    seen.discards[: len(thrown)] = [parse_card(card) for card in thrown]
    seen.seen = mask([*thrown, "7c", "7h"])
    for place, card in enumerate(thrown):
        seen.discarded[(LEFT + place) % 3] |= mask([card])
    forget(seen, seat("memory=1")[0][0])
    assert [card_text(card) for card in seen.discards[: seen.n_discards]] == ["5c", "6c", "Ac", "8c"]
    assert _cards(seen.seen) == {"5c", "6c", "Ac", "8c", "7c", "7d", "7h"}
    assert [_cards(cards) for cards in seen.discarded] == [{"6c"}, {"Ac"}, {"5c", "8c"}]


def test_every_habit_stands_in_the_twins_list() -> None:
    tried = {part.partition("=")[0].strip() for habits in HABITS for part in habits.split(",")}
    assert tried == {param.name for param in PARAMS}
    assert all(param.claim for param in PARAMS if isinstance(param, HabitParam))


def differing(player: Player, base: str, deals: int = 300) -> int:
    own = load_player(base)
    rules = load("pagat")
    job = PairedJob((Arm(rules, (own, own, own)), Arm(rules, (player, own, own))), deals, 3)
    return PairedEstimates(job, play_silently(job, workers=1).totals, ["a", "b", "c"]).differing(1)[1]


@pytest.mark.parametrize("base", ["greedy", "random", "trained"])
def test_without_habits_it_is_its_player(base: str) -> None:
    assert differing(load_player(f"habit(player={base})"), base) == 0
    assert differing(load_player(f"habit(player={base}, never_call=1)"), base) > 0


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        ("habit", "habit(player=trained)"),
        ("habit(never_call=1)", "habit(player=trained, never_call=1)"),
        ("habit(hold_meld=until_open, player=expert)", "habit(player=expert, hold_meld=until_open)"),
        ('habit(player="greedy(call_at=5)", take=2)', "habit(player=greedy(call_at=5), take=never)"),
    ],
)
def test_specs_are_read_and_written(spec: str, label: str) -> None:
    player = load_player(spec)
    assert player.label == player.spec == label
    again = pickle.loads(pickle.dumps(player))
    assert (again.label, again.identity, again.manifest()) == (label, player.identity, player.manifest())


def test_habits_over_different_players_are_different_players() -> None:
    one = load_player("habit(player=expert, never_call=1)")
    other = load_player("habit(player=greedy, never_call=1)")
    assert one.identity != other.identity
    assert one.digest() != other.digest()
    assert load_player("habit(player=random)").strategy.uses_random


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("habit(player=expert, player=greedy)", "set twice"),
        ("habit(player=)", "names no player"),
        ("habit(player=nobody)", "unknown strategy"),
        ("habit(call_only_to=131)", "from 0 to 130, not 131"),
        ("habit(hold_meld=sometimes)", "until_open or always, not 'sometimes'"),
    ],
)
def test_bad_specs_are_refused(spec: str, words: str) -> None:
    with pytest.raises((SpecError, TongitsError), match=words):
        load_player(spec)


def test_a_habit_without_a_player_says_so() -> None:
    with pytest.raises(TongitsError, match="needs a player"):
        Player(HABIT).params(load("pagat"))
    with pytest.raises(TongitsError, match="no habit"):
        laid_over(load_player("greedy").strategy, load_player("greedy"))


OWN = '''
from strategies.helpers import NO
from strategies.laid_over import habit
from tongits_sim.cards import ACES, EMPTY
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Param

@njit
def call(view, params, action):
    """Never call while an ace, or more than some cards, are in the hand."""
    return NO if view.hand & ACES != EMPTY or view.hand_size[view.me] > params.cards else action

SHY = habit("shy", "Never calls with an ace in the hand.", claim="Aces bring bad luck.", call=call,
            params=(Param("cards", 12, 0, 12, "most cards in the hand"),))
'''


def test_a_habit_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "my_habits.py"
    file.write_text(OWN)
    player = load_player(f"{file}:shy(player=greedy, cards=9)")
    assert player.label == "shy(player=greedy, cards=9)"
    assert differing(player, "greedy") > 0
    assert differing(load_player(f'{file}:shy(player="habit(player=greedy, never_call=1)")'), "greedy") > 0
    assert load_player(str(file)).label == "shy(player=trained)"
    file.write_text(OWN.replace("ACES", "KINGS"))
    with pytest.raises(TongitsError, match="changed"):
        player.check_current()
