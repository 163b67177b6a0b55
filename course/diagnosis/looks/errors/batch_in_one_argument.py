"""A whole batch goes in as one argument."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="batch-in-one-argument",
    needs=("crash",),
    find=by_message(
        r"Invalid key\. Only three types of key are available|'(?:dict|BatchEncoding)' object has no attribute '(?:size|shape|dim|device|dtype)'|argument after \*\* must be a mapping, not (?P<kind>\w+)|linear\(\): argument 'input' \(position 1\) must be Tensor, not (?:dict|BatchEncoding)"
    ),
    title=N_("The batch is handed over in the wrong way"),
    why=N_(
        "A model of 🤗 Transformers takes its inputs by their names. `model(**batch)` takes the batch apart into these; `model(batch)` hands over the whole dictionary as if it were the first input, and a list or a tuple cannot be taken apart by names."
    ),
    change=N_("Write `model(**batch)`, and let the collator make a dictionary of tensors."),
    terms=(
        "batch",
        "dictionary",
        "collator",
    ),
)
