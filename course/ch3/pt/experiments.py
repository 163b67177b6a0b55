"""Small experiments with chapter 3's training step: what each changes in memory, time and loss."""

import time
from contextlib import nullcontext
from copy import deepcopy

import torch
from torch.autograd.graph import saved_tensors_hooks
from torch.utils.data import DataLoader


def clipping(model, train_dataloader, device):
    batches = first_batches(train_dataloader, 12, device)
    return [
        {"clipped to": "not", **run(model, batches)},
        {"clipped to": "norm 1", **run(model, batches, clip=1.0)},
    ]


def accumulation(model, train_dataloader, device):
    small = first_batches(train_dataloader, 12, device)
    large = [
        batch.to(device)
        for batch in joined(small, train_dataloader.collate_fn, 4)
    ]
    return [
        {"batches": "3 of 32", **run(model, large)},
        {"batches": "12 of 8", **run(model, small)},
        {"batches": "3 times 4 of 8", **run(model, small, every=4)},
    ]


def mixed_precision(model, train_dataloader, device):
    batches = first_batches(train_dataloader, 4, device)
    half = torch.autocast(device.type, dtype=torch.bfloat16)
    return [
        {"precision": "float32", **run(model, batches)},
        {"precision": "bfloat16", **run(model, batches, around=half)},
    ]


def learning_curves(
    checkpoint,
    prepared_datasets,
    train_dataloader,
    glue_metric,
    device,
    make_model,
    train_step,
    measure_model,
):
    few, others = few_rows(prepared_datasets, train_dataloader)
    found = [{"epoch": epoch} for epoch in range(1, 13)]
    for rate in (4e-4, 1e-6):
        torch.manual_seed(2)
        model = make_model(checkpoint).to(device)
        optimizer = torch.optim.AdamW(model.parameters(), lr=rate)
        schedule = torch.optim.lr_scheduler.ConstantLR(optimizer, 1.0)
        for row in found:
            model.train()
            losses = [
                train_step(model, batch.to(device), optimizer, schedule)
                for batch in few
            ]
            scores = measure_model(model, others, glue_metric, device)
            row[f"training, {rate}"] = sum(losses) / len(losses)
            row[f"validation, {rate}"] = scores["validation loss"]
    return found


def few_rows(datasets, dataloader):
    collator = dataloader.collate_fn
    rows = datasets["train"].select(range(48))
    unseen = datasets["validation"].select(range(128))
    return (
        DataLoader(rows, 8, shuffle=True, collate_fn=collator),
        DataLoader(unseen, 32, collate_fn=collator),
    )


def run(model, batches, clip=None, every=1, around=None):
    # without dropout, so that the losses can be compared
    trial = deepcopy(model).eval()
    optimizer = torch.optim.AdamW(trial.parameters(), lr=5e-5)
    kept, most, norm = 0, 0, 0.0

    def count(tensor):
        nonlocal kept
        kept += tensor.nbytes
        return tensor

    began = time.perf_counter()
    for number, batch in enumerate(batches, 1):
        kept = 0
        hooks = saved_tensors_hooks(count, lambda tensor: tensor)
        with hooks, around or nullcontext():
            loss = trial(**batch).loss / every
        most = max(most, kept)
        loss.backward()
        if number % every == 0:
            # a bound that is never reached only measures
            norm = torch.nn.utils.clip_grad_norm_(
                trial.parameters(), clip or 1e9
            )
            optimizer.step()
            optimizer.zero_grad()
    seconds = time.perf_counter() - began
    with torch.no_grad():
        after = [trial(**batch).loss.item() for batch in batches]
    return {
        "last norm": float(norm),
        "activations, MB": most / 1e6,
        "seconds": seconds,
        "loss afterwards": sum(after) / len(after),
    }


def first_batches(dataloader, count, device):
    return [
        batch.to(device) for _, batch in zip(range(count), dataloader)
    ]


def joined(batches, collator, count):
    groups = [
        batches[place : place + count]
        for place in range(0, len(batches), count)
    ]
    return [
        collator(
            [
                {key: value[row] for key, value in batch.items()}
                for batch in group
                for row in range(len(batch["labels"]))
            ]
        )
        for group in groups
    ]
