"""Functions that the experiments with chapter 8's scripts share, for either framework."""

import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any


@contextmanager
def at_most(megabytes: int) -> Iterator[None]:
    """Let this process take only so much memory besides what it has. Only Linux counts and limits that."""
    import resource

    status = Path("/proc/self/status").read_text()
    taken = int(status.split("VmData:")[1].split()[0]) * 2**10
    before, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = taken + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (before, most))


def memory_to_train(count: int) -> list[dict[str, object]]:
    """A table of the memory that so many weights of four bytes need in training: themselves, their gradients, and Adam."""
    needed = {"weights": 1, "gradients": 1, "Adam's two means": 2}
    return [
        {
            "for": name,
            "numbers": times * count,
            "GB": 4 * times * count / 1e9,
        }
        for name, times in needed.items()
    ]


def in_fives(
    curves: Mapping[str, Sequence[float]],
) -> list[dict[str, float]]:
    """The losses of several runs as a table: a row for five steps, with their means."""
    count = len(next(iter(curves.values())))
    return [
        {
            "step": first + 5,
            **{
                name: sum(losses[first : first + 5]) / 5
                for name, losses in curves.items()
            },
        }
        for first in range(0, count, 5)
    ]


def first_of_each(
    labels: Sequence[int], counts: Sequence[int]
) -> list[int]:
    """The places of the first examples of each label, as many as `counts` says, in their order."""
    places: list[int] = []
    for label, count in enumerate(counts):
        found = [at for at, each in enumerate(labels) if each == label]
        places += found[:count]
    return sorted(places)


def recalls(
    names: Sequence[str],
    labels: Sequence[int],
    predictions: Sequence[int],
) -> dict[str, float]:
    """The accuracy, and the recall of each label by its name."""
    right = [
        label
        for label, prediction in zip(labels, predictions, strict=True)
        if label == prediction
    ]
    return {
        "accuracy": len(right) / len(labels),
        **{
            name: right.count(label) / labels.count(label)
            for label, name in enumerate(names)
        },
    }


def halves(
    batches: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """Batches of eight from batches of sixteen."""
    return [
        {
            key: values[first : first + 8]
            for key, values in batch.items()
        }
        for batch in batches
        for first in (0, 8)
    ]


def padded(
    raw_datasets: Any,
    tokenizer: Any,
    how: Mapping[str, Any],
    tensors: str,
) -> list[Any]:
    """Six batches of sixteen pairs of sentences, padded in a way that `how` says, as the tensors of a framework."""
    rows = raw_datasets["train"].select(range(6 * 16))
    return [
        tokenizer(
            batch["premise"],
            batch["hypothesis"],
            truncation=True,
            return_tensors=tensors,
            **how,
        )
        for batch in rows.iter(16)
    ]


def count_lengths(batches: Sequence[Mapping[str, Any]]) -> int:
    """How many lengths the batches have."""
    return len({batch["input_ids"].shape[1] for batch in batches})


def seed_by_seed(
    rate: float, scores: Mapping[str, Sequence[float]]
) -> list[dict[str, Any]]:
    """The scores of two ways to train as a table: a row for each seed, and one for the means, with the differences."""
    seeds = [
        str(seed) for seed, _ in enumerate(next(iter(scores.values())))
    ]
    table = []
    for seed in (*seeds, "mean"):
        row = {
            name: sum(values) / len(values)
            if seed == "mean"
            else values[int(seed)]
            for name, values in scores.items()
        }
        first, second = row.values()
        table.append(
            {
                "rate": str(rate),
                "seed": seed,
                **row,
                "difference": round(second - first, 4),
            }
        )
    return table


def run_by_itself(
    program: str, directory: str, packages: Sequence[str]
) -> list[dict[str, str]]:
    """Write a program to `example.py` and run it; add the error that it ends in, and the versions, and return its lines."""
    path = Path(directory, "example.py")
    path.parent.mkdir(exist_ok=True)
    path.write_text(program)
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True
    )
    known = {name: version(name) for name in packages}
    versions = {"python": platform.python_version(), **known}
    notes = [
        done.stderr.splitlines()[-1],
        *(f"{name} {number}" for name, number in versions.items()),
    ]
    program += "".join(f"# {note}\n" for note in notes)
    path.write_text(program)
    return [{"example.py": line} for line in program.splitlines()]
