import os
import time

import pandas as pd
import torch
from sklearn.metrics import accuracy_score, f1_score
from torch.utils.data import DataLoader, Dataset
from transformers import BertForSequenceClassification, BertTokenizerFast, get_cosine_schedule_with_warmup

DATA = os.path.join("data", "glue", "mrpc")
CKPT = os.path.join("checkpoints", "bert")
MAX_LEN = 160
EPOCHS = 3
BATCH = 32
LR = 3e-4

torch.manual_seed(99)


class ParaphraseDataset(Dataset):
    """Two sentences and whether they say the same thing."""

    def __init__(self, file, tokenizer, max_len=MAX_LEN):
        self.df = pd.read_parquet(os.path.join(DATA, file))
        self.tokenizer = tokenizer
        self.max_len = max_len

    def __len__(self):
        return len(self.df)

    def __getitem__(self, idx):
        row = self.df.iloc[idx]
        enc = self.tokenizer(
            row["sentence1"],
            row["sentence2"],
            padding="max_length",
            truncation=True,
            max_length=self.max_len,
            return_tensors="pt",
        )
        return {
            "input_ids": enc["input_ids"],
            "attention_mask": enc["attention_mask"],
            "token_type_ids": enc["token_type_ids"],
            "labels": torch.tensor(int(row["label"]), dtype=torch.long),
        }


def train_epoch(model, loader, optimizer, scheduler):
    model.train()
    total = 0.0
    for batch in loader:
        optimizer.zero_grad()
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total += out.loss.item() * len(batch["labels"])
    return total / len(loader.dataset)


def eval_epoch(model, loader):
    model.eval()
    y_true, y_pred = [], []
    with torch.no_grad():
        for batch in loader:
            labels = batch.pop("labels")
            logits = model(**batch).logits
            y_pred.extend(logits.argmax(dim=1).tolist())
            y_true.extend(labels.tolist())
    return accuracy_score(y_true, y_pred), f1_score(y_true, y_pred)


def main():
    tokenizer = BertTokenizerFast.from_pretrained(CKPT)
    train_loader = DataLoader(
        ParaphraseDataset("train-00000-of-00001.parquet", tokenizer), batch_size=BATCH, shuffle=True
    )
    val_loader = DataLoader(ParaphraseDataset("validation-00000-of-00001.parquet", tokenizer), batch_size=BATCH)

    model = BertForSequenceClassification.from_pretrained(CKPT, num_labels=2)
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    steps = EPOCHS * len(train_loader)
    scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

    for epoch in range(1, EPOCHS + 1):
        t0 = time.time()
        loss = train_epoch(model, train_loader, optimizer, scheduler)
        acc, f1 = eval_epoch(model, val_loader)
        print(f"{epoch}/{EPOCHS} loss {loss:.4f} acc {acc:.4f} f1 {f1:.4f} ({time.time() - t0:.0f}s)")


if __name__ == "__main__":
    main()
