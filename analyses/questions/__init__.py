"""The built-in questions, a file each: the answer, the games that give it, its words, tables and figures."""
