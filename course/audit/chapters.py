"""The contract of a chapter: its scripts, wrong cells, probes and stagings fit one another and its declaration."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from string import ascii_lowercase

from course.audit.complaint import Complaint
from course.contents import chapter_names, load_chapter
from course.i18n import N_
from course.lesson import Change, Chapter, Fault, ScriptPart, Section, Sighting, Step, Track, seconds_of
from course.script import ARGUMENTS, Function, Script, ScriptError, called, diff, functions, lay, read, shown_name
from course.stages import edited_cell

COLUMNS = 72
"""The most columns of a line of code, so that it stays whole beside its number in a terminal of 80 columns."""
QUESTIONS = (8, 10)
"""The least and the greatest number of questions of a chapter."""
SAME_LETTER = 6
"""In how many questions the option of one letter is right at most, so that no letter is a good guess."""


def chapter_complaints() -> Iterator[Complaint]:
    """The complaints about all chapters."""
    for name in chapter_names():
        chapter = load_chapter(name)
        yield from complaints_about(chapter)
        yield from quiz_balance_complaints(chapter)


def complaints_about(chapter: Chapter) -> Iterator[Complaint]:
    """The complaints about one chapter."""
    used: set[str] = set()
    shared: set[Path] = set()
    for track in chapter.tracks.values():
        yield from track_complaints(track)
        for part in track.parts:
            yield from part_complaints(track, part)
            used |= _used(track, part)
            shared |= {path for path in part.probes if path.parent != part.folder}
    yield from quiz_complaints(chapter)
    for path in sorted(shared):
        yield from _strays(functions(path), used)
        yield from _too_wide(path)
        yield from _too_wide(path.with_stem(f"{path.stem}_repaired"))


def track_complaints(track: Track) -> Iterator[Complaint]:
    """The complaints about one framework's way through a chapter: names, steps without a script of their own, video, editions."""
    where = f"{track.parts[0].folder.parent.name}:{track.framework}"
    names = [section.name for section in track.readable]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Complaint(f"{where}:{name}", N_("Two sections have this name."))
    for step in track.further:
        yield from step_complaints(track.parts[0], step)
    yield from video_complaints(track)
    yield from edition_complaints(track)


def part_complaints(track: Track, part: ScriptPart) -> Iterator[Complaint]:
    """The complaints about one script, its wrong cells, its probes and its sections."""
    where = shown_name(part.script)
    try:
        script = read(part.script)
        broken = functions(part.broken)
        functions(part.staging)
        probes = [functions(path) for path in part.probes]
        if part.live_from:
            script.cell(part.live_from)
        for section in part.sections:
            if isinstance(section, Step):
                _read_in_order(script, section)
    except (ScriptError, KeyError) as error:
        yield Complaint(where, N_("This is not a script of cells: {reason}."), {"reason": error})
        return
    for name in sorted(set(script.required) - set(ARGUMENTS)):
        known = ", ".join(f"`{argument}`" for argument in ARGUMENTS)
        yield Complaint(where, N_("`main()` takes `{name}`, which is none of {known}."), {"name": name, "known": known})
    cells = [fault.cell for fault in part.faults]
    for name in set(cells):
        if cells.count(name) > 1:
            yield Complaint(name, N_("Several faults are in this cell: give each a cell of its own."))
    for name in broken.keys() - set(cells):
        yield Complaint(
            f"{shown_name(part.broken)}:{name}", N_("No fault declares this cell: declare it, or delete it.")
        )
    made = {name for cell in script.cells for name in cell.binds} | {*script.required, *script.defaults}
    names = [name for file in probes for name in file]
    edited = {name for path in part.edited for name in functions(path)}
    for name in sorted((set(names) - edited) & made):
        yield Complaint(f"{part.name}:{name}", N_("The script binds this name too: give the probe another one."))
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield Complaint(f"{part.name}:{name}", N_("Two files have a probe of this name."))
    for section in part.sections:
        if isinstance(section, Fault):
            yield from fault_complaints(part, section)
        else:
            yield from step_complaints(part, section)
    own = [path for path in part.probes if path.parent == part.folder]
    for path in (part.staging, *own):
        yield from _strays(functions(path), _used(track, part))
    for path in (part.script, part.broken, part.staging, *own):
        yield from _too_wide(path)


def _too_wide(path: Path) -> Iterator[Complaint]:
    for number, line in enumerate(_lines(path), 1):
        if len(line) > COLUMNS and not line.startswith('"""'):
            yield Complaint(
                f"{shown_name(path)}:{number}",
                N_("Code that is shown must fit into {columns} columns."),
                {"columns": COLUMNS},
            )


def quiz_complaints(chapter: Chapter) -> Iterator[Complaint]:
    """The complaints about a chapter's questions."""
    for question in chapter.quiz:
        where = f"{chapter.name}:{question.name}"
        if [each.name for each in chapter.quiz].count(question.name) > 1:
            yield Complaint(where, N_("Two questions have this name."))
        if not all((question.text, *(words for option in question.options for words in (option.text, option.reason)))):
            yield Complaint(where, N_("A question has a text, and each of its options a text and a reason."))
        if not 0 < sum(option.right for option in question.options) < len(question.options):
            yield Complaint(where, N_("Of a question's options some are right, and some are not."))


