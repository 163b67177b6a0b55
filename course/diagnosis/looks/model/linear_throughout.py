"""Several linear layers follow one another with nothing between them."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    count = facts.layers.linear
    if count < 2:
        return None
    return Found(
        "likely",
        {"count": count},
        [(N_("linear layers in a row"), count), (N_("activation functions between them"), 0)],
        call_place(facts, "Linear", "Dense", "Conv2d", "Conv2D"),
    )


LOOK = Look(
    name="linear-throughout",
    needs=("layers",),
    find=find,
    title=N_("There is no activation function between the layers"),
    why=N_(
        "{count} linear layers follow one another with no activation function between them. Together they can do no more than one linear layer: the model draws straight lines, however many weights it has."
    ),
    change=N_(
        'Put an activation function after each layer but the last, such as `nn.ReLU()`, or `activation="relu"` in Keras.'
    ),
    terms=("layer", "weight"),
)
