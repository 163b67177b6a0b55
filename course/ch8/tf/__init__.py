"""The TensorFlow script: its working form, its wrong cells, its sections and probes."""

from pathlib import Path
from typing import Any


def __getattr__(name: str) -> Any:
    """A function of the script, for notebooks that were published when the script was `course/ch8/tf.py`."""
    from course.script import functions

    if name not in functions(Path(__file__).with_name("script.py")):
        raise AttributeError(name)
    from course.ch8.tf import script

    return getattr(script, name)
