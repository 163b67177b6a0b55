# ruff: noqa: PTH100, PTH110, PTH112, PTH113, PTH120, PTH208
# `pathlib` calls the very functions that are replaced here
"""Keeps the reader's files and accounts as they are while their program runs.

This holds accidents off, and no attack: it is the reader's own program, and it runs with their rights.
"""

from __future__ import annotations

import builtins
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest.mock import patch

from course.diagnosis.running.imports import Hook

WRITING = frozenset("wax+")
"""The letters in the mode of a file that is opened for writing."""
CHANGING = ("mkdir", "makedirs", "remove", "unlink", "rmdir", "rename", "replace")
"""The functions of `os` that change directories."""
SAVING = {
    "torch": (("", "save", 1),),
    "safetensors.torch": (("", "save_file", 1), ("", "save_model", 1)),
    "numpy": (("", "save", 0), ("", "savez", 0)),
    "transformers.modeling_utils": (("PreTrainedModel", "save_pretrained", 1),),
    "transformers.tokenization_utils_base": (("PreTrainedTokenizerBase", "save_pretrained", 1),),
    "transformers.configuration_utils": (("PretrainedConfig", "save_pretrained", 1),),
    "transformers.modeling_tf_utils": (("TFPreTrainedModel", "save_pretrained", 1),),
}
"""What writes files without Python's `open`: by module, the class if any, the function, and the place of its path among the arguments."""
LOADING = {
    "safetensors.torch": (("", "load_file"), ("", "load_model")),
    "transformers.modeling_utils": (("PreTrainedModel", "from_pretrained"),),
    "transformers.tokenization_utils_base": (("PreTrainedTokenizerBase", "from_pretrained"),),
    "transformers.configuration_utils": (
        ("PretrainedConfig", "from_pretrained"),
        ("PretrainedConfig", "get_config_dict"),
    ),
    "transformers.modeling_tf_utils": (("TFPreTrainedModel", "from_pretrained"),),
    "transformers.models.auto.auto_factory": (("_BaseAutoModelClass", "from_pretrained"),),
    "transformers.models.auto.configuration_auto": (("AutoConfig", "from_pretrained"),),
    "transformers.models.auto.tokenization_auto": (("AutoTokenizer", "from_pretrained"),),
}
"""What reads files without Python's `open`, from the path that comes first among the arguments: by module, the class if any, and the function."""
SEEING = ("stat", "listdir", "scandir")
"""The functions of `os` that say what is there."""
UPLOADING = ("upload_file", "upload_folder", "upload_large_folder", "create_repo", "create_commit", "delete_repo")
"""The methods of the hub's API that change something there."""


