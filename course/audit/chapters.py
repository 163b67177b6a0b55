"""What must be true of a chapter: its scripts, broken cells, probes and stagings fit one another and its declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from course.audit.complaint import Complaint
from course.contents import chapter_names, load_chapter
from course.i18n import N_
from course.lesson import Change, Chapter, Fault, Section, Sighting, Step, Track, seconds_of
from course.script import Function, Script, ScriptError, called, diff, functions, lay, read
from course.stages import edited

COLUMNS = 72
"""What a line of code may take, so that it stays whole beside its number in a terminal of 80 columns."""


def chapter_complaints() -> Iterator[Complaint]:
    """What is wrong with the chapters."""
    for name in chapter_names():
        parts = [part for track in load_chapter(name).tracks.values() for part in track.parts]
        for part in parts:
            yield from track_complaints(part)
        yield from quiz_complaints(load_chapter(name))
        used = {probe for part in parts for probe in _used(part)}
        shared = {parts[0].shared, *(path for part in parts for path in part.edited)}
        for path in sorted(shared):
            yield from _strays(functions(path), used)
            yield from _too_wide(path)
            yield from _too_wide(path.with_stem(f"{path.stem}_repaired"))


def track_complaints(track: Track) -> Iterator[Complaint]:
    """What is wrong with one framework's way through a chapter."""
    try:
        script = read(track.script)
        broken = functions(track.broken)
        probes, staging, experiments = map(functions, (track.probes, track.staging, track.experiments))
        if track.live_from:
            script.cell(track.live_from)
        for section in track.sections:
            if isinstance(section, Step):
                _read_in_order(script, section)
    except (ScriptError, KeyError) as error:
        yield Complaint(track.script.name, N_("This is not a script of cells: {reason}."), {"reason": error})
        return
    cells = [fault.cell for fault in track.faults]
    for name in set(cells):
        if cells.count(name) > 1:
            yield Complaint(name, N_("Several faults are in this cell: give each a cell of its own."))
    for name in broken.keys() - set(cells):
        yield Complaint(f"{track.broken.name}:{name}", N_("No fault declares this cell: declare it, or delete it."))
    for fault in track.faults:
        yield from fault_complaints(track, fault)
    for listed in (probes, staging, experiments):
        yield from _strays(listed, _used(track))
    for step in (*track.sections, *track.further):
        if isinstance(step, Step):
            yield from step_complaints(track, step)
    yield from video_complaints(track)
    yield from edition_complaints(track)
    for path in (track.script, track.broken, track.probes, track.staging, track.experiments):
        yield from _too_wide(path)


def _too_wide(path: Path) -> Iterator[Complaint]:
    for number, line in enumerate(_lines(path), 1):
        if len(line) > COLUMNS and not line.startswith('"""'):
            yield Complaint(
                f"{path.name}:{number}",
                N_("Code that is shown must fit into {columns} columns."),
                {"columns": COLUMNS},
            )


def quiz_complaints(chapter: Chapter) -> Iterator[Complaint]:
    """What is wrong with a chapter's questions."""
    for question in chapter.quiz:
        where = f"{chapter.name}:{question.name}"
        if [each.name for each in chapter.quiz].count(question.name) > 1:
            yield Complaint(where, N_("Two questions have this name."))
        if not all((question.text, *(words for option in question.options for words in (option.text, option.reason)))):
            yield Complaint(where, N_("A question has a text, and each of its options a text and a reason."))
        if not 0 < sum(option.right for option in question.options) < len(question.options):
            yield Complaint(where, N_("Of a question's options some are right, and some are not."))


def video_complaints(track: Track) -> Iterator[Complaint]:
    """What is wrong with what is said of a track's video."""
    if track.video is None:
        return
    where, moments = f"{track.script.name}:video", track.video.moments
    times = [seconds_of(time) for time in (*(moment.at for moment in moments), track.video.length)]
    if times[0] != 0 or times != sorted(set(times)):
        yield Complaint(where, N_("The moments of a video begin at `0:00` and follow one another to its end."))
    known = {section.name for section in track.lesson}
    for moment in moments:
        if not moment.title or not moment.sentence:
            yield Complaint(f"{where} {moment.at}", N_("A moment has a title and a sentence."))
        if moment.section and moment.section not in known:
            yield Complaint(
                f"{where} {moment.at}",
                N_("There is no section `{name}`: choose {sections}."),
                {"name": moment.section, "sections": ", ".join(sorted(known))},
            )


