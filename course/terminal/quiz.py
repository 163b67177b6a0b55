"""Ask the questions at the end of a chapter in a terminal, one by one, and show the reason of each option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from rich.text import Text

from course.i18n import N_, format_number
from course.lesson import Chapter, Question
from course.message import WrongUse
from course.terminal.rendering import Terminal, grid

ASK = N_("Which answers are right? Type letters, such as `a` or `ac` · [Enter] show the solution · [q] quit:")


@dataclass(frozen=True)
class AnsweredQuestion:
    """The letters that were chosen for one question, and those that are right."""

    name: str
    answer: str
    right: str


@dataclass(frozen=True)
class QuizReport:
    """The outcome of a quiz, as `--json` writes it: the names are the same in every language. `right` counts answers."""

    chapter: str
    language: str
    questions: tuple[AnsweredQuestion, ...]
    right: int


def option_letters(question: Question) -> str:
    """The letters of a question's options, from `a` on."""
    return ascii_lowercase[: len(question.options)]


def right_letters(question: Question) -> str:
    """The letters of the options that are right."""
    lettered = zip(option_letters(question), question.options, strict=True)
    return "".join(letter for letter, option in lettered if option.right)


def quiz(chapter: Chapter, terminal: Terminal, ask: bool) -> QuizReport:
    """Ask the questions of a chapter, and say of each option whether it is right, and why.

    Args:
        ask: whether a learner can answer. Else questions and reasons are printed one behind the other.

    Raises:
        WrongUse: the chapter has no questions.
    """
    if not chapter.quiz:
        raise WrongUse(N_("The chapter `{name}` has no questions."), name=chapter.name)
    answers: list[AnsweredQuestion] = []
    terminal.heading(terminal.say(chapter.title))
    for place, question in enumerate(chapter.quiz, 1):
        terminal.print(terminal.prose(f"{place}/{len(chapter.quiz)} · {terminal.say(question.text)}", style="bold"))
        terminal.print()
        _rows(question, terminal, [(" ", option.text) for option in question.options])
        answer = _answer(question, terminal) if ask else ""
        if answer is None:
            break
        answers.append(AnsweredQuestion(question.name, answer, right_letters(question)))
        _reasons(question, terminal, answer)
    right = sum(each.answer == each.right for each in answers)
    if ask:
        terminal.paragraph(
            N_("Right: {right} of {count}."),
            right=format_number(right, terminal.language, 0),
            count=format_number(len(chapter.quiz), terminal.language, 0),
        )
    return QuizReport(chapter.name, terminal.language, tuple(answers), right)


def _answer(question: Question, terminal: Terminal) -> str | None:
    """The letters of the chosen options in order; empty if the learner wants to be shown, None if the learner leaves."""
    known = option_letters(question)
    while True:
        chosen = {letter for letter in terminal.ask(ASK).lower() if letter.isalnum()}
        if chosen == {"q"}:
            return None
        if chosen <= set(known):
            return "".join(sorted(chosen))
        terminal.paragraph(N_("The answers have the letters `{first}` to `{last}`."), first=known[0], last=known[-1])


def _reasons(question: Question, terminal: Terminal, answer: str) -> None:
    right = right_letters(question)
    if answer == right:
        terminal.paragraph(N_("That is right."), "green")
    elif answer and set(answer) < set(right):
        terminal.paragraph(N_("That is right, but it is not the whole solution."), "yellow")
    elif answer:
        terminal.paragraph(N_("That is not right."), "yellow")
    _rows(question, terminal, [("✓" if option.right else "✗", option.reason) for option in question.options])


def _rows(question: Question, terminal: Terminal, rows: Sequence[tuple[str, str]]) -> None:
    """Print a mark, a letter and words for each option."""
    table = grid(3, padding=1)
    for letter, (mark, words) in zip(option_letters(question), rows, strict=True):
        table.add_row(Text(mark), Text(f"{letter})"), terminal.prose(terminal.say(words), terminal.width - 5))
    terminal.print(table)
    terminal.print()
