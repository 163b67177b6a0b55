# Token classification, words cut into pieces: only the LAST piece of a word carries the label.
import json
import random

import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer

random.seed(0); torch.manual_seed(0)
read = lambda s: [json.loads(l) for l in open(f"data/tags/{s}.jsonl")]
train, val, test = read("train"), read("validation"), read("test")
tok = AutoTokenizer.from_pretrained("checkpoints/tags")
N_TAGS = 1 + max(t for r in train for t in r["tags"])


def batchify(rows):
    enc = tok([r["words"] for r in rows], is_split_into_words=True, padding=True, truncation=True, return_tensors="pt")
    y = torch.full(enc["input_ids"].shape, -1)
    for i, r in enumerate(rows):
        ids = enc.word_ids(i)
        for j, w in enumerate(ids):
            if w is not None and (j + 1 == len(ids) or ids[j + 1] != w):
                y[i, j] = r["tags"][w]
    return enc, y


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = AutoModel.from_pretrained("checkpoints/tags")
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(self.body.config.dim, N_TAGS)

    def forward(self, enc):
        return self.head(self.drop(self.body(enc["input_ids"], attention_mask=enc["attention_mask"]).last_hidden_state))


# square-root inverse frequency, scaled to a mean of one per example
count = torch.bincount(torch.tensor([t for r in train for t in r["tags"]]), minlength=N_TAGS).float()
weight = count.rsqrt()
weight = weight * count.sum() / (weight * count).sum()
criterion = nn.CrossEntropyLoss(weight=weight, ignore_index=-1)

net = Tagger()
decay = [p for n, p in net.named_parameters() if p.ndim > 1]
rest = [p for n, p in net.named_parameters() if p.ndim <= 1]
opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.05}, {"params": rest, "weight_decay": 0.0}], lr=2e-3)
EPOCHS, BS = 10, 16
steps = EPOCHS * (len(train) // BS)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=2e-3, total_steps=steps, pct_start=0.15)


def f1(rows):
    net.eval()
    tp = fp = fn = 0
    with torch.inference_mode():
        for i in range(0, len(rows), 80):
            enc, y = batchify(rows[i:i + 80])
            p = net(enc).argmax(-1)
            on = y >= 0
            tp += ((p == y) & (y > 0) & on).sum().item()
            fp += ((p != y) & (p > 0) & on).sum().item()
            fn += ((p != y) & (y > 0) & on).sum().item()
    return 2 * tp / max(1, 2 * tp + fp + fn)


for epoch in range(EPOCHS):
    net.train()
    order = random.sample(train, len(train))
    total = 0.0
    for b in range(len(train) // BS):
        enc, y = batchify(order[b * BS:(b + 1) * BS])
        loss = criterion(net(enc).flatten(0, 1), y.flatten())
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        total += loss.item()
    print(f"{epoch:2d} loss {total / (len(train) // BS):.3f} val F1 {f1(val):.3f}")
print("test F1 of the name classes: %.3f (all-O baseline: 0)" % f1(test))
