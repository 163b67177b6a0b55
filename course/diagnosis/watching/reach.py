"""The numbers that the last function of a model can return: those of a sigmoid lie between 0 and 1."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from course.diagnosis.facts import RANGES

MOVES = re.compile(
    r"(View|Reshape\w*|Squeeze|Unsqueeze|Permute|Transpose|Select|Slice|Alias|Clone|Clamp\w*|T|ToCopy)Backward\d*"
)
"""The steps of a calculation in PyTorch that leave the numbers in their range."""
SHAPES = re.compile(r"(View|UnsafeView|Reshape\w*|Squeeze|Alias)Backward\d*")
"""Those of them that keep the order of the numbers as well."""
NEAR = 0.05
"""How far beyond the range a target may lie: it may have been rounded, or softened."""


def activation_of_tensor(outputs: Any) -> str:
    """The name of the operation that a tensor of PyTorch comes from, such as `sigmoid` or `addmm`; empty if that is unknown."""
    step = _made_by(outputs)
    return "" if step is None else re.sub(r"Backward\d*$", "", step.name()).lower()


def axis_of_softmax(outputs: Any) -> int | None:
    """The axis along which the softmax adds up to 1 that a matrix of PyTorch comes from; None if it comes from none."""
    step = getattr(outputs, "grad_fn", None)
    if outputs.ndim != 2 or step is None or "SoftmaxBackward" not in step.name():
        return None
    # a negative axis is kept as a number that is far too large
    axis = int(step._saved_dim)
    return axis if axis < outputs.ndim else axis - 2**64


def was_column(outputs: Any) -> bool:
    """Whether a matrix of PyTorch was made of a tensor whose last axis has the length 1."""
    step = getattr(outputs, "grad_fn", None)
    while outputs.shape[-1] > 1 and step is not None and SHAPES.fullmatch(step.name()) and step.next_functions:
        if tuple(getattr(step, "_saved_self_sym_sizes", ()))[-1:] == (1,):
            return True
        step = step.next_functions[0][0]
    return False


def _made_by(outputs: Any) -> Any:
    """The step of the calculation that a tensor of PyTorch comes from, but for its shape; None if that is unknown."""
    step = getattr(outputs, "grad_fn", None)
    while step is not None and MOVES.fullmatch(step.name()) and step.next_functions:
        step = step.next_functions[0][0]
    return step


def activation_of_model(model: Any) -> str:
    """The name of what a Keras model's output comes from, such as `sigmoid` or `linear`; empty where that is unknown."""
    outputs = [*(getattr(model, "outputs", None) or ())]
    history = getattr(outputs[0], "_keras_history", None) if len(outputs) == 1 else None
    last = getattr(history, "operation", None) or getattr(history, "layer", None)
    if last is None:
        return ""
    if getattr(last, "layers", None):
        return activation_of_model(last)
    function = getattr(last, "activation", None)
    return (getattr(function, "__name__", "") if function is not None else type(last).__name__).lower()


def beyond(activation: str, targets: np.ndarray | None) -> float:
    """The share of the targets that the activation cannot return."""
    if activation not in RANGES or targets is None or not targets.size:
        return 0.0
    least, most = RANGES[activation]
    outside = (targets < least - NEAR) | (targets > most + NEAR)
    # one value alone stands for a target that is missing
    return float(outside.mean()) if np.unique(targets[outside]).size > 1 else 0.0
