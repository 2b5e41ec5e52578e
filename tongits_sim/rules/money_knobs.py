"""The knobs of payment, in units: base, bonuses, pot, jackpot, fees and the length of a match (R14, R15)."""

# ruff: noqa: RUF009 - the knob functions return dataclass fields, and groups are frozen

from dataclasses import dataclass

from tongits_sim.knobs.knob import Choice, Group, choice, flag, integer, share, units


class PayMode(Choice):
    FLAT = "flat", "Losers pay fixed amounts that depend on how the game ended."
    DEADWOOD_TOTAL = "deadwood_total", "Every loser pays the winner their own count, one unit a point."
    DEADWOOD_DIFF = "deadwood_diff", "Every loser pays the winner the difference of their counts, one unit a point."


@dataclass(frozen=True)
class Pay(Group):
    """What losers pay the winner (R14, R14.2, R5.3)."""

    mode: PayMode = choice(PayMode.FLAT, "R14", "What the base payment is")
    tongits: float = units(
        3,
        "R14",
        "Base payment for Tongits",
        "Each loser pays {} for Tongits (going out) or a spread.",
        zero="Tongits (going out) or a spread earns no base payment.",
    )
    fold: float = units(
        1,
        "R14",
        "Base payment for an unchallenged draw",
        "Each loser pays {} for a draw nobody challenges.",
        zero="A draw nobody challenges earns no base payment.",
    )
    fight_lost: float = units(
        3,
        "R14",
        "Base payment of a player who fought and lost",
        "In a challenged draw a player who fought and lost, caller or challenger, pays {}.",
        zero="In a challenged draw a player who fought and lost pays no base.",
    )
    fold_if_challenged: float = units(
        1,
        "R14",
        "Base payment of a player who folded when another challenged",
        "In a challenged draw a player who folded or was sunog (burned) pays {}.",
        zero="In a challenged draw a player who folded or was sunog (burned) pays no base.",
    )
    stock_out: float = units(
        1,
        "R14",
        "Base payment at stock-out",
        "When the stock runs out, each loser pays {}.",
        zero="When the stock runs out, losers pay no base.",
    )
    sunog_extra: float = units(
        1,
        "R14.2",
        "What a burned loser pays more",
        "A loser who is sunog (burned) pays {} more.",
        zero="A loser who is sunog (burned) pays nothing more.",
    )
    per_point: float = units(
        0,
        "R14",
        "Payment per point of difference in a challenged draw",
        "In a challenged draw a player who fought and lost pays {} more for every point above the winner's count.",
        zero="In a challenged draw the size of the difference does not matter.",
    )
    sagasa: float = units(
        0,
        "R5.3",
        "What each opponent pays for a sagasa",
        "Each opponent pays {} at once for a sagasa (the fourth card, just drawn, onto one's open set of three).",
        zero="A sagasa (the fourth card, just drawn, onto one's open set of three) costs the opponents nothing.",
    )


class CardScope(Choice):
    HAND_AND_OWN_MELDS = (
        "hand_and_own_melds",
        "The winner's aces and kings count in the hand and in the winner's own melds, if the winner laid them there.",
    )
    HAND_ONLY = "hand_only", "The winner's aces and kings count only in the hand."


class MeldScope(Choice):
    CONCEALED = "concealed", "The bonus for secrets is for those laid face down or still in the hand."
    ANY_OWN = "any_own", "The bonus for secrets is also for such melds laid open."


@dataclass(frozen=True)
class Bonus(Group):
    """What each loser pays the winner on top (R14.3)."""

    ace: float = units(
        0, "R14.3", "Bonus per ace", "Each loser pays {} for every ace of the winner.", zero="Aces earn no bonus."
    )
    king: float = units(
        0, "R14.3", "Bonus per king", "Each loser pays {} for every king of the winner.", zero="Kings earn no bonus."
    )
    secret_set: float = units(
        0,
        "R14.3",
        "Bonus per secret set of four",
        "Each loser pays {} for every secret quadra (four of a kind) of the winner.",
        zero="A secret quadra (four of a kind) earns no bonus.",
    )
    secret_run: float = units(
        0,
        "R14.3",
        "Bonus per secret run",
        "Each loser pays {} for every secret escalera (long run) of the winner.",
        zero="A secret escalera (long run) earns no bonus.",
    )
    long_run: float = units(
        0,
        "R14.3",
        "Bonus per run of five or more",
        "Each loser pays {} for every run of five or more cards of the winner, open or not.",
        zero="A run of five or more cards earns no bonus of its own.",
    )
    secret_once: bool = flag(
        False,
        "R14.3",
        "Whether only one secret is paid",
        yes="At most one secret is paid, the dearest.",
        no="Every secret is paid.",
    )
    secret_needs_tongits: bool = flag(
        False,
        "R14.3",
        "Whether secrets are paid only with Tongits",
        yes="Secrets are paid only if the winner made Tongits (went out).",
        no="Secrets are paid however the game was won.",
    )
    card_scope: CardScope = choice(CardScope.HAND_AND_OWN_MELDS, "R14.3", "Which aces and kings count")
    meld_scope: MeldScope = choice(MeldScope.CONCEALED, "R14.3", "Which secrets are paid")


@dataclass(frozen=True)
class Pot(Group):
    """The pot of one game (R15)."""

    ante: float = units(
        0,
        "R15",
        "What each player stakes every game",
        "Each player stakes {} every game, and the winner takes the pot.",
        zero="There is no ante.",
    )


@dataclass(frozen=True)
class Jackpot(Group):
    """The jackpot for wins in a row (R15)."""

    seed: float = units(
        0,
        "R15",
        "What each player puts into a new jackpot",
        "Each player puts {} into the jackpot when there is none.",
        zero="Nothing is put in to start a jackpot.",
    )
    add: float = units(
        0,
        "R15",
        "What each player adds every later game",
        "Each player adds {} to the jackpot in every later game.",
        zero="Nothing is added to the jackpot in later games.",
    )
    streak: int = integer(
        2,
        "R15",
        "How many wins in a row take the jackpot",
        "{} wins in a row take the jackpot.",
        lowest=2,
        highest=20,
        texts={
            2: "Two wins in a row take the jackpot.",
            3: "Three wins in a row take the jackpot.",
        },
    )
    second_hit_extra: float = units(
        0,
        "R15",
        "What the second win in a row earns where three are needed",
        "Where the jackpot needs three wins in a row, each loser pays {} for the second.",
        zero="The second win in a row earns nothing more.",
    )
    spread_takes: bool = flag(
        False,
        "R15",
        "Whether a spread takes the jackpot",
        yes="A spread (a hand dealt all in melds) takes the jackpot.",
        no="A spread (a hand dealt all in melds) does not take the jackpot by itself.",
    )


@dataclass(frozen=True)
class Fees(Group):
    """What the house keeps (R15)."""

    antes: float = share(
        0,
        "R15",
        "The house's share of the antes",
        "The house keeps {} of the pot of antes.",
        zero="The house takes nothing from the antes.",
    )
    winnings: float = share(
        0,
        "R15",
        "The house's share of the winnings",
        "The house keeps {} of what the losers pay the winner.",
        zero="The house takes nothing from what the losers pay.",
    )


@dataclass(frozen=True)
class Match(Group):
    """The length of a match (R15.2)."""

    progressive_target: int = integer(
        0,
        "R15.2",
        "The score that loses a progressive match",
        "No money: losers add up their counts, and the first player to reach {} points loses the match.",
        texts={0: "Games are played for money, not for a score that adds up."},
        highest=1_000_000,
    )
