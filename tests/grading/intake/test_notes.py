"""The sentences of notes."""

from pathlib import Path

from course.grading.intake.notes import SENTENCES, sentence
from course.grading.records import Note
from course.i18n import LANGUAGES


def test_every_sentence_can_be_filled_with_anything(tmp_path: Path) -> None:
    for name in [*SENTENCES, "no-such-note"]:
        for data in ({}, {"id": "\x1b[31m" + "x" * 10_000, "limit": 3, "other": object(), "file": ["a", 3]}):
            for language in LANGUAGES:
                said = sentence(Note(name, data), language)
                assert "\x1b" not in said
                assert 0 < len(said) < 1_000
