"""The messages of the reports, and their rendering in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import lru_cache

from markupsafe import Markup, escape

from course.contents import exercise_if_known
from course.exercise import Check, Setting
from course.grading.feedback import SCORE, printable, title
from course.grading.records import Entry, Note, Status
from course.i18n import N_, format_number, format_share, spans, translate

NAME = 100
"""The number of characters of a name that are shown."""
NoteSentence = Callable[[Note, str], str]
"""Gives the sentence of a note in a language."""

STATUSES: Mapping[Status, str] = {
    "passed": N_("passed"),
    "partial": N_("partly passed"),
    "failed": N_("failed"),
    "error": N_("error"),
    "timeout": N_("time limit exceeded"),
    "memory": N_("memory limit exceeded"),
    "output": N_("output limit exceeded"),
    "unreadable": N_("unreadable"),
    "skipped": N_("not run"),
    "infrastructure": N_("not graded yet"),
}
WORDS: Mapping[str, str] = {
    "sheet": N_("Your results"),
    "points": SCORE,
    "short-points": N_("{points} of {most}"),
    "nothing": N_("You have not handed in anything yet."),
    "untold": N_("Submission without a recognized exercise"),
    "attempt": N_("Attempt {attempt}"),
    "handed-in": N_("Handed in: {time}"),
    "late": N_("Days late: {days}"),
    "automatic": N_(
        "Score of the answer in the checks: {points}. The score above is different, because points were deducted for late submission or because your teacher changed the score."
    ),
    "comment": N_("Comment from your teacher:"),
    "infrastructure": N_("The grader failed here, not your code. Your answer has not been graded yet."),
    "printed": N_("Output of your code:"),
    "hint": N_("Hint: {hint}"),
    "read": N_("Chapter to read again: “{chapter}”."),
    "commands": N_(
        "`{hint}` shows hints, one after the other. If you have lost the file with the task, `{start}` writes a new one."
    ),
    "others": N_("Your other attempts"),
    "not-run": N_("not run"),
    "passed": N_("passed"),
    "failed": N_("failed"),
    "withheld": N_(
        "Some messages on this page leave out values that the grader keeps secret. `python -m course check FILE`, with the name of your file in place of `FILE`, makes the same checks with other random data and shows all values."
    ),
    "made": N_("Report made: {when}"),
    "class": N_("Results of the class"),
    "counts": N_("Students with at least one submission: {handed} of {students}. Submissions: {submissions}."),
    "middle": N_("Median score of the students with at least one submission: {median} of {most}."),
    "distribution": N_("Distribution of scores"),
    "bars": N_("Number of students by score, in ten equal ranges: {bars}."),
    "bar": N_("{low} to {high} points: {count}"),
    "students": N_("Students"),
    "student": N_("Student"),
    "id": N_("ID"),
    "total": N_("Score"),
    "submissions": N_("Submissions"),
    "statuses": N_("Submissions by status"),
    "status": N_("Status"),
    "number": N_("Submissions"),
    "share": N_("Percentage"),
    "exercises": N_("Exercises"),
    "exercise": N_("Exercise"),
    "answers": N_("Graded answers"),
    "mean": N_("Mean score"),
    "median": N_("Median run time"),
    "slowest": N_("Longest run time"),
    "seconds": N_("{seconds} s"),
    "hardest": N_("Checks that fail most often"),
    "check": N_("Check"),
    "of-those": N_(
        "The last column shows the percentage of answers that failed the check, among the answers on which the check was run."
    ),
    "mistakes": N_("Most frequent mistakes"),
    "differs": N_(
        "Each message is shown as one of the students got it, with the values of this student's answer. The curves that some messages mention are on the students' pages."
    ),
    "cases": N_("Cases"),
    "mistake": N_("Mistake"),
    "tried": N_("Students who tried"),
    "found": N_("Students who found it"),
    "attempts": N_("Median number of attempts"),
    "of-cases": N_(
        "For each mistake that was to be found, the table shows how many students handed in a repair that was run, how many of them repaired the mistake, and how many attempts the repair took. Cases that were drawn count with the others."
    ),
    "similar": N_("Nearly identical answers"),
    "hint-only": N_(
        "Similarity is a clue and not a proof: in short exercises, many people write the same lines. Within a group, the answers differ at most in layout, comments and the names in the code."
    ),
    "more": N_("and {count} more"),
    "facts": N_("About this grading run"),
    "when": N_("Date and time"),
    "isolation": N_("Isolation"),
    "jail": N_(
        "The answers ran in a sandbox (`{tool}`). The sandbox was tested before the grading, and all of its restrictions worked."
    ),
    "process": N_(
        "The answers ran without a sandbox, each in a process of its own, with all rights of the account that graded them."
    ),
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

    def say(self, word: str, /, **values: object) -> str:
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


def moment(text: str) -> str:
    """Return a time in ISO 8601 as people write it, in UTC; any other text as it is."""
    try:
        time = datetime.fromisoformat(text)
        return f"{time.astimezone(timezone.utc):%Y-%m-%d %H:%M:%S} UTC" if time.tzinfo else f"{time:%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError):
        return text


def clean(text: str) -> str:
    """Return a text as one short printable line."""
    return cut(printable(" ".join(text[: 2 * NAME].split())), NAME)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"
