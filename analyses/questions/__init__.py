"""The built-in questions, a file each: the answer, its games, its words, tables and figures."""
