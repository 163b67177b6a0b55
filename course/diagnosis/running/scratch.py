# ruff: noqa: PTH100, PTH110, PTH112, PTH113, PTH118, PTH120, PTH207, PTH208
# `pathlib` calls the very functions that are replaced here
"""Sends what a program writes into a scratch directory, and lets it read that back from there.

This holds accidents off, and no attack: it is the reader's own program, and it runs with their rights.
"""

from __future__ import annotations

import builtins
import io
import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import wraps
from glob import glob
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import Any
from unittest.mock import patch

WRITING = frozenset("wax+")
"""The letters in the mode of a file that is opened for writing."""
FLAGS = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
"""The flags of `os.open` that write."""
CHANGING = ("mkdir", "makedirs", "remove", "unlink", "rmdir", "chmod", "utime")
"""The functions of `os` that change what is at a path."""
MOVING = ("rename", "replace")
LINKING = ("symlink", "link")
SEEING = ("stat", "lstat", "statvfs", "readlink", "listdir", "scandir", "access")
"""The functions of `os` that say what is there."""
CACHES = (
    "HF_HOME",
    "HF_HUB_CACHE",
    "HF_DATASETS_CACHE",
    "HF_MODULES_CACHE",
    "TORCH_HOME",
    "XDG_CACHE_HOME",
    "TRITON_CACHE_DIR",
)
"""The variables that name directories for what is downloaded or compiled."""


def shared_directories() -> list[str]:
    """Where programs write without harm: directories for what is downloaded or compiled, and what is no file."""
    home = Path.home()
    caches = [home / ".cache", *map(Path, filter(None, map(os.environ.get, CACHES)))]
    for cache in caches:
        # what is not there cannot be allowed
        with suppress(OSError):
            cache.mkdir(parents=True, exist_ok=True)
    compiled = [each for each in (home / ".triton", home / ".nv") if each.is_dir()]
    return ["/dev", "/proc", *map(str, [*caches, *compiled])]


