"""Which words are names, and of what? Token classification with a hand-written loop."""
import json
import os

import torch
from torch.nn.utils.rnn import pad_sequence
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

torch.manual_seed(23)
CHECKPOINT = "checkpoints/tags"
OUT_DIR = "out/eb09"
os.makedirs(OUT_DIR, exist_ok=True)

tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)


def read_jsonl(name):
    with open(f"data/tags/{name}.jsonl") as f:
        return [json.loads(l) for l in f]


def encode(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, previous = [], None
    for w in enc.word_ids():
        if w is None or w == previous:
            labels.append(-100)  # special tokens, and all but the first piece of a word
        else:
            labels.append(row["tags"][w])
        previous = w
    return {
        "input_ids": torch.tensor(enc["input_ids"]),
        "attention_mask": torch.tensor(enc["attention_mask"]),
        "labels": torch.tensor(labels),
    }


def collate(features):
    padded = {}
    for key in ("input_ids", "attention_mask", "labels"):
        padded[key] = pad_sequence([f[key] for f in features], batch_first=True)
    return padded


train_rows = read_jsonl("train")
in_train = {" ".join(r["words"]) for r in train_rows}
valid_rows = [r for r in read_jsonl("validation") if " ".join(r["words"]) not in in_train]
print(len(train_rows), "sentences to learn from,", len(valid_rows), "new ones to validate on")

train_dl = DataLoader([encode(r) for r in train_rows], batch_size=16, shuffle=True, collate_fn=collate)
valid_dl = DataLoader([encode(r) for r in valid_rows], batch_size=40, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained(CHECKPOINT, num_labels=4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
EPOCHS = 8
total_steps = EPOCHS * len(train_dl)
schedule = torch.optim.lr_scheduler.LinearLR(
    optimizer, start_factor=1.0, end_factor=0.05, total_iters=total_steps
)


def validate():
    model.eval()
    right = counted = 0
    loss_sum = 0.0
    with torch.no_grad():
        for batch in valid_dl:
            out = model(**batch)
            keep = batch["labels"] != -100
            right += (out.logits.argmax(-1) == batch["labels"])[keep].sum().item()
            n = keep.sum().item()
            counted += n
            loss_sum += out.loss.item() * n
    return loss_sum / counted, right / counted


for epoch in range(1, EPOCHS + 1):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    v_loss, v_acc = validate()
    print(f"epoch {epoch}  last train loss {loss.item():.4f}  valid loss {v_loss:.4f}  valid token accuracy {v_acc:.4f}")

model.save_pretrained(OUT_DIR)
tokenizer.save_pretrained(OUT_DIR)
