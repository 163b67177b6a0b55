"""Calls the function of `make_padder` with rows of different lengths, and a small model with what it returns."""

from types import ModuleType
from typing import Any

import numpy as np
import tensorflow as tf

from course.ch8.harness import pad_and_mask
from course.ch8.harness._models import small_tf

labels = pad_and_mask.labels
again = pad_and_mask.again


def rows(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    def is_tensor(value: Any) -> bool:
        return bool(tf.is_tensor(value) or isinstance(value, np.ndarray))

    return pad_and_mask.look_at_rows(answer, given, "tf.Tensor", is_tensor)


def logits(answer: ModuleType, given: dict[str, Any]) -> dict[str, Any]:
    return pad_and_mask.look_at_logits(answer, given, small_tf, tf.constant, tf.stack)
