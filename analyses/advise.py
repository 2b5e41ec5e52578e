"""The reason for an action in a sentence: the cards it keeps, the risks it takes, from the cards and the rollouts."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from analyses.answers.advise import AdviceAnswer, AdvisedAction, PositionFacts
from analyses.answers.shared import Bot, Versions
from strategies.registry import STRONGEST
from tongits_sim.cards import NATURALS, U, card_text, cards_in, format_mask
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.warmup import prepare_once
from tongits_sim.game.state import DECISIONS
from tongits_sim.hands.melds import NO_MELD, least_deadwood, meld_fits, meld_kind
from tongits_sim.players import as_players
from tongits_sim.rules import rules_record
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr
from tongits_sim.strategy import Player
from tongits_sim.table.known_cards import Weighing
from tongits_sim.table.options import spelled
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollouts import CLOSE, Limits, Rollouts
from tongits_sim.table.rollouts import estimates as estimates_of

if TYPE_CHECKING:
    from tongits_sim.table.options import Option
    from tongits_sim.table.rollouts import OptionEstimate, Samples


def reason(position: Position, option: Option, estimate: OptionEstimate) -> str:
    """The reason for an option's value."""
    maker = _REASONS[option.kind]
    text = maker(position, option, estimate)
    return text[0].upper() + text[1:] + "."


def loose_cards(position: Position, hand: int) -> tuple[int, int]:
    """Cards of a hand outside the melds of its best arrangement (mask), and their points."""
    ace_runs = int(rules_record(position.rules)[0].melds_ace_runs)
    points, sets, runs = least_deadwood(U(hand & int(NATURALS)), ace_runs)
    return hand & int(NATURALS) & ~int(sets) & ~int(runs), int(points)


def partners(card: int) -> list[int]:
    """Pairs of other cards (masks) that make a meld of three with a card (int), the ace low."""
    rank, suit = card & 15, card >> 4
    same = [1 << (16 * other + rank) for other in range(4) if other != suit]
    pairs = [a | b for a, b in itertools.combinations(same, 2)]
    for first in (rank - 2, rank - 1, rank):
        if first >= 0 and first + 2 <= 12:
            run = sum(1 << (16 * suit + place) for place in range(first, first + 3))
            pairs.append(run & ~(1 << card))
    return pairs


def partial_melds(loose: int, unknown: int) -> list[tuple[int, int]]:
    """Pairs of loose cards (masks) that one unseen card makes a meld of, and how many such cards; most first."""
    pairs = []
    for a, b in itertools.combinations(cards_in(loose), 2):
        outs = 0
        for pair in partners(a):
            if pair >> b & 1:
                outs |= pair & ~(1 << b)
        count = (outs & unknown).bit_count()
        if count:
            pairs.append((1 << a | 1 << b, count))
    return sorted(pairs, key=lambda each: (-each[1], each[0]))


def _hand_words(position: Position, hand: int) -> str:
    """The hand after the action: up to two pairs that may become melds, else its loose points."""
    loose, points = loose_cards(position, hand)
    parts, used = list[str](), 0
    for pair, outs in partial_melds(loose, position.unknown):
        if not pair & used and len(parts) < 2:
            used |= pair
            parts.append(f"{format_mask(pair)} ({_unseen(outs, 'make')} a meld)")
    if parts:
        return f"keeps {' and '.join(parts)}"
    if loose == 0:
        return "leaves nothing outside melds"
    return f"leaves {points} points outside melds, no two of them close to a meld"


def _gift_words(position: Position, card: int) -> str:
    """The ways for the next player to use a discard."""
    take = position.rules.draw.take_discard
    for meld in position.melds:
        onto = take == "extend_any" or take == "free" or (take == "extend_own" and meld.owner == position.right)
        if onto and not meld.face_down and _fits(position, meld.cards) >> card & 1:
            return f"right may take {card_text(card)} onto {format_mask(meld.cards)}"
    pairs = [pair for pair in partners(card) if pair & ~position.unknown == 0]
    if not pairs:
        return f"no unseen cards make a meld with {card_text(card)}"
    named = ", ".join(format_mask(pair) for pair in pairs[:2])
    more = f" or {len(pairs) - 2} other pairs" if len(pairs) > 3 else " or another pair" if len(pairs) == 3 else ""
    return f"right takes {card_text(card)} with {named}{more}"


