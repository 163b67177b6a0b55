import copy
import json
import random

import torch
from sklearn.metrics import f1_score
from torch.utils.data import DataLoader, Sampler
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/tags"
EPOCHS = 15
random.seed(3)
torch.manual_seed(3)
torch.set_num_threads(2)
tok = AutoTokenizer.from_pretrained(CKPT)


def load(split, banned=frozenset()):
    with open(f"data/tags/{split}.jsonl") as f:
        rows = [json.loads(line) for line in f]
    return [r for r in rows if tuple(r["words"]) not in banned]


def keys(rows):
    return {tuple(r["words"]) for r in rows}


def encode(row):
    enc = tok(row["words"], is_split_into_words=True, truncation=True)
    labels, previous = [], None
    for w in enc.word_ids():
        # only the first piece of each word is scored
        labels.append(row["tags"][w] if w is not None and w != previous else -100)
        previous = w
    return {"input_ids": enc["input_ids"], "labels": labels}


def collate(items):
    width = max(len(it["input_ids"]) for it in items)
    ids = torch.full((len(items), width), tok.pad_token_id)
    mask = torch.zeros(len(items), width, dtype=torch.long)
    labels = torch.full((len(items), width), -100)
    for i, it in enumerate(items):
        n = len(it["input_ids"])
        ids[i, :n] = torch.tensor(it["input_ids"])
        mask[i, :n] = 1
        labels[i, :n] = torch.tensor(it["labels"])
    return {"input_ids": ids, "attention_mask": mask, "labels": labels}


class Buckets(Sampler):
    """Batches of rows of like length; both the rows and the order of the batches change each epoch."""

    def __init__(self, lengths, batch_size, pool=8):
        self.lengths, self.bs, self.pool = lengths, batch_size, pool * batch_size

    def __len__(self):
        return (len(self.lengths) + self.bs - 1) // self.bs

    def __iter__(self):
        order = torch.randperm(len(self.lengths)).tolist()
        batches = []
        for a in range(0, len(order), self.pool):
            chunk = sorted(order[a:a + self.pool], key=lambda i: self.lengths[i])
            batches += [chunk[b:b + self.bs] for b in range(0, len(chunk), self.bs)]
        random.shuffle(batches)
        return iter(batches)


test_rows = load("test")
val_rows = load("validation", keys(test_rows))
train_rows = load("train", keys(test_rows) | keys(val_rows))
train, val, test = ([encode(r) for r in rows] for rows in (train_rows, val_rows, test_rows))

train_loader = DataLoader(train, batch_sampler=Buckets([len(t["input_ids"]) for t in train], 16), collate_fn=collate)
val_loader = DataLoader(val, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test, batch_size=64, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
decay = [p for n, p in model.named_parameters() if p.ndim > 1]
plain = [p for n, p in model.named_parameters() if p.ndim <= 1]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=1e-3)
total = EPOCHS * len(train_loader)
sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)


def score(loader):
    model.eval()
    gold, pred = [], []
    with torch.no_grad():
        for batch in loader:
            labels = batch["labels"]
            guess = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
            keep = labels != -100
            gold += labels[keep].tolist()
            pred += guess[keep].tolist()
    return f1_score(gold, pred, labels=[1, 2, 3], average="micro", zero_division=0)


best, best_state = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    running = 0.0
    for batch in train_loader:
        opt.zero_grad(set_to_none=True)
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        running += loss.item()
    f1 = score(val_loader)
    print(f"{epoch + 1}: train loss {running / len(train_loader):.3f}, validation F1 {f1:.3f}")
    if f1 > best:
        best, best_state = f1, copy.deepcopy(model.state_dict())

model.load_state_dict(best_state)
print("F1 on the test file: %.3f" % score(test_loader))
