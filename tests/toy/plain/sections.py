"""The faults of the toy's first script, in the order of their repair, and a section that is read on request."""

from course.i18n import N_
from course.lesson import DrawnColumn, Fault, Observed, Probe, Raises, Scene, Shows, Sighting, Step


def loss_rises(seen: Observed) -> bool:
    return len(seen.losses) > 1 and seen.losses[-1] > seen.losses[0]


def slope_falls(seen: Observed) -> bool:
    slopes = [row["slope"] for row in seen.findings]
    return slopes == sorted(slopes, reverse=True)


SUMMED_PAIRS = Fault(
    name="summed-pairs",
    cell="center",
    title=N_("A sum of pairs"),
    situation=N_(
        "The points are loaded, and are to be moved so that their middle is at 0. `center` does not get that far."
    ),
    today=Sighting(
        Raises("TypeError", "must be real number, not tuple"),
        Scene(until="center"),
        N_("`math.fsum` was given something that is no number."),
    ),
    published=Sighting(
        Raises("TypeError", "a float is required"),
        Scene(until="center", staging="center"),
        N_("The page shows an older message, which does not name the type."),
    ),
    hints=(
        N_("What does `math.fsum` add up?"),
        N_("Look at the first element of `points`."),
        N_("Each point is a pair `x, y`; only `x` is to be summed."),
    ),
    why=N_("A point is a pair. `math.fsum` takes numbers, and does not guess which of the two is meant."),
    repaired=N_("The points lie around 0 now."),
    probes=(Probe("first_points", N_("What is in `points`?"), note=N_("Pairs of two numbers each.")),),
)

WRONG_SIGN = Fault(
    name="wrong-sign",
    cell="step",
    title=N_("A step in the wrong direction"),
    situation=N_("Now the script runs to its end, without any error. Look at the loss."),
    today=Sighting(Shows(loss_rises), Scene(), N_("The loss rises from step to step.")),
    hints=(
        N_("A loss that rises and never falls: which way does each step go?"),
        N_("Take a few steps by hand, and look at the slope."),
        N_("The slope is changed with `+=`, the offset with `-=`."),
    ),
    why=N_("The gradient points to where the loss rises. A step against it is a step down."),
    repaired=N_("Both numbers go down the slope of the loss now."),
    probes=(
        Probe(
            "slope_by_step",
            N_("Five steps by hand: the points rise from left to right, so the slope should be above 0."),
            Shows(slope_falls),
            N_("It falls, further with each step."),
            drawn=(DrawnColumn("slope", N_("slope")),),
        ),
    ),
)

UNTRAINED = Step(
    name="untrained",
    title=N_("A line that knows nothing"),
    text=(N_("Know the error of a line that was not trained, to have something to compare with."),),
    probes=(Probe("before_training", N_("How far is the flat line at 0 from the points?")),),
)

SECTIONS = (SUMMED_PAIRS, WRONG_SIGN)
