"""A tensor of TensorFlow is to be changed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="tensor-not-changed",
    needs=("crash",),
    find=by_message(
        r"'(?:[\w.]*\.)?(?:EagerTensor|Tensor|SymbolicTensor|KerasTensor)' object (?:does not support item assignment|has no attribute 'assign\w*')"
    ),
    title=N_("A tensor of TensorFlow is to be changed"),
    why=N_("Tensors of TensorFlow never change. Only a `tf.Variable` can be assigned to."),
    change=N_(
        "Make a `tf.Variable` of it, or a new tensor with the changes: `tf.where(condition, new, old)`, `tf.tensor_scatter_nd_update(…)`."
    ),
    terms=("tensor",),
)
