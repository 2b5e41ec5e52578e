"""Checks one game record: replays it and compares every number of its result (all rules)."""

from collections.abc import Mapping
from typing import Any

from tests.naive import PRESETS, Rules, deck, knob_problems, preset
from tests.naive.knobs import OVERLAYS, exact
from tests.referee import settle
from tests.referee.game import begin, finish, step
from tests.referee.settle import Match, Outcome, cents
from tests.referee.shape import shape_problems, tidied
from tests.referee.state import IllegalError, State

PART_RULE = {
    "base": "R14",
    "sunog": "R14.2",
    "bonus": "R14.3",
    "sagasa": "R5.3",
    "pot": "R15",
    "jackpot": "R15",
    "fees": "R15",
}


def check_record(record: Mapping[str, Any]) -> list[str]:
    """Replay one game from its record alone: the problems, each starting with a rule number; empty if all is fine.

    Later checks build on earlier ones (form, rules, deal, chain, play): the first stage with problems is the last.
    """
    tidy = tidied(record)
    return check_tidied(tidy, shape_problems(tidy))


def check_tidied(tidy: Mapping[str, Any], problems: list[str]) -> list[str]:
    problems = problems or rules_problems(tidy)
    if problems:
        return problems
    for stage in (deal_problems, before_problems, play_problems):
        problems = problems or stage(tidy)
    return problems


def hundredths(value: Any) -> int:
    return (exact(value) * 100).numerator


def rules_problems(record: Mapping[str, Any]) -> list[str]:
    name, knobs = record["rules"]["name"], record["rules"]["knobs"]
    problems = knob_problems(knobs)
    base, *overlays = name.split("+")
    if problems or base not in PRESETS or not set(overlays) <= set(OVERLAYS):
        return problems
    wanted = preset(name)
    return [
        f"part 3: {knob} is {knobs[knob]!r}, but {name} has {wanted.get(knob)!r}"
        for knob in knobs
        if exactly(knobs[knob]) != exactly(wanted.get(knob, ""))
    ]


def exactly(value: Any) -> Any:
    return value if isinstance(value, (str, bool)) else exact(value)


def deal_problems(record: Mapping[str, Any]) -> list[str]:
    """R1: the deck is complete, 13 cards for the dealer, 12 for the others."""
    dealt = [card for hand in record["hands"] for card in hand] + record["stock"]
    problems = []
    if sorted(dealt) != sorted(deck(record["rules"]["knobs"])):
        problems.append("R1: hands and stock are not the deck, each card once")
    sizes = [len(hand) for hand in record["hands"]]
    if sizes != [13 if seat == record["dealer"] else 12 for seat in range(3)]:
        problems.append(f"R1: {sizes} cards were dealt with dealer {record['dealer']}")
    return problems


def before_problems(record: Mapping[str, Any]) -> list[str]:
    """R15, docs/reference/formats.md: `before` is possible at this game of a match, and empty at game 0."""
    rules = record["rules"]["knobs"]
    before = match_of(record["before"])
    game = record["game"]
    if game == 0:
        return [] if before == Match() else ["format: before is not empty at game 0"]
    problems = []
    endless = rules.get("payout") and cents(rules, "jackpot.seed") == 0
    if (before.streak >= rules["jackpot.streak"] and not endless) or before.streak > game:
        problems.append(f"R15: a streak of {before.streak} before game {game}")
    if before.streak and rules["deal.next_dealer"] == "winner" and before.streak_seat != record["dealer"]:
        problems.append("R1.2: the winner of the last game is not the dealer")
    if not possible_jackpot(rules, before.jackpot, game):
        problems.append(f"R15: no jackpot of {before.jackpot} hundredths is possible before game {game}")
    if rules["match.progressive_target"] == 0 and any(before.scores):
        problems.append("R15.2: scores without a progressive match")
    if settle.target_reached(rules, before):
        problems.append("R15.2: a game after somebody has reached the target")
    return problems


def possible_jackpot(rules: Rules, jackpot: int, game: int) -> bool:
    """R15: each of three players has put in `seed` once and `add` in the games since."""
    seed = 3 * cents(rules, "jackpot.seed")
    add = 3 * cents(rules, "jackpot.add")
    return jackpot == 0 or (seed > 0 and jackpot in [seed + games * add for games in range(game)])


def match_of(chain: Mapping[str, Any]) -> Match:
    return Match(hundredths(chain["jackpot"]), chain["streak_seat"], chain["streak"], list(chain["scores"]))


def play_problems(record: Mapping[str, Any]) -> list[str]:
    """R1.3-R12: the events; then the result."""
    state = begin(record["rules"]["knobs"], record["dealer"], record["hands"], record["stock"])
    for number, event in enumerate(record["events"], start=1):
        try:
            step(state, event)
        except IllegalError as error:
            return [f"{error} (event {number}: {event['act']} of seat {event['seat']})"]
    try:
        finish(state)
    except IllegalError as error:
        return [str(error)]
    state.number = record["game"]
    state.shown = max((len(event.get("melds", [])) for event in record["events"]), default=0)
    result = settle.outcome(state)
    return result_problems(record, state, result)


def result_problems(record: Mapping[str, Any], state: State, result: Outcome) -> list[str]:
    """R11-R15: everything the record says about the end, against what follows from the play."""
    claims = record["result"]
    before = match_of(record["before"])
    over = record["match_over"]
    problems: list[str] = []

    def compare(rule: str, what: str, claim: Any, true: Any) -> None:
        if claim != true:
            problems.append(f"{rule}: {what} is {claim}, should be {true}")

    ending_rule = {"stock_out": "R12", "void": "R12", "tongits": "R8", "spread": "R1.3"}.get(result.ending, "R11")
    compare(ending_rule, "ending", claims["ending"], result.ending)
    compare(f"{ending_rule}.2" if result.tied else ending_rule, "winner", claims["winner"], result.winner)
    compare("R3", "counts", claims["counts"], result.counts)
    compare("R13", "burned", claims["burned"], result.burned)
    parts = settle.parts(state, before, result, over)
    for part, amounts in parts.items():
        compare(
            PART_RULE[part], f"{part} in hundredths", [hundredths(amount) for amount in claims["parts"][part]], amounts
        )
    payout = [sum(amounts[seat] for amounts in parts.values()) for seat in range(3)]
    compare("R14.4", "payout in hundredths", [hundredths(amount) for amount in claims["payout"]], payout)
    return problems + after_problems(record, state, result)


def after_problems(record: Mapping[str, Any], state: State, result: Outcome) -> list[str]:
    """R15, R15.2, R1.2: whether the match may go on, and the state in which its next game begins."""
    claims, over = record["after"], record["match_over"]
    claim = match_of(claims)
    true = settle.after(state, match_of(record["before"]), result, over)
    problems = []
    if claim.jackpot != true.jackpot:
        problems.append(f"R15: after.jackpot is {claim.jackpot} hundredths, should be {true.jackpot}")
    if (claim.streak_seat, claim.streak) != (true.streak_seat, true.streak):
        problems.append(
            f"R15: the streak after is {claim.streak_seat, claim.streak}, should be {true.streak_seat, true.streak}"
        )
    if claim.scores != true.scores:
        problems.append(f"R15.2: after.scores are {claim.scores}, should be {true.scores}")
    dealer = settle.next_dealer(state, result)
    if dealer is not None and claims["next_dealer"] != dealer:
        problems.append(f"R1.2: next_dealer is {claims['next_dealer']}, should be {dealer}")
    if settle.target_reached(state.rules, true) and not over:
        problems.append("R15.2: the target is reached and the match goes on")
    return problems
