"""Whose a file is, told from its path: how directories and downloads of submissions are laid out.

- `folders`: a directory for each student, named by her id, with her files anywhere in it; or `ID.zip` in its place.
- `flat`: `ID_label_count_pt.py`, the name of a starter after the student's id. In any other file, notebooks above all,
  the id is the whole name or what stands before the first underscore: `ID.ipynb`, `ID_homework.ipynb`. Where the roster
  has an id that the name begins with, followed by an underscore or nothing, that one (the longest) is meant.
- `moodle`, *Download all submissions*: `Full Name_1234567_assignsubmission_file_/name.py`, or flat
  `Full Name_1234567_assignsubmission_file_name.py`. The number, which identifies the participant in the assignment, is
  the id. Several such folders (`_assignsubmission_onlinetext_`) may belong to one participant.
- `canvas`, *Download Submissions*: `lastfirst_12345_67890_name.py`, with `LATE_` before the numbers where it was late.
  The first number, the user's, is the id; the second is the attachment's. Canvas appends `-1`, `-2`, … to the name of a
  file that was handed in anew.
- `gradescope`, *Export Submissions*: `assignment_N_export/submission_M/…` with `submission_metadata.yml` beside the
  folders, which tells for each of them the submitters (name, sid, email) and when it was created. The id is the sid,
  else the email. What a group handed in counts for each of its members. A folder of which the file tells nothing has its
  own name for an id.

Each of the three downloads may be the zip itself, the zip unpacked, or either of them within the directory given.
`auto` takes each name in this order: Gradescope's, Moodle's, Canvas's, a folder, a flat file; a layout that is named is
the only one that counts, and what does not follow it is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import yaml  # type: ignore[import-untyped]

from course.grading.intake.files import ARCHIVE, as_time, suffix
from course.grading.intake.recognize import named

LAYOUTS = ("auto", "folders", "flat", "moodle", "canvas", "gradescope")
METADATA = "submission_metadata.yml"
_MOODLE = re.compile(r"(?P<name>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_(?P<file>.*))?", re.DOTALL)
_CANVAS = re.compile(r"(?P<name>[^_]+)_(?P<late>LATE_)?(?P<id>\d+)_\d+_(?P<file>.+)", re.DOTALL)
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)? ?(?:Z|UTC|([+-]\d\d):?(\d\d))?")


@dataclass(frozen=True)
class Owner:
    """Somebody whom a file belongs to, as its path has it. `handed_in` is empty where only the file's own time is known."""

    id: str
    name: str = ""
    handed_in: str = ""
    late: bool = False


Metadata = Mapping[str, tuple[Owner, ...]]


def download(names: Iterable[str], layout: str) -> bool:
    """Whether names that stand beside one another are those of a system's download."""
    listed = list(names)
    return bool(listed) and (
        (layout in ("auto", "gradescope") and METADATA in listed)
        or (layout in ("auto", "moodle") and any(map(_MOODLE.fullmatch, listed)))
        or (layout in ("auto", "canvas") and all(map(_CANVAS.fullmatch, listed)))
    )


def tells_owner(name: str) -> bool:
    """Whether a file's name alone says whose it is, whatever it holds."""
    return bool(_MOODLE.fullmatch(name) or _CANVAS.fullmatch(name))


def owners(
    parts: tuple[str, ...], directory: bool, layout: str, metadata: Metadata, on_roster: Callable[[str], bool]
) -> tuple[tuple[Owner, ...], str]:
    """Whose a file is, and its name without what only says so.

    Args:
        parts: its path, from where the layout begins.
        directory: whether it is one.
        on_roster: whether an id is on the roster.
    """
    top, name, folder = parts[0], parts[-1], directory or len(parts) > 1
    archive = suffix(top) == ARCHIVE
    if layout in ("auto", "gradescope") and metadata:
        return (metadata.get(top) or (Owner(top),) if folder else ()), name
    if layout in ("auto", "moodle") and (match := _MOODLE.fullmatch(top)):
        return (Owner(match["id"], match["name"]),), name if folder else match["file"] or name
    if layout in ("auto", "canvas") and (not folder or archive) and (match := _CANVAS.fullmatch(top)):
        return (Owner(match["id"], match["name"], late=bool(match["late"])),), name if folder else match["file"]
    if layout in ("auto", "folders") and archive:
        stem = top[: -len(ARCHIVE)]
        return (Owner(_known(stem, on_roster) or stem),), name
    if layout in ("auto", "folders") and folder:
        return (Owner(top),), name
    if layout in ("auto", "flat") and not directory:
        id = flat(top if archive else name, on_roster)
        return ((Owner(id),) if id else ()), name
    return (), name


def flat(name: str, on_roster: Callable[[str], bool]) -> str:
    """The id that a file's name begins with; empty if it is the name of a starter and nothing else."""
    stem = name[: -len(suffix(name)) or None]
    found = named(name)
    if known := _known(stem, on_roster):
        return known
    return stem.partition("_")[0] if found is None else found.before


def _known(stem: str, on_roster: Callable[[str], bool]) -> str:
    words = stem.split("_")
    beginnings = ("_".join(words[:count]) for count in range(len(words), 0, -1))
    return next((beginning for beginning in beginnings if on_roster(beginning)), "")


def read_metadata(content: bytes) -> Metadata:
    """Who handed in each folder of a Gradescope export, by the folder's name.

    Only scalars are looked at, one after the other: nothing is constructed, no alias is followed, and the autograder's
    results, which are most of the file and hold what students' code wrote, are passed over.

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
    """Every scalar of a YAML document that is a value, with the keys and the places in lists that lead to it."""
    # the keys that lead to where the parser is: None where a mapping's next scalar is a key; counts in lists
    path: list[str | int | None] = []

    def step() -> None:
        if path:
            path[-1] = path[-1] + 1 if isinstance(path[-1], int) else None

    for event in yaml.parse(content, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
        kind: Any = type(event)
        if kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
            path.pop()
            step()
        elif path and path[-1] is None:
            if kind is not yaml.ScalarEvent:
                raise yaml.YAMLError("a key that is no scalar")
            path[-1] = event.value
        elif kind is yaml.MappingStartEvent:
            path.append(None)
        elif kind is yaml.SequenceStartEvent:
            path.append(0)
        elif kind in (yaml.ScalarEvent, yaml.AliasEvent):
            if kind is yaml.ScalarEvent:
                yield [str(key) for key in path], event.value
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
