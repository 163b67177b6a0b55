"""Break prose into lines where rich would not: Chinese between any two characters, and code, such as a command, nowhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text

OPENING = "（《“‘「『"
CLOSING = "，。；：！？、）》”’」』…"


def wrap(text: Text, width: int, code: Sequence[tuple[int, int]] = ()) -> Text:
    """Break prose into lines of at most `width` cells.

    Between Han characters any place will do for a break, but no line begins with a closing mark or ends with an opening one.
    Prose in another script, without code to be kept together, is left to rich.

    Args:
        code: where pieces of code begin and end. They can be copied from a terminal only if they are not broken; one that
            is wider than a line is broken all the same.
    """
    plain = text.plain
    whole = [(start, end) for start, end in code if " " in plain[start:end] and cell_len(plain[start:end]) <= width]
    chinese = re.search("[\u4e00-\u9fff]", plain) is not None
    if not whole and not chinese:
        return text
    breaks: list[int] = []
    used = begin = last = 0
    for place, character in enumerate(plain):
        before = plain[place - 1] if place else ""
        allowed = _breakable(before, character) if chinese else before == " "
        if allowed and not any(start < place < end for start, end in whole):
            last = place
        if character == "\n":
            used, begin, last = 0, place + 1, place + 1
            continue
        used += cell_len(character)
        if used > width and last > begin and character != " ":
            breaks.append(last)
            begin = last
            used = cell_len(plain[last : place + 1])
    lines = text.divide(breaks)
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)


def _breakable(before: str, after: str) -> bool:
    if not before or after in CLOSING or before in OPENING:
        return False
    return before == " " or before in CLOSING or "\u4e00" <= before <= "\u9fff" or "\u4e00" <= after <= "\u9fff"
