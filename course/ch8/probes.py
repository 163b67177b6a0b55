"""Small cells that chapter 8's lessons have in common, for either framework. Each returns the rows of a table."""

import math
import os
import subprocess
import sys
from importlib.metadata import version
from tempfile import TemporaryDirectory

from huggingface_hub import HfFileSystem


def label_balance(raw_datasets):
    train = raw_datasets["train"]
    labels = train["label"][:]
    shares = {
        name: labels.count(number) / len(labels)
        for number, name in enumerate(train.features["label"].names)
    }
    guess = -sum(share * math.log(share) for share in shares.values())
    return [
        *(
            {
                "model": f"always {name}",
                "accuracy": share,
                "loss": math.inf,
            }
            for name, share in shares.items()
        ),
        {
            "model": "the label frequencies",
            "accuracy": sum(share**2 for share in shares.values()),
            "loss": guess,
        },
    ]


def names_on_the_hub():
    hub, installed = HfFileSystem(), version("huggingface_hub")
    table = []
    for name in ("glue", "nyu-mll/glue"):
        try:
            hub.resolve_path(f"datasets/{name}")
            answer = "found on the hub"
        except Exception as error:
            answer = f"{type(error).__name__}: {error}"
        table.append(
            {
                "huggingface_hub": installed,
                "name": name,
                "what comes of it": answer.strip(),
            }
        )
    return table


def names_without_a_network():
    program = """\
from datasets import load_dataset

for name in "glue", "nyu-mll/glue":
    try:
        load_dataset(name, "mnli", cache_dir="empty")
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
"""
    with TemporaryDirectory() as directory:
        done = subprocess.run(
            [sys.executable, "-c", program],
            cwd=directory,
            env={**os.environ, "HF_HUB_OFFLINE": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
    return [{"error": line} for line in done.stdout.splitlines()]


def shares_of_padding(raw_datasets, tokenizer):
    rows = raw_datasets["train"].select(range(640))
    texts = rows["premise"][:], rows["hypothesis"][:]
    ids = tokenizer(*texts, truncation=True)["input_ids"]
    longest = max(map(len, ids))
    ways = {
        "to the longest of the batch": {"padding": True},
        "to a multiple of 8": {
            "padding": True,
            "pad_to_multiple_of": 8,
        },
        "to the longest of all": {
            "padding": "max_length",
            "max_length": longest,
        },
        "max_length left out": {"padding": "max_length"},
    }
    table = []
    for name, how in ways.items():
        masks = [
            tokenizer(
                batch["premise"],
                batch["hypothesis"],
                truncation=True,
                return_tensors="np",
                **how,
            )["attention_mask"]
            for batch in rows.iter(16)
        ]
        tokens = sum(mask.size for mask in masks)
        padding = tokens - sum(int(mask.sum()) for mask in masks)
        table.append(
            {
                "padding": name,
                "lengths": len({mask.shape[1] for mask in masks}),
                "tokens": tokens,
                "share of padding": padding / tokens,
            }
        )
    return table
