"""The messages of the reports, and their rendering in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from course.contents import exercises
from course.exercise import Check, Exercise, Setting
from course.grading.feedback import printable, title
from course.grading.records import Entry, Note, Status
from course.i18n import N_, format_number, format_share, spans, translate

NAME = 100
"""The number of characters of a name that are shown."""
NoteSentence = Callable[[Note, str], str]
"""Gives the sentence of a note in a language."""

STATUSES: Mapping[Status, str] = {
    "passed": N_("passed"),
    "partial": N_("passed in part"),
    "failed": N_("not passed"),
    "error": N_("could not be run"),
    "timeout": N_("took too long"),
    "memory": N_("took too much memory"),
    "output": N_("printed too much"),
    "unreadable": N_("unreadable"),
    "infrastructure": N_("not judged yet"),
}
WORDS: Mapping[str, str] = {
    "sheet": N_("Your results"),
    "points": N_("Points: {points} of {most}."),
    "short-points": N_("{points} of {most}"),
    "nothing": N_("You have handed in nothing so far."),
    "untold": N_("Handed in, but for no exercise that could be told"),
    "attempt": N_("Attempt {attempt}"),
    "handed-in": N_("Handed in: {time}"),
    "late": N_("Days late: {days}"),
    "automatic": N_("The checks gave {points} points; after that, lateness or your teacher's decision changed them."),
    "comment": N_("Your teacher writes:"),
    "infrastructure": N_(
        "The grader itself failed here, which is no fault of yours: your answer has not been judged yet."
    ),
    "printed": N_("Your code printed:"),
    "hint": N_("A hint: {hint}"),
    "read": N_("To read again: the chapter “{chapter}”."),
    "commands": N_("`{start}` gives you the task once more, and `{hint}` the next hint."),
    "others": N_("Your other attempts"),
    "not-run": N_("not run"),
    "passed": N_("passed"),
    "failed": N_("not passed"),
    "withheld": N_(
        "“…” stands for what is not shown here: a value that the grader keeps to itself, or the rest of something long. Check your file with `python -m course check FILE`, and you see such values for other data, drawn anew."
    ),
    "made": N_("Made: {when}"),
    "class": N_("Results of the class"),
    "counts": N_("{handed} of {students} students have handed something in; submissions: {submissions}."),
    "middle": N_("Half of those who handed something in have {median} points or more, of {most}."),
    "distribution": N_("How the points are distributed"),
    "bars": N_("Students by points, each bar a tenth of the range: {bars}."),
    "bar": N_("{low} to {high} points: {count}"),
    "students": N_("Students"),
    "student": N_("Student"),
    "id": N_("Id"),
    "total": N_("Points"),
    "submissions": N_("Submissions"),
    "statuses": N_("What became of the submissions"),
    "status": N_("Status"),
    "number": N_("Number"),
    "share": N_("Share"),
    "exercises": N_("Exercises"),
    "exercise": N_("Exercise"),
    "answers": N_("Answers"),
    "mean": N_("Mean points"),
    "median": N_("Median time"),
    "slowest": N_("Slowest"),
    "seconds": N_("{seconds} s"),
    "hardest": N_("The hardest checks"),
    "check": N_("Check"),
    "of-those": N_("Each share is of the answers in which the check was run."),
    "mistakes": N_("The commonest mistakes"),
    "differs": N_("“…” stands for what differs from answer to answer."),
    "similar": N_("Answers that are nearly the same"),
    "hint-only": N_(
        "This is a clue and proves nothing: short exercises lead many people to the same lines. Only layout, comments and the names in the code differ within a group, if anything does."
    ),
    "more": N_("and {count} more"),
    "facts": N_("About this run"),
    "when": N_("When"),
    "isolation": N_("Isolation reached"),
    "versions": N_("Versions"),
}
"""The messages in the templates, by name."""

_number = lru_cache(4096)(format_number)


@dataclass(frozen=True)
class Words:
    """Renders the messages of the reports in one language."""

    language: str
    note_sentence: NoteSentence

    @property
    def tag(self) -> str:
        """Return the language as HTML names it."""
        return self.language.replace("_", "-")

    def say(self, word: str, **values: object) -> str:
        return translate(WORDS[word], self.language).format(**values)

    def status(self, status: Status) -> str:
        return translate(STATUSES[status], self.language)

    def number(self, value: float, places: int | None = None) -> str:
        """Format a number, with two decimals unless it is whole or `places` is given."""
        if places is None:
            places = 0 if float(value).is_integer() else 2
        return _number(value, self.language, places)

    def share(self, value: float) -> str:
        return format_share(value, self.language, 0)

    def title(self, name: str, setting: Setting) -> str:
        """Return the title of an exercise; its bare name where there is no such exercise any more."""
        exercise = exercise_if_known(name)
        return title(exercise, setting, self.language) if exercise else printable(name)

    def title_of(self, check: Check) -> str:
        return translate(check.title, self.language)

    def prose(self, text: str) -> Markup:
        """Words as HTML, with code where there are backticks."""
        marked = (Markup("<code>{}</code>").format(piece) if code else escape(piece) for piece, code in spans(text))
        return Markup("").join(marked)

    def reasons(self, entry: Entry) -> list[str]:
        """Return the sentences of a submission's notes: first why it was refused, if it was."""
        submission = entry.submission
        notes = [*([submission.refused] if submission.refused else []), *submission.notes]
        return [printable(self.note_sentence(note, self.language)) for note in notes]


def exercise_if_known(name: str) -> Exercise | None:
    """Return the exercise of that name; None if there is none, or none any more."""
    return next((exercise for exercise in exercises() if exercise.name == name), None)


def clean(text: str) -> str:
    """Return a text as one short printable line."""
    return cut(printable(" ".join(text[: 2 * NAME].split())), NAME)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"
