"""Break Chinese prose into lines: between any two characters, with the exceptions of Chinese typesetting."""

from __future__ import annotations

import re

from rich.cells import cell_len
from rich.text import Text

OPENING = "（《“‘「『"
CLOSING = "，。；：！？、）》”’」』…"


def wrap(text: Text, width: int) -> Text:
    """Break Chinese prose into lines of at most `width` cells. Between Han characters any place will do for a break,
    but no line begins with a closing mark or ends with an opening one. Other scripts are left to rich."""
    plain = text.plain
    if not re.search("[\u4e00-\u9fff]", plain):
        return text
    breaks: list[int] = []
    used = 0
    last = 0
    for place, character in enumerate(plain):
        if place and _breakable(plain[place - 1], character):
            last = place
        used += cell_len(character)
        if used > width and last > (breaks[-1] if breaks else 0) and character != " ":
            breaks.append(last)
            used = cell_len(plain[last : place + 1])
    lines = text.divide(breaks)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def _breakable(before: str, after: str) -> bool:
    if after in CLOSING or before in OPENING:
        return False
    return before == " " or before in CLOSING or "\u4e00" <= before <= "\u9fff" or "\u4e00" <= after <= "\u9fff"
