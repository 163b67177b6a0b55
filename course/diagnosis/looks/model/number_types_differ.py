"""A layer gets numbers of another type than its weights have."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

PATTERN = (
    r"must have the same dtype, but got (\w+) and (\w+)|expected scalar type (\w+) but found (\w+)"
    r"|expected m1 and m2 to have the same dtype, but got: (\w+) != (\w+)"
    r"|Input type \((?:torch\.)?(?:\w+\.)?(\w+)\) and (?:bias|weight) type \((?:torch\.)?(?:\w+\.)?(\w+)\)"
    r"|was expected to be an? (\w+) tensor but is an? (\w+) tensor|Found dtype (\w+) but expected (\w+)"
    r"|Input type \((unsigned char|\w+)\) and (?:bias|weight) type \((\w+)\)"
    r"|has type (\w+) that does not match type (\w+) of argument"
)
"""What PyTorch and TensorFlow say of two tensors of different types."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(facts, PATTERN)
    if found is None:
        return None
    one, other = (each for each in found.groups() if each)
    return Found(
        "certain", {"one": one, "other": other}, [(N_("error message"), found.string[:160])], crash_place(facts)
    )


LOOK = Look(
    name="number-types-differ",
    needs=("crash",),
    find=find,
    title=N_("Inputs and weights have different number types"),
    why=N_(
        "A layer computes with numbers of one type, and here `{one}` meets `{other}`. NumPy and pandas make `float64` (which is also called double), while the weights of a model are `float32`."
    ),
    change=N_(
        'Convert the inputs: with PyTorch `inputs.float()`, with TensorFlow `tf.cast(inputs, tf.float32)`, with NumPy `astype("float32")`.'
    ),
    terms=(
        "dtype",
        "weight",
        "tensor",
    ),
    last=True,
)
