# Multi-label: a complaint can name none, one or several faults. BCE, one threshold per label from validation.
import random

import numpy as np
import torch
from torch.utils.data import DataLoader
from sklearn.metrics import f1_score
from transformers import AutoModelForSequenceClassification, AutoTokenizer

random.seed(5)
np.random.seed(5)
torch.manual_seed(5)

PHRASES = {
    "late": ["it came two weeks late", "the delivery took a month", "i waited far too long for the parcel"],
    "broken": ["the glass was broken", "one leg had snapped", "it arrived in pieces"],
    "dirty": ["there was mud on it", "the cover was dirty", "it was full of stains"],
    "price": ["i was charged twice", "the bill was too high", "you took more money than agreed"],
    "rude": ["the driver was rude", "your clerk shouted at me", "nobody was polite on the phone"],
}
LABELS = list(PHRASES)
THINGS = ["chair", "table", "lamp", "mirror", "clock", "piano", "carpet", "window"]
NEUTRAL = ["i live on the second floor", "it is for my mother", "the colour is blue", "my name is on the order"]


def complaint():
    y = [int(random.random() < 0.35) for _ in LABELS]
    parts = [random.choice(PHRASES[l]) for l, on in zip(LABELS, y) if on]
    parts += random.sample(NEUTRAL, random.randint(1, 2))
    random.shuffle(parts)
    return f"about the {random.choice(THINGS)} : " + " , ".join(parts), tuple(y)


pool = {}
while len(pool) < 1600:              # a dict, so no text twice
    text, y = complaint()
    pool[text] = y
rows = list(pool.items())
random.shuffle(rows)
train, valid, test = rows[:1000], rows[1000:1300], rows[1300:]

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForSequenceClassification.from_pretrained(
    "checkpoints/bert", num_labels=len(LABELS), problem_type="multi_label_classification",
    id2label=dict(enumerate(LABELS)), label2id={l: i for i, l in enumerate(LABELS)})


def collate(batch):
    enc = tok([t for t, _ in batch], padding=True, truncation=True, max_length=96, return_tensors="pt")
    enc["labels"] = torch.tensor([y for _, y in batch], dtype=torch.float32)    # BCE wants floats
    return enc


def probabilities(part):
    model.eval()
    probs, truth = [], []
    with torch.no_grad():
        for b in DataLoader(part, batch_size=64, collate_fn=collate):
            y = b.pop("labels")
            probs.append(torch.sigmoid(model(**b).logits))
            truth.append(y)
    return torch.cat(probs).numpy(), torch.cat(truth).numpy().astype(int)


loader = DataLoader(train, batch_size=16, shuffle=True, collate_fn=collate)
opt = torch.optim.AdamW(model.parameters(), lr=3e-4, weight_decay=0.01)
EPOCHS = 6
sched = torch.optim.lr_scheduler.LinearLR(opt, start_factor=1.0, end_factor=0.05, total_iters=EPOCHS * len(loader))
for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for b in loader:
        loss = model(**b).loss
        opt.zero_grad()
        loss.backward()
        opt.step()
        sched.step()
        total += loss.item() * len(b["labels"])
    p, t = probabilities(valid)
    print(f"{epoch + 1}: loss {total / len(train):.4f}  macro F1 at 0.5 on validation "
          f"{f1_score(t, p > 0.5, average='macro', zero_division=0):.3f}")

# thresholds: the best of a grid for each label, on validation rows
p_val, t_val = probabilities(valid)
grid = np.linspace(0.1, 0.9, 17)
cut = np.array([max(grid, key=lambda c: f1_score(t_val[:, k], p_val[:, k] > c, zero_division=0))
                for k in range(len(LABELS))])
print("thresholds", dict(zip(LABELS, cut.round(2).tolist())))

p_test, t_test = probabilities(test)
hat = (p_test > cut).astype(int)
print("test macro F1  %.3f" % f1_score(t_test, hat, average="macro", zero_division=0))
print("test all labels right  %.3f" % (hat == t_test).all(1).mean())
print("for comparison, 'yes' everywhere: macro F1 %.3f" % f1_score(t_test, np.ones_like(t_test), average="macro"))