class Scratch:
    """Sends what would be written to the reader's files into a scratch directory, and reads it back from there."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        # the request and the report lie beside it
        free = (
            directory.parent,
            tempfile.gettempdir(),
            "/dev",
            "/proc",
            Path.home() / ".cache",
            os.environ.get("HF_HOME"),
        )
        self.free = tuple(str(Path(each).resolve()) for each in free if each)
        self.makedirs = os.makedirs

    def path(self, path: Any) -> str:
        """Where a path that is written to lies in truth."""
        absolute = os.path.abspath(os.fsdecode(path))
        if absolute.startswith(self.free):
            return absolute
        return str(self.directory / "written" / absolute.lstrip("/\\").replace(":", ""))

    def room_for(self, path: Any) -> str:
        """The same, with the directory that it lies in."""
        target = self.path(path)
        self.makedirs(os.path.dirname(target), exist_ok=True)
        return target

    def opening(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        """A function that opens files, as `open`."""

        @wraps(opened)
        def opening(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if isinstance(file, int) or not isinstance(mode, str):
                return opened(file, mode, *arguments, **options)
            if WRITING & {*mode}:
                target = self.room_for(file)
                if "w" not in mode and os.path.isfile(file) and not os.path.exists(target):
                    shutil.copyfile(file, target)
                return opened(target, mode, *arguments, **options)
            target = self.path(file)
            return opened(target if os.path.exists(target) else file, mode, *arguments, **options)

        return opening

    def changing(self, change: Callable[..., Any]) -> Callable[..., Any]:
        """A function that changes directories, as `os.remove`."""

        @wraps(change)
        def changing(path: Any, *arguments: Any, **options: Any) -> Any:
            if isinstance(path, int) or options.get("dir_fd") is not None:
                return change(path, *arguments, **options)
            target = self.path(path)
            if target == os.path.abspath(os.fsdecode(path)):
                rest = [self.room_for(each) if isinstance(each, str | os.PathLike) else each for each in arguments]
                return change(path, *rest, **options)
            if change.__name__ in ("mkdir", "makedirs"):
                return self.makedirs(target, exist_ok=True)
            if not os.path.exists(target):
                return None
            rest = [self.room_for(each) if isinstance(each, str | os.PathLike) else each for each in arguments]
            return change(target, *rest, **options)

        return changing

    def seeing(self, see: Callable[..., Any]) -> Callable[..., Any]:
        """A function that looks at a path, as `os.stat`: where there is nothing, at what was written in its place."""

        @wraps(see)
        def seeing(path: Any = ".", *arguments: Any, **options: Any) -> Any:
            try:
                return see(path, *arguments, **options)
            except FileNotFoundError:
                if isinstance(path, int) or options.get("dir_fd") is not None:
                    raise
                target = self.path(path)
                if target == os.path.abspath(os.fsdecode(path)):
                    raise
                return see(target, *arguments, **options)

        return seeing

    def loading(self, load: Any) -> Any:
        """A function or a class method that reads from a path: what the program has written there itself, if that is all there is."""

        def there(path: Any) -> Any:
            if not isinstance(path, str | os.PathLike):
                return path
            target = self.path(path)
            if not os.path.exists(target):
                return path
            # of a directory from which more is read than was written, the reader's own stays
            more = os.path.isdir(path) and os.path.isdir(target) and {*os.listdir(path)} - {*os.listdir(target)}
            return path if more else target

        plain = getattr(load, "__func__", load)
        at = int(plain is not load)

        @wraps(plain)
        def loading(*arguments: Any, **options: Any) -> Any:
            given = [*arguments]
            if len(given) > at:
                given[at] = there(given[at])
            if "pretrained_model_name_or_path" in options:
                options["pretrained_model_name_or_path"] = there(options["pretrained_model_name_or_path"])
            return plain(*given, **options)

        return classmethod(loading) if at else loading

    def saving(self, save: Callable[..., Any], at: int) -> Callable[..., Any]:
        """A function that writes to the path that is its argument number `at`."""

        @wraps(save)
        def saving(*arguments: Any, **options: Any) -> Any:
            given = [*arguments]
            if len(given) > at and isinstance(given[at], str | os.PathLike):
                given[at] = self.room_for(given[at])
            for name, value in options.items():
                if name in ("f", "file", "filename", "save_directory", "path") and isinstance(value, str | os.PathLike):
                    options[name] = self.room_for(value)
            return save(*given, **options)

        return saving

    def hooks(self) -> Mapping[str, Sequence[Hook]]:
        """What is to be changed in libraries once they are imported."""

        def savers(places: Sequence[tuple[str, str, int]]) -> Hook:
            def change(module: ModuleType) -> None:
                for owner, name, at in places:
                    holder = getattr(module, owner, None) if owner else module
                    if holder is not None and hasattr(holder, name):
                        setattr(holder, name, self.saving(getattr(holder, name), at))

            return change

        def loaders(places: Sequence[tuple[str, str]]) -> Hook:
            def change(module: ModuleType) -> None:
                for owner, name in places:
                    holder = getattr(module, owner, None) if owner else module
                    if holder is not None and name in vars(holder):
                        setattr(holder, name, self.loading(vars(holder)[name]))

            return change

        named = {*SAVING, *LOADING}
        return {
            **{name: (savers(SAVING.get(name, ())), loaders(LOADING.get(name, ()))) for name in named},
            "huggingface_hub.hf_api": (no_uploads,),
            "datasets": (no_caches,),
        }


def no_uploads(module: ModuleType) -> None:
    """Let the methods that change something on the hub do nothing."""
    for name in UPLOADING:
        if hasattr(module.HfApi, name):
            setattr(module.HfApi, name, lambda *arguments, **options: None)
        if hasattr(module, name):
            setattr(module, name, lambda *arguments, **options: None)


def no_caches(module: ModuleType) -> None:
    """Let `map` and `filter` keep their files in a temporary directory, and not beside the reader's data."""
    module.disable_caching()


@contextmanager
def guarded(scratch: Scratch) -> Iterator[None]:
    """Redirect what is written, and leave trackers of experiments alone, meanwhile."""
    os.environ.update(WANDB_MODE="disabled", WANDB_DISABLED="true", COMET_MODE="DISABLED", HF_HUB_DISABLE_TELEMETRY="1")
    opened = builtins.open
    with ExitStack() as stack:
        for module in (builtins, io):
            stack.enter_context(patch.object(module, "open", scratch.opening(opened)))
        # it removes files by the numbers of their directories, which tell nothing of their names
        stack.enter_context(patch.object(shutil, "rmtree", scratch.changing(shutil.rmtree)))
        for name in SEEING:
            stack.enter_context(patch.object(os, name, scratch.seeing(getattr(os, name))))
        for name in CHANGING:
            stack.enter_context(patch.object(os, name, scratch.changing(getattr(os, name))))
        yield
