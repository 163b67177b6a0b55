#!/usr/bin/env python
# fine-tune the small BERT on SST-2 with accelerate
import evaluate
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, get_linear_schedule_with_warmup)

config = {"lr": 5e-4, "num_epochs": 4, "seed": 42, "batch_size": 32, "warmup": 0}


def get_dataloaders(accelerator, tokenizer):
    data_files = {"train": "data/glue/sst2/train-00000-of-00001.parquet",
                  "validation": "data/glue/sst2/validation-00000-of-00001.parquet"}
    datasets = load_dataset("parquet", data_files=data_files)

    with accelerator.main_process_first():
        datasets = datasets.map(lambda ex: tokenizer(ex["sentence"], truncation=True, max_length=64),
                                batched=True, remove_columns=["idx", "sentence"])
    datasets = datasets.rename_column("label", "labels")
    collate = DataCollatorWithPadding(tokenizer)
    return (DataLoader(datasets["train"], shuffle=True, collate_fn=collate, batch_size=config["batch_size"]),
            DataLoader(datasets["validation"], shuffle=False, collate_fn=collate, batch_size=64))


def training_function():
    accelerator = Accelerator(cpu=True)
    set_seed(config["seed"])
    metric = evaluate.load("data/metrics/glue/glue.py", "sst2")

    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    train_dataloader, eval_dataloader = get_dataloaders(accelerator, tokenizer)
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    model = model.to(accelerator.device)

    optimizer = torch.optim.AdamW(params=model.parameters(), lr=config["lr"])
    lr_scheduler = get_linear_schedule_with_warmup(
        optimizer=optimizer,
        num_warmup_steps=config["warmup"],
        num_training_steps=config["num_epochs"],
    )
    model, optimizer, train_dataloader, eval_dataloader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_dataloader, eval_dataloader, lr_scheduler
    )

    for epoch in range(config["num_epochs"]):
        model.train()
        total_loss = 0
        for batch in train_dataloader:
            outputs = model(**batch)
            loss = outputs.loss
            total_loss += loss.detach().float()
            accelerator.backward(loss)
            optimizer.step()
            lr_scheduler.step()
            optimizer.zero_grad()

        model.eval()
        for batch in eval_dataloader:
            with torch.no_grad():
                outputs = model(**batch)
            predictions = outputs.logits.argmax(dim=-1)
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            metric.add_batch(predictions=predictions, references=references)
        eval_metric = metric.compute()
        accelerator.print(f"epoch {epoch}: train loss {total_loss.item() / len(train_dataloader):.4f}", eval_metric)


if __name__ == "__main__":
    training_function()
