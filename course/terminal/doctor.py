"""Show in a terminal what the doctor found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from course.diagnosis.diagnose import WITHOUT
from course.diagnosis.look import Look
from course.diagnosis.looks import LOOKS
from course.diagnosis.running.limits import SPACE
from course.glossary import headword
from course.i18n import N_, SHORT, translate
from course.terminal.rendering import CODE, WRONG, Terminal, grid
from course.terms import TERMS

KNOWN: Mapping[str, Look] = {look.name: look for look in LOOKS}
CONFIDENCE = {
    "certain": N_("This is certain: nothing else explains what was seen."),
    "likely": N_("This is likely, but something else could explain what was seen, too."),
    "possible": N_("This is only a possibility."),
}
ENDED = {
    "time": N_("The program was ended because its time was up. `--seconds` gives it more."),
    "enough": N_("The program was ended after enough training steps. `--steps` sets how many are enough."),
    "space": N_("The program was ended because it wrote too much: {limit} GB are the most that it may write here."),
    "died": N_(
        "The program's process died, so nothing could be seen of it. The last lines that it printed are shown below."
    ),
}


def show_report(terminal: Terminal, report: Mapping[str, Any]) -> None:
    """Show one diagnosis in full, then the lesser findings, then what was not looked at."""
    findings = [each for each in report["findings"] if each["look"] in KNOWN]
    if report.get("gpu"):
        terminal.paragraph(
            N_(
                "On the GPU, the program ended with “{error}”. A GPU says this whatever the cause is, and often at a later line. So the program was run once more, on the CPU: what follows was seen there."
            ),
            error=report["gpu"],
        )
        terminal.gap()
    if report.get("ended") in ENDED:
        terminal.paragraph(ENDED[report["ended"]], limit=SPACE // 10**9)
        terminal.gap()
    if report.get("ended") == "died":
        terminal.print(Text(report["printed"].strip()[-1500:], "dim"))
        return
    if findings:
        show_finding(terminal, findings[0])
        lesser = [each for each in findings[1:] if each["look"] != "other-error"]
        if lesser:
            terminal.heading(terminal.say(N_("Also found")))
            for each in lesser:
                show_lesser(terminal, each)
            terminal.gap()
    elif not report.get("way"):
        terminal.paragraph(
            N_("No training was seen: the program has taken no step with PyTorch or TensorFlow. So nothing was found.")
        )
        terminal.gap()
    else:
        terminal.paragraph(
            N_("Nothing was found. That does not mean that all is well: the doctor looks only at what it knows.")
        )
        terminal.gap()
    show_seen(terminal, report)
    show_blind(terminal, report)


def show_seen(terminal: Terminal, report: Mapping[str, Any]) -> None:
    """Show what was seen of the model, the first batch and the training."""
    if report.get("seen"):
        terminal.print(Text(terminal.say(N_("What was seen")), "dim"))
        show_rows(terminal, report["seen"])


def show_rows(terminal: Terminal, rows: Sequence[tuple[str, object]]) -> None:
    """Show a small table of names and values."""
    table = grid(2)
    for name, value in rows:
        # what is one word is a name of the reader's
        shown = translate(value, terminal.language) if isinstance(value, str) and " " in value else str(value)
        # a name that is one code span is the reader's, and has no translation
        row = name if name.count("`") == 2 and name[0] == name[-1] == "`" else translate(name, terminal.language)
        table.add_row(terminal.prose(row, style="dim"), Text(shown))
    terminal.print(table)
    terminal.gap()


def show_finding(terminal: Terminal, finding: Mapping[str, Any]) -> None:
    """Show the first finding: its title, the reader's line, why, the evidence, what to change, and what to read."""
    look = KNOWN[finding["look"]]
    terminal.heading(terminal.say(look.title))
    place = finding["place"]
    if place is not None:
        terminal.print(Text(terminal.say(N_("{file}, line {line}"), **place), "dim"))
        terminal.print(Text(f"  {place['code']}", CODE))
        terminal.gap()
    terminal.paragraph(look.why, **finding["values"])
    terminal.paragraph(CONFIDENCE[finding["confidence"]])
    terminal.gap()
    if finding["evidence"]:
        show_rows(terminal, finding["evidence"])
    terminal.print(Text(terminal.say(N_("What to change")), WRONG))
    terminal.paragraph(look.change, **finding["values"])
    terminal.gap()
    show_reading(terminal, look)


def show_reading(terminal: Terminal, look: Look) -> None:
    """Show the commands of the lesson, the case and the glossary that belong to a look."""
    language = SHORT[terminal.language]
    commands = []
    if look.read:
        chapter, _, fault = look.read.partition(" ")
        commands.append((N_("Lesson"), f"python -m course.{chapter} --fault {fault} --lang {language}"))
    for case in look.cases[:1]:
        commands.append((N_("Case with the same mistake"), f"python -m course start case {case} --lang {language}"))
    known = {term.name: term for term in TERMS}
    names = ", ".join(headword(known[name], terminal.language) for name in look.terms)
    table = grid(2)
    for title, command in commands:
        table.add_row(Text(terminal.say(title), "dim"), Text(command, CODE))
    if names:
        table.add_row(Text(terminal.say(N_("Terms in the glossary")), "dim"), Text(names))
    terminal.print(table)
    terminal.gap()


def show_lesser(terminal: Terminal, finding: Mapping[str, Any]) -> None:
    """Show another finding: its title, its line, and what to change."""
    place = finding["place"]
    title = terminal.say(KNOWN[finding["look"]].title)
    where = Text(f"  {place['file']}:{place['line']}", "dim") if place is not None else Text()
    terminal.print(Text("• ") + terminal.prose(title) + where)
    terminal.paragraph(KNOWN[finding["look"]].change, style="dim", **finding["values"])


def show_blind(terminal: Terminal, report: Mapping[str, Any]) -> None:
    """Say what could not be looked at, and why."""
    missing: list[str] = []
    for each in report.get("not_looked", ()):
        missing += [name for name in each["missing"] if name not in missing and name in WITHOUT]
    if missing:
        terminal.print(Text(terminal.say(N_("Not looked at")), "dim"))
        for name in missing:
            terminal.print(Text("• ", "dim") + terminal.prose(terminal.say(WITHOUT[name]), style="dim"))
        terminal.gap()