def _fits(position: Position, faces: int) -> int:
    ace_runs = int(rules_record(position.rules)[0].melds_ace_runs)
    kind = int(meld_kind(U(faces), ace_runs))
    return int(meld_fits(U(faces), kind, ace_runs)) if kind != NO_MELD else 0


def _discard(position: Position, option: Option, estimate: OptionEstimate) -> str:
    card = option.cards.bit_length() - 1
    rest = position.hand & ~option.cards
    before, after = loose_cards(position, position.hand)[1], loose_cards(position, rest)[1]
    torn = f"breaks a meld ({after - before:+d} points loose), " if after > before else ""
    return f"{torn}{_hand_words(position, rest)}; risk: {_gift_words(position, card)}"


def _lay(position: Position, option: Option, estimate: OptionEstimate) -> str:
    rest = position.hand & ~option.cards
    is_open = any(meld.owner == position.seat and not meld.face_down for meld in position.melds)
    if option.face_down:
        return f"hides the meld; {_hand_words(position, rest)}; burned in {_percent(estimate.burned)}"
    outs = (_fits(position, option.cards) & position.unknown).bit_count()
    gain = "frees cards" if is_open else "opens the hand: no longer burned, may challenge, may soon call"
    return f"{gain}; {_hand_words(position, rest)}; risk: {_unseen(outs, 'fit')} the meld, which blocks a call"


def _sapaw(position: Position, option: Option, estimate: OptionEstimate) -> str:
    owner = position.melds[option.meld].owner
    rest = position.hand & ~option.cards
    before, after = loose_cards(position, position.hand)[1], loose_cards(position, rest)[1]
    change = f"takes {before - after} points out of the hand" if after < before else f"costs {after - before} points"
    if owner == position.seat:
        return f"{change}; {_hand_words(position, rest)}"
    return f"{change} and may keep {position.name(owner)} from calling; {_hand_words(position, rest)}"


def _take(position: Position, option: Option, estimate: OptionEstimate) -> str:
    both = position.hand | 1 << position.offer
    if option.meld >= 0:
        return f"adds the discard to a meld and draws no card; {_hand_words(position, position.hand)}"
    if option.cards.bit_count() == 1:
        return f"takes it into the hand; {_hand_words(position, both)}"
    rest = both & ~option.cards
    loose = loose_cards(position, rest)[1]
    return f"makes a meld at once and leaves {loose} points loose; {_hand_words(position, rest)}"


def _draw(position: Position, option: Option, estimate: OptionEstimate) -> str:
    count = position.unknown.bit_count()
    return f"{_hand_words(position, position.hand)}, and sees one of {count} unseen cards; {_ends(estimate)}"


def _call(position: Position, option: Option, estimate: OptionEstimate) -> str:
    points = loose_cards(position, position.hand)[1]
    able = [
        f"{position.name(seat)} with {_cards(position.sizes[seat])}"
        for seat in (position.right, position.left)
        if any(meld.owner == seat for meld in position.melds)
    ]
    rivals = f"{' and '.join(able)} may challenge" if able else "nobody with an open meld can challenge"
    return f"count {points}; {rivals}; beaten in {_percent(estimate.beaten)}"


def _challenge(position: Position, option: Option, estimate: OptionEstimate) -> str:
    points = loose_cards(position, position.hand)[1]
    caller = f"{position.name(position.caller)} called with {_cards(position.sizes[position.caller])}"
    return f"count {points}; {caller}; wins {_percent(estimate.won)}, is beaten in {_percent(estimate.beaten)}"


def _fold(position: Position, option: Option, estimate: OptionEstimate) -> str:
    return f"pays for a fold and no more; wins {_percent(estimate.won)}"


def _pass(position: Position, option: Option, estimate: OptionEstimate) -> str:
    return f"plays on: {_hand_words(position, position.hand)}; {_ends(estimate)}"


