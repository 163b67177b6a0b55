"""Encoded hints cannot be read at a glance, and can be decoded."""

import re

import pytest

from course.contents import exercises
from course.i18n import LANGUAGES, translate
from course.spoiler import turn


@pytest.mark.parametrize(
    ("text", "encoded"),
    [("Look at `x = 1`, then!", "Ybbx ng `x = 1`, gura!"), ("가힣", "\uc1d2\uc1d1"), ("一", "\u7700"), ("è 1", "è 1")],
)
def test_each_letter_is_turned_by_half_of_its_alphabet(text: str, encoded: str) -> None:
    assert turn(text) == encoded
    assert turn(encoded) == text


def test_composed_and_decomposed_letters_are_one() -> None:
    assert turn("\u1112\u1161\u11ab") == turn("한")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_hint_is_left_readable(language: str) -> None:
    for exercise in exercises():
        for hint in exercise.hints:
            words = translate(hint, language)
            encoded = turn(words)
            assert turn(encoded) == words
            bare = re.sub("`[^`]*`", "", words)
            letters = [letter for letter in bare if (letter.isascii() and letter.isalpha()) or letter > "\u2fff"]
            kept = [a for a, b in zip(bare, re.sub("`[^`]*`", "", encoded), strict=True) if a == b and a in letters]
            assert not [letter for letter in kept if letter.isascii() or "\uac00" <= letter <= "\ud7a3"]
