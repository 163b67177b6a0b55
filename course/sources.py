"""The framework, the data and the checkpoint of a lesson, each checked before anything heavy happens."""

from __future__ import annotations

import errno
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from course.environment import choose_libraries, stay_offline, use_the_cpu
from course.frameworks import install
from course.i18n import N_
from course.lesson import Dataset, Framework, Metric, Task
from course.message import WrongUse
from course.paths import ASSETS

CACHE = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR)
SPACE = 4 * 2**20
"""The least that a lesson writes into the caches, in bytes."""
ROWS = 64
"""The least number of rows in a split."""


@dataclass(frozen=True)
class Source:
    """The origins of a lesson's data, checkpoint and metric: directories, or names on the hub; empty for what it does not need.

    `embedded` says that the data and the checkpoint are the ones this project ships, for which every claim is tested.
    """

    name: str
    checkpoint: str
    dataset: str
    metric: str
    embedded: bool


def choose_source(task: Task, name: str, checkpoint: str | None = None, dataset: str | None = None) -> Source:
    """The source of a name, `embedded` or `hub`, with another checkpoint or data set in place of the task's own.

    Raises:
        WrongUse: the name is unknown.
    """
    if name not in ("embedded", "hub"):
        raise WrongUse(N_("There is no source `{name}`: choose `embedded` or `hub`."), name=name)
    if name == "embedded":
        own = embedded(task)
        ours = checkpoint is None and dataset is None
        return Source(name, checkpoint or own.checkpoint, dataset or own.dataset, own.metric, ours)
    return Source(
        name,
        checkpoint or (task.checkpoint.published if task.checkpoint else ""),
        dataset or (task.dataset.published if task.dataset else ""),
        task.metric.published,
        False,
    )


def embedded(task: Task) -> Source:
    """The directories that this project ships for a task."""
    needed = (task.checkpoint, task.dataset, task.metric)
    checkpoint, dataset, metric = (str(ASSETS / each.directory) if each and each.directory else "" for each in needed)
    return Source("embedded", checkpoint, dataset, metric, True)


def prepare(source: Source, framework: Framework) -> None:
    """Set the environment that the libraries read when they are imported, and keep an embedded lesson off the network."""
    choose_libraries(framework)
    if source.name == "embedded":
        # what a fault looks like today is declared for a CPU; on a GPU it looks otherwise, and may end the process
        use_the_cpu()
    if source.dataset and Path(source.dataset).is_dir():
        os.environ.setdefault("HF_DATASETS_CACHE", str(cache_of(Path(source.dataset))))
    if all(Path(place).exists() for place in (source.checkpoint, source.dataset, source.metric)):
        stay_offline()


def hub_home() -> Path:
    """The directory below which the libraries keep their caches."""
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(os.environ.get("HF_HOME") or f"{cache}/huggingface").expanduser()


