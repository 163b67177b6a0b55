"""The marks of tests by the framework that they need."""

import pytest

PINNED = {"tf": [pytest.mark.tf], "pt": [pytest.mark.pt], "plain": []}
"""For tests on the libraries in constraints.txt."""
NEWEST = {**PINNED, "pt": [pytest.mark.newest]}
"""For tests of PyTorch on the newest libraries, which are those of readers on Colab. TensorFlow's do not run there."""
