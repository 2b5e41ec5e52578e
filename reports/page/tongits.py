"""What a page says of Tongits itself: words that its readers may not know."""

WORDS = (
    ("count", "points of the cards in your hand that are in no meld"),
    ("meld", "three or more cards of one rank, or a run of one suit"),
    ("stock", "the cards still to be drawn"),
    ("call", "to end the game by a draw: the lowest count wins"),
    ("challenge, fold", "to fight a call with your own count, or to give in"),
    ("sunog", "burned: the game ends and you have laid no meld of your own"),
    ("sapaw", "to add a card to a meld on the table"),
)
"""Words of the game, and what they mean."""
RULE_WORDS = (
    ("dealer", "the mano: has 13 cards and begins; often the winner of the last game"),
    ("jackpot", "a pot beside the game, for several wins in a row"),
)
"""Words that those need who set the rules."""
