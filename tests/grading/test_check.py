"""What an answer imports can be the reason of an error."""

import pytest

from course.exercise import Setting, Verdict
from course.grading.check import blame_framework

RAISED = Verdict("labels", "failed", mistake="raised", data={"error": "AttributeError"})
JUDGED = Verdict("labels", "failed", mistake="other-count")
PASSED = Verdict("labels", "passed", 2)


@pytest.mark.parametrize(
    ("source", "setting", "named"),
    [
        ("import torch", "tf", ("TensorFlow", "PyTorch")),
        ("from accelerate import Accelerator", "tf", ("TensorFlow", "PyTorch")),
        ("def f():\n    import tensorflow as tf", "pt", ("PyTorch", "TensorFlow")),
        ("import torch\nimport tensorflow", "tf", None),
        ("import numpy", "tf", None),
        ("import torch", "pt", None),
        ("import torch", "plain", None),
    ],
)
def test_an_error_where_another_framework_is_imported_is_told_as_that(
    source: str, setting: Setting, named: tuple[str, str] | None
) -> None:
    found = blame_framework([PASSED, RAISED, JUDGED], source, setting)
    assert (found[0], found[2]) == (PASSED, JUDGED)
    if named is None:
        assert found[1] == RAISED
    else:
        assert found[1].mistake == "other-framework"
        assert (found[1].data["framework"], found[1].data["imported"]) == named
