"""The knobs for the end of a game: the call, the answers, the showdown, ties, stock-out and Tongits (R8 to R12)."""

# ruff: noqa: RUF009 - the knob functions return dataclass fields, and groups are frozen

from dataclasses import dataclass

from tongits_sim.knobs.knob import Choice, Group, choice, flag, integer


class CallTiming(Choice):
    START = "start", "A draw is called at the start of a turn, instead of drawing a card."
    END = "end", "A draw is called at the end of a turn, together with the discard."
    AFTER_DRAW = "after_draw", "A draw is called with the card just drawn, before anything is laid or discarded."


class CallNeeds(Choice):
    OPEN_MELD = (
        "open_meld",
        "The caller needs an open bahay (meld) of their own that has been on the table for a while.",
    )
    ANY_TABLE_MELD = (
        "any_table_meld",
        "The caller needs a bahay (meld) of their own on the table, or a held secret that gives the right to call.",
    )
    NOTHING = "nothing", "The caller needs no bahay (meld)."


class BlockOpponentSapaw(Choice):
    OFF = "off", "An opponent's sapaw (adding to a meld) does not stop a player from calling a draw."
    SINCE_LAST_TURN = (
        "since_last_turn",
        "A player may not call a draw if an opponent has made a sapaw on one of their melds since their last turn.",
    )
    REST_OF_GAME = (
        "rest_of_game",
        "A player may no longer call a draw once an opponent has made a sapaw on one of their melds.",
    )


class BlockOwnSapaw(Choice):
    OFF = "off", "A player's own sapaw (adding to a meld) does not stop them from calling a draw."
    OWN_MELD = (
        "own_meld",
        "A player may not call a draw after making a sapaw on their own meld in their most recent turn.",
    )
    ANY_MELD = "any_meld", "A player may not call a draw after making a sapaw on any meld in their most recent turn."


class ZeroCountFight(Choice):
    OFF = "off", "A count of zero has no special meaning in a called draw."
    ONLY_AT_ZERO = "only_at_zero", "A draw may be called only with a count of zero."
    PAYS_DOUBLE = "pays_double", "A called draw won with a count of zero pays double the base payment."


@dataclass(frozen=True)
class Call(Group):
    """Calling a draw (R9)."""

    timing: CallTiming = choice(CallTiming.START, "R9", "When a draw is called")
    needs: CallNeeds = choice(CallNeeds.OPEN_MELD, "R9.2", "What the caller must have")
    meld_age: int = integer(
        1,
        "R9.2",
        "How long the caller's meld must have been on the table",
        "The meld a call rests on must have been laid at least {} of the caller's own turns ago.",
        texts={
            0: "The meld a call rests on may have been laid in the very turn of the call.",
            1: "The meld a call rests on must have been laid in an earlier turn.",
        },
        highest=50,
    )
    block_opponent_sapaw: BlockOpponentSapaw = choice(
        BlockOpponentSapaw.SINCE_LAST_TURN, "R9.3", "Whether an opponent's sapaw stops a call"
    )
    block_own_sapaw: BlockOwnSapaw = choice(BlockOwnSapaw.OFF, "R9.3", "Whether one's own sapaw stops a call")
    block_long_meld: bool = flag(
        False,
        "R9.3",
        "Whether a long new meld stops a call",
        yes="A player may not call a draw after laying a new open meld of four or more cards in their last turn.",
        no="Laying a new open meld of four or more cards does not stop a player from calling a draw.",
    )
    zero_count_fight: ZeroCountFight = choice(ZeroCountFight.OFF, "R9.4", "What a count of zero means in a called draw")


class ResponseNeeds(Choice):
    OPEN_OR_SECRET = "open_or_secret", "A challenger needs an open bahay (meld) or a secret that allows it."
    OPEN_ONLY = "open_only", "A challenger needs an open bahay (meld); a secret is not enough."
    NOTHING = "nothing", "Everybody may challenge."


class ResponseOrder(Choice):
    SIMULTANEOUS = "simultaneous", "Both opponents answer a call without knowing the other's answer."
    SEQUENTIAL = "sequential", "The opponent on the caller's right answers first, and the other knows that answer."


@dataclass(frozen=True)
class Response(Group):
    """Answering a call (R10)."""

    needs: ResponseNeeds = choice(ResponseNeeds.OPEN_OR_SECRET, "R10", "Who may challenge")
    order: ResponseOrder = choice(ResponseOrder.SIMULTANEOUS, "R10", "How the opponents answer")


class ShowdownWho(Choice):
    CALLER_AND_CHALLENGERS = "caller_and_challengers", "The caller and those who challenge compare their counts."
    EVERYONE = "everyone", "All who may challenge must compare counts with the caller."


@dataclass(frozen=True)
class Showdown(Group):
    """The showdown (R3, R11)."""

    who: ShowdownWho = choice(ShowdownWho.CALLER_AND_CHALLENGERS, "R11", "Who compares after a call")
    hand_melds_count_zero: bool = flag(
        True,
        "R3",
        "Whether melds in the hand count nothing",
        yes="Cards in bahays (melds) still held in the hand count nothing.",
        no="All cards still held in the hand count, in bahays (melds) or not.",
    )


