"""The answers of the questions as types: what their JSON holds, and what pages, console and figures read."""
