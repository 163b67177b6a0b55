#!/usr/bin/env python
# SST-2 with accelerate, adapted from the examples folder
import argparse

import evaluate
import torch
from accelerate import Accelerator
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          get_linear_schedule_with_warmup, set_seed)


def get_dataloaders(accelerator, tokenizer, batch_size):
    datasets = load_dataset("data/glue", "sst2")

    def tokenize_function(examples):
        return tokenizer(examples["sentence"], truncation=True, max_length=None)

    with accelerator.main_process_first():
        tokenized = datasets.map(tokenize_function, batched=True, remove_columns=["idx", "sentence"])
    tokenized = tokenized.rename_column("label", "labels")

    def collate_fn(examples):
        return tokenizer.pad(examples, padding="longest", return_tensors="pt")

    train_dataloader = DataLoader(tokenized["train"], shuffle=True, collate_fn=collate_fn, batch_size=batch_size)
    eval_dataloader = DataLoader(tokenized["validation"], shuffle=False, collate_fn=collate_fn, batch_size=64)
    return train_dataloader, eval_dataloader


def training_function(config, args):
    accelerator = Accelerator(cpu=args.cpu)
    set_seed(config["seed"])
    tokenizer = AutoTokenizer.from_pretrained(args.checkpoint)
    train_dataloader, eval_dataloader = get_dataloaders(accelerator, tokenizer, config["batch_size"])
    metric = evaluate.load("data/metrics/glue", "sst2")

    model = AutoModelForSequenceClassification.from_pretrained(args.checkpoint, num_labels=2)
    optimizer = AdamW(params=model.parameters(), lr=config["lr"])
    lr_scheduler = get_linear_schedule_with_warmup(
        optimizer=optimizer,
        num_warmup_steps=100,
        num_training_steps=len(train_dataloader) * config["num_epochs"],
    )

    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(config["num_epochs"]):
        model.train()
        running = 0.0
        for batch in train_dataloader:
            outputs = model(**batch)
            loss = outputs.loss
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
            running += loss.item()
        lr_scheduler.step()

        model.eval()
        for batch in eval_dataloader:
            with torch.no_grad():
                outputs = model(**batch)
            predictions, references = accelerator.gather_for_metrics(
                (outputs.logits.argmax(dim=-1), batch["labels"])
            )
            metric.add_batch(predictions=predictions, references=references)
        accelerator.print(
            f"epoch {epoch}: train loss {running / len(train_dataloader):.4f}", metric.compute()
        )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--checkpoint", default="checkpoints/bert")
    parser.add_argument("--cpu", action="store_true")
    args = parser.parse_args()
    training_function({"lr": 5e-4, "num_epochs": 3, "seed": 42, "batch_size": 16}, args)


if __name__ == "__main__":
    main()
