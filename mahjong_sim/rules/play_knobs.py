"""The knobs of play: tiles, wall, deal, claims, melds and winning (V1 to V10, V12)."""

# ruff: noqa: RUF009 - the knob functions return dataclass fields, and groups are frozen

from dataclasses import dataclass

from tongits_sim.knobs.knob import Choice, Group, choice, flag, integer


class Honours(Choice):
    """The role of winds and dragons."""

    PLAY = "play", "Winds and dragons form pairs, pungs and kangs."
    FLOWERS = "flowers", "Winds and dragons are flowers too: 36 bonus tiles, 108 suited ones."


@dataclass(frozen=True)
class Tiles(Group):
    """The tiles (V1)."""

    honours: Honours = choice(Honours.PLAY, "V1", "What winds and dragons are")


@dataclass(frozen=True)
class Wall(Group):
    """The wall (V3)."""

    dead_tiles: int = integer(
        0,
        "V3",
        "How many tiles of the wall are never drawn",
        "The last {} tiles of the wall are never drawn.",
        texts={0: "The wall is played to its last tile."},
        highest=40,
    )


class AfterVoid(Choice):
    """The mano after a void game."""

    PASS = "pass", "After a void game the next seat to the right is mano (dealer)."
    STAY = "stay", "After a void game the mano (dealer) stays."


@dataclass(frozen=True)
class Deal(Group):
    """The dealer (V2)."""

    after_void: AfterVoid = choice(AfterVoid.PASS, "V2", "Who is mano after a void game")


class ChowBy(Choice):
    """The seats that may take a discard for a chow."""

    NEXT = "next", "Only the next seat may take a discard for a chow, except to win."
    ANY = "any", "Any seat may take a discard for a chow, the nearest in turn first."


@dataclass(frozen=True)
class Claim(Group):
    """Taking a discard (V6)."""

    chow: ChowBy = choice(ChowBy.NEXT, "V6", "Who may take a discard for a chow")


class Several(Choice):
    """The winners when several can win by one discard."""

    NEAREST = "nearest", "If several can win by a discard, only the next in turn wins."
    ALL = "all", "If several win by a discard, all of them are paid."


@dataclass(frozen=True)
class Win(Group):
    """Winning (V6, V9)."""

    several: Several = choice(Several.NEAREST, "V6", "Who wins when several can win by one discard")
    gift_is_bunot: bool = flag(
        True,
        "V9",
        "Whether a win by a gift or a replaced flower counts as bunot",
        yes="A win by a gift or a flower's replacement is bunot (by draw).",
        no="A win by a gift or a flower's replacement is no bunot: all pay as those who did not discard.",
    )
    seven_pairs: bool = flag(
        True,
        "V9",
        "Whether seven pairs and a pung win",
        yes="Siete pares, seven pairs and a pung, wins.",
        no="Siete pares, seven pairs and a pung, does not win.",
    )
    equal_pairs: bool = flag(
        True,
        "V9",
        "Whether four equal tiles may be two of the seven pairs",
        yes="In siete pares four equal tiles may be two pairs.",
        no="The seven pairs of siete pares are of seven kinds.",
    )


@dataclass(frozen=True)
class Secret(Group):
    """Secrets (V7)."""

    hidden: bool = flag(
        True,
        "V7",
        "Whether a secret lies face down",
        yes="A secret lies face down: nobody sees which tile it is.",
        no="A secret is shown.",
    )


class SagasaWhen(Choice):
    """The tiles that make a sagasa."""

    SINCE = "since", "A sagasa is made with a tile drawn since the pung was taken, in that turn or a later one."
    DRAWN = "drawn", "A sagasa is made only with the tile just drawn."


