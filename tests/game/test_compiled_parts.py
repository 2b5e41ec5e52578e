import random
from typing import Any

import pytest

from tests.game.scenes import End, Script, house
from tongits_sim.cards import U, parse_mask
from tongits_sim.compile.jit import njit
from tongits_sim.game.meld_queries import long_melds, melds_fitted
from tongits_sim.game.state import GAME_DTYPE, MATCH_DTYPE, MAX_MELDS, RESULT_DTYPE, VIEW_DTYPE, new_record
from tongits_sim.hands.melds import RUN, SET


@njit
def fitted(view: Any, cards: Any) -> Any:
    return melds_fitted(view, cards)


@njit
def long_ones(view: Any, owner: int) -> Any:
    return long_melds(view, owner)


def test_against_one_after_another() -> None:
    view = new_record(VIEW_DTYPE)
    chance = random.Random(1)
    for _ in range(200):
        fits = [chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64) for _ in range(MAX_MELDS)]
        cards = chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64)
        view["meld_fits"][0] = fits
        expected = sum(1 << number for number, mask in enumerate(fits) if mask & cards)
        assert int(fitted(view[0], U(cards))) == expected


def test_long_melds_of_an_owner_against_one_after_another() -> None:
    view = new_record(VIEW_DTYPE)
    chance = random.Random(2)
    for name in ("meld_jokers", "meld_turn", "meld_kind"):
        view[name] = 9  # what lies behind is not looked at
    for _ in range(200):
        owners = [chance.randrange(3) for _ in range(MAX_MELDS)]
        sizes = [chance.choice((0, 3, 4, 13)) for _ in range(MAX_MELDS)]
        view["meld_owner"][0], view["meld_size"][0] = owners, sizes
        for owner in range(3):
            expected = sum(1 << n for n in range(MAX_MELDS) if owners[n] == owner and sizes[n] >= 4)
            assert int(long_ones(view[0], owner)) == expected


def test_melds_and_what_fits_them() -> None:
    view = End("pagat").meld(0, "7c 7d 7h").meld(1, "4s 5s 6s").board.view
    assert list(view.meld_kind[:2]) == [SET, RUN]
    assert view.meld_fits[0] == parse_mask("7s")
    assert view.meld_fits[1] == parse_mask("3s 7s")
    assert view.fits == parse_mask("7s 3s")
    assert view.fits_of[1] == parse_mask("3s 7s")


def test_an_added_card_moves_the_ends() -> None:
    view = End("pagat").meld(0, "4s 5s 6s").sapaw(1, "7s", 0).board.view
    assert (view.meld_faces[0], view.meld_size[0]) == (parse_mask("4s 5s 6s 7s"), 4)
    assert view.fits == parse_mask("3s 8s")
    assert End("pagat").meld(0, "7c 7d 7h").sapaw(1, "7s", 0).board.view.fits == 0


def test_r9_3_what_a_sapaw_is_remembered_as() -> None:
    end = End("pagat").opened(0, 1)
    assert list(end.sapaw(2, "3s", 0).board.view.sapawed_on) == [1, 0, 0]
    assert list(end.board.view.own_sapaw) == [0, 0, 1]
    assert list(end.sapaw(1, "4s", 1).board.view.own_sapaw) == [0, 2, 1]
    assert list(end.board.view.sapaws) == [0, 1, 1]


def test_r9_3_a_secret_is_no_long_meld() -> None:
    assert End("pagat").meld(0, "7c 7d 7h 7s", secret=True).board.view.long_meld[0] == 0


@pytest.mark.parametrize(("secret_saves", "sapaw_saves"), [(True, True), (True, False), (False, True), (False, False)])
def test_r13_exposed(secret_saves: bool, sapaw_saves: bool) -> None:
    rules = house("pagat", secrets__saves_from_sunog=secret_saves, sapaw__saves_from_sunog=sapaw_saves)
    script = Script(rules, ("7c 7d 7h 2c", "8c 8d 8h 8s", "7s"), "Ts Jd")
    board = script.play(
        "0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 secret 8c 8d 8h 8s; 1 discard Ts; 2 draw; 2 sapaw 7s > 0"
    )
    assert list(board.view.sunog_risk) == [0, int(not secret_saves), int(not sapaw_saves)]


def test_the_view_holds_no_other_hand_and_no_stock() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "8c 8d 8h 8s", "")).play("0 lay 7c 7d 7h")
    seen = board.view_bytes()
    for hidden in (board.game.hands[1], board.game.hands[2]):
        assert int(hidden).to_bytes(8, "little") not in seen
    assert bytes(board.game.stock[:15].tobytes()) not in seen
    names = set(VIEW_DTYPE.names or ())
    assert not names & {"hands", "dealt", "stock", "secret_faces", "may_challenge", "words"}


def test_a_laid_secret_is_seen_as_a_size_by_others_and_in_full_by_its_owner() -> None:
    script = Script("pagat", ("7c 7d 7h 7s 2c", "", ""))
    own = script.play("0 secret 7c 7d 7h 7s").view
    assert own.own_secrets[0] == parse_mask("7c 7d 7h 7s")
    other = script.play("0 secret 7c 7d 7h 7s; 0 discard 2c; 1 draw").view
    assert (other.me, other.own_secrets[0], other.meld_faces[0], other.meld_fits[0]) == (1, 0, 0, 0)
    assert (other.meld_size[0], other.secrets[0], other.meld_kind[0]) == (4, 1, 0)
    assert not other.seen & parse_mask("7c 7d 7h 7s")


@pytest.mark.parametrize("layout", [VIEW_DTYPE, GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE])
def test_records_begin_empty_but_for_addresses(layout: object) -> None:
    record = new_record(layout)  # type: ignore[arg-type]
    filled = [name for name in record.dtype.names or () if record[name].tobytes().strip(b"\0")]
    assert all(name.endswith("_kernel") for name in filled)
