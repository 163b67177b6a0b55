"""Predict with a line, and find its largest error: two functions of plain Python."""

from random import Random

from course.exercise import Check, Draw, Exercise, Found, Handed, Mistake
from course.i18n import N_

TOLERANCE = 1e-6
POINTS = 5

NO_OFFSET = Mistake(
    "no-offset",
    N_("At x = {x} the line is at {expected}, and your function returns {actual}. Where is the offset?"),
    veiled=N_("At x = {x} your function returns {actual}. Where is the offset?"),
)
OTHER_VALUE = Mistake(
    "other-value",
    N_("At x = {x} the line is at {expected}, and your function returns {actual}."),
    veiled=N_("At x = {x} the line is not at {actual}, which your function returns."),
)
SIGNED = Mistake(
    "signed",
    N_("A point below the line has an error, too: the largest one is {expected}, and your function returns {actual}."),
    hint=2,
    veiled=N_(
        "A point below the line has an error, too: the largest one is not {actual}, which your function returns."
    ),
)
OTHER_ERROR = Mistake(
    "other-error",
    N_("The largest error is {expected}, and your function returns {actual}."),
    hint=3,
    veiled=N_("The largest error is not {actual}, which your function returns."),
)


def draw(rng: Random) -> Draw:
    """Draw a line and points around it. The point that lies furthest away lies below, where a sign matters."""
    line = {"slope": rng.uniform(1, 2), "offset": rng.uniform(3, 4)}
    errors = [-2.0, *(rng.uniform(-1, 1) for _ in range(POINTS - 1))]
    points = [[float(x), line["slope"] * x + line["offset"] + error] for x, error in enumerate(errors)]
    return Draw({"line": line, "points": points}, {"errors": errors})


def judge_values(draw: Draw, handed: Handed) -> Found | None:
    """The line is where it should be, at each x."""
    line = draw.given["line"]
    values = handed.array("values", (POINTS,), of="predict")
    for (x, _), actual in zip(draw.given["points"], values, strict=True):
        expected = line["slope"] * x + line["offset"]
        if not abs(actual - expected) < TOLERANCE:
            kind = NO_OFFSET if abs(actual - line["slope"] * x) < TOLERANCE else OTHER_VALUE
            return kind.found(x=x, expected=expected, actual=float(actual))
    return None


def judge_largest(draw: Draw, handed: Handed) -> Found | None:
    """The largest error is that of the point that lies furthest away, on either side."""
    actual = handed.number("largest", of="largest_error")
    errors = draw.kept["errors"]
    expected = max(map(abs, errors))
    if abs(actual - expected) < TOLERANCE:
        return None
    kind = SIGNED if abs(actual - max(errors)) < TOLERANCE else OTHER_ERROR
    return kind.found(expected=expected, actual=actual)


EXERCISE = Exercise(
    name="largest-error",
    chapter="toy",
    title=N_("The largest error of a line"),
    settings=("plain",),
    task=(
        N_("Write `predict(line, xs)`, which returns where the line is at each x, as a list."),
        N_("Write `largest_error(line, points)`, which returns how far the furthest of the points is from the line."),
    ),
    hints=(
        N_("A line is at `slope * x + offset`."),
        N_("An error has a sign, and a distance has none."),
        N_("Use `abs` before `max`."),
    ),
    solved=N_("You can now say how far a line is from the points that it should go through."),
    draw=draw,
    seconds=10.0,
    checks=(
        Check("values", N_("The line is where it should be"), 1, judge_values, (NO_OFFSET, OTHER_VALUE)),
        Check("largest", N_("The largest error is right"), 2, judge_largest, (SIGNED, OTHER_ERROR)),
    ),
)
