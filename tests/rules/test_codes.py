"""`codes.py` is what the knob definitions say."""

from pathlib import Path

from tongits_sim.rules import codes, tables


def test_codes_are_those_of_the_knobs() -> None:
    stated = {name: value for name, value in vars(codes).items() if name.isupper()}
    assert stated == tables.codes()


def test_codes_file_is_as_written_by_the_command() -> None:
    assert Path(codes.__file__).read_text(encoding="utf-8") == tables.codes_module()


def test_codes_are_places_in_the_knob_table() -> None:
    assert codes.DEAL_NEXT_DEALER_WINNER == 0
    assert codes.CALL_TIMING_END == 1
    assert codes.DRAW_TAKE_DISCARD_FREE == 3
    assert codes.SECRETS_KINDS_SET4_RUN == 2
    assert codes.MELDS_ACE_RUNS_BOTH == 2
    assert codes.TIES_THREE_WAY_LAST_TO_MELD == 3
    assert codes.STOCK_OUT_NOBODY_ELIGIBLE_VOID == 1
    assert not any(name.startswith(("SECRETS_RUN_MIN", "JOKERS_", "JACKPOT_")) for name in tables.codes())
