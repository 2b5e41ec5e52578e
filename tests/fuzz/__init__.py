"""Hostile input: every way into the program is fed with what nobody should write, and has to answer with a sentence.

`python -m tests.fuzz --inputs 100000` is the long run; `test_fuzz.py` takes a quick sample of it.
"""
