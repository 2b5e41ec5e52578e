"""The findings of docs/explanation/findings.md: title, players, text and a second route under the same margin."""

from __future__ import annotations

from collections.abc import Callable

from tools.findings_asked import (
    BOLD,
    ENDING,
    FOUGHT,
    HIGH,
    ITERATIONS,
    JOKERS,
    MIDDLE,
    PRESETS,
    RIVALS,
    TIMID,
    WALL,
    Row,
)
from tools.findings_words import (
    MARGIN,
    Answers,
    bear_out,
    far_above,
    far_below,
    less,
    next_to_nothing,
    pm,
    points,
    pooled,
)

CHANGED = f"pagat with {ENDING}"
Finding = tuple[str, str, str]
HANDS = {"0 to 11": (0, 11), "12 to 35": (12, HIGH - 1), f"{HIGH} and more": (HIGH, 999)}
"""Ranges of counts that calls are pooled over."""


def by_rules(rows: dict[str, Row]) -> str:
    """`+1.00 ± 0.10 under pagat, ...`."""
    return ", ".join(f"{pm(row)} under {rules}" for rules, row in rows.items())


def averages(answers: Answers, bot: str, rules: str) -> tuple[Row, Row]:
    """The worth of calling where three of a bot call, and where they do not."""
    means = answers[f"calls {bot} {rules}"]["averages"]
    return means["chose_yes"], means["chose_no"]


def hands(answers: Answers, name: str, opponents: tuple[int, ...]) -> dict[str, Row]:
    """The worth of calling by the caller's count, from a chart of calls, with these numbers of open opponents."""
    cells = [row for row in answers[name]["cells"] if row["opponents_open"] in opponents]
    return {
        words: pooled([row for row in cells if low <= row["own_count"] <= high]) for words, (low, high) in HANDS.items()
    }


def calling(answers: Answers) -> Finding:
    """Whether hands that do not call should call."""
    solved = {rules: averages(answers, "solved", rules) for rules in FOUGHT}
    greedy = {rules: averages(answers, "greedy", rules) for rules in FOUGHT}
    turned = {rules: answers.gain(f"turned {rules}", "solved") for rules in FOUGHT}
    contrary = {rules: answers.gain(f"contrary {rules}", "contrary") for rules in FOUGHT}
    bear_out(all(far_above(yes) and far_below(no) for yes, no in solved.values()), "solved calls the right hands")
    bear_out(all(far_above(no) for _, no in greedy.values()), "greedy leaves calls undone")
    bear_out(far_below(greedy["pagat"][0]), "greedy's calls lose under pagat")
    bear_out(all(map(far_above, [*turned.values(), *contrary.values()])), "turned upside down")
    text = (
        "Forked, against waiting a turn: the calls that three greedy do not make, those with bad hands, would be worth "
        f"{by_rules({rules: no for rules, (_, no) in greedy.items()})}; under pagat the calls they do make lose "
        f"({pm(greedy['pagat'][0])}). With three solved players it is the other way round under all three rule sets: "
        f"the calls they make are worth {by_rules({rules: yes for rules, (yes, _) in solved.items()})}, and those "
        f"they do not make {by_rules({rules: no for rules, (_, no) in solved.items()})}. So *a call gains most with a "
        "bad hand* was the answer to greedy; it is no rule for play against strangers."
    )
    sure = (
        "certain for these players. Second route, without any fork: the calls of each were turned upside down, and the "
        "result played against the original on the same deals. *Contrary*, a greedy that calls with exactly the counts "
        f"with which greedy does not, is ahead of greedy by {by_rules(contrary)} units a game; solved is ahead by "
        f"{by_rules(turned)} of a solved player who calls where it waits and waits where it calls."
    )
    title = "At a table of three greedy a bad hand gains by calling; at a table of three solved players it does not."
    return title, text, sure


def bluffing(answers: Answers) -> Finding:
    """Where high counts call."""
    tables = {rules: f"calls solved {rules}" for rules in FOUGHT} | {CHANGED: "calls ending"}
    high = {rules: hands(answers, name, (2,))[f"{HIGH} and more"] for rules, name in tables.items()}
    modest = {rules: answers.gain(f"modest {rules}", "solved") for rules in FOUGHT}
    modest[CHANGED] = answers.gain("modest ending", "usual")
    end, start = ("sjs", CHANGED), ("pagat", "online")
    bear_out(all(far_above(high[rules]) and far_above(modest[rules]) for rules in end), "high counts call")
    bear_out(all(far_below(high[rules]) and next_to_nothing(modest[rules]) for rules in start), "high counts wait")

    for rules in end:
        shares = [row["yes"] for row in hands(answers, tables[rules], (2,)).values()]
        bear_out(shares[1] > max(shares[0], shares[2]), "counts in the middle call most")
    for name in tables.values():
        alone = [row["yes"] for row in hands(answers, name, (0,)).values()]
        bear_out(alone[2] == max(alone), "with nobody open high counts call most")

    def worth(rules: str) -> str:
        row = high[rules]
        return f"{pm(row)} under {rules} (called in {100 * row['yes']:.0f} % of {row['n']:,} chances)"

    text = (
        f"A *bluff* here is a call with a count of {HIGH} or more while both opponents are open. Forked, against "
        f"waiting a turn, it is worth to three solved players {', '.join(map(worth, end))}; but "
        f"{', '.join(map(worth, start))}. Draws are called at the start of a turn under pagat and online, and at its "
        f"end under sjs. To see whether it is the timing, nothing else was changed: {CHANGED} was solved anew (in "
        f"{ITERATIONS} iterations), and there they bluff. Calls are not polarised: where bluffs are made, middling "
        "counts call more often than low ones and high ones (see the table by count below). Only with nobody open do "
        "high counts call more often than all others, under all rules, because such a call wins at once."
    )
    sure = (
        "certain for three solved players. Second route, without any fork: solved against a solved player that never "
        "calls with such a count where somebody may challenge, on the same deals. Solved is ahead by "
        f"{by_rules({rules: modest[rules] for rules in end})} units a game; by "
        f"{by_rules({rules: modest[rules] for rules in start})}, both within {MARGIN} of 0: the few bluffs it makes "
        "there are worth next to nothing."
    )
    title = "Three solved players bluff if draws are called at the end of a turn, and hardly ever if at its start."
    return title, text, sure


