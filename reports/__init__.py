"""Answers for people: screens, figures, pages, and the commands that make them."""
