"""The contract of the recordings: each fits the declarations and the code, and holds every symptom."""

from __future__ import annotations

from collections.abc import Iterator

from course.audit.complaint import Complaint
from course.audit.versions import table_complaints
from course.contents import chapter_names, load_chapter
from course.i18n import N_
from course.lesson import Chapter, Track
from course.recording import code_digest, data_digest, load, not_held, shown
from course.story import Judge

RENEW = N_(
    "The recording does not fit the code any more: renew it with `python -m course record {chapter} {framework}`."
)


def recording_complaints() -> Iterator[Complaint]:
    """Complain of every recording that is missing or out of date, and of the table of versions. Runs nothing."""
    yield from table_complaints()
    for name in chapter_names():
        chapter = load_chapter(name)
        for track in chapter.tracks.values():
            yield from track_complaints(chapter, track)


def track_complaints(chapter: Chapter, track: Track) -> Iterator[Complaint]:
    """Complain of the recording of one way through a chapter."""
    where = f"{chapter.name}/{track.framework}"
    values = {"chapter": chapter.name, "framework": track.framework}
    recording = load(chapter.name, track.framework)
    if recording is None:
        yield Complaint(
            where, N_("There is no recording: make it with `python -m course record {chapter} {framework}`."), values
        )
        return
    blocks = {block.name: block for _, block in shown(chapter, track) if not isinstance(block, Judge)}
    for name in sorted({*blocks} ^ {*recording.seen}):
        yield Complaint(f"{where}/{name}", RENEW, values)
    for name, block in blocks.items():
        if name in recording.seen and recording.seen[name].code != code_digest(block):
            yield Complaint(f"{where}/{name}", RENEW, values)
    if recording.data != data_digest():
        yield Complaint(f"{where}/data", RENEW, values)
    for name in not_held(chapter, track, recording):
        yield Complaint(f"{where}/{name}", N_("The recording does not show this symptom."))