def circle(answers: Answers) -> Finding:
    """Best responses."""
    ring = {rules: [answers.gain(f"{name} {rules}") for name in ("bold", "wall", "timid")] for rules in FOUGHT}
    for rules in ("pagat", "online"):
        bear_out(all(map(far_above, ring[rules])), f"a circle under {rules}")
    bear_out(far_below(ring["sjs"][1]), "no circle under sjs")
    middle = [
        answers.gain(f"middle {name} {rules}") for name in ("bold", "wall", "timid") for rules in ("pagat", "online")
    ]
    bear_out(all(map(far_above, middle)), "a fourth setting beats all three")
    beaten = {rules: {name: answers.gain(f"solved {name} {rules}") for name in RIVALS} for rules in FOUGHT}
    bear_out(all(far_above(row) for rows in beaten.values() for row in rows.values()), "solved beats them all")
    best = {rules: answers.meter(f"exploit {rules}", "players") for rules in FOUGHT}
    bear_out(all(far_below(meter["gain"]) for meter in best.values()), "no player gains on two solved")
    alone = answers.alone("solved expert pagat")
    bear_out(not far_above(alone), "alone beside two expert")
    least = {rules: min(rows.values(), key=lambda row: row["mean"]) for rules, rows in beaten.items()}
    rounds = "; ".join(f"{', '.join(map(pm, ring[rules]))} under {rules}" for rules in ("pagat", "online"))
    strongest = "; ".join(f"{pm(each['gain'])} (`{each['by']}`) under {rules}" for rules, each in best.items())
    text = (
        f"*Bold* is `{BOLD}`, *timid* `{TIMID}`, *wall* `{WALL}`. Bold beats timid, wall beats bold and timid beats "
        f"wall, in units a game by {rounds}; under sjs bold also beats wall, so there is no circle. Which of such "
        "thresholds is best depends on the others at the table. `solved` beats bold, wall and timid under all three "
        f"rule sets; it also beats `{MIDDLE}`, which itself beats those three under pagat and online, and `expert`. "
        f"Its lead over these five is at least {by_rules(least)} units a game (the smallest of five estimates, so more "
        "likely too low than too high). That is the mean of both companies, two of one beside one of the other and the "
        f"reverse: under pagat one solved alone beside two expert is not ahead, {pm(alone)} (see the table below)."
    )
    sure = (
        "certain for these pairs. That the three beat each other rests on one route, played games. What solved does "
        "has a second one, with other deals and other tables: one player beside two `solved`, the strongest of the "
        "bots that play by fixed rules and of a tuned one, chosen on some deals and measured on others, "
        f"loses: {strongest}. A player of another kind gains: see [deep.md](deep.md)."
    )
    title = "Bold, timid and wall, three settings of greedy, beat each other in a circle; solved beats all three."
    return title, text, sure


def dealing(answers: Answers) -> Finding:
    """The dealer's edge by players."""
    edges = {bot: {rules: answers.edge(f"dealt {bot} {rules}") for rules in FOUGHT} for bot in ("solved", "expert")}
    greedy = {rules: answers.edge(f"dealt greedy {rules}") for rules in FOUGHT}
    paired = {rules: answers.level(f"paired {rules}", "dealer_edge") for rules in FOUGHT}
    bear_out(far_below(edges["expert"]["pagat"]) and far_above(edges["solved"]["pagat"]), "the sign turns under pagat")
    bear_out(far_above(edges["solved"]["sjs"]), "the dealer is ahead under sjs")
    bear_out(
        all(far_above(paired[rules]) == far_above(edges["solved"][rules]) for rules in ("pagat", "sjs")), "both routes"
    )
    experts = answers.level("jokers expert", "dealer_edge")
    bear_out(far_below(experts), "expert loses by dealing under pagat")
    ahead = [rules for rules in PRESETS if far_above(answers.edge(f"dealt solved {rules}"))]
    text = (
        "What the dealer earns a game more than the mean of the others, in units, in single games without a jackpot: "
        f"three solved players {by_rules(edges['solved'])}; three expert {by_rules(edges['expert'])}; three greedy "
        f"{by_rules(greedy)}. "
        "Solved and expert differ only in calls, challenges and first melds: that dealing costs money under pagat is "
        "due not to the rules but to expert, whose calls lose there (see *When to call*). Among three "
        f"solved players the dealer is ahead under {len(ahead)} of {len(PRESETS)} presets, by the first route alone "
        "(see the table below)."
    )
    sure = (
        "certain for these players. Second route, each deal played in every seating: dealing is worth, to three solved "
        f"players, {by_rules(paired)}; to three expert {pm(experts)} under pagat."
    )
    title = "Among three expert under pagat the dealer loses; among three solved players the dealer is ahead."
    return title, text, sure


