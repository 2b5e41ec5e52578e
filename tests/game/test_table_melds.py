import pytest

from tests.game.scenes import End, Script, house
from tongits_sim.cards import parse_mask
from tongits_sim.hands.melds import RUN, SET


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