class Scratch:
    """Sends what would be written to the reader's files into a scratch directory, and reads it back from there.

    Attributes:
        directory: an empty directory; what the program writes lies there under its whole path.
        free: the directories in which it may write as it likes.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.written = str((directory / "written").resolve())
        # the request and the report lie beside the directory
        self.free = [str(directory.parent), *shared_directories()]
        self._free = tuple(os.path.join(real, "") for each in self.free for real in {each, os.path.realpath(each)})
        self.makedirs = os.makedirs
        self.here = os.getcwd
        self._lstat = os.lstat

    def path(self, path: Any) -> str:
        """Where a path that is written to lies in truth."""
        absolute = os.path.abspath(os.fsdecode(path))
        if os.path.join(absolute, "").startswith(self._free):
            return absolute
        return os.path.join(self.written, absolute.lstrip("/\\").replace(":", ""))

    def is_there(self, path: Any) -> bool:
        """Whether there is something in truth at a path, be it a link that leads nowhere."""
        try:
            self._lstat(path)
        except (OSError, ValueError):
            return False
        return True

    def changes(self, path: Any) -> bool:
        """Whether what is written to a path lies elsewhere."""
        return self.path(path) != os.path.abspath(os.fsdecode(path))

    def room_for(self, path: Any, copied: bool = False) -> str:
        """Where a path that is written to lies, with the directory that it lies in; `copied`: with what the reader has there."""
        target = self.path(path)
        self.makedirs(os.path.dirname(target), exist_ok=True)
        if copied and os.path.isfile(path) and not os.path.exists(target):
            shutil.copyfile(path, target)
        return target

    def kept(self, path: Any) -> Any:
        """Where to read a path: what the program has written there, and else what the reader has."""
        target = self.path(path)
        if self.is_there(target):
            return target
        # a relative path means nothing where the program has gone into a directory of its own making
        return os.path.abspath(os.fsdecode(path)) if self.here().startswith(self.written) else path

    def place(self, path: Any, mode: str) -> Any:
        """Where a file lies that is opened in a mode, such as "r" or "a+"."""
        return self.room_for(path, copied="w" not in mode) if WRITING & {*mode} else self.kept(path)

    def opening(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        """A function that opens files, as `open`."""

        @wraps(opened)
        def opening(file: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if not isinstance(file, int) and isinstance(mode, str):
                file = self.place(file, mode)
            return opened(file, mode, *arguments, **options)

        return opening

    def opening_number(self, opened: Callable[..., Any]) -> Callable[..., Any]:
        """`os.open`, which gives a number."""

        @wraps(opened)
        def opening(path: Any, flags: int, *arguments: Any, **options: Any) -> Any:
            if options.get("dir_fd") is None:
                path = self.room_for(path, copied=not flags & os.O_TRUNC) if flags & FLAGS else self.kept(path)
            return opened(path, flags, *arguments, **options)

        return opening

    def changing(self, change: Callable[..., Any]) -> Callable[..., Any]:
        """A function that changes what is at a path, as `os.remove`. What the reader has there stays."""

        @wraps(change)
        def changing(path: Any, *arguments: Any, **options: Any) -> Any:
            if isinstance(path, int) or options.get("dir_fd") is not None or not self.changes(path):
                return change(path, *arguments, **options)
            target = self.path(path)
            if change.__name__ in ("mkdir", "makedirs"):
                return self.makedirs(target, exist_ok=True)
            if self.is_there(target):
                return change(target, *arguments, **options)
            return None if self.is_there(path) else change(path, *arguments, **options)

        return changing

    def truncating(self, truncate: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(truncate)
        def truncating(path: Any, length: int) -> Any:
            return truncate(path if isinstance(path, int) else self.room_for(path, copied=True), length)

        return truncating

    def moving(self, move: Callable[..., Any]) -> Callable[..., Any]:
        """A function that moves a file or a directory, as `os.replace`. What the reader has is copied instead."""

        @wraps(move)
        def moving(source: Any, target: Any, *arguments: Any, **options: Any) -> Any:
            if any(options.get(each) is not None for each in ("src_dir_fd", "dst_dir_fd")):
                return move(source, target, *arguments, **options)
            own, there = self.path(source), self.room_for(target)
            if self.is_there(own) or not self.is_there(source):
                return move(own, there, *arguments, **options)
            if os.path.isdir(source):
                shutil.copytree(source, there, dirs_exist_ok=True)
            else:
                shutil.copyfile(source, there)
            return None

        return moving

    def linking(self, link: Callable[..., Any]) -> Callable[..., Any]:
        """A function that makes links, as `os.symlink`."""

        @wraps(link)
        def linking(source: Any, target: Any, *arguments: Any, **options: Any) -> Any:
            if any(value is not None for name, value in options.items() if name.endswith("dir_fd")):
                return link(source, target, *arguments, **options)
            if self.changes(target):
                # a link by a relative path leads to what is there from where it lies
                meant = os.path.join(os.path.dirname(os.path.abspath(os.fsdecode(target))), os.fsdecode(source))
                source = self.kept(meant if link.__name__ == "symlink" else source)
            return link(source, self.room_for(target), *arguments, **options)

        return linking

    def seeing(self, see: Callable[..., Any]) -> Callable[..., Any]:
        """A function that looks at a path, as `os.stat`: where there is nothing, at what was written in its place."""

        @wraps(see)
        def seeing(path: Any = ".", *arguments: Any, **options: Any) -> Any:
            if isinstance(path, int) or options.get("dir_fd") is not None:
                return see(path, *arguments, **options)
            if see.__name__ == "access":
                # what is refused to the program elsewhere is not refused to it there
                return see(self.kept(path), *arguments, **options)
            try:
                return see(path, *arguments, **options)
            except FileNotFoundError:
                if (there := self.kept(path)) == path:
                    raise
                return see(there, *arguments, **options)

        return seeing

    def going(self, change: Callable[..., Any]) -> Callable[..., Any]:
        """`os.chdir`, also into a directory that the program has made."""

        @wraps(change)
        def going(path: Any) -> Any:
            try:
                return change(path if isinstance(path, int) else os.path.abspath(os.fsdecode(path)))
            except FileNotFoundError:
                return change(self.kept(path))

        return going

    def standing(self, where: Callable[[], str]) -> Callable[[], str]:
        """`os.getcwd`, which names the directory as the program knows it."""

        @wraps(where)
        def standing() -> str:
            found = where()
            return found[len(self.written) :] or "/" if found.startswith(self.written) else found

        return standing

    def reading(self, read: Any, at: int, names: tuple[str, ...]) -> Any:
        """A function that reads from the path that is its argument number `at`, or has one of these names."""

        def there(path: Any) -> Any:
            if isinstance(path, list | tuple):
                return [there(each) for each in path]
            if type(path).__module__.startswith("tensorflow."):
                return of_tensor(path, there)
            if not isinstance(path, str | os.PathLike) or not str(path):
                return path
            target = self.path(path)
            if not os.path.exists(target):
                # a checkpoint of TensorFlow is a name with several endings, and there are patterns
                return target if os.path.exists(f"{target}.index") or glob(target) else path
            # of a directory from which more is read than was written, the reader's own stays
            more = os.path.isdir(path) and os.path.isdir(target) and {*os.listdir(path)} - {*os.listdir(target)}
            return path if more else target

        return with_path(read, at, names, there)

    def saving(self, save: Any, at: int, names: tuple[str, ...]) -> Any:
        """A function that writes to the path that is its argument number `at`, or has one of these names."""

        def room(path: Any) -> Any:
            return self.room_for(path) if isinstance(path, str | os.PathLike) and str(path) else path

        return with_path(save, at, names, room)

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """Find a module that the program has written, where else it would not be found: scratch is one of Python's finders."""
        listed = [self.path(each) for each in (sys.path if path is None else path) if isinstance(each, str)]
        return PathFinder.find_spec(name, [each for each in listed if each.startswith(self.written)])

    def invalidate_caches(self) -> None:
        """Nothing is kept here."""

    @contextmanager
    def used(self) -> Iterator[None]:
        """Use it for all that is written and read through Python meanwhile."""
        changed: dict[str, Callable[..., Any]] = {
            "open": self.opening_number,
            "truncate": self.truncating,
            "chdir": self.going,
            "getcwd": self.standing,
            **dict.fromkeys(CHANGING, self.changing),
            **dict.fromkeys(MOVING, self.moving),
            **dict.fromkeys(LINKING, self.linking),
            **dict.fromkeys(SEEING, self.seeing),
        }
        opened = builtins.open
        with ExitStack() as stack:
            for module in (builtins, io):
                stack.enter_context(patch.object(module, "open", self.opening(opened)))
            # it removes files by the numbers of their directories, which tell nothing of their names
            stack.enter_context(patch.object(shutil, "rmtree", self.changing(shutil.rmtree)))
            for name, change in changed.items():
                if hasattr(os, name):
                    stack.enter_context(patch.object(os, name, change(getattr(os, name))))
            stack.enter_context(patch.object(sys, "meta_path", [*sys.meta_path, self]))
            yield


def of_tensor(paths: Any, change: Callable[[Any], Any]) -> Any:
    """A tensor of TensorFlow with paths, each of them changed; in a graph, when it is run."""
    import numpy as np
    import tensorflow as tf

    if not tf.is_tensor(paths) or paths.dtype != tf.string:
        return paths

    def changed(each: Any) -> Any:
        return np.vectorize(lambda path: os.fsencode(change(os.fsdecode(path))), otypes=[object])(each)

    result = tf.numpy_function(changed, [paths], tf.string)
    result.set_shape(paths.shape)
    return result


def with_path(function: Any, at: int, names: tuple[str, ...], change: Callable[[Any], Any]) -> Any:
    """A function, or a method of any kind, whose path is changed before it is called."""
    plain = getattr(function, "__func__", function)

    @wraps(plain)
    def changed(*arguments: Any, **options: Any) -> Any:
        given = [*arguments]
        if len(given) > at:
            given[at] = change(given[at])
        for name in names:
            if name in options:
                options[name] = change(options[name])
        return plain(*given, **options)

    return type(function)(changed) if isinstance(function, classmethod | staticmethod) else changed
