"""Ticket routing, own loop with a linear learning rate schedule."""
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          get_scheduler, set_seed)

set_seed(99)
CKPT = "checkpoints/tickets"
num_epochs = 8
lr = 5e-4

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def features(split):
    frame = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)
    encoded = tokenizer(frame["text"].tolist(), truncation=True)
    return [
        {"input_ids": ids, "attention_mask": mask, "labels": int(label)}
        for ids, mask, label in zip(encoded["input_ids"], encoded["attention_mask"], frame["desk_id"])
    ]


collator = DataCollatorWithPadding(tokenizer)
train_dl = DataLoader(features("train"), batch_size=16, shuffle=True, collate_fn=collator)
valid_dl = DataLoader(features("validation"), batch_size=64, collate_fn=collator)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.01)
lr_scheduler = get_scheduler(
    "linear",
    optimizer=optimizer,
    num_warmup_steps=0,
    num_training_steps=num_epochs * len(train_dl),
)


def validate():
    model.eval()
    hits, loss, n = 0, 0.0, 0
    for batch in valid_dl:
        with torch.no_grad():
            out = model(**batch)
        hits += int((out.logits.argmax(-1) == batch["labels"]).sum())
        loss += out.loss.item() * len(batch["labels"])
        n += len(batch["labels"])
    return loss / n, hits / n


for epoch in range(num_epochs):
    model.train()
    epoch_loss = 0.0
    for batch in train_dl:
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        lr_scheduler.step()
        optimizer.zero_grad()
        epoch_loss += out.loss.item()
    val_loss, val_acc = validate()
    print(f"{epoch}: train {epoch_loss / len(train_dl):.4f} valid {val_loss:.4f} acc {val_acc:.3f}")
