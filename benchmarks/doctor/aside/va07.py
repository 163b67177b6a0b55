"""Token classification on data/tags: three kinds of place names in short sentences."""
import json

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

torch.manual_seed(5)
CKPT = "checkpoints/tags"
MAX_LEN = 64
EPOCHS = 4

tok = AutoTokenizer.from_pretrained(CKPT)


def load(split):
    return [json.loads(line) for line in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


def encode(row):
    enc = tok(
        row["words"],
        is_split_into_words=True,
        truncation=True,
        padding="max_length",
        max_length=MAX_LEN,
        return_tensors="pt",
    )
    labels = torch.zeros(MAX_LEN, dtype=torch.long)
    for pos, word in enumerate(enc.word_ids(0)):
        if word is None:
            continue
        # every piece of a word carries the tag of the word
        labels[pos] = row["tags"][word]
    return {
        "input_ids": enc["input_ids"][0],
        "attention_mask": enc["attention_mask"][0],
        "labels": labels,
    }


valid_rows = load("validation")
seen = {tuple(r["words"]) for r in valid_rows}
train_rows = [r for r in load("train") if tuple(r["words"]) not in seen]

train_dl = DataLoader([encode(r) for r in train_rows], batch_size=16, shuffle=True)
valid_dl = DataLoader([encode(r) for r in valid_rows], batch_size=32)

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
optim = torch.optim.AdamW(model.parameters(), lr=5e-4)
sched = torch.optim.lr_scheduler.LinearLR(
    optim, start_factor=1.0, end_factor=0.05, total_iters=EPOCHS * len(train_dl)
)


def token_accuracy(dl):
    model.eval()
    hit = count = 0
    with torch.no_grad():
        for batch in dl:
            logits = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits
            keep = batch["labels"] != -100
            hit += (logits.argmax(-1)[keep] == batch["labels"][keep]).sum().item()
            count += keep.sum().item()
    return hit / count


print(f"before training: {token_accuracy(valid_dl):.4f}")
for epoch in range(1, EPOCHS + 1):
    model.train()
    total = 0.0
    for batch in train_dl:
        out = model(**batch)
        optim.zero_grad()
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        sched.step()
        total += out.loss.item()
    print(f"epoch {epoch}: loss {total / len(train_dl):.4f}  token accuracy {token_accuracy(valid_dl):.4f}")
