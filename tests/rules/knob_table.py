"""The rules' knob table (part 2), written down a second time to hold the definitions to."""

from typing import Any

from tongits_sim.rules import KNOBS
from tongits_sim.rules.ruleset import GROUPS

# name, values in order (or kind of number), default, rule - the rules' knob table
KNOB_TABLE = """
deal.next_dealer | winner rotate random | winner | R1.2
deal.dealer_may_lay_first | bool | true | R2
jokers.count | 0 1 2 | 0 | R1
jokers.points | int | 10 | R1
jokers.max_per_meld | 1 2 | 1 | R16
jokers.block_secret_bonus | bool | true | R14.3
melds.ace_runs | low high both | low | R3
melds.max_voluntary | int | 0 | R5
draw.take_discard | new_meld extend_own extend_any free | new_meld | R4
discard.restriction | any not_sapawable | any | R7
sapaw.targets | any opponents | any | R6
sapaw.before_open | bool | true | R6
sapaw.saves_from_sunog | bool | false | R13
secrets.kinds | none set4 set4_run | set4 | R5.2
secrets.run_min | 4 5 | 4 | R5.2
secrets.privilege | laid held | laid | R5.2
secrets.grants | none challenge call_and_challenge | challenge | R9, R10
secrets.saves_from_sunog | bool | true | R13
secrets.sagasa | off pay | off | R5.3
call.timing | start end | start | R9
call.needs | open_meld any_table_meld nothing | open_meld | R9.2
call.meld_age | int | 1 | R9.2
call.block_opponent_sapaw | off since_last_turn rest_of_game | since_last_turn | R9.3
call.block_own_sapaw | off own_meld any_meld | off | R9.3
call.block_long_meld | bool | false | R9.3
call.zero_count_fight | off only_at_zero pays_double | off | R9.4
response.needs | open_or_secret open_only nothing | open_or_secret | R10
response.order | simultaneous sequential | simultaneous | R10
showdown.who | caller_and_challengers everyone | caller_and_challengers | R11
showdown.hand_melds_count_zero | bool | true | R3
ties.call | challenger caller | challenger | R11.2
ties.challengers | right_of_caller last_challenger last_to_meld | right_of_caller | R11.2
ties.three_way | right_of_caller last_challenger caller last_to_meld | right_of_caller | R11.2
ties.stock_out | last_drawer_then_right most_recent_drawer last_to_meld | last_drawer_then_right | R12.2
stock_out.moment | after_turn failed_draw | after_turn | R12
stock_out.eligible | open_or_secret open_only all | open_or_secret | R12
stock_out.nobody_eligible | all_compete void | all_compete | R12
tongits.exit | any discard_last no_discard | any | R8
tongits.hand_melds | bool | true | R8
tongits.spread | off player_in_turn any_player | off | R1.3
pay.mode | flat deadwood_total deadwood_diff | flat | R14
pay.tongits | units | 3 | R14
pay.fold | units | 1 | R14
pay.fight_lost | units | 3 | R14
pay.fold_if_challenged | units | 1 | R14
pay.stock_out | units | 1 | R14
pay.sunog_extra | units | 1 | R14.2
pay.per_point | units | 0 | R14
pay.sagasa | units | 0 | R5.3
bonus.ace | units | 0 | R14.3
bonus.king | units | 0 | R14.3
bonus.secret_set | units | 0 | R14.3
bonus.secret_run | units | 0 | R14.3
bonus.long_run | units | 0 | R14.3
bonus.secret_once | bool | false | R14.3
bonus.secret_needs_tongits | bool | false | R14.3
bonus.card_scope | hand_and_own_melds hand_only | hand_and_own_melds | R14.3
bonus.meld_scope | concealed any_own | concealed | R14.3
pot.ante | units | 0 | R15
jackpot.seed | units | 0 | R15
jackpot.add | units | 0 | R15
jackpot.streak | 2 3 | 2 | R15
jackpot.second_hit_extra | units | 0 | R15
jackpot.spread_takes | bool | false | R15
fees.antes | share | 0 | R15
fees.winnings | share | 0 | R15
match.progressive_target | int | 0 | R15.2
"""
ROWS = [[cell.strip() for cell in line.split("|")] for line in KNOB_TABLE.strip().splitlines()]
KINDS = {"bool": "flag", "int": "whole", "units": "units", "share": "share"}
NUMBERS = {"int": (0, 1, 20), "units": (0.0, 0.01, 7.25, 1_000_000.0), "share": (0.0, 0.000001, 0.5, 1.0)}


def every_value(name: str) -> tuple[Any, ...]:
    """The values of a knob of the table above; a few, where it is a number."""
    values = next(row[1] for row in ROWS if row[0] == name)
    if values == "bool":
        return (False, True)
    if values in NUMBERS:
        return NUMBERS[values]
    return tuple(int(value) if value.isdigit() else value for value in values.split())


def assert_as_in_the_table(module: str) -> None:
    """The knobs defined in the module are as the table says."""
    groups = [group.title() for group in GROUPS if group.__module__ == f"tongits_sim.rules.{module}"]
    rows = [row for row in ROWS if row[0].partition(".")[0] in groups]
    assert rows
    for name, values, default, rule in rows:
        knob = KNOBS[name]
        assert knob.kind == KINDS.get(values, "whole" if values[0].isdigit() else "choice"), name
        assert knob.text(knob.default) == default, name
        assert knob.rule == rule, name
        if values not in KINDS:
            assert [str(value) for value in knob.allowed] == values.split(), name
