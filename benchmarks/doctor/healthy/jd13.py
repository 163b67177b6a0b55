# Prices of small ads from their text: DistilBERT regression, one learning rate per layer, plain PyTorch loop.
import json
import re

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(31)
torch.set_num_threads(2)
CKPT = "checkpoints/prices"
EPOCHS, BATCH, TOP_LR, LAYER_DECAY = 20, 16, 1.5e-3, 0.8


def read(name):
    with open(f"data/prices/{name}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


test = read("test")
known = {r["text"] for r in test}
val = [r for r in read("validation") if r["text"] not in known]
known |= {r["text"] for r in val}
train = [r for r in read("train") if r["text"] not in known]
print(len(train), len(val), len(test))

prices = torch.tensor([r["price"] for r in train], dtype=torch.float32)
MEAN, STD = prices.mean(), prices.std()

tokenizer = AutoTokenizer.from_pretrained(CKPT)


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], padding=True, truncation=True, max_length=32, return_tensors="pt")
    return batch, torch.tensor([r["price"] for r in rows], dtype=torch.float32)


train_dl = DataLoader(train, batch_size=BATCH, shuffle=True, collate_fn=collate)
val_dl = DataLoader(val, batch_size=80, collate_fn=collate)
test_dl = DataLoader(test, batch_size=80, collate_fn=collate)

model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1, problem_type="regression")


def layerwise(model):
    """head: TOP_LR; each layer below it LAYER_DECAY times that; embeddings the least. No decay for norms and biases."""
    depth = model.config.n_layers
    groups = {}
    for name, p in model.named_parameters():
        found = re.search(r"transformer\.layer\.(\d+)\.", name)
        if found:
            below = depth - int(found.group(1))
        elif ".embeddings." in name:
            below = depth + 1
        else:
            below = 0
        plain = p.ndim < 2
        group = groups.setdefault((below, plain), {
            "params": [], "lr": TOP_LR * LAYER_DECAY**below, "weight_decay": 0.0 if plain else 0.01,
        })
        group["params"].append(p)
    assert sum(len(g["params"]) for g in groups.values()) == len(list(model.parameters()))
    return list(groups.values())


optimizer = torch.optim.AdamW(layerwise(model))
steps = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)


def mean_absolute_error(loader):
    model.eval()
    off, n = 0.0, 0
    with torch.no_grad():
        for batch, price in loader:
            said = model(**batch).logits.squeeze(-1) * STD + MEAN
            off += (said - price).abs().sum().item()
            n += len(price)
    return off / n


best, best_state = float("inf"), None
for epoch in range(EPOCHS):
    model.train()
    for batch, price in train_dl:
        z = model(**batch).logits.squeeze(-1)
        loss = torch.nn.functional.mse_loss(z, (price - MEAN) / STD)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad()
    mae = mean_absolute_error(val_dl)
    print(f"epoch {epoch + 1:2d}  last batch {loss.item():.3f}  validation MAE {mae:.0f}")
    if mae < best:
        best, best_state = mae, {k: v.detach().clone() for k, v in model.state_dict().items()}

model.load_state_dict(best_state)
median = prices.median()
print(f"test MAE {mean_absolute_error(test_dl):.0f}; "
      f"always the median of the training prices: {sum(abs(r['price'] - median.item()) for r in test) / len(test):.0f}")
