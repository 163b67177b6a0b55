"""The contract of the kept answers: every right one gets full points, every wrong one the feedback meant for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from course.audit.complaint import Complaint
from course.audit.exercises import answers, declared_mistakes
from course.contents import solution, starter
from course.exercise import Exercise, Setting
from course.frameworks import installed
from course.grading.check import Checked, check
from course.grading.running.single import SingleProcess
from course.i18n import N_


def installed_complaints(exercise: Exercise, alive: Children) -> Iterator[Complaint]:
    """Run the answers to an exercise in each setting that is installed here, and complain of those misjudged."""
    for setting in exercise.settings:
        if setting == "plain" or installed(setting):
            yield from answer_complaints(exercise, setting, alive)


class Children:
    """Processes that run answers, one for each setting: started when first asked for, and again after one has ended.

    Each imports the harnesses of all the exercises, because the libraries under them are imported only once then.
    """

    def __init__(self, exercises: Sequence[Exercise]) -> None:
        self.exercises = exercises
        self.started: dict[Setting, SingleProcess] = {}

    def __enter__(self) -> Children:
        return self

    def __exit__(self, *raised: object) -> None:
        for process in self.started.values():
            process.close()

    def __call__(self, setting: Setting) -> SingleProcess:
        process = self.started.get(setting)
        if process is None or not process.alive:
            chosen = [exercise for exercise in self.exercises if setting in exercise.settings]
            process = self.started[setting] = SingleProcess(setting, *chosen)
        return process


def answer_complaints(
    exercise: Exercise,
    setting: Setting,
    alive: Children,
    seeds: Sequence[int] = (0,),
) -> Iterator[Complaint]:
    """Run every answer that is kept, and complain of those that do not get what is meant for them.

    Args:
        alive: gives a process that can run an answer. All of these are ours, so they may share one.
        seeds: of the draws. The place of an answer is added, so that the answers together see many.
    """
    passing = [solution(exercise, setting), *answers(exercise, setting, "right")]
    failing = [starter(exercise, setting), *answers(exercise, setting, "wrong")]
    for place, path in enumerate([*passing, *failing]):
        for seed in seeds:
            source = path.read_text(encoding="utf-8")
            found = check(exercise, source, str(path), alive(setting), 100 * seed + place)
            where = f"{exercise.file_name(setting)}/{path.parent.name}/{path.stem}"
            if path in passing:
                yield from _not_passed(where, found)
            else:
                meant = ["not-started"] if place == len(passing) else declared_mistakes(path)
                yield from _not_meant(where, found, meant)


def _not_passed(where: str, found: Checked) -> Iterator[Complaint]:
    for verdict in found.verdicts:
        if verdict.state != "passed":
            values = {"check": verdict.check, "found": verdict.mistake, "seed": found.seed, "data": dict(verdict.data)}
            yield Complaint(
                where, N_("This answer should pass, but `{check}` says {found} (seed {seed}: {data})."), values
            )


def _not_meant(where: str, found: Checked, meant: Sequence[str]) -> Iterator[Complaint]:
    """What is said must be what is meant, and begin with it: no more and no less."""
    failed = [verdict for verdict in found.verdicts if verdict.state == "failed"]
    said = [verdict.mistake for verdict in failed]
    if not said or said[0] not in meant or set(meant) != set(said) or (found.points and "not-started" in meant):
        values = {
            "meant": ", ".join(meant) or "–",
            "found": ", ".join(said) or "–",
            "seed": found.seed,
            "data": dict(failed[0].data) if failed else {},
        }
        yield Complaint(where, N_("This answer should get {meant}, but it gets {found} (seed {seed}: {data})."), values)
