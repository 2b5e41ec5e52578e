"""The same deals in several arms, which differ in rules or players."""
