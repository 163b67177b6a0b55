"""Chapter 3, "A full training": so far its exercises only."""

from course.i18n import N_
from course.lesson import Chapter

CHAPTER = Chapter(
    name="ch3",
    title=N_("A full training"),
    introduction=(),
    summary=(),
    tracks={},
)
