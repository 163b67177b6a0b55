"""Small cells that look at the live objects of chapter 3's PyTorch script. Each returns the rows of a table."""

import importlib
import inspect
import math
from copy import deepcopy

import torch
from torch.autograd.graph import saved_tensors_hooks
from transformers import DataCollatorWithPadding, default_data_collator


def with_the_text(tokenized_datasets, tokenizer):
    rows = tokenized_datasets["train"].select(range(8))
    collator = DataCollatorWithPadding(tokenizer)
    collator([rows[place] for place in range(8)])


def with_the_old_name(tokenized_datasets, tokenizer, checkpoint):
    from transformers import AutoModelForSequenceClassification

    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=2
    )
    rows = tokenized_datasets["train"].remove_columns(
        ["sentence1", "sentence2", "idx"]
    )
    batch = tokenizer.pad(rows[:8], return_tensors="pt")
    taken = inspect.signature(model.forward).parameters
    return [
        {"key": key, "is a parameter": key in taken} for key in batch
    ]


def with_lists(tokenized_datasets, checkpoint):
    from transformers import AutoModelForSequenceClassification

    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=2
    )
    row = tokenized_datasets["train"][0]
    model(
        input_ids=[row["input_ids"]],
        attention_mask=[row["attention_mask"]],
    )


def what_the_collator_does(tokenized_datasets, tokenizer):
    rows = tokenized_datasets["train"].remove_columns(
        ["sentence1", "sentence2", "idx"]
    )
    collator = DataCollatorWithPadding(tokenizer)
    batch = collator([rows[place] for place in range(8)])
    return [
        {"key": key, "type": type(value).__name__}
        for key, value in batch.items()
    ]


def batch_shapes(train_dataloader):
    batches = [batch for _, batch in zip(range(4), train_dataloader)]
    return [
        {key: str(tuple(value.shape)) for key, value in batch.items()}
        for batch in batches
    ]


def without_a_collator(prepared_datasets):
    rows = prepared_datasets["train"]
    default_data_collator([rows[place] for place in range(8)])


def one_batch_through(model, train_dataloader, device):
    batch = next(iter(train_dataloader)).to(device)
    with torch.no_grad():
        outputs = model(**batch)
    return [
        {
            "loss": outputs.loss.item(),
            "ln 2": math.log(2),
            "shape of the logits": str(tuple(outputs.logits.shape)),
        }
    ]


def homes_of_adamw():
    found = []
    for name in ("transformers", "torch.optim", "accelerate"):
        module = importlib.import_module(name)
        found.append(
            {"module": name, "AdamW": hasattr(module, "AdamW")}
        )
    return found


def rates(lr_scheduler, train_dataloader, num_epochs):
    # the schedule's own formula, asked without taking a step
    of_step = lr_scheduler.lr_lambdas[0]
    peak = lr_scheduler.base_lrs[0]
    last = num_epochs * len(train_dataloader) - 1
    return [
        {"step": step, "learning rate": peak * of_step(step)}
        for step in (0, 1, 2, 3, last // 2, last)
    ]


def count_steps(train_dataloader, num_epochs, num_training_steps):
    return [
        {
            "batches": len(train_dataloader),
            "epochs": num_epochs,
            "steps": num_training_steps,
            "steps, real MRPC": 3 * math.ceil(3668 / 8),
        }
    ]


def kept_for_gradients(
    model, eval_dataloader, glue_metric, device, measure_model
):
    kept = 0

    def count(tensor):
        nonlocal kept
        kept += tensor.nbytes
        return tensor

    with saved_tensors_hooks(count, lambda tensor: tensor):
        measure_model(model, eval_dataloader, glue_metric, device)
    each = kept / len(eval_dataloader) / 1e6
    return [
        {
            "batches": len(eval_dataloader),
            "activations of each, MB": each,
        }
    ]


def gradients_by_step(model, train_dataloader, device, train_step):
    batch = next(iter(train_dataloader)).to(device)
    # no dropout, a learning rate of 0: every step is the same
    trial = deepcopy(model).eval()
    optimizer = torch.optim.AdamW(trial.parameters(), lr=0.0)
    schedule = torch.optim.lr_scheduler.ConstantLR(optimizer)
    weights = trial.classifier.weight
    norms = []
    weights.register_post_accumulate_grad_hook(
        lambda weight: norms.append(weight.grad.norm().item())
    )
    for _ in range(5):
        train_step(trial, batch, optimizer, schedule)
    return [
        {"step": step, "norm of the gradient": norm}
        for step, norm in enumerate(norms, 1)
    ]


def modes_by_epoch(
    model,
    train_dataloader,
    eval_dataloader,
    glue_metric,
    device,
    train,
):
    trial = deepcopy(model)
    optimizer = torch.optim.AdamW(trial.parameters(), lr=0.0)
    schedule = torch.optim.lr_scheduler.ConstantLR(optimizer)
    batches = [batch for _, batch in zip(range(3), train_dataloader)]
    modes = []
    train(
        trial,
        batches,
        eval_dataloader,
        optimizer,
        schedule,
        glue_metric,
        device,
        3,
        9,
        [lambda loss: modes.append(trial.training)],
    )
    return [
        {"epoch": epoch, "steps with dropout": sum(modes[first:][:3])}
        for epoch, first in ((1, 0), (2, 3), (3, 6))
    ]
