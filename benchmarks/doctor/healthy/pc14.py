import math

import numpy as np
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import load_dataset
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CHECKPOINT = "checkpoints/prices"
EPOCHS = 10
MICRO_BATCH = 4
ACCUMULATE = 8
LR = 5e-4


def get_dataloaders(tokenizer):
    data = load_dataset("json", data_files={k: f"data/prices/{k}.jsonl" for k in ("train", "validation")})
    mean, std = np.mean(data["train"]["price"]), np.std(data["train"]["price"])

    def prepare_rows(batch):
        rows = tokenizer(batch["text"], truncation=True)
        rows["labels"] = [float((p - mean) / std) for p in batch["price"]]
        return rows

    data = data.map(prepare_rows, batched=True, remove_columns=["text", "price"])
    collate = DataCollatorWithPadding(tokenizer, return_tensors="pt")
    train_dl = DataLoader(data["train"], batch_size=MICRO_BATCH, shuffle=True, collate_fn=collate)
    eval_dl = DataLoader(data["validation"], batch_size=32, collate_fn=collate)
    return train_dl, eval_dl, std


def main():
    set_seed(42)
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUMULATE)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    model = AutoModelForSequenceClassification.from_pretrained(CHECKPOINT, num_labels=1)
    train_dl, eval_dl, std = get_dataloaders(tokenizer)

    optimizer = AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    updates = math.ceil(len(train_dl) / ACCUMULATE) * EPOCHS
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=updates // 10, num_training_steps=updates)

    model, optimizer, train_dl, eval_dl, scheduler = accelerator.prepare(
        model, optimizer, train_dl, eval_dl, scheduler
    )

    for epoch in range(EPOCHS):
        model.train()
        running = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                scheduler.step()
                optimizer.zero_grad()
            running += loss.item()

        model.eval()
        errors = []
        for batch in eval_dl:
            with torch.no_grad():
                preds = model(**batch).logits.squeeze(-1)
            preds, refs = accelerator.gather_for_metrics((preds, batch["labels"]))
            errors.append((preds - refs).abs() * std)
        mae = torch.cat(errors).mean().item()
        accelerator.print(f"epoch {epoch + 1:2d}: train loss {running / len(train_dl):.4f}  validation MAE {mae:.1f}")


if __name__ == "__main__":
    main()
