"""Checks the answers in a directory each time one is saved, and goes from one exercise to the next."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

from rich.text import Text

from course.contents import exercise_of_file, is_case
from course.exercise import Exercise, Setting
from course.i18n import N_, format_number
from course.message import WrongUse
from course.terminal import checking, practice
from course.terminal.keys import pressed
from course.terminal.progress import Progress
from course.terminal.rendering import CODE, Terminal, grid
from course.terminal.verdicts import MARKS

KEYS = {
    "h": N_("hint"),
    "n": N_("the next one"),
    "l": N_("list"),
    "a": N_("check again"),
    "q": N_("quit"),
}
Happening = Path | str | BaseException | None
"""A file that was saved; a key; why the directory cannot be watched any more; or None, when it begins to be watched."""


def watch(terminal: Terminal, progress: Progress, directory: Path) -> None:
    """Check every answer in a directory each time it is saved, until Ctrl-C or `q`.

    Raises:
        WrongUse: there is no such directory.
    """
    if not directory.is_dir():
        raise WrongUse(N_("There is no directory `{path}`. Check its name."), path=directory)
    happenings: SimpleQueue[Happening] = SimpleQueue()
    ended = Event()
    Thread(target=_watch_files, args=(directory, happenings, ended), daemon=True).start()
    try:
        with pressed(happenings.put):
            Watch(terminal, progress, directory).follow(happenings)
    finally:
        ended.set()


def _watch_files(directory: Path, happenings: SimpleQueue[Happening], ended: Event) -> None:
    from watchfiles import Change, watch

    watching = False
    try:
        for changes in watch(directory, stop_event=ended, yield_on_timeout=True, rust_timeout=500):
            if not watching:
                watching = True
                happenings.put(None)
            for name in sorted({name for change, name in changes if change is not Change.deleted}):
                happenings.put(Path(name))
    except BaseException as error:
        happenings.put(error)


class Watch:
    """The answers of one directory; one of them is the current one, to which the keys apply."""

    def __init__(self, terminal: Terminal, progress: Progress, directory: Path) -> None:
        self.terminal = terminal
        self.progress = progress
        self.directory = directory
        there = checking.answers_in(directory)
        self.current = max(there, key=lambda path: path.stat().st_mtime, default=None)

    def follow(self, happenings: SimpleQueue[Happening]) -> None:
        """Do what each happening asks for, until it is `q`."""
        for happening in _without_repetitions(happenings):
            match happening:
                case None:
                    self.terminal.paragraph(
                        N_("Watching `{path}`: a file is checked each time you save it. Press Ctrl-C to stop."),
                        path=self.directory.resolve(),
                    )
                    self.list_answers()
                    self.check_again()
                    self.show_keys()
                case Path() as path:
                    if path.is_file() and exercise_of_file(path) is not None and not self._untouched(path):
                        self.current = path
                        self.check_again()
                        self.show_keys()
                case "q":
                    return
                case str() as key if key in KEYS:
                    actions = {"h": self.hint, "n": self.next, "l": self.list_answers, "a": self.check_again}
                    actions[key]()
                    self.show_keys()
                case BaseException() as error:
                    raise error

    def show_keys(self) -> None:
        """Print which key does what, where keys can be pressed."""
        if self.terminal.live:
            words = [piece for key, name in KEYS.items() for piece in ((key, CODE), f" {self.terminal.say(name)}   ")]
            self.terminal.print(Text.assemble(*words, style="dim"))
            self.terminal.print()

    def list_answers(self) -> None:
        """Print the answers that are there, with the most points that each has earned, and the bar of progress."""
        table = grid(3)
        shown = []
        for path in checking.answers_in(self.directory):
            exercise, setting = self._exercise(path)
            shown.append(exercise)
            points = self.progress.points(exercise, setting)
            mark, style = MARKS["waiting" if points is None else "passed" if points == exercise.points else "failed"]
            earned, most = (
                "–" if each is None else format_number(each, self.terminal.language, 0)
                for each in (points, exercise.points)
            )
            now = "▸" if self.current is not None and path.name == self.current.name else " "
            table.add_row(Text.assemble(f"{now} ", (f"{mark} ", style), (path.name, CODE)), Text(f"{earned}/{most}"))
        if table.row_count:
            self.terminal.print(table)
            self.terminal.print()
        practice.show_bar_of(self.terminal, self.progress, shown)

    def check_again(self) -> None:
        """Check the current answer, or show the task where nothing is written yet."""
        if self.current is None:
            self.terminal.paragraph(
                N_("There is no answer in `{path}`: `python -m course start NAME` writes the file for an exercise."),
                path=self.directory,
            )
            return
        if self._untouched(self.current):
            practice.show_task(self.terminal, *self._exercise(self.current))
            return
        begun = time.monotonic()
        try:
            checked = checking.check_file(self.terminal, self.progress, self.current, None, None, last=False)
        except WrongUse as error:
            self.terminal.print(self.terminal.prose(error.sentence(self.terminal.language)))
            return
        seconds = format_number(time.monotonic() - begun, self.terminal.language, 1)
        now = time.strftime("%H:%M:%S")
        self.terminal.print(
            Text(self.terminal.say(N_("Checked at {time}, in {seconds} s"), time=now, seconds=seconds), "dim")
        )
        self.terminal.print()
        if checked.passed:
            checking.show_solved(self.terminal, checked)
            practice.show_bar_of(self.terminal, self.progress, [checked.exercise])
            following = practice.next_exercise(self.progress, checked.exercise)
            if following is not None:
                self.terminal.paragraph(
                    N_("The next case is “{title}”: press `n`.")
                    if is_case(following)
                    else N_("The next exercise is “{title}”: press `n`."),
                    title=self.terminal.say(following.title),
                )

    def next(self) -> None:
        """Go on to the next exercise that is not solved, and write its starter if there is no answer yet."""
        if self.current is None:
            return
        exercise, _ = self._exercise(self.current)
        following = practice.next_exercise(self.progress, exercise)
        if following is None:
            self.terminal.paragraph(
                N_("You have solved all the cases.") if is_case(exercise) else N_("You have solved all the exercises.")
            )
            return
        to = str(self.directory)
        try:
            self.current = practice.start(self.terminal, self.progress, following.name, None, to, again=False)
        except WrongUse as error:
            self.terminal.print(self.terminal.prose(error.sentence(self.terminal.language)))

    def hint(self) -> None:
        """Show the hint for the current exercise that fits what its last check found."""
        if self.current is not None:
            exercise, _ = self._exercise(self.current)
            practice.hint(self.terminal, self.progress, exercise.name, None, encoded=False)
            self.terminal.print()

    def _untouched(self, path: Path) -> bool:
        """Whether a file is the starter as it was written."""
        try:
            return checking.is_starter(*self._exercise(path), checking.read_answer(path))
        except WrongUse:
            return False

    def _exercise(self, path: Path) -> tuple[Exercise, Setting]:
        found = exercise_of_file(path)
        assert found is not None
        return found


def _without_repetitions(happenings: SimpleQueue[Happening]) -> Iterator[Happening]:
    """Yield the happenings as they come; of those that came during a check, each once, in the order of their last times."""
    while True:
        waiting: dict[int | str | Path, Happening] = {}
        for happening in _arrived(happenings):
            key = happening if isinstance(happening, str | Path) else id(happening)
            waiting.pop(key, None)
            waiting[key] = happening
        yield from waiting.values()


def _arrived(happenings: SimpleQueue[Happening]) -> list[Happening]:
    """Wait for a happening; return it, and all that are there."""
    arrived: list[Happening] = []
    while not arrived or not happenings.empty():
        # on Windows, Ctrl-C is not noticed in a wait without end
        with suppress(Empty):
            arrived.append(happenings.get(timeout=1))
    return arrived
