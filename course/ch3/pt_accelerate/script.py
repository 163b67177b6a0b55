"""The same training with Accelerate, in as many processes as there are: chapter 3's second PyTorch script, working."""

import json

import torch
from accelerate import Accelerator
from tqdm.auto import tqdm

from course.ch3.pt.script import (
    fix_seed,
    last_scores,
    load_data,
    load_tokenizer,
    make_loaders,
    make_metric,
    make_model,
    make_optimizer,
    make_schedule,
    prepare_columns,
    tokenize_pairs,
)


def make_accelerator():
    return Accelerator()


def prepare(
    accelerator, model, optimizer, train_dataloader, eval_dataloader
):
    return accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader
    )


def measure_model(model, eval_dataloader, metric, accelerator):
    model.eval()
    total, rows = 0.0, 0
    for batch in eval_dataloader:
        with torch.no_grad():
            outputs = model(**batch)
        predictions, labels, losses = accelerator.gather_for_metrics(
            (
                outputs.logits.argmax(dim=-1),
                batch["labels"],
                outputs.loss.repeat(len(batch["labels"])),
            )
        )
        metric.add_batch(predictions=predictions, references=labels)
        total += losses.sum().item()
        rows += len(labels)
    scores = metric.compute()
    return {"rows": rows, "validation loss": total / rows, **scores}


def train_step(model, batch, optimizer, lr_scheduler, accelerator):
    loss = model(**batch).loss
    accelerator.backward(loss)
    optimizer.step()
    lr_scheduler.step()
    optimizer.zero_grad()
    return loss.item()


def train(
    model,
    train_dataloader,
    eval_dataloader,
    optimizer,
    lr_scheduler,
    metric,
    accelerator,
    num_epochs,
    num_training_steps,
    callbacks,
):
    progress = tqdm(
        total=num_training_steps,
        disable=not accelerator.is_main_process,
    )
    history = []
    for epoch in range(1, num_epochs + 1):
        model.train()
        losses = []
        for batch in train_dataloader:
            loss = train_step(
                model, batch, optimizer, lr_scheduler, accelerator
            )
            losses.append(loss)
            progress.update()
            for callback in callbacks:
                callback(loss)
        mean = sum(losses) / len(losses)
        scores = measure_model(
            model, eval_dataloader, metric, accelerator
        )
        history.append(
            {"epoch": epoch, "training loss": mean, **scores}
        )
    progress.close()
    return history


def report(accelerator, untrained, scores):
    accelerator.print(
        json.dumps(
            {
                "processes": accelerator.num_processes,
                "untrained": untrained,
                "trained": scores,
            }
        )
    )


def main(
    checkpoint,
    dataset,
    metric="glue",
    num_epochs=3,
    seed=0,
    callbacks=(),
):
    raw_datasets = load_data(dataset)
    tokenizer = load_tokenizer(checkpoint)
    tokenized_datasets = tokenize_pairs(raw_datasets, tokenizer)
    prepared_datasets = prepare_columns(tokenized_datasets)
    fix_seed(seed)
    train_dataloader, eval_dataloader = make_loaders(
        prepared_datasets, tokenizer
    )
    model = make_model(checkpoint)
    optimizer = make_optimizer(model)
    accelerator = make_accelerator()
    model, optimizer, train_dataloader, eval_dataloader = prepare(
        accelerator, model, optimizer, train_dataloader, eval_dataloader
    )
    lr_scheduler, num_training_steps = make_schedule(
        optimizer, train_dataloader, num_epochs
    )
    glue_metric = make_metric(metric)
    untrained = measure_model(
        model, eval_dataloader, glue_metric, accelerator
    )
    history = train(
        model,
        train_dataloader,
        eval_dataloader,
        optimizer,
        lr_scheduler,
        glue_metric,
        accelerator,
        num_epochs,
        num_training_steps,
        callbacks,
    )
    scores = last_scores(history)
    report(accelerator, untrained, scores)
