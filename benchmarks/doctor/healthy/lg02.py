# Tickets to desks with Accelerate: micro-batches of 8, four of them make one update.
import math

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CONFIG = {
    "checkpoint": "checkpoints/tickets",
    "lr": 1e-3,
    "num_epochs": 8,
    "batch_size": 8,
    "gradient_accumulation_steps": 4,
    "warmup_ratio": 0.1,
    "seed": 42,
}


def get_dataloaders(tokenizer, batch_size):
    raw = load_dataset("json", data_files={s: f"data/tickets/{s}.jsonl" for s in ("train", "validation")})
    encoded = raw.map(
        lambda rows: tokenizer(rows["text"], truncation=True, max_length=32),
        batched=True,
        remove_columns=["text", "desk"],
    ).rename_column("desk_id", "labels")
    collate = DataCollatorWithPadding(tokenizer)
    train_loader = DataLoader(encoded["train"], batch_size=batch_size, shuffle=True, collate_fn=collate)
    eval_loader = DataLoader(encoded["validation"], batch_size=64, collate_fn=collate)
    return train_loader, eval_loader


def training_function(config):
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=config["gradient_accumulation_steps"])
    set_seed(config["seed"])

    tokenizer = AutoTokenizer.from_pretrained(config["checkpoint"])
    train_loader, eval_loader = get_dataloaders(tokenizer, config["batch_size"])
    model = AutoModelForSequenceClassification.from_pretrained(config["checkpoint"], num_labels=4)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config["lr"], weight_decay=0.01)

    updates_per_epoch = math.ceil(len(train_loader) / config["gradient_accumulation_steps"])
    num_updates = updates_per_epoch * config["num_epochs"]
    lr_scheduler = get_linear_schedule_with_warmup(
        optimizer,
        num_warmup_steps=int(config["warmup_ratio"] * num_updates),
        num_training_steps=num_updates,
    )

    model, optimizer, train_loader, eval_loader, lr_scheduler = accelerator.prepare(
        model, optimizer, train_loader, eval_loader, lr_scheduler
    )

    for epoch in range(config["num_epochs"]):
        model.train()
        total_loss = 0.0
        for batch in train_loader:
            with accelerator.accumulate(model):
                outputs = model(**batch)
                accelerator.backward(outputs.loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                lr_scheduler.step()
                optimizer.zero_grad()
            total_loss += outputs.loss.item()

        model.eval()
        hits = total = 0
        for batch in eval_loader:
            with torch.no_grad():
                predictions = model(**batch).logits.argmax(dim=-1)
            predictions, references = accelerator.gather_for_metrics((predictions, batch["labels"]))
            hits += (predictions == references).sum().item()
            total += len(references)
        accelerator.print(f"epoch {epoch}: train loss {total_loss / len(train_loader):.4f}, accuracy {hits / total:.4f}")


if __name__ == "__main__":
    training_function(CONFIG)
