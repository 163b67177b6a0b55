"""The questions at the end of a chapter, each with its reasons folded below it."""

from __future__ import annotations

from string import ascii_lowercase

from course.i18n import N_, translate
from course.lesson import Chapter, Question
from course.notebook.writing.cells import Cells
from course.notebook.writing.lesson import anchored
from course.notebook.writing.markdown import folded, html

TITLE = N_("Questions")
SOLUTION = N_("Solution")


def write_quiz(cells: Cells, chapter: Chapter) -> None:
    """Write the questions of a chapter, if it has any."""
    if chapter.quiz:
        words = N_("A question can have more than one right answer.")
        cells.text("quiz", anchored("quiz", cells.say(TITLE)), cells.say(words))
    for place, question in enumerate(chapter.quiz, 1):
        options = list(zip(ascii_lowercase, question.options, strict=False))
        listed = "\n".join(f"- **{letter}** · {cells.say(option.text)}" for letter, option in options)
        words = f"**{place}** · {cells.say(question.text)}"
        cells.text(f"quiz-{question.name}", words, listed, _answers(question, cells.language))


def _answers(question: Question, language: str) -> str:
    reasons = [
        f"<p>{'✓' if option.right else '✗'} <b>{letter}</b> · {html(translate(option.reason, language))}</p>"
        for letter, option in zip(ascii_lowercase, question.options, strict=False)
    ]
    return folded(f"<i>{html(translate(SOLUTION, language))}</i>", "\n".join(reasons))
