"""Every preset, knob by knob, as the rules' preset table (part 3) gives it."""

# ruff: noqa: E501 - the table is one line a knob

from pathlib import Path

import pytest

from tongits_sim.rules import (
    KNOBS,
    RuleSet,
    diff,
    library,
    load,
    overlay_names,
    preset_names,
    preset_summary,
    preset_title,
)

# (count) = unused under deadwood payment, stays at the default; knobs not named stay at the default
PRESET_TABLE = """
knob | sjs | wikipedia | grokipedia | rulesofcards | pagat | online | wars | casino_x | ecoins
deal.next_dealer | winner | winner | winner | rotate | winner | winner | winner | winner | winner
draw.take_discard | new_meld | extend_own | new_meld | new_meld | new_meld | new_meld | new_meld | extend_any | new_meld
discard.restriction | any | any | any | any | any | any | any | any | not_sapawable
melds.max_voluntary | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1
secrets.kinds | set4_run | set4 | set4 | none | set4 | set4_run | set4_run | set4_run | set4_run
secrets.run_min | 4 | 4 | 4 | 4 | 4 | 5 | 5 | 5 | 5
secrets.privilege | laid | held | laid | laid | laid | held | held | held | held
secrets.grants | challenge | challenge | none | none | call_and_challenge | challenge | challenge | challenge | challenge
secrets.saves_from_sunog | true | true | false | false | true | true | true | true | true
secrets.sagasa | off | off | off | off | off | off | off | off | pay
call.timing | end | start | start | start | start | start | start | start | start
call.needs | open_meld | open_meld | open_meld | any_table_meld | open_meld | open_meld | open_meld | open_meld | open_meld
call.block_opponent_sapaw | since_last_turn | since_last_turn | since_last_turn | off | since_last_turn | since_last_turn | since_last_turn | since_last_turn | since_last_turn
call.block_own_sapaw | off | off | off | off | own_meld | own_meld | own_meld | own_meld | own_meld
call.block_long_meld | false | false | false | false | false | true | false | false | false
response.needs | open_or_secret | open_or_secret | open_only | open_only | open_or_secret | open_or_secret | open_or_secret | open_or_secret | open_or_secret
response.order | simultaneous | sequential | simultaneous | simultaneous | simultaneous | simultaneous | simultaneous | simultaneous | simultaneous
showdown.who | caller_and_ch. | caller_and_ch. | caller_and_ch. | everyone | caller_and_ch. | caller_and_ch. | caller_and_ch. | caller_and_ch. | caller_and_ch.
showdown.hand_melds_count_zero | true | true | true | false | true | true | true | true | true
tongits.exit | any | any | any | any | any | discard_last | any | any | any
tongits.hand_melds | true | true | true | false | true | false | true | true | true
ties.call | challenger | challenger | challenger | caller | challenger | challenger | challenger | challenger | challenger
ties.challengers | right_of_caller | last_challenger | right_of_caller | last_to_meld | right_of_caller | right_of_caller | last_challenger | right_of_caller | last_challenger
ties.three_way | right_of_caller | last_challenger | right_of_caller | caller | right_of_caller | right_of_caller | last_challenger | right_of_caller | last_challenger
ties.stock_out | most_recent_drawer | last_drawer_then_right | last_drawer_then_right | last_to_meld | last_drawer_then_right | last_drawer_then_right | last_drawer_then_right | last_drawer_then_right | most_recent_drawer
stock_out.eligible | open_or_secret | open_or_secret | open_only | open_only | open_or_secret | open_or_secret | open_or_secret | open_or_secret | open_or_secret
tongits.spread | off | any_player | off | off | off | off | off | any_player | off
pay.mode | flat | flat | flat | deadwood_total | flat | flat | flat | flat | flat
pay.tongits | 3 | 3 | 3 | (count) | 3 | 0.40 | 3 | 2 | 3
pay.fold | 1 | 1 | 1 | (count) | 1 | 0.20 | 1 | 1 | 1
pay.fight_lost | 3 | 3 | 3 | (count) | 3 | 0.50 | 3 | 3 | 2
pay.fold_if_challenged | 1 | 1 | 3 | (count) | 3 | 0.20 | 1 | 1 | 1
pay.stock_out | 1 | 1 | 1 | (count) | 1 | 0.40 | 1 | 1 | 1
pay.sunog_extra | 1 | 1 | 1 | 0 | 1 | 0.20 | 1 | 1 | 1
pay.per_point | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0.10
pay.sagasa | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1
bonus.ace | 1 | 1 | 1 | 0 | 1 | 0.20 | 1 | 1 | 1
bonus.king | 1 | 0 | 0 | 0 | 0 | 0.20 | 0 | 1 | 0
bonus.secret_set | 3 | 3 | 3 | 0 | 3 | 0.20 | 3 | 1 | 3
bonus.secret_run | 3 | 0 | 0 | 0 | 0 | 0.20 | 3 | 1 | 3
bonus.secret_needs_tongits | false | false | true | false | false | false | false | false | false
bonus.secret_once | false | false | false | false | false | true | false | false | false
pot.ante | 0 | 0 | 0 | 0 | 0 | 1 | 0 | 0 | 0
jackpot.seed / jackpot.add | 3 / 1 | 2 / 2 | 2 / 2 | 0 / 0 | 2 / 2 | 0.10 / 0.10 | 2 / 2 | 1 / 1 | 3 / 1
jackpot.spread_takes | false | true | false | false | false | false | false | true | false
fees.antes / fees.winnings | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 | 0.15 / 0 | 0 / 0 | 0 / 0.05 | 0 / 0
"""
HEAD, *ROWS = [[cell.strip() for cell in line.split("|")] for line in PRESET_TABLE.strip().splitlines()]
SHORT = {"caller_and_ch.": "caller_and_challengers"}


