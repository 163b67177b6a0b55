"""Finds the owners of a file by its path, according to the layouts of directories and downloads.

- `folders`: a directory for each student, named by her id, with her files anywhere in it; or `ID.zip` in its place.
- `flat`: `ID_label_count_pt.py`, the name of a starter after the student's id. In any other file, notebooks above all,
  the id is the whole name or what stands before the first underscore: `ID.ipynb`, `ID_homework.ipynb`. Where the roster
  has an id that the name begins with, followed by an underscore or nothing, that one (the longest) is meant.
- `moodle`, *Download all submissions*: `Full Name_1234567_assignsubmission_file_/name.py`, or flat
  `Full Name_1234567_assignsubmission_file_name.py`. The number, which identifies the participant in the assignment, is
  the id. Several such folders (`_assignsubmission_onlinetext_`) may belong to one participant. A name in which this mark
  comes twice has no owner: one of the two is in the name that the student chose for the file.
- `canvas`, *Download Submissions*: `lastfirst_12345_67890_name.py`, with `LATE_` before the numbers where it was late.
  The first number, the user's, is the id; the second is the attachment's. Canvas appends `-1`, `-2`, … to the name of a
  file that was handed in anew.
- `gradescope`, *Export Submissions*: `assignment_N_export/submission_M/…` with `submission_metadata.yml` beside the
  folders, which tells for each of them the submitters (name, sid, email) and when it was created. The id is the sid,
  else the email. What a group handed in counts for each of its members. A folder of which the file tells nothing has its
  own name for an id.
- `clones`, the repositories of a class as a loop of `git clone` leaves them: `ASSIGNMENT-ana/…`, see `clone_prefix`. Only
  where it is named. Nothing in `.git` is read, and no git command is run: a clone's own settings name programs to start.

Each of the three downloads may be the zip itself or the zip unpacked. Where its layout is named, it may also lie alone in
the directory given; under `auto` that could as well be the work of a class's only student, whose names must not decide
whose a file is, and is refused. `auto` takes each name in this order: Gradescope's, Moodle's, Canvas's, a folder, a flat file; a layout that is
named is the only one that counts, and files that do not follow it have no owner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

import yaml  # type: ignore[import-untyped]

from course.grading.intake.files import ARCHIVE, as_time, printable_path, suffix
from course.grading.intake.recognize import match_name
from course.i18n import N_
from course.message import WrongUse

LAYOUTS = ("auto", "folders", "flat", "moodle", "canvas", "gradescope", "clones")
METADATA = "submission_metadata.yml"
EXPORT = re.compile(r"assignment_\d+_export(?:\.zip)?")
"""The folder that Gradescope exports, or its archive."""
_MARK = re.compile(r"_\d+_assignsubmission_")
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?P<file>.*))?", re.DOTALL)
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:Z|UTC|([+-]\d\d):?(\d\d))?")


@dataclass(frozen=True)
class Owner:
    """An owner of a file, as its path names them. `handed_in` is empty where only the file's own time is known."""

    id: str
    name: str = ""
    handed_in: str = ""
    late: bool = False


Metadata = Mapping[str, tuple[Owner, ...]]


def is_download(names: Iterable[str], layout: str) -> bool:
    """Whether the names in one folder are those of a learning platform's download."""
    listed = list(names)
    return bool(listed) and (
        (layout in ("auto", "gradescope") and METADATA in listed)
        or (layout in ("auto", "moodle") and any(map(_MOODLE.fullmatch, listed)))
        or (layout in ("auto", "canvas") and all(map(_CANVAS.fullmatch, listed)))
    )


def names_owner(name: str) -> bool:
    """Whether a file's name alone identifies its owner, whatever the file contains."""
    return bool(_MOODLE.fullmatch(name) or _CANVAS.fullmatch(name))


def owners(
    parts: tuple[str, ...], directory: bool, layout: str, metadata: Metadata, on_roster: Callable[[str], bool]
) -> tuple[tuple[Owner, ...], str]:
    """Return the owners of a file, and its name without the part that identifies them.

    Args:
        parts: its path, from where the layout begins.
        directory: whether it is a directory.
        on_roster: whether an id is on the roster.
    """
    top = parts[0]
    name = parts[-1]
    folder = directory or len(parts) > 1
    archive = suffix(top) == ARCHIVE
    if layout in ("auto", "gradescope") and metadata:
        return (metadata.get(top) or (Owner(top),) if folder else ()), name
    if layout in ("auto", "moodle") and (match := _MOODLE.fullmatch(top)):
        if len(_MARK.findall(top)) > 1:
            return (), name
        return (Owner(match["id"], match["name"]),), name if folder else match["file"] or name
    if layout in ("auto", "canvas") and (not folder or archive) and (match := _CANVAS.fullmatch(top)):
        return (Owner(match["id"], match["name"], late=bool(match["late"])),), name if folder else match["file"]
    if layout in ("auto", "folders") and archive:
        stem = top[: -len(ARCHIVE)]
        return (Owner(_id_on_roster(stem, on_roster) or stem),), name
    if layout in ("auto", "folders") and folder:
        return (Owner(top),), name
    if layout in ("auto", "flat") and not directory:
        id = id_in_name(top if archive else name, on_roster)
        return ((Owner(id),) if id else ()), name
    return (), name


