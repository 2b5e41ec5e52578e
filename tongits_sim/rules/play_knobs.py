"""The knobs of play, from the deal to the discard and the secrets (R1 to R7, R16)."""

# ruff: noqa: RUF009 - the knob functions return dataclass fields, and groups are frozen

from dataclasses import dataclass

from tongits_sim.knobs.knob import Choice, Group, choice, flag, integer


class NextDealer(Choice):
    WINNER = "winner", "The winner of a game is the mano (dealer) of the next."
    ROTATE = "rotate", "The mano (dealer) moves one seat to the right after every game."
    RANDOM = "random", "The mano (dealer) of every game is drawn by lot."


@dataclass(frozen=True)
class Deal(Group):
    """The deal (R1, R2)."""

    next_dealer: NextDealer = choice(NextDealer.WINNER, "R1.2", "Who deals the next game")
    dealer_may_lay_first: bool = flag(
        True,
        "R2",
        "Whether the dealer may lay melds before the first discard",
        yes="The mano (dealer) may lay bahays (melds) and sapaw (add to melds) before the first discard.",
        no="The mano (dealer) only discards in the first turn.",
    )


@dataclass(frozen=True)
class Jokers(Group):
    """Jokers (R1, R14.3, R16)."""

    count: int = integer(
        0,
        "R1, R16",
        "How many jokers are in the deck",
        texts={
            0: "The deck has no jokers.",
            1: "One joker is added to the deck; it stands for any card in a bahay (meld).",
            2: "Two jokers are added to the deck; they stand for any card in a bahay (meld).",
        },
    )
    points: int = integer(
        10,
        "R1",
        "What an unmelded joker counts",
        "A joker left in the hand counts {} against its holder.",
        highest=1000,
    )
    max_per_meld: int = integer(
        1,
        "R16",
        "How many jokers one meld may hold",
        texts={1: "A bahay (meld) may hold one joker.", 2: "A bahay (meld) may hold two jokers."},
    )
    block_secret_bonus: bool = flag(
        True,
        "R14.3",
        "Whether a joker spoils the secret bonus",
        yes="A secret with a joker in it earns no bonus.",
        no="A secret with a joker in it earns its bonus all the same.",
    )


class AceRuns(Choice):
    LOW = "low", "The ace is low in a run: A-2-3 is one, Q-K-A is not."
    HIGH = "high", "The ace is high in a run: Q-K-A is one, A-2-3 is not."
    BOTH = "both", "The ace may be low or high in a run, never in the middle."


@dataclass(frozen=True)
class Melds(Group):
    """Melds (R3, R5)."""

    ace_runs: AceRuns = choice(AceRuns.LOW, "R3", "Where the ace stands in runs")
    max_voluntary: int = integer(
        0,
        "R5",
        "How many melds a player may lay voluntarily",
        "A player may lay at most {} bahays (melds) open from the hand in a game; those made by taking a discard do"
        " not count.",
        texts={
            0: "A player may lay any number of bahays (melds).",
            1: "A player may lay one bahay (meld) open from the hand in a game; those made by taking a discard do not"
            " count.",
        },
        highest=20,
    )


class TakeDiscard(Choice):
    NEW_MELD = "new_meld", "The discard may be taken only for a new bahay (meld) with hand cards."
    EXTEND_OWN = "extend_own", "The discard may be taken for a new bahay (meld) or one's own open one."
    EXTEND_ANY = "extend_any", "The discard may be taken for a new bahay (meld) or anybody's open one."
    FREE = "free", "The discard may be taken for any use, or simply into the hand."


@dataclass(frozen=True)
class Draw(Group):
    """Drawing (R4)."""

    take_discard: TakeDiscard = choice(TakeDiscard.NEW_MELD, "R4", "What the previous discard may be taken for")


class DiscardRestriction(Choice):
    ANY = "any", "Any card may be discarded."
    NOT_SAPAWABLE = (
        "not_sapawable",
        "A card that fits an open bahay (meld) may not be discarded, unless every card in the hand fits one.",
    )


@dataclass(frozen=True)
class Discard(Group):
    """Discarding (R7)."""

    restriction: DiscardRestriction = choice(DiscardRestriction.ANY, "R7", "Which cards may not be discarded")


class SapawTargets(Choice):
    ANY = "any", "Sapaw (adding cards to open melds) is allowed on one's own melds and on the others'."
    OPPONENTS = "opponents", "Sapaw (adding cards to open melds) is allowed on the opponents' melds only."


@dataclass(frozen=True)
class Sapaw(Group):
    """Sapaw, adding cards to open melds (R6, R13)."""

    targets: SapawTargets = choice(SapawTargets.ANY, "R6", "Whose melds may be added to")
    before_open: bool = flag(
        True,
        "R6",
        "Whether a player without a laid meld may sapaw",
        yes="A player may sapaw (add to open melds) before laying a bahay (meld) of their own.",
        no="A player may sapaw (add to open melds) only after laying a bahay (meld) of their own.",
    )
    saves_from_sunog: bool = flag(
        False,
        "R13",
        "Whether a sapaw saves from being burned",
        yes="A player who has made a sapaw (added to a meld) is not sunog (burned), even with nothing laid.",
        no="A sapaw (adding to a meld) alone does not save a player from sunog (being burned).",
    )


class SecretKinds(Choice):
    NONE = "none", "There are no secrets: nothing is laid face down."
    SET4 = "set4", "A secret is a quadra (four of a kind), dealt or drawn from the stock; it may be laid face down."
    SET4_RUN = (
        "set4_run",
        "A secret is a quadra (four of a kind) or an escalera (long run), dealt or drawn; it may be laid face down.",
    )


class SecretPrivilege(Choice):
    LAID = "laid", "A secret has its rights once it is laid face down."
    HELD = "held", "A secret has its rights already while it is held in the hand."


class SecretGrants(Choice):
    NONE = "none", "A secret gives no right to call a draw or to challenge one."
    CHALLENGE = "challenge", "A secret gives the right to challenge a draw, not to call one."
    CALL_AND_CHALLENGE = "call_and_challenge", "A secret gives the right to call a draw and to challenge one."


class Sagasa(Choice):
    OFF = "off", "Sagasa (adding the fourth card, just drawn, to one's open set of three) earns nothing by itself."
    PAY = "pay", "Sagasa (adding the fourth card, just drawn, to one's open set of three) is paid by both opponents."


@dataclass(frozen=True)
class Secrets(Group):
    """Secrets and sagasa (R5.2, R5.3, R9, R10, R13)."""

    kinds: SecretKinds = choice(SecretKinds.SET4, "R5.2", "What makes a secret")
    run_min: int = integer(
        4,
        "R5.2",
        "How long a secret run must be",
        texts={
            4: "A run counts as a secret from four cards.",
            5: "A run counts as a secret from five cards.",
        },
    )
    privilege: SecretPrivilege = choice(
        SecretPrivilege.LAID, "R5.2", "Whether a secret must be laid to have its rights"
    )
    grants: SecretGrants = choice(SecretGrants.CHALLENGE, "R9, R9.2, R10", "What a secret entitles to")
    saves_from_sunog: bool = flag(
        True,
        "R13",
        "Whether a secret saves from being burned",
        yes="A secret saves its owner from sunog (being burned).",
        no="A secret does not save its owner from sunog (being burned).",
    )
    sagasa: Sagasa = choice(Sagasa.OFF, "R5.3", "Whether sagasa is paid")
