"""A list or an array stands where a tensor is needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="inputs-not-tensors",
    needs=("crash",),
    find=by_message(
        r"'(?:list|dict|BatchEncoding)' object has no attribute '(?:size|shape|to|dim|ndim|device|float|long)'|must be Tensor, not (?:list|numpy.ndarray|dict|BatchEncoding|tuple of|int|str)|'(?:list|int|float|numpy\.ndarray)' object has no attribute '(?:unsqueeze|view|cpu|detach|to|float|long|cuda|softmax)'|expected Tensor as element \d+ in argument \d+, but got",
        "likely",
    ),
    title=N_("A list or an array stands where a tensor is needed"),
    why=N_(
        "Models and losses compute with tensors. A tokenizer returns lists unless it is told otherwise, and a row of a data set holds lists, too. `tolist()` and `numpy()` turn a tensor into a list or an array, outside the computation graph."
    ),
    change=N_(
        'Ask the tokenizer for tensors, `return_tensors="pt"` (with TensorFlow `"tf"`), call `data.set_format("torch")`, or let a collator make the batches. `torch.tensor(…)` makes a tensor of a list.'
    ),
    terms=(
        "tensor",
        "tokenizer",
        "collator",
    ),
    last=True,
)
