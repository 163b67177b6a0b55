"""A chapter without a framework, for tests: its table of contents."""

from pathlib import Path

from course.i18n import N_
from course.lesson import (
    Change,
    Chapter,
    Edition,
    Metric,
    Moment,
    Option,
    Question,
    Raises,
    ScriptPart,
    Task,
    Track,
    Video,
)
from toy.plain import sections as plain
from toy.table import sections as table

HERE = Path(__file__).parent

DISTANCE = Change(
    cell="distance",
    title=N_("A name, translated"),
    text=N_("With the words around it a name was translated: `lontano` for `far`."),
    symptom=Raises("NameError", "name 'lontano' is not defined"),
    note=N_("Nothing bears this name."),
    repaired=N_("With its own name it runs."),
)

QUIZ = (
    Question(
        "direction",
        N_("The loss rises from the first step on. What do you look at?"),
        (
            Option(N_("The sign of the step"), N_("A step along the gradient goes up."), right=True),
            Option(N_("The number of steps"), N_("More of them only take you further up.")),
        ),
    ),
    Question(
        "message",
        N_("`must be real number, not tuple`: what does this message name?"),
        (
            Option(N_("The line that is wrong"), N_("It names the line that noticed.")),
            Option(N_("The type that was given"), N_("And so what you have to look at."), right=True),
        ),
    ),
)

CHAPTER = Chapter(
    name="toy",
    package=__name__,
    title=N_("A line and some words"),
    introduction=(N_("Here is a script that fits a line to four points, and fails."),),
    goals=(N_("Find a fault by looking at live objects."),),
    summary=(N_("Look at an element before you use them all."),),
    task=Task(
        None, Metric(scores=("largest",), sentence=N_("Largest distance to the line: {largest}."), shares=False), None
    ),
    tracks={
        "plain": Track(
            parts=(
                ScriptPart("plain", HERE / "plain", plain.SECTIONS, live_from="make_line", steps=30),
                ScriptPart(
                    "plain",
                    HERE / "table",
                    table.SECTIONS,
                    title=N_("A second script"),
                    opening=(N_("Another script, put together cell by cell."),),
                ),
            ),
            page="https://example.org/page",
            summary=(N_("A loop of your own needs no framework."),),
            video=Video(
                "https://example.org/video",
                "1:30",
                (
                    Moment("0:00", N_("Four points"), N_("A line is to be fitted to four points.")),
                    Moment(
                        "0:20", N_("A sum of pairs"), N_("The script fails, and its message is read."), "summed-pairs"
                    ),
                    Moment("1:10", N_("And now?"), N_("The script runs; whether it is right is yours to find out.")),
                ),
            ),
            further=(plain.UNTRAINED,),
            editions=(Edition("it", (DISTANCE,), faults=("summed-pairs",)),),
        )
    },
    quiz=QUIZ,
)
