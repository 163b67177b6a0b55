"""A layer gets inputs with other axes than it was made for."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

PATTERN = (
    r"Invalid input shape for input|expected shape=\(.*\), found shape=\("
    r"|expected (?:min_)?ndim=\d+, found ndim=\d+|expected axis -?\d+ of input shape to have value"
    r"|Expected \d+D \(unbatched\) or \d+D \(batched\) input|expected input\[.*\] to have \d+ channels, but got \d+ channels"
    r"|Expected (?:input to be )?\d+-?D (?:or \d+-?D )?(?:input|tensor)|[Ii]nput must have \d+ dimensions, got \d+"
    r"|expected \d+D input \(got|input must be \d+-dimensional|input depth must be evenly divisible|Kernel shape must have the same length as input|expected \d+D or \d+D input|input\.size\(-1\) must be equal to input_size"
)
"""What PyTorch and Keras say of an input with the wrong axes."""


def find(facts: Facts) -> Found | None:
    found = said(facts, f"(?s){PATTERN}")
    if found is None:
        return None
    assert facts.crash is not None
    live = {f"`{name}`": words for name, words in facts.crash.live.items() if "array" in words or "tensor" in words}
    said_so = next((line for line in found.string.splitlines() if re.search(r"\d", line)), found.string)
    return Found("likely", {}, [(N_("error message"), said_so[-160:]), *[*live.items()][:4]], crash_place(facts))


LOOK = Look(
    name="input-shape-differs",
    needs=("crash",),
    find=find,
    title=N_("The input has other axes than the layer was made for"),
    why=N_(
        "A layer knows its input by the order and the length of the axes. PyTorch takes images as (batch, channels, height, width), Keras as (batch, height, width, channels); recurrent layers take (batch, steps, features)."
    ),
    change=N_(
        "Print the shape of what goes in. `unsqueeze` or `expand_dims` adds an axis, `permute` or `transpose` changes their order. The shape that `Input` gets is that of one example, without the batch."
    ),
    terms=(
        "shape",
        "layer",
        "batch",
    ),
    last=True,
)
