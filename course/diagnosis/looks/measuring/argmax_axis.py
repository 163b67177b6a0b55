"""The greatest output is taken along another axis than that of the classes."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    # of labels that can all be true none is chosen; a threshold may be, for each of them
    if any("binary" in call.name.lower() for call in facts.loss_calls):
        return None
    for choice in facts.choices:
        last = len(choice.shape) - 1
        if choice.shape[-1] == 1:
            continue
        # who takes the class of the same outputs elsewhere, or both places of the greatest number, means the other axis
        classes = any(each.shape == choice.shape and each.axis in (-1, last) for each in facts.choices)
        if classes or (choice.axis is None and any(calls(facts, "unravel_index", "divmod"))):
            continue
        if choice.axis is None or choice.axis % len(choice.shape) != last:
            shape = f"({', '.join(map(str, choice.shape))})"
            return Found(
                "likely",
                {"shape": shape, "classes": choice.shape[-1]},
                [(N_("shape of the outputs"), shape), (N_("axis of `argmax`"), str(choice.axis))],
                choice.place,
            )
    return None


LOOK = Look(
    name="argmax-axis",
    needs=("choices",),
    find=find,
    title=N_("`argmax` is taken along another axis than that of the classes"),
    why=N_(
        "The outputs have the shape {shape}: the last axis is that of the {classes} classes. `argmax` along another axis compares the examples with each other, and without an axis, PyTorch and NumPy compare all the numbers at once. TensorFlow takes the first axis if none is named."
    ),
    change=N_("Take it along the last axis: `argmax(axis=-1)`, in PyTorch `argmax(dim=-1)`."),
    terms=("logits", "class", "prediction"),
    raises=True,
)
