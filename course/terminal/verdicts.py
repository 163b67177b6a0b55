"""What a check of an answer found, in a terminal."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from course.exercise import Exercise, Verdict
from course.grading.check import Checked
from course.grading.feedback import curve, fitting_hint, printable, sentence, title
from course.i18n import N_, format_number
from course.terminal.screen import Terminal

MARKS = {"passed": ("✓", "green"), "failed": ("✗", "bold red"), "waiting": ("·", "dim")}


def show(terminal: Terminal, checked: Checked, path: Path) -> None:
    """What a check found: what the answer printed, each verdict with its sentence, and the hint that fits."""
    exercise, language = checked.exercise, terminal.language
    terminal.heading(title(exercise, checked.setting, language))
    if checked.ran.output:
        terminal.paragraph(N_("Your code printed:"))
        for line in printable(checked.ran.output).rstrip().splitlines():
            terminal.line(f"  {line}")
        terminal.print()
    for verdict in checked.verdicts:
        _show_verdict(terminal, exercise, verdict, path)
    terminal.paragraph(
        N_("Points: {points} of {most}."),
        points=format_number(checked.points, language, 0),
        most=format_number(exercise.points, language, 0),
    )
    hint = fitting_hint(exercise, checked.verdicts)
    if hint:
        terminal.paragraph(N_("A hint: {hint}"), hint=terminal.say(exercise.hints[hint - 1]))


def _show_verdict(terminal: Terminal, exercise: Exercise, verdict: Verdict, path: Path) -> None:
    check = next(check for check in exercise.checks if check.name == verdict.check)
    mark, style = MARKS[verdict.state]
    points = (
        f"{format_number(verdict.points, terminal.language, 0)}/{format_number(check.points, terminal.language, 0)}"
    )
    terminal.print(Text.assemble((f"{mark} ", style), (terminal.say(check.title), "bold"), (f"  {points}", "dim")))
    said = sentence(exercise, verdict, terminal.language)
    if said:
        terminal.print(terminal.prose(said))
    for line, function, text in verdict.frames:
        where = f"{path.name}:{line}" if function in ("", "<module>") else f"{path.name}:{line}  {function}"
        terminal.print(Text(f"    {printable(where)}", "dim"))
        terminal.line(f"        {printable(text)}")
    drawn = curve(exercise, verdict, terminal.language)
    if drawn:
        terminal.curves([drawn])
    terminal.print()
