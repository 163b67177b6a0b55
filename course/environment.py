"""The environment variables that the libraries read when they are imported. Imports none of them.

What a user has set stays, wherever the lesson does not depend on it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType
from typing import NoReturn, cast

from course.lesson import Framework

SPINS = "3000"
"""The number of times that a thread of OpenMP polls a barrier before it sleeps. By default the threads of GNU's OpenMP,
which PyTorch brings, poll for some milliseconds: beside one busy process on two cores, each of a training step's
hundreds of barriers then waits for a core that does nothing but poll. Measured in benchmarks/lesson.md."""


def choose_libraries(framework: Framework) -> None:
    """Let transformers load one framework, or none, with Keras 2 where that is TensorFlow, and keep the libraries quiet.

    A lesson with TensorFlow may show PyTorch beside it, and so leaves it to transformers whether that is there.
    """
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")
    if framework != "plain":
        os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ["TF_USE_LEGACY_KERAS"] = "1"
    os.environ["USE_TORCH"] = "0" if framework == "plain" else "AUTO"
    os.environ["USE_TF"] = "AUTO" if framework == "tf" else "0"
    share_cores()


def leave_out_pytorch() -> None:
    """Keep PyTorch out of a process that works with TensorFlow only: where both are installed, it takes ten seconds to import.

    For a process of our own, after `choose_libraries` and before transformers is imported. transformers fails to import
    parts of itself where Accelerate is there and PyTorch is not, so Accelerate must look missing, too.
    """
    os.environ["USE_TORCH"] = "0"
    sys.modules.setdefault("accelerate", cast(ModuleType, None))


CLASHING = {"tensorflow": (2, 20), "triton": (3, 7)}
"""The versions from which a process that loads TensorFlow, and PyTorch in its build with CUDA after it, dies: TensorFlow offers
its LLVM to everything that is loaded later, and triton, which that build imports, crashes with it (tensorflow/tensorflow,
issue 124205)."""


def libraries_clash() -> bool:
    """Whether versions of TensorFlow and triton are installed of which one process dies if it loads them in this order."""
    for name, first in CLASHING.items():
        try:
            found = tuple(map(int, version(name).split(".")[:2]))
        except (PackageNotFoundError, ValueError):
            return False
        if found < first:
            return False
    return True


def load_triton_first() -> None:
    """Let a process load TensorFlow, and PyTorch after it, where they clash: if triton comes first, it keeps its own LLVM."""
    if "tensorflow" not in sys.modules and libraries_clash():
        with suppress(ImportError):
            import_module("triton")


class _Empty(ModuleType):
    """A module from which nothing can be imported."""

    def __getattr__(self, name: str) -> NoReturn:
        # whoever looks at all modules, as `inspect` does, asks for these
        if name.startswith("_"):
            raise AttributeError(name)
        raise ImportError(f"cannot import name {name!r} from {self.__name__!r}", name=name)


@contextmanager
def without_pipelines() -> Iterator[None]:
    """Keep transformers' pipelines from being imported meanwhile.

    `evaluate` imports them for its evaluators, which nothing here uses. With them come the models of every kind of data
    and each framework that is installed: more than half of the seconds in which a lesson starts.
    """
    name = "transformers.pipelines"
    missing = name not in sys.modules
    if missing:
        # None in its place would be enough for some versions of transformers; others make a RuntimeError of that
        sys.modules[name] = _Empty(name)
    try:
        yield
    finally:
        if missing:
            del sys.modules[name]


def share_cores() -> None:
    """Let OpenMP's threads give up a core that another process wants."""
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", SPINS)


WITHOUT_GPU: Mapping[str, str] = {"CUDA_VISIBLE_DEVICES": "-1", "ACCELERATE_TORCH_DEVICE": "cpu"}
"""The variables with which the frameworks see no GPU."""


def use_the_cpu() -> None:
    """Keep the frameworks off any GPU."""
    os.environ.update(WITHOUT_GPU)


def stay_offline() -> None:
    """Keep the hub's libraries off the network."""
    os.environ.setdefault("HF_UPDATE_DOWNLOAD_COUNTS", "0")
    for variable in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "HF_EVALUATE_OFFLINE"):
        os.environ.setdefault(variable, "1")
