"""A model is given single examples, where it takes batches."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.diagnosis.messages import ABOUT_SHAPES
from course.i18n import N_

MISFIT = r"xpected shape[ =]\(None, ([\d, ]+?),?\),(?: found shape=| but input has incompatible shape )\(([\d, ]+?),?\)"
"""What Keras says of inputs without the axis of the batch."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    place = crash_place(facts)
    unbatched = facts.settings.unbatched if facts.settings is not None else ()
    misfit = said(facts, MISFIT)
    if len(facts.crash.ids) == 1 and said(facts, ABOUT_SHAPES) is not None:
        shape = f"({facts.crash.ids[0]},)"
    elif misfit is not None and misfit[1] == misfit[2]:
        shape = f"({misfit[2]},)" if misfit[2].isdigit() else f"({misfit[2]})"
    elif unbatched and facts.crash.library:
        shape = unbatched[0][1]
    else:
        return None
    evidence = [(N_("shape of the inputs"), shape)]
    if unbatched:
        evidence.append((N_("data sets that are not batched"), ", ".join(f"`{name}`" for name, _ in unbatched)))
        place = call_place(facts, "fit", option=unbatched[0][0]) or place
    return Found("certain" if facts.crash.library else "likely", {"shape": shape}, evidence, place)


LOOK = Look(
    name="not-batched",
    needs=("crash",),
    find=find,
    title=N_("The model is given a single example, where it takes a batch"),
    why=N_(
        "A model takes a batch: the first axis of its inputs counts the examples. These inputs have the shape {shape}: one example, without this axis. Look at the validation data too: often they are the ones that were not batched."
    ),
    change=N_(
        "With `tf.data`, call `.batch(…)` on every data set that the model gets, also on that of the validation. In PyTorch, take a `DataLoader`. For one text alone, `tokenizer(text, return_tensors=…)` makes a batch of one; an example from a data set gets its axis with `[None]`."
    ),
    terms=("batch", "shape"),
)