def laying(answers: Answers) -> Finding:
    """The first meld."""
    solved, expert = ({rules: first_meld(answers, bot, rules) for rules in FOUGHT} for bot in ("solved", "expert"))
    eager = {rules: answers.gain(f"eager {rules}", "solved") for rules in FOUGHT}
    holding = answers.gain("holding sjs", "holding")
    for rules in ("pagat", "online"):
        bear_out(far_below(expert[rules][0]) and far_above(eager[rules]), f"hold under {rules}")
    bear_out(far_above(expert["sjs"][0]) and far_above(solved["sjs"][0]) and far_below(holding), "lay under sjs")
    for rules in FOUGHT:
        bear_out(all(map(far_above, (*expert[rules][1:], *solved[rules][1:]))), "lay where somebody is open")
    text = (
        "Three expert lay their first meld at once. Forked, against holding it for a turn, and while no opponent has "
        f"one on the table, that is worth {by_rules({rules: rows[0] for rules, rows in expert.items()})} units: a "
        "mistake under pagat and online, and right under sjs. Where one opponent is open, laying is worth "
        f"{by_rules({rules: rows[1] for rules, rows in expert.items()})}; where both are, "
        f"{by_rules({rules: rows[2] for rules, rows in expert.items()})}: then lay. So does it with three solved "
        "players (see *The first meld*), whose profile says when to hold."
    )
    sure = (
        "certain for these players. Second route, without any fork: solved against a solved player that lays its first "
        f"meld at once, on the same deals. Solved is ahead by {by_rules({r: eager[r] for r in ('pagat', 'online')})} "
        "units a game. Under sjs a solved player that lays nothing in its own first turn while no opponent is open "
        f"earns {pm(holding)} more than solved."
    )
    title = "While no opponent is open, hold the first meld under pagat and online, and lay it under sjs."
    return title, text, sure


def first_meld(answers: Answers, bot: str, rules: str) -> list[Row]:
    """The worth of laying the first meld at once, for three of a bot, by opponents with a meld on the table."""
    return [row["ev_diff"] for row in answers[f"held {bot} {rules}"]["by"] if row["by"] == "opponents_open"]


def changing(answers: Answers) -> Finding:
    """A change of the rules, between players who do not adapt and players who solved both."""
    bots = ("expert", "solved")
    fights = {bot: answers.effect(f"jokers {bot}", "share_challenge") for bot in bots}
    apart = {
        bot: less(
            answers.ending(f"apart {bot} {JOKERS}", "challenge"), answers.ending(f"apart {bot} pagat", "challenge")
        )
        for bot in bots
    }
    for rows in (fights, apart):
        bear_out(far_above(rows["expert"]) and far_below(rows["solved"]), "jokers and fights")
    tongits = {bot: answers.effect(f"jokers {bot}", "share_tongits") for bot in bots}
    turns = {bot: answers.effect(f"jokers {bot}", "turns") for bot in bots}
    bear_out(far_above(tongits["solved"]), "jokers and tongits")
    bear_out(far_below(turns["expert"]) and far_above(turns["solved"]), "jokers and turns")
    text = (
        f"The effect of two jokers in pagat (`{JOKERS}`) was measured twice, each time on the same deals. With three "
        "expert who play on as before (the mechanical effect), the share of games that end in a fight changes by "
        f"{points(fights['expert'])}, the share that end in tongits (a player goes out) by "
        f"{points(tongits['expert'])}, and the length of a game by {pm(turns['expert'])} turns. With three solved "
        f"players, who play the profile of each rule set, the changes are {points(fights['solved'])}, "
        f"{points(tongits['solved'])} and {pm(turns['solved'])} turns. So the effect of a change on bots that do not "
        "adapt can have the wrong sign for players who have adapted to it."
    )
    sure = (
        "certain for these players. Second route: both rule sets played separately, on other deals; the share of games "
        f"that end in a fight changes by {points(apart['expert'])} with three expert and by {points(apart['solved'])} "
        "with three solved."
    )
    title = "Two jokers make fights more frequent among three expert, and rarer among three solved players."
    return title, text, sure


FINDINGS: tuple[Callable[[Answers], Finding], ...] = (calling, bluffing, circle, dealing, laying, changing)
