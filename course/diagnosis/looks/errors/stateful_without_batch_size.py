"""A recurrent layer that keeps its state does not know the size of the batches."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="stateful-without-batch-size",
    needs=("crash",),
    find=by_message(r"stateful=True.{0,60}(?:batch size|static)|RNN is stateful, it needs to know its batch size"),
    title=N_("A recurrent layer that keeps its state needs a fixed batch size"),
    why=N_("With `stateful=True` there is one state for each row of a batch, so all batches must have the same size."),
    change=N_(
        "Give the size, `keras.Input(batch_shape=(32, length, features))`, and leave out the last, smaller batch. Most programs do not need `stateful=True`."
    ),
    terms=("layer", "batch size"),
)
