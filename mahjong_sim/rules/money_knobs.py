"""The knobs of money: the value of a hand, its payment, and payments at once (V10 to V12)."""

from dataclasses import dataclass

from tongits_sim.knobs.knob import Group, flag, integer, units


@dataclass(frozen=True)
class Hand(Group):
    """The value of a winning hand: the sum of its items (V10)."""

    win: float = units(
        1, "V10", "What any win is worth", "A winning hand is worth {}.", zero="A win itself earns nothing."
    )
    all_chows: float = units(0.25, "V10", "All chows", "Five chows add {}.", zero="All chows add nothing.")
    all_pungs: float = units(
        0.25, "V10", "All pungs or kangs", "Five pungs or kangs add {}.", zero="All pungs add nothing."
    )
    concealed: float = units(
        0.25, "V10", "No open meld", "A hand without an open meld adds {}.", zero="A concealed hand adds nothing."
    )
    all_revealed: float = units(
        0.25,
        "V10",
        "Every bahay open",
        "Five bahay on the table and a wait for the pair add {}.",
        zero="A hand all revealed adds nothing.",
    )
    quick: float = units(0.25, "V10", "A quick win", "A quick win adds {}.", zero="A quick win adds nothing.")
    straight: float = units(
        0.5,
        "V10",
        "1 to 9 of a suit in chows",
        "A straight of one suit, 1 to 9, adds {}.",
        zero="A straight adds nothing.",
    )
    flush: float = units(0.5, "V10", "One suit only", "A hand of one suit adds {}.", zero="A flush adds nothing.")
    seven_pairs: float = units(
        0.5, "V10", "Siete pares", "Seven pairs and a pung add {}.", zero="Siete pares adds nothing."
    )
    back_to_back: float = units(
        0.25, "V10", "A wait on two pairs", "A wait on two pairs adds {}.", zero="Back to back adds nothing."
    )
    single_wait: float = units(
        0.25, "V10", "A wait on one tile", "A wait on an edge or the pair adds {}.", zero="A single wait adds nothing."
    )
    paninigit: float = units(
        0.25, "V10", "A middle wait", "Paninigit, a middle wait, adds {}.", zero="A middle wait adds nothing."
    )


@dataclass(frozen=True)
class Pay(Group):
    """The payments for a hand (V11)."""

    discarder: int = integer(
        2, "V11", "How often the discarder pays", "The discarder pays {} times the hand.", texts={}, highest=10
    )
    others: int = integer(
        1,
        "V11",
        "How often the two others pay for a discard",
        "The two who did not discard pay {} times the hand.",
        texts={0: "The two who did not discard pay nothing."},
        highest=10,
    )
    bunot: int = integer(
        2, "V11", "How often everybody pays for bunot", "A win by bunot (draw) is paid {} times by all.", highest=10
    )


@dataclass(frozen=True)
class Instant(Group):
    """Payments of each other player at once (V11)."""

    beauty: float = units(0.25, "V11", "A beauty", "A beauty earns {} from each.", zero="A beauty earns nothing.")
    news: float = units(0.25, "V11", "NEWS", "NEWS earns {} from each.", zero="NEWS earns nothing.")
    no_flowers: float = units(
        0.25,
        "V11",
        "No flowers at the deal",
        "A deal without flowers earns {} from each.",
        zero="No flowers earn nothing.",
    )
    winner_no_flowers: float = units(
        0.25,
        "V11",
        "A winner without flowers",
        "A winner with an empty flower row gets {} from each.",
        zero="A winner's empty flower row earns nothing.",
    )
    kang: float = units(
        0.25, "V11", "An open kang", "An open kang earns {} from each.", zero="An open kang earns nothing."
    )
    secret: float = units(0.5, "V11", "A secret", "A secret earns {} from each.", zero="A secret earns nothing.")
    sagasa: float = units(0.5, "V11", "A sagasa", "A sagasa earns {} from each.", zero="A sagasa earns nothing.")
    many_flowers: float = units(
        0, "V12", "Many flowers", "Many flowers earn {} from each, once.", zero="Many flowers earn nothing."
    )
    many_flowers_from: int = integer(
        13, "V12", "How many flowers are many", "From {} flowers on a row has many.", lowest=1, highest=36
    )


@dataclass(frozen=True)
class Doubles(Group):
    """A double at the opening roll (V12)."""

    play: bool = flag(
        False,
        "V12",
        "Whether a double doubles the payments",
        yes="A double at the opening roll doubles all payments of the game.",
        no="The opening roll does not change the payments.",
    )
    factor: int = integer(
        2, "V12", "By what a double multiplies", "A double multiplies all payments by {}.", highest=10
    )


@dataclass(frozen=True)
class JaiAlai(Group):
    """The pot of jai alai (V12)."""

    share: float = units(
        0, "V12", "What each puts into the pot", "Each puts {} into an empty pot.", zero="There is no pot."
    )
    growth: float = units(
        0,
        "V12",
        "What each adds in every later game",
        "Each adds {} in every game in which the pot is not empty.",
        zero="Nothing is added to a pot that is not empty.",
    )
    markers: int = integer(5, "V12", "How many markers take the pot", "{} markers take the pot.", lowest=1, highest=100)
    bunot_markers: int = integer(2, "V12", "Markers for bunot", "A win by bunot (draw) gets {} markers.", highest=100)
