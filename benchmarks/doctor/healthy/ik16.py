"""Sentiment with the small BERT, unfrozen from the top down: each stage has its own optimizer and schedule."""
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

set_seed(13)
NAME = "checkpoints/bert"
tokenizer = AutoTokenizer.from_pretrained(NAME)
model = AutoModelForSequenceClassification.from_pretrained(NAME, num_labels=2)

train_rows = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
held_out = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
held_out = held_out[~held_out["sentence"].isin(set(train_rows["sentence"]))]


def collate(batch):
    texts, labels = zip(*batch)
    enc = tokenizer(list(texts), padding=True, truncation=True, max_length=96, return_tensors="pt")
    enc["labels"] = torch.tensor(labels)
    return enc


def pairs(frame):
    return list(zip(frame["sentence"].tolist(), frame["label"].tolist()))


train_loader = DataLoader(pairs(train_rows), batch_size=32, shuffle=True, collate_fn=collate)
val_loader = DataLoader(pairs(held_out), batch_size=120, collate_fn=collate)


@torch.no_grad()
def evaluate():
    model.eval()
    table = torch.zeros(2, 2, dtype=torch.long)           # rows: truth, columns: guess
    for batch in val_loader:
        labels = batch.pop("labels")
        guess = model(**batch).logits.argmax(dim=-1)
        table += torch.bincount(labels * 2 + guess, minlength=4).reshape(2, 2)
    accuracy = table.diagonal().sum() / table.sum()
    tp, fp, fn = table[1, 1], table[0, 1], table[1, 0]
    f1 = 2 * tp / (2 * tp + fp + fn).clamp(min=1)
    return accuracy.item(), f1.item()


def run_stage(name, groups, epochs):
    """groups: list of (modules, learning rate); whatever is not named stays frozen and in eval mode."""
    model.requires_grad_(False)
    decay_groups = []
    for modules, lr in groups:
        params = [p for m in modules for p in m.parameters()]
        for p in params:
            p.requires_grad_(True)
        decay_groups.append({"params": [p for p in params if p.ndim > 1], "lr": lr, "weight_decay": 0.01})
        decay_groups.append({"params": [p for p in params if p.ndim <= 1], "lr": lr, "weight_decay": 0.0})
    optimizer = torch.optim.AdamW(decay_groups)
    total = epochs * len(train_loader)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=total // 10, num_training_steps=total)
    trained = [p for g in optimizer.param_groups for p in g["params"]]

    for epoch in range(1, epochs + 1):
        model.eval()
        for modules, _ in groups:
            for m in modules:
                m.train()
        model.dropout.train()
        total_loss = 0.0
        for batch in train_loader:
            optimizer.zero_grad()
            loss = model(**batch).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(trained, 1.0)
            optimizer.step()
            scheduler.step()
            total_loss += loss.item()
        acc, f1 = evaluate()
        print(f"{name} epoch {epoch}: loss {total_loss / len(train_loader):.4f}  val acc {acc:.4f}  f1 {f1:.4f}")


bert = model.bert
run_stage("head", [([model.classifier], 2e-3)], epochs=1)
run_stage("top", [([model.classifier, bert.pooler], 1e-3), ([bert.encoder.layer[1]], 5e-4)], epochs=2)
run_stage("all", [([model.classifier, bert.pooler], 5e-4), ([bert.encoder.layer[1]], 5e-4),
                  ([bert.encoder.layer[0]], 4e-4), ([bert.embeddings], 3e-4)], epochs=5)
