"""Hints in a form that a glance does not spoil: every letter is turned by half of its alphabet.

The same turn brings a text back. Latin letters turn by 13 (ROT13); Hangul syllables and Han characters, which ROT13
would leave readable, turn by half of their own block. Code spans are left alone.
"""

from __future__ import annotations

import re
import unicodedata

BLOCKS = (("A", "Z"), ("a", "z"), ("\uac00", "\ud7a3"), ("\u4e00", "\u9fff"))


def turn(text: str) -> str:
    """The text with every letter outside its code spans turned; `turn(turn(text))` is the text, in NFC."""
    parts = re.split(r"(`[^`]*`)", unicodedata.normalize("NFC", text))
    return "".join(part if place % 2 else "".join(map(_turned, part)) for place, part in enumerate(parts))


def _turned(character: str) -> str:
    for first, last in BLOCKS:
        if first <= character <= last:
            size = ord(last) - ord(first) + 1
            return chr(ord(first) + (ord(character) - ord(first) + size // 2) % size)
    return character
