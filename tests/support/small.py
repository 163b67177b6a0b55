"""Data sets and checkpoints like the embedded ones, and smaller: for tests in which nothing has to be learned."""

import json
import shutil
from pathlib import Path

from course.lesson import Task
from course.paths import ASSETS


def few_rows(task: Task, directory: Path, rows: int) -> str:
    """A data set in the hub's format with the first rows of each split of a task, in an empty directory."""
    import datasets

    files = ""
    for split in task.dataset.splits:
        chosen = datasets.load_dataset(
            str(ASSETS / task.dataset.directory), task.dataset.configuration, split=split
        ).select(range(rows))
        chosen.to_parquet(directory / f"{split}.parquet")
        files += f"  - split: {split}\n    path: {split}.parquet\n"
    card = f"---\nconfigs:\n- config_name: {task.dataset.configuration}\n  data_files:\n{files}---\n"
    (directory / "README.md").write_text(card, encoding="utf-8")
    return str(directory)


def checkpoint(task: Task, directory: Path, **settings: object) -> str:
    """A task's checkpoint with other settings, in a directory that does not exist yet."""
    shutil.copytree(ASSETS / task.checkpoint.directory, directory)
    path = directory / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **settings}), encoding="utf-8")
    return str(directory)


def one_layer(task: Task, directory: Path) -> str:
    """A task's checkpoint with the first of its layers only: TensorFlow traces it several times as fast."""
    return checkpoint(task, directory, n_layers=1, num_hidden_layers=1)
