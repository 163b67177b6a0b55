"""A computation of TensorFlow meets numbers of two types."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="types-in-tensorflow",
    needs=("crash",),
    find=by_message(
        r"Tensor conversion requested dtype|Cannot convert .{1,40} to EagerTensor of dtype"
        r"|must have the same dtype, got|have types \[.*\] that don't all match"
        r"|Value passed to parameter '\w+' has DataType|Value for attr '\w+' of \w+ is not in the list of allowed values"
    ),
    title=N_("A computation meets numbers of two types"),
    why=N_(
        "TensorFlow does not convert by itself: whole numbers and floating-point numbers, or `float32` and `float64`, must be brought to one type first."
    ),
    change=N_("Convert with `tf.cast(x, tf.float32)`."),
    terms=("dtype", "tensor"),
)