def edition_complaints(track: Track) -> Iterator[Complaint]:
    """What is wrong with what is said of editions."""
    known = {fault.name for fault in track.faults}
    for edition in track.editions:
        for change in edition.changes:
            where = f"{track.script.name}:{edition.language}:{change.cell}"
            try:
                found, repaired = edited(track, change)
            except KeyError:
                yield Complaint(
                    where, N_("This cell is not in a file of edited cells, or not in the one that repairs it.")
                )
                continue
            if not diff(found, repaired):
                yield Complaint(where, N_("The edited cell is the same as the repaired one."))
            yield from _probe_complaints(track, change, where)
        for name in set(edition.faults) - known:
            where = f"{track.script.name}:{edition.language}"
            yield Complaint(where, N_("There is no fault `{name}`."), {"name": name})


def _sightings(fault: Fault) -> list[Sighting]:
    return [sighting for sighting in (fault.today, fault.published, fault.relapse) if sighting is not None]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


def _read_in_order(script: Script, step: Step) -> None:
    """Raises ScriptError if the cells of a step are not cells of the script, one behind the other."""
    places = [script.index(name) for name in step.cells]
    if places != list(range(places[0], places[0] + len(places)) if places else []):
        raise ScriptError(f"the cells of {step.name} do not follow one another")


def _used(track: Track) -> set[str]:
    """The probes and stagings that a track's sections name."""
    scenes = [sighting.scene for fault in track.faults for sighting in _sightings(fault)]
    changes = [change for edition in track.editions for change in edition.changes]
    sections = (*track.sections, *track.further, *changes)
    return (
        {probe.name for section in sections for probe in section.probes}
        | {change.cell for change in changes}
        | {name for scene in scenes for name in (scene.probe, scene.staging)}
    )


def _strays(listed: Mapping[str, Function], used: set[str]) -> Iterator[Complaint]:
    reached = {each.name for name in used if name in listed for each in called(listed[name])}
    for name, function in listed.items():
        if name not in reached:
            where = f"{function.path.name}:{name}"
            yield Complaint(where, N_("Neither a fault nor a step uses this function: use it, or delete it."))


def step_complaints(track: Track, step: Step) -> Iterator[Complaint]:
    """What is wrong with one step."""
    where = f"{track.script.name}:{step.name}"
    yield from _probe_complaints(track, step, where)
    if not step.title or not all(step.text) or not (step.cells or step.probes):
        yield Complaint(where, N_("A step has a title and words, and something to run: cells or probes."))


def _probe_complaints(track: Track, section: Section | Change, where: str) -> Iterator[Complaint]:
    known = {name for path in track.looks for name in functions(path)}
    for probe in section.probes:
        if probe.name not in known:
            yield Complaint(
                where, N_("The probe `{name}` is missing from {file}."), {"name": probe.name, "file": track.probes.name}
            )


def fault_complaints(track: Track, fault: Fault) -> Iterator[Complaint]:
    """What is wrong with one fault."""
    script, where = read(track.script), f"{track.script.name}:{fault.name}"
    broken, staging = functions(track.broken), functions(track.staging)
    probes = {name for path in track.looks for name in functions(path)}
    if fault.cell not in broken:
        yield Complaint(
            where,
            N_("The broken cell `{name}` is missing from {file}."),
            {"name": fault.cell, "file": track.broken.name},
        )
        return
    try:
        lay(script, [broken[fault.cell]])
    except ScriptError as error:
        yield Complaint(where, N_("The broken cell does not fit over the working one: {reason}."), {"reason": error})
        return
    if not diff(broken[fault.cell], script.cell(fault.cell).function):
        yield Complaint(where, N_("The broken cell is the same as the working one."))
    known = {cell.name for cell in script.cells}
    for sighting in _sightings(fault):
        scene = sighting.scene
        missing = {scene.until} - known - {""} | {scene.probe} - probes - {""} | {scene.staging} - staging.keys() - {""}
        for name in sorted(missing):
            yield Complaint(where, N_("A scene names `{name}`, which does not exist."), {"name": name})
        if scene.staging in staging and scene.staging in known:
            try:
                lay(script, [staging[scene.staging]])
            except ScriptError as error:
                yield Complaint(
                    where, N_("The staged cell does not fit over the working one: {reason}."), {"reason": error}
                )
    yield from _probe_complaints(track, fault, where)
    if len(set(fault.hints)) != 3 or not all(fault.hints):
        yield Complaint(where, N_("A fault has three hints, each more of a help than the one before."))
    for words in (fault.title, fault.situation, fault.why, fault.repaired, fault.today.note):
        if not words:
            yield Complaint(
                where,
                N_(
                    "Words are missing: a fault has a title, a situation, a note on what shows, a why, and what is next."
                ),
            )
    names = [other.name for other in track.faults]
    if bool(fault.brings_back) != (fault.relapse is not None):
        yield Complaint(where, N_("`brings_back` and `relapse` go together."))
    elif fault.brings_back and fault.brings_back not in names[: names.index(fault.name)]:
        yield Complaint(where, N_("`{name}` is not an earlier fault."), {"name": fault.brings_back})
