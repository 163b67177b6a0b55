"""Show the results of a check of an answer, in a terminal or on a page."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from course.contents import is_case
from course.exercise import Exercise, Verdict
from course.grading.check import Checked
from course.grading.feedback import curve, fitting_hint, printable, sentence, title
from course.grading.reports.words import WORDS
from course.i18n import N_, format_number
from course.screen import Screen

LAST_LINES = 5
"""The number of lines that are shown of what the script of a case printed."""
MARKS = {"passed": ("✓", "green"), "failed": ("✗", "bold red"), "waiting": ("·", "dim")}


def show(screen: Screen, checked: Checked, path: Path) -> None:
    """Show what a check found: what the answer printed, each verdict with its sentence, and the hint that fits."""
    exercise = checked.exercise
    language = screen.language
    screen.heading(title(exercise, checked.setting, language))
    if checked.ran.output:
        _show_output(screen, checked)
    failure = checked.ran.failure
    if failure is not None and failure.reason == "untouched":
        # nothing was run, so nothing is said of what holds
        screen.paragraph(sentence(exercise, checked.verdicts[0], language))
        screen.gap()
    else:
        for verdict in checked.verdicts:
            _show_verdict(screen, exercise, verdict, path)
    screen.paragraph(
        WORDS["points"],
        points=format_number(checked.points, language, 0),
        most=format_number(exercise.points, language, 0),
    )
    hint = fitting_hint(exercise, checked.verdicts)
    if hint:
        screen.paragraph(
            N_("Hint {number}/{count}: {hint}"),
            number=hint,
            count=len(exercise.hints),
            hint=screen.say(exercise.hints[hint - 1]),
        )


def _show_output(screen: Screen, checked: Checked) -> None:
    """Show what the answer printed; of a case only the end, since a training run prints more than a screen holds."""
    lines = printable(checked.ran.output).rstrip().splitlines()
    if is_case(checked.exercise) and len(lines) > LAST_LINES:
        screen.paragraph(N_("The last lines that your script printed; run it yourself to see all of them:"))
        lines = lines[-LAST_LINES:]
    else:
        screen.paragraph(WORDS["printed"])
    for line in lines:
        screen.line(f"  {line}")
    screen.gap()


def _show_verdict(screen: Screen, exercise: Exercise, verdict: Verdict, path: Path) -> None:
    check = next(check for check in exercise.checks if check.name == verdict.check)
    mark, style = MARKS[verdict.state]
    earned = format_number(verdict.points, screen.language, 0)
    most = format_number(check.points, screen.language, 0)
    screen.print(Text.assemble((f"{mark} ", style), (screen.say(check.title), "bold"), (f"  {earned}/{most}", "dim")))
    reason = sentence(exercise, verdict, screen.language)
    if reason:
        screen.print(screen.prose(reason))
    show_frames(screen, verdict, path.name)
    given = curve(exercise, verdict, screen.language)
    if given:
        screen.curves([given])
    screen.gap()


def show_frames(screen: Screen, verdict: Verdict, file: str) -> None:
    """Show the lines of the learner's file that led to an error."""
    for line, function, text in verdict.frames:
        where = f"{file}:{line}" if function in ("", "<module>") else f"{file}:{line}  {function}"
        screen.print(Text(f"    {printable(where)}", "dim"))
        screen.line(f"        {printable(text)}")
