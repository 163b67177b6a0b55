"""Values are unpacked into another number of names."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="unpacked-differently",
    needs=("crash",),
    find=by_message(r"too many values to unpack|not enough values to unpack", "likely"),
    title=N_("There is another number of values than of names"),
    why=N_(
        "On the left of this line are as many names as you expect values, and there are more or fewer. A batch of 🤗 Datasets is a dictionary: what is unpacked of it are the names of its columns."
    ),
    change=N_(
        'Print what stands on the right. Take the parts of a dictionary by name, `batch["input_ids"]`, and the parts of an output as `outputs.logits`.'
    ),
    terms=(
        "batch",
        "dictionary",
    ),
    last=True,
)
