"""`fit` gets a data set that has the labels, and labels besides."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="labels-beside-dataset",
    needs=("crash",),
    find=by_message(
        r"`?y`? should not be passed|`?y`? argument is not supported when using"
        r"|targets should be included as part of"
        r"|`(?:batch_size|sample_weight)` (?:argument )?(?:should not be|must not be|is not)"
    ),
    title=N_("`fit` gets a data set and labels beside it"),
    why=N_(
        "A `tf.data.Dataset`, a generator or a `Sequence` yields inputs and labels together, and its batches are made already."
    ),
    change=N_(
        "Put the labels into the data set: `tf.data.Dataset.from_tensor_slices((x, y)).batch(32)`, and give `fit` the data set alone."
    ),
    terms=("Keras", "label", "batch"),
)
