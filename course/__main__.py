"""`python -m course`: what there is, and the commands that are no lesson."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from course.chapters import chapter_names, choose_chapter, load
from course.command import (
    JSON,
    NO_INPUT,
    LocalizedCommand,
    LocalizedGroup,
    check_report,
    console,
    lang_option,
    run,
    write_report,
)
from course.errors import WrongUse
from course.grading.command import grade_command
from course.i18n import N_, format_number, translate, translate_plural
from course.notebook.command import notebooks_command
from course.sources import TITLES, known_frameworks

if TYPE_CHECKING:
    from course.progress import Progress
    from course.terminal import Terminal


def overview(language: str) -> None:
    """Print the chapters, how to start each, and how far one is with the exercises."""
    from rich.text import Text

    from course.exercises import exercises
    from course.progress import Progress, default_path
    from course.terminal import Terminal

    terminal = Terminal(console(sys.stdout), language)
    for name in chapter_names():
        chapter = load(name)
        for track in chapter.tracks.values():
            count = sum(len(part.faults) for part in track.parts)
            faults = translate_plural("{count} fault", "{count} faults", count, language)
            number = format_number(count, language, 0)
            terminal.print(
                Text(f"{terminal.say(chapter.title)} · {TITLES[track.framework]} · {faults.format(count=number)}")
            )
            terminal.print(Text(f"    python -m course.{name} --framework {track.framework}", "cyan"))
    progress, settings = (
        Progress(default_path()),
        [(each, setting) for each in exercises() for setting in each.settings],
    )
    terminal.print(
        Text(
            terminal.say(
                N_("Exercises · points: {points} of {most}"),
                points=format_number(sum(progress.points(*each) or 0 for each in settings), language, 0),
                most=format_number(sum(each.points for each, _ in settings), language, 0),
            )
        )
    )
    terminal.print(Text("    python -m course exercises", "cyan"))


def audit_command(language: str) -> click.Command:
    def callback(names: tuple[str, ...], update: bool) -> int:
        from course.audit import audit, update_catalogues
        from course.terminal import Terminal

        if update:
            update_catalogues()
        terminal = Terminal(console(sys.stdout), language)
        count = 0
        with Terminal(console(sys.stderr), language).progress() as work:
            for complaint in audit(names, work.doing):
                terminal.line(f"{complaint.where}: {complaint.sentence(language)}")
                count += 1
        summary = translate_plural("{count} complaint.", "{count} complaints.", count, language)
        terminal.print(summary.format(count=format_number(count, language, 0)))
        return int(count > 0)

    update = click.Option(
        ["--update"], is_flag=True, help=translate(N_("First bring the catalogues up to date with the code."), language)
    )
    return LocalizedCommand(
        "audit",
        language,
        help=translate(
            N_(
                "Check the contract of the content: `chapters`, `words`, `exercises`, `answers`, or the answers of one exercise by its name; without a name, everything."
            ),
            language,
        ),
        callback=callback,
        params=[
            click.Argument(["names"], nargs=-1, required=False, metavar="[NAME]..."),
            lang_option(language),
            update,
        ],
    )


def captions_command(language: str) -> click.Command:
    def callback(chapter: str, form: str) -> None:
        from course.video import captions, track_with_video

        _, video = track_with_video(choose_chapter(chapter))
        # files of captions are in UTF-8, whatever the terminal's encoding
        sys.stdout.buffer.write(captions(video, language, form).encode())

    return LocalizedCommand(
        "captions",
        language,
        help=translate(N_("A chapter track for the course's video, to be saved beside it."), language),
        callback=callback,
        params=[
            click.Argument(["chapter"], required=False, default="ch8", metavar="[CHAPTER]"),
            click.Option(
                ["--format", "form"],
                help=translate(N_("For which kind of player."), language),
                metavar="vtt|srt",
                default="vtt",
            ),
            lang_option(language),
        ],
    )


def quiz_command(language: str) -> click.Command:
    def callback(chapter: str, no_input: bool, json: str | None) -> None:
        from course.quiz import quiz
        from course.terminal import Terminal

        chosen = choose_chapter(chapter)
        check_report(json)
        terminal = Terminal(console(sys.stdout, quiet=json == "-"), language)
        asks = not no_input and terminal.live and sys.stdin is not None and sys.stdin.isatty()
        told = quiz(chosen, terminal, asks)
        if json is not None:
            write_report(told, json)

    return LocalizedCommand(
        "quiz",
        language,
        help=translate(N_("Questions at the end of a chapter, each answer with its reason."), language),
        callback=callback,
        params=[
            click.Argument(["chapter"]),
            click.Option(["--no-input"], is_flag=True, help=translate(NO_INPUT, language)),
            click.Option(["--json"], metavar="FILE", help=translate(JSON, language)),
            lang_option(language),
        ],
    )


FRAMEWORK = N_("The framework; where both are installed, TensorFlow.")


def practice_commands(language: str) -> dict[str, click.Command]:
    """The commands of the exercises."""

    def option(name: str, text: str, **settings: Any) -> click.Option:
        return click.Option([name], help=translate(text, language), **settings)

    def terminal() -> Terminal:
        from course.terminal import Terminal

        return Terminal(console(sys.stdout), language)

    def progress() -> Progress:
        from course.progress import Progress, default_path

        return Progress(default_path())

    def list_all(reset: bool) -> None:
        from course.practice import overview

        if reset:
            progress().reset()
        overview(terminal(), progress())

    def start(name: str, framework: str | None, to: str) -> None:
        from course.practice import start

        known_frameworks(framework)
        start(terminal(), name, framework, to)

    def check(file: str, exercise: str | None, framework: str | None) -> int:
        from course.practice import check_file

        known_frameworks(framework)
        return int(not check_file(terminal(), progress(), Path(file), exercise, framework).passed)

    def hint(name: str | None, level: int | None, encoded: bool, decode: str | None) -> None:
        if decode is not None:
            from course.spoiler import turn

            print(turn(decode))
            return
        if name is None:
            raise WrongUse(N_("Which exercise? Name it: `python -m course hint NAME`."))
        from course.practice import hint

        hint(terminal(), progress(), name, level, encoded)

    def watch(directory: str) -> None:
        from course.practice import watch

        watch(terminal(), progress(), Path(directory))

    framework = option("--framework", FRAMEWORK, metavar="tf|pt")
    made = (
        (
            "exercises",
            N_("The exercises, their points, and how far you are."),
            list_all,
            [option("--reset", N_("First forget what you have reached."), is_flag=True)],
        ),
        (
            "start",
            N_("Begin an exercise: write its starter and its task into a directory of yours."),
            start,
            [
                click.Argument(["name"]),
                framework,
                option("--to", N_("The directory; without this, `answers`."), metavar="DIR", default="answers"),
            ],
        ),
        (
            "check",
            N_("Check an answer: what holds, what does not, and a hint that fits."),
            check,
            [
                click.Argument(["file"]),
                option("--exercise", N_("The exercise, where the file's name does not say it."), metavar="NAME"),
                framework,
            ],
        ),
        (
            "hint",
            N_("The next hint of an exercise."),
            hint,
            [
                click.Argument(["name"], required=False),
                option("--level", N_("Which of the three hints to show."), metavar="N", type=click.IntRange(1, 3)),
                option("--encoded", N_("In a form that cannot be read at a glance."), is_flag=True),
                option("--decode", N_("Read an encoded hint."), metavar="TEXT"),
            ],
        ),
        (
            "watch",
            N_("Check the answers in a directory each time they are saved."),
            watch,
            [click.Argument(["directory"], required=False, default="answers", metavar="[DIR]")],
        ),
    )
    return {
        name: LocalizedCommand(
            name, language, help=translate(text, language), callback=callback, params=[*params, lang_option(language)]
        )
        for name, text, callback, params in made
    }


def command(language: str) -> click.Command:
    """The command `python -m course`, its help in a language."""

    @click.pass_context
    def callback(context: click.Context) -> None:
        if context.invoked_subcommand is None:
            overview(language)

    return LocalizedGroup(
        "course",
        language,
        help=translate(N_("Without a command: the chapters, and how to start them."), language),
        callback=callback,
        invoke_without_command=True,
        commands={
            **practice_commands(language),
            "grade": grade_command(language),
            "notebooks": notebooks_command(language),
            "quiz": quiz_command(language),
            "captions": captions_command(language),
            "audit": audit_command(language),
        },
        params=[lang_option(language)],
    )


if __name__ == "__main__":
    run(command, "python -m course")
