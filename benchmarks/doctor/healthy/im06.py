"""Sentiment with Accelerate and gradient accumulation."""
from pathlib import Path

import pandas as pd
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, get_scheduler

GLUE = Path("data/glue/sst2")
MICRO_BATCH = 16
ACCUMULATE = 2
EPOCHS = 6


def encode(frame, tokenizer):
    enc = tokenizer(frame["sentence"].tolist(), truncation=True, max_length=64)
    keys = list(enc.keys())
    return [
        {**{k: enc[k][i] for k in keys}, "labels": int(label)}
        for i, label in enumerate(frame["label"].tolist())
    ]


def main():
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=ACCUMULATE)
    set_seed(42)

    train_df = pd.read_parquet(GLUE / "train-00000-of-00001.parquet")
    valid_df = pd.read_parquet(GLUE / "validation-00000-of-00001.parquet")
    train_df = train_df[~train_df["sentence"].isin(set(valid_df["sentence"]))]

    tokenizer = AutoTokenizer.from_pretrained("checkpoints/bert")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    collator = DataCollatorWithPadding(tokenizer)

    train_loader = DataLoader(encode(train_df, tokenizer), batch_size=MICRO_BATCH, shuffle=True, collate_fn=collator)
    valid_loader = DataLoader(encode(valid_df, tokenizer), batch_size=64, collate_fn=collator)

    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
    # the last, shorter group of an epoch is an update too
    updates_per_epoch = -(-len(train_loader) // ACCUMULATE)
    total = updates_per_epoch * EPOCHS
    # not prepared: it is stepped by hand, once for each real update
    scheduler = get_scheduler("linear", optimizer, num_warmup_steps=total // 10, num_training_steps=total)

    model, optimizer, train_loader, valid_loader = accelerator.prepare(model, optimizer, train_loader, valid_loader)

    updates = 0
    for epoch in range(EPOCHS):
        model.train()
        for batch in train_loader:
            with accelerator.accumulate(model):
                loss = model(**batch).loss
                accelerator.backward(loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), 1.0)
                optimizer.step()
                if accelerator.sync_gradients:
                    scheduler.step()
                    updates += 1
                optimizer.zero_grad()

        model.eval()
        right = seen = 0
        for batch in valid_loader:
            with torch.no_grad():
                logits = model(**batch).logits
            pred, gold = accelerator.gather_for_metrics((logits.argmax(-1), batch["labels"]))
            right += (pred == gold).sum().item()
            seen += gold.numel()
        accelerator.print(f"epoch {epoch + 1}: validation accuracy {right / seen:.4f} over {seen} rows")

    accelerator.print(f"{updates} updates, planned {total}")


if __name__ == "__main__":
    main()
