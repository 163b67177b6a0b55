"""Print one result of the gradebook in a terminal, as a learner's own check shows it."""

from __future__ import annotations

from pathlib import Path

from course.contents import exercise_if_known
from course.grading.check import Checked
from course.grading.feedback import printable
from course.grading.records import Entry
from course.grading.reports.sheet import check_verdicts
from course.grading.reports.words import NoteSentence, Words, clean
from course.grading.running.run import Outcome
from course.terminal.rendering import Terminal
from course.terminal.verdicts import show


def explain(entry: Entry, terminal: Terminal, note_sentence: NoteSentence) -> None:
    """Print an entry: its student, its verdicts or the reason why it has none, its status and its points."""
    words = Words(terminal.language, note_sentence)
    submission = entry.submission
    result = entry.result
    override = entry.override
    parts = (submission.student.id, submission.student.name, submission.origin)
    exercise = exercise_if_known(submission.exercise)
    verdicts = [verdict for _, verdict in check_verdicts(entry)]
    terminal.line(" · ".join(clean(part) for part in parts if part))
    if exercise and verdicts:
        ran = Outcome(output=result.output, seconds=result.seconds)
        show(terminal, Checked(exercise, submission.setting, 0, verdicts, ran), Path(submission.origin))
    elif submission.exercise:
        terminal.heading(words.title(submission.exercise, submission.setting))
    for reason in words.reasons(entry):
        terminal.print(terminal.prose(reason))
    worth = [words.status(result.status)]
    if submission.exercise:
        worth.append(words.say("short-points", points=words.number(entry.points), most=words.number(result.of)))
        worth.append(words.say("attempt", attempt=words.number(submission.attempt)))
    if entry.days_late:
        worth.append(words.say("late", days=words.number(entry.days_late)))
    terminal.line(" · ".join(worth))
    if override is not None and override.comment:
        terminal.print(terminal.prose(f"{words.say('comment')} {printable(override.comment)}"))
