"""Answers in words: parts of a page, sentences that questions share, what a unit is worth."""
