# Prices of small ads: regression with a one-output head, a rate and a decay of its own for each part.
import json
import os

import torch
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, set_seed

set_seed(8)
torch.set_num_threads(2)
CKPT = "checkpoints/prices"
EPOCHS = 25


def rows(split):
    with open(f"data/prices/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


test_rows = rows("test")
used = {r["text"] for r in test_rows}
val_rows = [r for r in rows("validation") if r["text"] not in used]
used.update(r["text"] for r in val_rows)
train_rows = [r for r in rows("train") if r["text"] not in used]

# scale of the target, from the training rows alone
train_prices = torch.tensor([float(r["price"]) for r in train_rows])
MEAN, STD = train_prices.mean().item(), train_prices.std().item()

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def to_features(batch):
    enc = tokenizer(batch["text"], truncation=True)
    enc["labels"] = [(p - MEAN) / STD for p in batch["price"]]
    return enc


def loader(data, batch_size, shuffle=False):
    ds = Dataset.from_list(data).map(to_features, batched=True, remove_columns=["text", "price"])
    return DataLoader(ds, batch_size=batch_size, shuffle=shuffle, collate_fn=DataCollatorWithPadding(tokenizer))


train_dl = loader(train_rows, 16, shuffle=True)
val_dl = loader(val_rows, 64)
test_dl = loader(test_rows, 64)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")

# the positions are as good as they will get; leave them
model.distilbert.embeddings.position_embeddings.requires_grad_(False)

RATES = {"distilbert.embeddings": 5e-4, "distilbert.transformer": 8e-4, "": 2e-3}
groups = {}
for name, p in model.named_parameters():
    if not p.requires_grad:
        continue
    part = next(prefix for prefix in RATES if name.startswith(prefix))
    decays = p.ndim > 1
    group = groups.setdefault(
        (part, decays), {"params": [], "lr": RATES[part], "weight_decay": 0.01 if decays else 0.0}
    )
    group["params"].append(p)
optimizer = torch.optim.AdamW(list(groups.values()))
assert sum(len(g["params"]) for g in optimizer.param_groups) == sum(p.requires_grad for p in model.parameters())

# one step of this schedule per epoch
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS)


@torch.no_grad()
def mean_abs_error(dl):
    was_training = model.training
    model.eval()
    err, n = 0.0, 0
    for batch in dl:
        labels = batch.pop("labels")
        guess = model(**batch).logits.squeeze(-1)
        err += (guess - labels).abs().sum().item() * STD
        n += labels.numel()
    model.train(was_training)
    return err / n


model.train()
for epoch in range(1, EPOCHS + 1):
    total = 0.0
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_((p for p in model.parameters() if p.requires_grad), 1.0)
        optimizer.step()
        optimizer.zero_grad()
        total += loss.item() * batch["labels"].numel()
    scheduler.step()
    if epoch % 5 == 0:
        print(f"epoch {epoch:2d}  train mse {total / len(train_rows):.4f}  validation MAE {mean_abs_error(val_dl):.1f}")

baseline = sum(abs(r["price"] - MEAN) for r in test_rows) / len(test_rows)
print(f"test MAE {mean_abs_error(test_dl):.1f} (always saying {MEAN:.0f}: {baseline:.1f})")
os.makedirs("out/ff14", exist_ok=True)
model.save_pretrained("out/ff14")
tokenizer.save_pretrained("out/ff14")
