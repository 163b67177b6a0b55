# Tickets to desks: DistilBERT, a loop of my own
import json
import random

import numpy as np
import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
)

CKPT, EPOCHS, BATCH, LR = "checkpoints/tickets", 15, 16, 1e-3

random.seed(20)
np.random.seed(20)
torch.manual_seed(20)


def rows(split, without=()):
    with open(f"data/tickets/{split}.jsonl") as f:
        found = [json.loads(line) for line in f]
    return [(r["text"], r["desk_id"]) for r in found if r["text"] not in without]


train = rows("train")
texts = {t for t, _ in train}
valid = rows("validation", without=texts)
texts |= {t for t, _ in valid}
test = rows("test", without=texts)
print("tickets:", len(train), len(valid), len(test))

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def collate(batch):
    # the product stands in the first sentence, so 32 tokens are enough
    enc = tokenizer([t for t, _ in batch], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc, torch.tensor([d for _, d in batch])


train_loader = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_loader = DataLoader(valid, batch_size=80, collate_fn=collate)
test_loader = DataLoader(test, batch_size=80, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)

# no weight decay for biases and layer norms
plain, decayed = [], []
for name, p in model.named_parameters():
    (plain if p.ndim == 1 else decayed).append(p)
optimizer = torch.optim.AdamW(
    [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=LR)
steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)

smooth = torch.nn.CrossEntropyLoss(label_smoothing=0.05)      # for training only
plain_ce = torch.nn.CrossEntropyLoss(reduction="sum")


@torch.no_grad()
def evaluate(loader):
    model.eval()
    loss, hits, n = 0.0, 0, 0
    for enc, desk in loader:
        logits = model(**enc).logits
        loss += plain_ce(logits, desk).item()
        hits += (logits.argmax(-1) == desk).sum().item()
        n += len(desk)
    return loss / n, hits / n


best = (float("inf"), 0, None)
for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for enc, desk in train_loader:
        loss = smooth(model(**enc).logits, desk)
        for p in model.parameters():
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        running += loss.detach() * len(desk)
    val_loss, val_acc = evaluate(valid_loader)
    if val_loss < best[0]:
        best = (val_loss, epoch, {k: v.detach().clone() for k, v in model.state_dict().items()})
    print(f"{epoch:2d}  train {running.item() / len(train):.3f}  valid {val_loss:.3f}  accuracy {val_acc:.3f}")

model.load_state_dict(best[2])
test_loss, test_acc = evaluate(test_loader)
print(f"best epoch {best[1]}; test loss {test_loss:.3f}, accuracy {test_acc:.3f}")
