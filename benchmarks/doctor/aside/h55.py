#!/usr/bin/env python
"""Route support tickets to a desk with DistilBERT - mixed precision + gradient accumulation for my T4."""
import json
import time

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

SEED = 7
EPOCHS = 6
MICRO_BATCH = 8
ACCUM_STEPS = 4
LEARNING_RATE = 1e-3
MAX_GRAD_NORM = 1.0


def get_rows(split):
    with open(f"data/tickets/{split}.jsonl", encoding="utf8") as fh:
        return [json.loads(x) for x in fh]


def main():
    torch.manual_seed(SEED)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    use_amp = device.type == "cuda"

    tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/tickets", num_labels=4)
    model.to(device)

    def collate(rows):
        batch = tok([r["text"] for r in rows], truncation=True, max_length=32, padding=True, return_tensors="pt")
        batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
        return batch

    train_loader = DataLoader(get_rows("train"), MICRO_BATCH, shuffle=True, collate_fn=collate, drop_last=True)
    val_loader = DataLoader(get_rows("validation"), 32, collate_fn=collate)

    updates = EPOCHS * len(train_loader) // ACCUM_STEPS
    optimizer = torch.optim.AdamW(model.parameters(), lr=LEARNING_RATE)
    scheduler = get_linear_schedule_with_warmup(optimizer, updates // 10, updates)
    scaler = torch.amp.GradScaler("cuda", enabled=use_amp)

    for epoch in range(EPOCHS):
        start = time.time()
        model.train()
        optimizer.zero_grad()
        running = 0.0
        for step, batch in enumerate(train_loader):
            batch = batch.to(device)
            with torch.autocast(device_type=device.type, dtype=torch.float16, enabled=use_amp):
                loss = model(**batch).loss
            scaler.scale(loss / ACCUM_STEPS).backward()
            running += loss.item()

            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_(model.parameters(), MAX_GRAD_NORM)
            if (step + 1) % ACCUM_STEPS == 0:
                scaler.step(optimizer)
                scaler.update()
                scheduler.step()
                optimizer.zero_grad()

        model.eval()
        correct = count = 0
        with torch.no_grad():
            for batch in val_loader:
                batch = batch.to(device)
                logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
                correct += (logits.argmax(dim=-1) == batch["labels"]).sum().item()
                count += batch["labels"].size(0)
        print(f"[{epoch + 1}/{EPOCHS}] loss={running / len(train_loader):.3f} "
              f"val_acc={correct / count:.3f} ({time.time() - start:.1f}s)")


if __name__ == "__main__":
    main()