def quiz_balance_complaints(chapter: Chapter) -> Iterator[Complaint]:
    """The complaints about a chapter's questions as a whole: how many there are, and which answers are right."""
    where = f"{chapter.name}:quiz"
    rights = [
        "".join(letter for letter, option in zip(ascii_lowercase, question.options, strict=False) if option.right)
        for question in chapter.quiz
    ]
    fewest, most = QUESTIONS
    if not fewest <= len(rights) <= most or all(len(right) == 1 for right in rights):
        yield Complaint(
            where,
            N_("A chapter has {fewest} to {most} questions, and at least one of them has several right options."),
            {"fewest": fewest, "most": most},
        )
    for letter in ascii_lowercase[:4]:
        count = sum(letter in right for right in rights)
        if count > SAME_LETTER:
            yield Complaint(
                where,
                N_("Option `{letter}` is right in {count} questions: put the options into another order."),
                {"letter": letter, "count": count},
            )


def video_complaints(track: Track) -> Iterator[Complaint]:
    """The complaints about a track's video."""
    if track.video is None or not track.video.moments:
        return
    where = f"{track.framework}:video"
    moments = track.video.moments
    times = [seconds_of(time) for time in (*(moment.at for moment in moments), track.video.length)]
    if times[0] != 0 or times != sorted(set(times)):
        yield Complaint(where, N_("The moments of a video begin at `0:00` and follow one another to its end."))
    known = {section.name for section in track.sections}
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
    """The complaints about a track's editions."""
    part = track.parts[0]
    known = {fault.name for fault in part.faults}
    for edition in track.editions:
        for change in edition.changes:
            where = f"{track.framework}:{edition.language}:{change.cell}"
            try:
                found, repaired = edited_cell(part, change)
            except KeyError:
                yield Complaint(
                    where, N_("This cell is not in a file of edited cells, or not in the one that repairs it.")
                )
                continue
            if not diff(found, repaired):
                yield Complaint(where, N_("The edited cell is the same as the repaired one."))
            yield from _probe_complaints(part, change, where)
        for name in set(edition.faults) - known:
            where = f"{track.framework}:{edition.language}"
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


def _used(track: Track, part: ScriptPart) -> set[str]:
    """The probes, stagings and edited cells that the sections about a script name."""
    scenes = [sighting.scene for fault in part.faults for sighting in _sightings(fault)]
    sections: tuple[Section | Change, ...] = part.sections
    used = {name for scene in scenes for name in (scene.probe, scene.staging)}
    if part is track.parts[0]:
        changes = [change for edition in track.editions for change in edition.changes]
        sections = (*sections, *track.further, *changes)
        used |= {change.cell for change in changes}
    return used | {probe.name for section in sections for probe in section.probes}


def _strays(listed: Mapping[str, Function], used: set[str]) -> Iterator[Complaint]:
    reached = {each.name for name in used if name in listed for each in called(listed[name])}
    for name, function in listed.items():
        if name not in reached:
            where = f"{shown_name(function.path)}:{name}"
            yield Complaint(where, N_("Neither a fault nor a step uses this function: use it, or delete it."))


def step_complaints(part: ScriptPart, step: Step) -> Iterator[Complaint]:
    """The complaints about one step."""
    where = f"{part.name}:{step.name}"
    yield from _probe_complaints(part, step, where)
    if not step.title or not all(step.text) or not (step.cells or step.probes):
        yield Complaint(where, N_("A step has a title and words, and something to run: cells or probes."))


def _probe_complaints(part: ScriptPart, section: Section | Change, where: str) -> Iterator[Complaint]:
    known = {name for path in part.probes for name in functions(path)}
    for probe in section.probes:
        if probe.name not in known:
            yield Complaint(
                where,
                N_("The probe `{name}` is missing from {file}."),
                {"name": probe.name, "file": shown_name(part.probes[0])},
            )


def fault_complaints(part: ScriptPart, fault: Fault) -> Iterator[Complaint]:
    """The complaints about one fault."""
    script = read(part.script)
    where = f"{part.name}:{fault.name}"
    broken = functions(part.broken)
    staging = functions(part.staging)
    probes = {name for path in part.probes for name in functions(path)}
    if fault.cell not in broken:
        yield Complaint(
            where,
            N_("The broken cell `{name}` is missing from {file}."),
            {"name": fault.cell, "file": shown_name(part.broken)},
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
    yield from _probe_complaints(part, fault, where)
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
    names = [other.name for other in part.faults]
    if bool(fault.brings_back) != (fault.relapse is not None):
        yield Complaint(where, N_("`brings_back` and `relapse` go together."))
    elif fault.brings_back and fault.brings_back not in names[: names.index(fault.name)]:
        yield Complaint(where, N_("`{name}` is not an earlier fault."), {"name": fault.brings_back})
