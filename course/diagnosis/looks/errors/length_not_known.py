"""Something is asked for its length that has none."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="length-not-known",
    needs=("crash",),
    find=by_message(
        r"object of type '(?!int|float|method|function|builtin)(?P<kind>\w+)' has no len"
        r"|does not implement __len__|max_steps must be specified|dataset length is (?:unknown|infinite)"
        r"|has no length"
    ),
    title=N_("Something is asked for its length that has none"),
    why=N_(
        "A generator, an `IterableDataset`, and a `tf.data.Dataset` after `filter`, `repeat` or `from_generator` make their rows one after the other: how many there will be is not known before."
    ),
    change=N_(
        "Count the rows where they come from, or say how many steps there are, in all or in an epoch (`max_steps`, `steps_per_epoch`)."
    ),
    terms=("generator", "data set", "epoch"),
)