def _ends(estimate: OptionEstimate) -> str:
    return f"wins {_percent(estimate.won)}, burned in {_percent(estimate.burned)}"


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _unseen(count: int, verb: str) -> str:
    """`2 unseen cards make`, `1 unseen card makes`."""
    return f"{count} unseen card {verb}s" if count == 1 else f"{count} unseen cards {verb}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


_REASONS = {
    "call": _call,
    "pass": _pass,
    "challenge": _challenge,
    "fold": _fold,
    "draw": _draw,
    "take": _take,
    "lay": _lay,
    "sapaw": _sapaw,
    "discard": _discard,
}


SECONDS = 1.0
"""Default time for worlds."""
CLEAR = 2.5758293035489004 / 1.959963984540054
"""Widens a 95 % interval to one of 99 %; an action is clearly worse if that leaves out 0."""

Against = str | Player | Sequence[Player | str] | None
Look = Callable[[AdviceAnswer], None]


def field_of(against: Against) -> tuple[Player, ...]:
    """The players of the rollouts: one for all seats, two for right and left, or three for right, left and the seat
    itself. If none is named, the strongest bot.

    Raises:
        TongitsError: there is no such player, or there are more than three.
    """
    if against is None:
        against = STRONGEST
    players = as_players([against] if isinstance(against, Player) else against)
    if not 1 <= len(players) <= 3:
        raise PositionError(f"name one player for all, or those of right and left and your own, not {len(players)}")
    right = players[0]
    left = players[1] if len(players) > 1 else right
    return right, left, players[2] if len(players) > 2 else right


def advise(
    position: Position,
    against: Against = None,
    *,
    worlds: int | None = None,
    seconds: float = SECONDS,
    seed: int = 1,
    how: How | None = None,
    weighing: Weighing | None = None,
    look: Look | None = None,
) -> AdviceAnswer:
    """What to do in a position.

    Args:
        position: the position (`tongits_sim/table/position.py`).
        against: who plays on: a player or spec for all seats; two, for right and left (right also plays on for the
            seat itself); or three, the last for the seat itself.
        worlds: the exact number; None: as many as time allows, fewer if the choice is clear before.
        seconds: time for worlds.
        seed: 0 .. 2**64 - 1; the same seed and number of worlds give the same digits.
        how: `workers` and `notice` are used.
        weighing: how the others' choices weigh.
        look: called with the answer so far while more worlds are being played.

    Raises:
        PositionError: the position is impossible, or the rules are played for a score.
        BotFault: a bot breaks the rules or fails.
    """
    if position.rules.match.progressive_target > 0:
        raise PositionError(
            f"{position.rules.name} is played for a score, not for money: actions have no expected value; choose other "
            "rules, or set match.progressive_target=0"
        )
    way, chosen, players = how or How(), weighing or Weighing(), field_of(against)
    prepare(position, players, way)
    began = time.perf_counter()
    rollouts = Rollouts(position, seated(position, players), seed, chosen, way.workers)
    report = _Report(position, players, seed, chosen, rollouts, began)
    try:
        left = max(0.0, seconds - (time.perf_counter() - began))
        samples = rollouts.play(Limits(worlds, left), None if look is None else lambda some: look(report.answer(some)))
    finally:
        rollouts.close()
    return report.answer(samples)


def seated(position: Position, players: Sequence[Player]) -> list[Player]:
    """The players for right, left and oneself, by seat."""
    seats = {position.right: players[0], position.left: players[1], position.seat: players[2]}
    return [seats[seat] for seat in range(3)]


def prepare(position: Position, players: Sequence[Player], how: How) -> None:
    """Compile the kernels of advice, with a notice, unless they are compiled."""

    def play() -> None:
        rollouts = Rollouts(position, seated(position, players), workers=1)
        rollouts.play(Limits(worlds=1))
        rollouts.close()

    prepare_once("advise", players, play, how.notice or to_stderr)