@dataclass(frozen=True)
class Sagasa(Group):
    """Sagasa (V7)."""

    when: SagasaWhen = choice(SagasaWhen.SINCE, "V7", "Which fourth tile makes a sagasa")
    robbing: bool = flag(
        False,
        "V7",
        "Whether the fourth tile of a sagasa can be robbed",
        yes="The tile that makes a sagasa may be taken by a seat that wins with it, as a discard.",
        no="The tile that makes a sagasa cannot be taken.",
    )


class FirstDiscards(Choice):
    """The discards that may be taken for a beauty or NEWS."""

    TURN = "turn", "A beauty or NEWS is made with a discard only in the turn that is the seat's first: never by mano."
    ROUND = "round", "A beauty or NEWS is also made with any seat's first discard: so mano may take one."


@dataclass(frozen=True)
class First(Group):
    """Melds of the first round (V8)."""

    beauty: bool = flag(
        True,
        "V8",
        "Whether a beauty is a bahay",
        yes="In the first round one of each dragon is a bahay: a beauty.",
        no="There is no beauty.",
    )
    news: bool = flag(
        True,
        "V8",
        "Whether NEWS is a bahay",
        yes="In the first round one of each wind is a bahay: NEWS.",
        no="There is no NEWS.",
    )
    discards: FirstDiscards = choice(FirstDiscards.TURN, "V8", "Which discards are of the first round")


class Counts(Choice):
    """Whose discards a quick win counts."""

    TABLE = "table", "A quick win counts the discards of the whole table."
    OWN = "own", "A quick win counts the winner's own discards."


@dataclass(frozen=True)
class Quick(Group):
    """The quick win (V10)."""

    discards: int = integer(
        5,
        "V10",
        "Within how many discards a win is quick",
        "A win within {} discards is quick.",
        texts={0: "A win is quick only before the first discard."},
        highest=100,
    )
    counts: Counts = choice(Counts.TABLE, "V10", "Whose discards a quick win counts")


@dataclass(frozen=True)
class Concealed(Group):
    """The concealed hand (V10)."""

    discard: bool = flag(
        True,
        "V10",
        "Whether a hand won by a discard can be concealed",
        yes="A hand stays concealed if it wins by a discard.",
        no="A hand that wins by a discard is not concealed.",
    )
    secret: bool = flag(
        True,
        "V10",
        "Whether a hand with a secret can be concealed",
        yes="A hand stays concealed with a secret.",
        no="A hand with a secret is not concealed.",
    )


class SingleWait(Choice):
    """When a single or middle wait is paid."""

    SHAPE = "shape", "What the winning tile completes decides which wait is paid: an edge, a middle or the pair."
    ONLY = "only", "A wait for an edge, a middle or the pair is paid only if no other kind of tile would have won."


@dataclass(frozen=True)
class Wait(Group):
    """Waits (V10)."""

    single: SingleWait = choice(SingleWait.SHAPE, "V10, V10.1", "When a single or middle wait is paid")

    stack: bool = flag(
        False,
        "V10, V10.1",
        "Whether a middle wait is paid as single wait too",
        yes="A middle wait is paid twice: as single wait and as paninigit.",
        no="A middle wait is paid once, as paninigit.",
    )
    declared: bool = flag(
        False,
        "V10, V10.2",
        "Whether a wait is paid only to who declared it",
        yes="A wait is paid only to a seat that declared with its last discard that it waits.",
        no="A wait is paid without being declared.",
    )


class Copies(Choice):
    """How many jokers a hand may use."""

    ALL = "all", "Every copy of the joker's kind in a hand stands for any suited tile."
    ONE = "one", "One copy of the joker's kind in a hand stands for any suited tile, the others for themselves."


@dataclass(frozen=True)
class Joker(Group):
    """Jokers (V12)."""

    play: bool = flag(
        False,
        "V12",
        "Whether the dice choose a joker",
        yes="Jokers are the other copies of a suited flower-wall tile, which the dice choose after the flowers.",
        no="There are no jokers.",
    )
    copies: Copies = choice(Copies.ALL, "V12", "How many jokers a hand may use")
