"""Small cells that look at the live objects of chapter 3's script with Accelerate, and start it in processes of its own."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from accelerate import notebook_launcher

from course.ch3.processes import run


def what_is_prepared(model, optimizer, train_dataloader, accelerator):
    prepared = {
        "model": model,
        "optimizer": optimizer,
        "train_dataloader": train_dataloader,
    }
    return [
        {"object": name, "is now": type(value).__name__}
        for name, value in prepared.items()
    ] + [{"object": "device", "is now": str(accelerator.device)}]


def few_rows(raw_datasets, output):
    splits = ("train", "validation")
    folder = Path(output) / "few" / "mrpc"
    folder.mkdir(parents=True, exist_ok=True)
    for split in splits:
        rows = raw_datasets[split]
        rows = rows.select(range(160)) if split == "train" else rows
        rows.to_parquet(folder / f"{split}.parquet")
    files = "".join(
        f"  - split: {split}\n    path: mrpc/{split}.parquet\n"
        for split in splits
    )
    card = f"configs:\n- config_name: mrpc\n  data_files:\n{files}"
    readme = folder.parent / "README.md"
    readme.write_text(f"---\n{card}---\n", encoding="utf-8")
    return str(folder.parent)


def two_processes(
    program, raw_datasets, checkpoint, metric, output, untrained
):
    few = few_rows(raw_datasets, output)
    script = Path(output) / "train.py"
    call = f"main({checkpoint!r}, {few!r}, {metric!r}, num_epochs=1)"
    script.write_text(f"{program}\n\n{call}\n", encoding="utf-8")
    command = ["accelerate", "launch", "--multi_gpu"]
    command += ["--num_processes", "2", "--main_process_port", "0"]
    said = run([*command, str(script)], ACCELERATE_USE_CPU="true")
    report = json.loads(said.splitlines()[-1])
    rows = {1: untrained, report["processes"]: report["untrained"]}
    return [
        {
            "processes": count,
            "examples measured": measured["rows"],
            "accuracy": measured["accuracy"],
            "f1": measured["f1"],
        }
        for count, measured in rows.items()
    ]


def from_a_notebook(program, raw_datasets, checkpoint, metric, output):
    few = few_rows(raw_datasets, output)
    cells = {}
    exec(program, cells)
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(io.StringIO()):
        notebook_launcher(
            cells["main"], (checkpoint, few, metric, 1), num_processes=1
        )
    report = json.loads(said.getvalue().splitlines()[-1])
    return [{"processes": report["processes"], **report["trained"]}]


def from_a_notebook_with_two(
    program, raw_datasets, checkpoint, metric, output
):
    few = few_rows(raw_datasets, output)
    cells = {}
    exec(program, cells)
    notebook_launcher(
        cells["main"], (checkpoint, few, metric, 1), num_processes=2
    )
