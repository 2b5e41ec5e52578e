"""The words of answers: a module for each command, and words that several questions use."""