def id_in_name(name: str, on_roster: Callable[[str], bool]) -> str:
    """Return the id that a file's name begins with; empty if it is the name of a starter and nothing else."""
    stem = name[: -len(suffix(name)) or None]
    found = match_name(name)
    if known := _id_on_roster(stem, on_roster):
        return known
    return stem.partition("_")[0] if found is None else found.before


def _id_on_roster(stem: str, on_roster: Callable[[str], bool]) -> str:
    words = stem.split("_")
    beginnings = ("_".join(words[:count]) for count in range(len(words), 0, -1))
    return next((beginning for beginning in beginnings if on_roster(beginning)), "")


def clone_prefix(names: Collection[str], on_roster: Callable[[str], bool]) -> str:
    """Return what the names of all clones begin with, up to a hyphen; the rest of each name is the student's id.

    It is the longest such beginning. Where the users' names begin alike (`li-na`, `li-wei`), the roster shows where they
    begin.

    Raises:
        WrongUse: it cannot be decided.
    """
    together = list(names)
    if len(together) < 2:
        raise WrongUse(
            N_(
                "The student's id is what is left of a clone's name after the beginning that all clones share, and here are too few to compare: give the directory with all clones, or rename the clone to the student's id and grade with `--layout folders`."
            )
        )
    first, last = min(together), max(together)
    # what the first and the last in order share, all share
    shared = first[
        : next((place for place, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    ]
    prefixes = [shared[: hyphen.end()] for hyphen in re.finditer("-", shared)]
    known = [prefix for prefix in prefixes if any(on_roster(name.removeprefix(prefix)) for name in together)]
    if not prefixes or len(known) > 1:
        raise WrongUse(
            N_(
                "The names of the clones do not show where the students' ids begin (`{one}`, `{other}`): leave only clones of one assignment in the directory, or rename each to the student's id and grade with `--layout folders`."
            ),
            one=printable_path([first]),
            other=printable_path([last]),
        )
    shortest = min(together, key=len)
    if not known and all(name == shortest or name.startswith(f"{shortest}-") for name in together):
        raise WrongUse(
            N_(
                "`{path}` could be a student's clone, or the assignment's own repository: move it away if it is no student's, or list the students in a roster."
            ),
            path=printable_path([shortest]),
        )
    return known[0] if known else prefixes[-1]


def read_metadata(content: bytes) -> Metadata:
    """Return the owners of each folder of a Gradescope export, by the folder's name.

    Only scalars are read, one after the other: nothing is constructed, no alias is followed, and the autograder's
    results, which are most of the file and contain output of students' code, are skipped.

    Raises:
        ValueError: it is not YAML.
    """
    people: dict[str, dict[str, dict[str, str]]] = {}
    times: dict[str, str] = {}
    try:
        for path, value in _scalars(content):
            match path:
                case [folder, ":submitters", place, (":name" | ":sid" | ":email") as key]:
                    people.setdefault(folder, {}).setdefault(place, {})[key] = value
                case [folder, ":created_at"] | [folder, ":created_at", "utc"]:
                    times[folder] = _time(value)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from None
    return {
        folder: tuple(
            Owner(person.get(":sid") or person.get(":email") or folder, person.get(":name", ""), times.get(folder, ""))
            for person in together.values()
        )
        for folder, together in people.items()
    }


def _scalars(content: bytes) -> Iterator[tuple[list[str], str]]:
    """Give every scalar of a YAML document that is a value, with the keys and the places in lists that lead to it."""
    # the keys that lead to where the parser is: None where a mapping's next scalar is a key; counts in lists
    path: list[str | int | None] = []

    def step() -> None:
        if path:
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None

    for event in yaml.parse(content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        match event:
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                path.pop()
                step()
            case yaml.ScalarEvent(value=key) if path and path[-1] is None:
                path[-1] = key
            case yaml.NodeEvent() if path and path[-1] is None:
                raise yaml.YAMLError("a key that is no scalar")
            case yaml.MappingStartEvent():
                path.append(None)
            case yaml.SequenceStartEvent():
                path.append(0)
            case yaml.ScalarEvent(value=value):
                yield [str(key) for key in path], value
                step()
            case yaml.AliasEvent():
                step()


def _time(text: str) -> str:
    match = _TIME.fullmatch(text.strip())
    if match is None:
        return ""
    day, hour, ahead, minutes = match.groups()
    try:
        return as_time(datetime.fromisoformat(f"{day}T{hour}{f'{ahead}:{minutes}' if ahead else '+00:00'}"))
    except (ValueError, OverflowError):
        return ""
