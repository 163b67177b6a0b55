"""A tensor of TensorFlow is asked for a method of NumPy."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="tensor-for-array",
    needs=("crash",),
    find=by_message(
        r"EagerTensor(?:'?) object has no attribute '(?P<name>astype|reshape|mean|sum|max|min|argmax|T|size|tolist|copy|flatten|transpose|ravel|item|clip|round)'"
    ),
    title=N_("A tensor of TensorFlow is used like an array of NumPy"),
    why=N_("Tensors of TensorFlow do not have all that NumPy's arrays have; `{name}` belongs to these."),
    change=N_(
        "Use the function of TensorFlow, such as `tf.cast`, `tf.reshape` or `tf.reduce_mean`, or turn the tensor into an array with `.numpy()`."
    ),
    terms=("tensor", "dtype"),
)
