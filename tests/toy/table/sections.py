"""The steps in which the toy's second script is put together."""

from course.i18n import N_
from course.lesson import Probe, Shows, Step

SPLIT = Step(
    name="split",
    title=N_("Lines into words"),
    text=(N_("Text comes in lines. `split_lines` makes words of them."),),
    cells=("split_lines",),
    probes=(Probe("first_line", N_("The words of the first line:")),),
)

COUNTED = Step(
    name="counted",
    title=N_("Words into counts"),
    text=(N_("A `Counter` counts whatever it is given."),),
    cells=("count",),
    probes=(
        Probe(
            "most_frequent",
            N_("Which words are the most frequent?"),
            Shows(lambda seen: [row["times"] for row in seen.findings] == [3, 3, 2]),
            N_("The shortest words are the most frequent, as in most texts."),
        ),
    ),
)

SECTIONS = (SPLIT, COUNTED)