def cache_of(dataset: Path) -> Path:
    """A cache of its own for a local data set.

    `datasets` knows a local directory by its last name and its configurations, not by what is in it: of two directories
    of one name the second would be read from the cache of the first (seen with datasets 5.0.1).
    """
    files = sorted(path for path in dataset.rglob("*") if path.is_file())
    stamp = [(str(path.resolve()), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
    return hub_home() / "course-companion" / hashlib.sha256(repr(stamp).encode()).hexdigest()[:16]


def check_assets(directory: Path = ASSETS) -> None:
    """Compare the embedded files with their checksums.

    Raises:
        WrongUse: one is missing, or is not what was shipped.
    """
    sums = directory / "SHA256SUMS"
    for line in sums.read_text(encoding="utf-8", errors="replace").splitlines() if sums.is_file() else ["  SHA256SUMS"]:
        digest, _, name = line.partition("  ")
        path = directory / name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != digest:
            raise WrongUse(
                N_(
                    "The file `{path}` of this project is missing or damaged: restore it with `git checkout`, or install the package again."
                ),
                path=path,
            )


def check(source: Source, task: Task) -> None:
    """Check the data and the checkpoint before a lesson on the task uses them.

    Raises:
        WrongUse: a part is missing, damaged, without the columns needed, out of reach, or cannot be cached on disk.
    """
    if any(ASSETS in Path(part).parents for part in (source.dataset, source.checkpoint)):
        check_assets()
    if task.dataset is not None:
        _check_cache()
        _check_dataset(source.dataset, task.dataset)
    if task.checkpoint is not None:
        _check_checkpoint(source.checkpoint)
    if source.metric:
        _check_metric(source.metric, task.metric)


def _check_cache() -> None:
    home = hub_home()
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home) as file:
            file.write(bytes(SPACE))
    except OSError as error:
        raise _cache_complaint(error, home) from error


def _cache_complaint(error: OSError, path: Path) -> WrongUse:
    return WrongUse(
        N_(
            "The cache `{path}` cannot be written ({reason}): free some space on the disk, or set `HF_HOME` to a directory in which you may write."
        ),
        path=error.filename or path,
        reason=os.strerror(error.errno or errno.ENOSPC),
    )


def _check_dataset(dataset: str, wanted: Dataset) -> None:
    missing = N_(
        "`{path}` is not a data set with the configuration `{configuration}`: name a directory that `load_dataset` can read, or an id on the Hugging Face Hub."
    )
    if _is_path(dataset) and not Path(dataset).is_dir():
        raise WrongUse(missing, path=dataset, configuration=wanted.configuration)
    import datasets

    datasets.disable_progress_bars()
    try:
        loaded = datasets.load_dataset(dataset, wanted.configuration)
    except Exception as error:
        raise _unreadable(dataset, missing, error, configuration=wanted.configuration) from error
    for split in wanted.splits:
        if split not in loaded:
            raise WrongUse(
                N_("The data set `{path}` has no split `{split}`, which the lesson needs: choose another data set."),
                path=dataset,
                split=split,
            )
        for column in wanted.columns:
            if column not in loaded[split].column_names:
                raise WrongUse(
                    N_(
                        "The data set `{path}` has no column `{column}`, which the lesson needs: choose another data set, or rename its columns."
                    ),
                    path=dataset,
                    column=column,
                )
        if wanted.labels and len(getattr(loaded[split].features["label"], "names", ())) != wanted.labels:
            raise WrongUse(
                N_(
                    "The column `label` of the data set `{path}` does not fit the lesson: it must be a `ClassLabel` with {count} names."
                ),
                path=dataset,
                count=wanted.labels,
            )
        if len(loaded[split]) < ROWS:
            raise WrongUse(
                N_(
                    "The split `{split}` of the data set `{path}` is too small: the lesson needs at least {count} examples."
                ),
                path=dataset,
                split=split,
                count=ROWS,
            )


def _check_checkpoint(checkpoint: str) -> None:
    missing = N_(
        "`{path}` is not a checkpoint with a tokenizer and with weights in `model.safetensors`: name a directory that `save_pretrained` wrote, or an id on the Hugging Face Hub."
    )
    if _is_path(checkpoint) and not (Path(checkpoint) / "config.json").is_file():
        raise WrongUse(missing, path=checkpoint)
    from safetensors import safe_open
    from transformers import AutoConfig, AutoTokenizer
    from transformers.utils import cached_file

    try:
        AutoConfig.from_pretrained(checkpoint)
        AutoTokenizer.from_pretrained(checkpoint)
        # opening reads the header, and compares the file's length with it
        with safe_open(cached_file(checkpoint, "model.safetensors"), framework="numpy"):
            pass
    except Exception as error:
        raise _unreadable(checkpoint, missing, error) from error


def _check_metric(metric: str, wanted: Metric) -> None:
    import evaluate

    try:
        evaluate.load(metric, wanted.configuration)
    except ImportError as error:
        raise WrongUse(
            N_("The metric `{name}` needs packages that are not installed: run `{command}`."),
            name=metric,
            command=install("hub"),
        ) from error
    except Exception as error:
        raise _unreadable(
            metric,
            N_(
                "The metric `{path}` cannot be loaded by `evaluate.load`: update the package `evaluate`, or leave out `--source`."
            ),
            error,
        ) from error


def _is_path(name: str) -> bool:
    return name.startswith(("/", ".", "~")) or Path(name).exists() or name.count("/") > 1 or "\\" in name


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__


def _unreadable(name: str, missing: str, error: Exception, **values: object) -> WrongUse:
    """The complaint about data or a checkpoint that cannot be read; it blames the cache, the network, or the path."""
    for cause in _causes(error):
        if isinstance(cause, OSError) and (cause.errno in CACHE or "disk space" in str(cause)):
            return _cache_complaint(cause, hub_home())
    if not _is_path(name) and any(
        word in f"{type(cause).__name__} {cause}"
        for cause in _causes(error)
        for word in ("Connect", "connect", "Offline", "offline", "Timeout")
    ):
        return WrongUse(
            N_(
                "The Hugging Face Hub cannot be reached for `{name}`: check the connection and the name. To work without a network, leave out `--source`, `--dataset` and `--checkpoint`: the data and the checkpoint of this project are then used."
            ),
            name=name,
        )
    return WrongUse(missing, path=name, **values)