class TiesCall(Choice):
    CHALLENGER = "challenger", "The challenger wins a tie with the caller."
    CALLER = "caller", "The caller wins a tie with a challenger."


class TiesChallengers(Choice):
    RIGHT_OF_CALLER = "right_of_caller", "If the two challengers tie, the one on the caller's right wins."
    LAST_CHALLENGER = "last_challenger", "If the two challengers tie, the last to answer wins."
    LAST_TO_MELD = "last_to_meld", "If the two challengers tie, the one who laid a meld most recently wins."


class TiesThreeWay(Choice):
    RIGHT_OF_CALLER = "right_of_caller", "If all three tie, the challenger on the caller's right wins."
    LAST_CHALLENGER = "last_challenger", "If all three tie, the last challenger to answer wins."
    CALLER = "caller", "If all three tie, the caller wins."
    LAST_TO_MELD = "last_to_meld", "If all three tie, the one who laid a meld most recently wins."


class TiesStockOut(Choice):
    LAST_DRAWER_THEN_RIGHT = (
        "last_drawer_then_right",
        "A tie when the stock is out goes to the last player to draw, or else to the first tied player to their right.",
    )
    MAX_RECENT_DRAWER = (
        "most_recent_drawer",
        "A tie when the stock is out goes to the one who drew from the stock most recently.",
    )
    LAST_TO_MELD = "last_to_meld", "A tie when the stock is out goes to the one who laid a meld most recently."


@dataclass(frozen=True)
class Ties(Group):
    """Ties for the lowest count (R11.2, R12.2)."""

    call: TiesCall = choice(TiesCall.CHALLENGER, "R11.2", "Who wins a tie of caller and challenger")
    challengers: TiesChallengers = choice(TiesChallengers.RIGHT_OF_CALLER, "R11.2", "Who wins a tie of two challengers")
    three_way: TiesThreeWay = choice(TiesThreeWay.RIGHT_OF_CALLER, "R11.2", "Who wins a tie of all three")
    stock_out: TiesStockOut = choice(TiesStockOut.LAST_DRAWER_THEN_RIGHT, "R12.2", "Who wins a tie at stock-out")


class StockOutMoment(Choice):
    AFTER_TURN = "after_turn", "The game ends after the turn that draws the last stock card."
    FAILED_DRAW = "failed_draw", "The game ends when a player has to draw and the stock is empty."
    AT_DRAW = "at_draw", "When the last stock card is drawn, the game ends at once, without that turn."


class StockOutEligible(Choice):
    OPEN_OR_SECRET = (
        "open_or_secret",
        "When the stock is out, players with an open bahay (meld) or a secret that saves them compare counts.",
    )
    OPEN_ONLY = "open_only", "When the stock is out, only players with an open bahay (meld) compare counts."
    ALL = "all", "When the stock is out, all players compare counts."


class NobodyEligible(Choice):
    ALL_COMPETE = "all_compete", "If nobody may compare when the stock is out, all three do."
    VOID = "void", "If nobody may compare when the stock is out, the game is void and nobody pays."


@dataclass(frozen=True)
class StockOut(Group):
    """When the stock is out (R12)."""

    moment: StockOutMoment = choice(StockOutMoment.AFTER_TURN, "R12", "When an empty stock ends the game")
    eligible: StockOutEligible = choice(StockOutEligible.OPEN_OR_SECRET, "R12", "Who compares at stock-out")
    nobody_eligible: NobodyEligible = choice(NobodyEligible.ALL_COMPETE, "R12", "What happens if nobody may compare")


class TongitsExit(Choice):
    ANY = "any", "Tongits (going out) is made with or without a last discard."
    DISCARD_LAST = "discard_last", "Tongits (going out) is made only with the last card as the discard."
    NO_DISCARD = "no_discard", "Tongits (going out) is made only with no card left to discard."


class Spread(Choice):
    OFF = "off", "There is no spread: a hand dealt all in melds does not win before play."
    PLAYER_IN_TURN = "player_in_turn", "A dealer whose dealt cards all form melds wins at once (spread)."
    ANY_PLAYER = "any_player", "A player whose dealt cards all form melds wins at once (spread)."


@dataclass(frozen=True)
class Tongits(Group):
    """Going out, and the win at the deal (R8, R1.3)."""

    exit: TongitsExit = choice(TongitsExit.ANY, "R8, R8.2", "How the last card leaves the hand")
    hand_melds: bool = flag(
        True,
        "R8",
        "Whether melds in the hand count towards Tongits",
        yes="Bahays (melds) still held in the hand count towards Tongits (going out).",
        no="Tongits (going out) needs an empty hand: melds must be laid.",
    )
    spread: Spread = choice(Spread.OFF, "R1.3", "Whether a hand dealt all in melds wins at once")
