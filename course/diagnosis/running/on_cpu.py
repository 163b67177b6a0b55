"""Lets a program that was written for a GPU run on the CPU, where an error names its cause and its line.

A GPU works through its calculations after the Python lines that start them, and checks little. So an error arises at a later
line, in words that fit any cause, and whatever the process asks the GPU for afterwards fails too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import ModuleType
from typing import Any

from course.diagnosis.running.imports import Hook

UNCLEAR = re.compile(
    r"[^\n]*(?:device-side assert|illegal memory access|unspecified launch failure|CUBLAS_STATUS_|CUDNN_STATUS_)[^\n]*"
)
"""What a GPU says of a calculation that failed; it tells no causes apart."""
GPU = re.compile(r"cuda(?::\d+)?")
ONLY_ON_GPU = ("fp16", "bf16", "fp16_full_eval", "bf16_full_eval", "tf32")
"""The arguments of a training that are refused without a GPU."""


def unclear_error(report: Mapping[str, Any]) -> str:
    """The line in which a GPU says that a calculation failed, if that ended the program; else an empty text."""
    crash = report["crash"]["message"] if report.get("crash") else ""
    died = report["printed"] if report["ended"] == "died" else ""
    found = UNCLEAR.search(crash) or UNCLEAR.search(died)
    return found[0].strip() if found else ""


def hooks() -> Mapping[str, Sequence[Hook]]:
    """What is to be changed in libraries once they are imported, by module."""
    return {
        "torch": [names_of_gpus],
        "transformers.training_args": [precision_of_trainer],
        "accelerate.accelerator": [precision_of_accelerator],
    }


def names_of_gpus(module: ModuleType) -> None:
    """Let PyTorch take the CPU wherever a program names a GPU."""
    from torch.overrides import TorchFunctionMode

    class OnCpu(TorchFunctionMode):
        def __torch_function__(self, function: Any, kinds: Any, arguments: Any = (), options: Any = None) -> Any:
            if function is module.Tensor.cuda:
                # a copy, as it would be on the GPU
                return arguments[0].clone()
            named = {name: on_cpu(value, name == "device") for name, value in (options or {}).items()}
            given = [on_cpu(value, at == 1 and function is module.Tensor.to) for at, value in enumerate(arguments)]
            return function(*given, **named)

    def on_cpu(value: Any, device: bool) -> Any:
        number = device and isinstance(value, int) and not isinstance(value, bool)
        if (isinstance(value, module.device | str) and GPU.fullmatch(str(value))) or number:
            return module.device("cpu")
        return value

    vars(module)["load"] = loading_on_cpu(module.load)
    vars(module.cuda)["synchronize"] = lambda *arguments, **options: None
    vars(module.cuda)["get_device_name"] = lambda *arguments, **options: "CPU"
    OnCpu().__enter__()  # type: ignore[no-untyped-call]


def loading_on_cpu(load: Callable[..., Any]) -> Callable[..., Any]:
    """`torch.load`, which asks for no GPU."""

    @wraps(load)
    def loading(*arguments: Any, **options: Any) -> Any:
        if GPU.fullmatch(str(options.get("map_location", "cuda"))):
            options["map_location"] = "cpu"
        return load(*arguments, **options)

    return loading


def precision_of_trainer(module: ModuleType) -> None:
    """Let a Trainer compute in full precision."""

    def changed(made: Callable[..., None]) -> Callable[..., None]:
        @wraps(made)
        def complete(arguments: Any) -> None:
            vars(arguments).update(
                {name: None if name == "tf32" else False for name in ONLY_ON_GPU if name in vars(arguments)}
            )
            made(arguments)

        return complete

    kind: Any = vars(module)["TrainingArguments"]
    kind.__post_init__ = changed(kind.__post_init__)


def precision_of_accelerator(module: ModuleType) -> None:
    """Let an Accelerator compute in full precision."""

    def changed(made: Callable[..., None]) -> Callable[..., None]:
        @wraps(made)
        def init(accelerator: Any, *arguments: Any, **options: Any) -> None:
            options.pop("mixed_precision", None)
            made(accelerator, *arguments, **options)

        return init

    kind: Any = vars(module)["Accelerator"]
    kind.__init__ = changed(kind.__init__)
