"""Rows of different lengths are to become one array."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="rows-of-uneven-length",
    needs=("crash",),
    find=by_message(
        r"inhomogeneous shape|[Uu]nable to create tensor, you should probably"
        r"|expected sequence of length \d+ at dim \d+|setting an array element with a sequence"
        r"|Unsupported object type (?:list|numpy\.ndarray|tuple|Tensor)"
        r"|can't convert non-rectangular Python sequence"
        r"|Cannot index into an inner ragged dimension"
    ),
    title=N_("Rows of different lengths are to become one array"),
    why=N_(
        "An array needs rows of the same length. These are lists or arrays of different lengths, such as token ids that were not padded, or predictions of batches with different lengths."
    ),
    change=N_(
        "Pad the rows to one length first (`padding=True` of the tokenizer, `keras.utils.pad_sequences`), or keep them in a list. In `tf.data`, use `padded_batch` in place of `ragged_batch`: recurrent layers of Keras 3 take no ragged tensors."
    ),
    terms=("padding", "shape", "batch"),
    last=True,
)