class _Report:
    """A report in progress: makes answers from the samples so far."""

    def __init__(
        self,
        position: Position,
        players: tuple[Player, ...],
        seed: int,
        weighing: Weighing,
        rollouts: Rollouts,
        began: float,
    ) -> None:
        self.position, self.players, self.seed, self.weighing = position, players, seed, weighing
        self.rollouts, self.began = rollouts, began
        self._bots = tuple(Bot.of(each) for each in {each.label: each for each in players}.values())
        self._versions = Versions.current()

    def answer(self, samples: Samples) -> AdviceAnswer:
        """The answer from the samples."""
        position, options = self.position, self.rollouts.options
        estimates = estimates_of(samples)
        order = sorted(range(len(options)), key=lambda n: (-estimates[n].behind, estimates[n].behind_se, n))
        actions = [
            action_of(position, options[n], estimates[n], reason(position, options[n], estimates[n])) for n in order
        ]
        verdict = verdict_of([estimates[n] for n in order], CLOSE)
        right, left, me = self.players
        rules = position.rules
        return AdviceAnswer(
            command="advise",
            rules=rules.name,
            rules_option=rules_option(rules),
            knobs=rules.knobs(),
            position=PositionFacts.from_dict(position.facts()),
            against={"right": right.label, "left": left.label, "me": me.label},
            seed=self.seed,
            worlds=samples.worlds,
            effective=samples.effective,
            candidates=samples.candidates,
            rollouts=samples.rollouts,
            actions=tuple(actions),
            verdict=verdict,
            close=CLOSE,
            advice=advice_of(actions, verdict, CLOSE),
            used=tuple(self.weighing.sentences(position)),
            defaults=position.defaults,
            elapsed_s=time.perf_counter() - self.began,
            bots=self._bots,
            versions=self._versions,
        )


def action_of(position: Position, option: Option, result: OptionEstimate, why: str) -> AdvisedAction:
    """An option and its estimate as a part of the answer.

    Args:
        position: the position.
        option: the option.
        result: its estimate.
        why: its reason, a sentence.
    """
    return AdvisedAction(
        action=option.text(position),
        kind=option.kind,
        cards=spelled(option.cards),
        decision=DECISIONS[option.act],
        word=str(option.word),
        ev=estimate(result.value, result.quantile * result.se),
        behind=estimate(result.behind, result.quantile * result.behind_se),
        win=result.won,
        burned=result.burned,
        beaten=result.beaten,
        worlds=result.worlds,
        why=why,
    )


def estimate(mean: float, half: float) -> Estimate:
    """A mean with its interval, from the half-width; no limits if that is infinite."""
    return Estimate(mean, (mean - half, mean + half) if math.isfinite(half) else None)


def verdict_of(estimates: Sequence[OptionEstimate], close: float) -> str:
    """`clear`, `close`, `undecided` or `forced`, from estimates in order, the best one first."""
    others = estimates[1:]
    if not others:
        return "forced"
    if all(each.behind + CLEAR * each.quantile * each.behind_se < 0 for each in others):
        return "clear"
    near = [each for each in others if each.behind + each.quantile * each.behind_se >= 0]
    if near and all(each.behind - each.quantile * each.behind_se > -close for each in near):
        return "close"
    return "undecided"


def advice_of(actions: Sequence[AdvisedAction], verdict: str, close: float) -> str:
    """The answer in a sentence: what to do, its lead over the next best action, and how sure that is."""
    best = actions[0]
    named = best.action[0].upper() + best.action[1:]
    if verdict == "forced":
        return f"{named}: there is no choice."
    second = actions[1]
    gap = -(second.behind.mean or 0.0)
    if verdict == "clear":
        return f"{named}: {gap:.2f} units better than to {second.action}."
    even = [each.action for each in actions[1:] if each.behind.ci95 is None or each.behind.ci95[1] >= 0]
    shown = ", ".join(even[:3]) + (f" and {len(even) - 3} more" if len(even) > 3 else "")
    if verdict == "close":
        return f"{named}, or as well (to within {close:g} units): {shown or second.action}."
    return f"{named} looks best, but more worlds are needed to tell it from: {shown or second.action}."
