import pytest

from tests.game.scenes import Script
from tongits_sim.cards import parse_mask
from tongits_sim.game.state import GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE, VIEW_DTYPE, new_record


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
