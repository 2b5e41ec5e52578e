"""Words of Tongits that a page explains to its readers."""

WORDS = (
    ("count", "points of the cards in your hand that are in no meld"),
    ("meld", "three or more cards of one rank, or a run of one suit"),
    ("stock", "the cards still to be drawn"),
    ("call", "to end the game by a draw: the lowest count wins"),
    ("challenge, fold", "to fight a call with your own count, or to give in"),
    ("sunog", "burned: the game ends and you have laid no meld of your own"),
    ("sapaw", "to add a card to a meld on the table"),
)
"""Words of the game with their meanings, for players."""
RULE_WORDS = (
    ("dealer", "the mano: has 13 cards and begins; often the winner of the last game"),
    ("jackpot", "a pot beside the game, for several wins in a row"),
)
"""Words with their meanings, for designers of house rules."""