def table_value(knob: str, cell: str) -> object:
    """A cell of the table as the value of the knob."""
    default = KNOBS[knob].default
    if cell == "(count)":
        return default
    if isinstance(default, bool):
        return {"true": True, "false": False}[cell]
    return SHORT.get(cell, cell) if isinstance(default, str) else type(default)(cell)


def table_knobs(preset: str) -> dict[str, object]:
    """All knobs of a preset according to the table."""
    knobs: dict[str, object] = dict(RuleSet().knobs())
    for names, *cells in ROWS:
        parts = cells[HEAD.index(preset) - 1].split(" / ")
        for name, cell in zip(names.split(" / "), parts, strict=True):
            knobs[name] = table_value(name, cell)
    return knobs


def test_presets_are_those_of_the_table_and_the_reduced_one() -> None:
    assert set(preset_names()) == {*HEAD[1:], "pagat_reduced"}
    assert len(ROWS) == 46


@pytest.mark.parametrize("preset", HEAD[1:])
def test_preset_is_as_in_the_table(preset: str) -> None:
    assert load(preset).knobs() == table_knobs(preset)
    assert load(preset).name == preset


def test_pagat_reduced_is_pagat_with_two_for_three() -> None:
    amounts = ("pay.tongits", "pay.fight_lost", "pay.fold_if_challenged", "bonus.secret_set", "bonus.long_run")
    assert load("pagat_reduced").knobs() == load("pagat").knobs() | dict.fromkeys(amounts, 2.0)


@pytest.mark.parametrize("preset", preset_names())
def test_overlays_change_one_knob_of_any_preset(preset: str) -> None:
    plain = load(preset)
    assert [(each.knob, each.b_value) for each in diff(plain, load(f"{preset}+joker"))] == [("jokers.count", "2")]
    target = diff(plain, load(f"{preset}+progressive"))
    assert [(each.knob, each.b_value) for each in target] == [("match.progressive_target", "100")]
    assert load(f"{preset}+joker+progressive").name == f"{preset}+joker+progressive"


@pytest.mark.parametrize("name", [*preset_names(), *overlay_names()])
def test_title_and_summary_are_words(name: str) -> None:
    assert 4 < len(preset_title(name)) < 40
    assert preset_summary(name).endswith(".")


def test_every_file_is_listed_and_says_only_what_differs() -> None:
    folder = Path(library.__file__).parent
    assert {path.stem for path in folder.glob("presets/*.toml")} == set(preset_names())
    assert {path.stem for path in folder.glob("overlays/*.toml")} == set(overlay_names())
    for name in preset_names():
        rule_file = library.preset(name)
        base = load(rule_file.base).knobs() if rule_file.base else RuleSet().knobs()
        assert not [knob for knob, value in rule_file.knobs.items() if base[knob] == value]
