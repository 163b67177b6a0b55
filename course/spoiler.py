"""Hints in a form that a glance does not spoil: every letter is turned by half of its alphabet.

The same turn brings a text back. Latin letters turn by 13 (ROT13); Hangul syllables and Han characters, which ROT13
would leave readable, turn by half of their own block. Code spans are left alone.
"""

from __future__ import annotations

import unicodedata

from course.i18n import spans

BLOCKS = (("A", "Z"), ("a", "z"), ("\uac00", "\ud7a3"), ("\u4e00", "\u9fff"))


def turn(text: str) -> str:
    """Turn every letter outside the code spans of a text; `turn(turn(text))` is the text, in NFC."""
    pieces = spans(unicodedata.normalize("NFC", text))
    return "".join(f"`{piece}`" if code else "".join(map(_turned, piece)) for piece, code in pieces)


def _turned(character: str) -> str:
    for first, last in BLOCKS:
        if first <= character <= last:
            size = ord(last) - ord(first) + 1
            return chr(ord(first) + (ord(character) - ord(first) + size // 2) % size)
    return character
