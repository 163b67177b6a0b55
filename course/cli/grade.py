"""The command `python -m course grade`: grades the submissions of a class, and writes the reports."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from course.cli.app import terminal_on
from course.cli.localized import LocalizedCommand
from course.cli.options import lang_option
from course.i18n import N_, format_number, translate_plural
from course.message import Choice, WrongUse

if TYPE_CHECKING:
    from course.grading.gradebook.gradebook import Gradebook
    from course.grading.gradebook.policy import Policy
    from course.grading.intake.collect import Collection
    from course.grading.records import Status
    from course.grading.running.sandbox_outside import Isolation
    from course.terminal.rendering import Terminal

WORKER_MEMORY = 3 * 2**30
"""The bytes of memory that one worker may need, with its fork servers and a child."""
LEVELS = ("jail", "process")


@dataclass(frozen=True)
class GradeOptions:
    """The options of the command, as they were typed; None or empty where one was not."""

    submissions: str | None
    out: str | None
    roster: str | None
    layout: str
    exercise: Sequence[str]
    jobs: int | None
    resume: bool
    isolation: str
    scheduler: str | None
    due: str | None
    late: str | None
    late_days: str | None
    attempts: str
    limit: str | None
    minutes: float | None
    explain: int | None
    override: tuple[str, str, str] | None
    comment: str
    course: str

    @property
    def directory(self) -> Path:
        """Return the directory of the gradebook and the reports."""
        return Path(self.out or "")

    def only_for_grading(self) -> list[str]:
        """Return the names of the options that were given and mean something while submissions are graded only."""
        given = {
            "--roster": self.roster,
            "--due": self.due,
            "--late": self.late,
            "--late-days": self.late_days,
            "--limit": self.limit,
            "--minutes": self.minutes,
            "--attempts": self.attempts != "last",
            "--fresh": not self.resume,
            "--exercise": self.exercise,
            "--course": self.course,
            "--jobs": self.jobs,
            "--scheduler": self.scheduler,
        }
        return [name for name, value in given.items() if value]


@click.command("grade", LocalizedCommand, help=N_("Grade the submissions of a class, and write the reports."))
@click.argument("submissions", required=False)
@click.option("--out", metavar="DIR", help=N_("The directory of the gradebook and the reports."))
@click.option(
    "--roster",
    metavar="CSV",
    help=N_("The students of the class: a CSV file with the columns `id`, `name` and `language`."),
)
@click.option(
    "--layout",
    metavar="folders|flat|moodle|canvas|gradescope|clones",
    default="auto",
    help=N_("How the submissions are arranged in directories; the default is to detect it."),
)
@click.option(
    "--exercise", metavar="NAME", multiple=True, help=N_("Grade this exercise only; may be given several times.")
)
@click.option(
    "--course",
    metavar="NAME",
    default="",
    help=N_("The name of the course that cases were drawn for: each student's drawn case must then be their own."),
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(1, 256), help=N_("The number of answers to grade at the same time.")
)
@click.option(
    "--resume/--fresh",
    default=True,
    help=N_("Keep the results that are still valid, which is the default, or grade everything again."),
)
@click.option(
    "--isolation",
    metavar="jail|process",
    default="jail",
    help=N_("How the answers are isolated: in a sandbox (`jail`, the default), or only in a `process` of their own."),
)
@click.option("--scheduler", metavar="ADDRESS", help=N_("Grade on the Dask cluster of the scheduler at this address."))
@click.option("--due", metavar="TIME", help=N_("The time at which the answers were due."))
@click.option("--late", metavar="SHARE", help=N_("The part of the points lost for each day late, such as `10%`."))
@click.option("--late-days", metavar="N", help=N_("The number of days late after which an answer gets no points."))
@click.option(
    "--attempts",
    metavar="last|best|first",
    default="last",
    help=N_("Which of several attempts counts; the default is the last one."),
)
@click.option(
    "--limit",
    metavar="N",
    help=N_("The number of attempts that are run and considered, counted from the first."),
)
@click.option(
    "--minutes",
    metavar="N",
    type=click.FloatRange(min=0, min_open=True),
    help=N_("The time that the answers of one student may take together; the default is 30 minutes."),
)
@click.option(
    "--explain",
    metavar="RESULT",
    type=click.IntRange(1),
    help=N_("Print the result with this number again; `results.csv` lists the numbers."),
)
@click.option(
    "--override",
    nargs=3,
    metavar="STUDENT EXERCISE POINTS",
    help=N_("Set the points of an answer by hand; `-` leaves them unchanged."),
)
@click.option("--comment", metavar="TEXT", default="", help=N_("A comment for the student, used with `--override`."))
@lang_option
@click.pass_obj
def grade_command(language: str, /, **options: Any) -> int:
    """Grade, write the reports, and return the exit code: 1 if the grader itself failed."""
    return _run(GradeOptions(**options), terminal_on(sys.stdout, language), terminal_on(sys.stderr, language))


def _run(options: GradeOptions, terminal: Terminal, aside: Terminal) -> int:
    """Do what the options ask for; `aside` shows what is no result. Returns the exit code."""
    from course.grading.gradebook.gradebook import Gradebook
    from course.grading.gradebook.policy import Policy

    _check(options)
    policy = Policy.read(options.due, options.late, options.late_days, options.attempts, options.limit)
    if options.explain is not None:
        _explain(options.explain, options.directory, terminal)
        return 0
    with Gradebook(options.directory) as book:
        if options.override is not None:
            _override(book, options.override, options.comment)
        if options.submissions is not None:
            _grade_class(book, options.submissions, options, policy, aside)
        _report(book, options.directory, terminal)
        return _report_failures(book, aside)


def _check(options: GradeOptions) -> None:
    """Check that the options fit together.

    Raises:
        WrongUse: one is missing or unknown, or of no use here.
    """
    if options.out is None:
        raise WrongUse(N_("The option `--out` is missing: name the directory for the gradebook and the reports."))
    if options.isolation not in LEVELS:
        raise WrongUse(
            N_("There is no isolation level `{name}`: choose {levels}."), name=options.isolation, levels=Choice(LEVELS)
        )
    if options.submissions is None:
        if not (options.directory / "gradebook.sqlite").is_file():
            raise WrongUse(N_("The submissions are missing: name a directory, an archive or a file to grade."))
        unused = options.only_for_grading()
        if unused:
            raise WrongUse(
                N_(
                    "The option `{option}` has an effect only when submissions are graded: name the submissions as well."
                ),
                option=unused[0],
            )
    elif options.layout == "clones" and options.due is not None:
        raise WrongUse(
            N_(
                "`--due` cannot be used with `--layout clones`: the times of a clone's files are those of cloning, and the times of its commits are the student's to write. Make the clones when the answers are due, and leave `--due` out."
            )
        )
    elif Path.cwd().is_relative_to(Path(options.submissions).resolve()):
        raise WrongUse(
            N_(
                "The current directory belongs to the submissions, so a student's file could be imported from it in place of a library: start the grader in another directory."
            )
        )


def _explain(number: int, directory: Path, terminal: Terminal) -> None:
    """Print one result again."""
    from course.grading.gradebook.gradebook import Gradebook
    from course.grading.intake.notes import sentence
    from course.terminal.explain import explain

    with Gradebook(directory, reading=True) as book:
        explain(book.entry(number, book.terms().policy), terminal, sentence)


def _grade_class(book: Gradebook, submissions: str, options: GradeOptions, policy: Policy, aside: Terminal) -> None:
    """Read what was handed in, grade what has no result yet, and take what is gone out of the gradebook."""
    from course.grading.gradebook.terms import Terms
    from course.grading.intake.collect import collect
    from course.grading.intake.roster import read_roster
    from course.grading.running.isolation import isolate
    from course.grading.running.sandbox_outside import secret_in

    language = aside.language
    roster = read_roster(Path(options.roster), language) if options.roster else None
    collection = collect(
        Path(submissions),
        layout=options.layout,
        roster=roster,
        language=language,
        only=options.exercise,
        course=options.course,
    )
    paths = [Path(path).resolve() for path in (submissions, options.out, options.roster) if path]
    secrets = [secret for path in paths if (secret := secret_in(path)) is not None]
    isolation = isolate("jail" if options.isolation == "jail" else "process", secrets)
    _report_isolation(aside, isolation)
    terms = Terms(policy, tuple(roster.students.values()) if roster else (), language)
    book.begin(asdict(isolation), options.exercise or None, not options.resume, terms)
    _read_submissions(book, collection, policy.limit, aside)
    _grade_submissions(book, isolation, options, aside)
    gone = book.finish()
    if gone:
        words = translate_plural(
            "{count} submission of the previous run is no longer there and was removed from the reports.",
            "{count} submissions of the previous run are no longer there and were removed from the reports.",
            gone,
            language,
        )
        aside.print(aside.prose(words.format(count=format_number(gone, language, 0)), style="yellow"))
        aside.print()


def _report(book: Gradebook, directory: Path, terminal: Terminal) -> None:
    """Write the reports, and print a summary."""
    from course.grading.intake.notes import sentence
    from course.grading.reports.write import write

    terms = book.terms()
    run = book.last_run()
    facts = {"when": run.begun, "isolation": run.isolation, "versions": run.versions} if run else {}
    write(directory, lambda: book.entries(terms.policy), terms.students, terms.language, facts, sentence)
    _summary(book.counts(), directory, terminal)


def _report_failures(book: Gradebook, aside: Terminal) -> int:
    """Print why the grader itself failed; return the exit code."""
    from course.grading.feedback import LONGEST, printable

    failures = book.failures()
    for reason in failures:
        words = N_("The grader itself failed: `{reason}`. Correct the cause, then run the same command again.")
        aside.paragraph(words, "bold red", reason=" ".join(printable(reason).split())[-LONGEST:])
    return int(bool(failures))


def default_jobs() -> int:
    """Return the number of workers for which this process has cores, and the machine has memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if "SC_PHYS_PAGES" not in getattr(os, "sysconf_names", {}):
        return cores
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return max(1, min(cores, memory // WORKER_MEMORY))


def _override(book: Gradebook, override: tuple[str, str, str], comment: str) -> None:
    """Keep an instructor's decision: student, exercise (with its framework where it has several), and points."""
    from course.contents import find_exercise

    student, name, points = override
    wanted, _, setting = name.partition("/")
    exercise = find_exercise(wanted)
    if not setting and len(exercise.settings) > 1:
        choices = Choice(f"{exercise.name}/{each}" for each in exercise.settings)
        raise WrongUse(
            N_("The exercise `{name}` exists for more than one framework: write {choices}."), name=name, choices=choices
        )
    try:
        number = None if points == "-" else float(points)
    except ValueError:
        raise WrongUse(
            N_("`{points}` is not a valid number of points: write 0 or a larger number, or `-`."), points=points
        ) from None
    book.override(student, exercise.name, setting or exercise.settings[0], number, comment)


def _report_isolation(aside: Terminal, isolation: Isolation) -> None:
    """Print the isolation of the answers."""
    if isolation.level == "jail":
        aside.paragraph(
            N_("Isolation: `{tool}`. These parts of the sandbox were tested, and they hold: {parts}."),
            tool=isolation.tool,
            parts=", ".join(f"`{name}`" for name in isolation.parts),
        )
    else:
        aside.paragraph(
            N_(
                "Isolation: none, apart from a process for each answer. The answers run with all your rights: they can read your files, use the network and change this gradebook."
            ),
            style="bold red",
        )


def _read_submissions(book: Gradebook, collection: Collection, attempts: int | None, aside: Terminal) -> None:
    """Read all submissions into the gradebook, a student's attempts at an exercise up to so many."""
    from course.grading.intake.collect import limited

    with _progress(aside, N_("reading"), collection.total) as advance:
        for submission in limited(collection, attempts):
            book.add(submission)
            advance()


def _grade_submissions(book: Gradebook, isolation: Isolation, options: GradeOptions, aside: Terminal) -> None:
    """Grade the submissions without a result, here or on a cluster."""
    from course.grading import workers

    jobs = options.jobs or default_jobs()
    with ExitStack() as stack:
        if options.scheduler is None:
            executor, work = stack.enter_context(workers.on_this_machine(isolation, jobs))
        else:
            executor, work, jobs = stack.enter_context(workers.on_a_cluster(options.scheduler, isolation))
        advance = stack.enter_context(_progress(aside, N_("grading"), book.left()))
        minutes = workers.MINUTES if options.minutes is None else options.minutes
        workers.grade(book, executor, work, 2 * jobs, lambda result: advance(), minutes)


@contextmanager
def _progress(aside: Terminal, message: str, total: int) -> Iterator[Callable[[], None]]:
    """Show a bar with an estimate of the time left, in a terminal only; give a function that advances it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=aside.console,
        transient=True,
        disable=not aside.live,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task(aside.say(message), total=total)
        yield lambda: bar.advance(task)


def _summary(counts: Mapping[Status, int], directory: Path, terminal: Terminal) -> None:
    """Print the number of submissions with each status, and where the reports are."""
    from rich.text import Text

    from course.grading.records import STATUSES
    from course.grading.reports.words import STATUSES as WORDS
    from course.terminal.rendering import CODE, grid

    table = grid(2)
    for name in STATUSES:
        if name in counts:
            number = format_number(counts[name], terminal.language, 0)
            table.add_row(Text(number, CODE, justify="right"), Text(terminal.say(WORDS[name])))
    terminal.print(table)
    terminal.print()
    terminal.paragraph(
        N_("The reports are in `{directory}`: open `{page}` first."), directory=directory, page=directory / "index.html"
    )
