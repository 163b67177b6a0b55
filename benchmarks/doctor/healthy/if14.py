"""Fine-tune the small DistilBERT on ad prices with a hand-written loop."""
import json
import math
import os
import random

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    get_linear_schedule_with_warmup,
    set_seed,
)

CKPT = "checkpoints/prices"
OUT = "out/if14"
EPOCHS = 25
BATCH = 16
LR = 1e-3

set_seed(31)
os.makedirs(OUT, exist_ok=True)


def read(split, forbidden=frozenset()):
    with open(f"data/prices/{split}.jsonl", encoding="utf-8") as f:
        rows = [json.loads(line) for line in f]
    kept = [r for r in rows if r["text"] not in forbidden]
    print(f"{split}: {len(kept)} of {len(rows)} rows")
    return kept


# some ads were posted twice: what was trained on is not used to judge, nor is a validation ad tested
train_rows = read("train")
seen = {r["text"] for r in train_rows}
val_rows = read("validation", seen)
seen |= {r["text"] for r in val_rows}
test_rows = read("test", seen)

train_prices = torch.tensor([r["price"] for r in train_rows], dtype=torch.float32)
centre, spread = train_prices.mean().item(), train_prices.std().item()

tokenizer = AutoTokenizer.from_pretrained(CKPT)
model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=1)


def collate(rows):
    batch = tokenizer([r["text"] for r in rows], padding="longest", truncation=True, return_tensors="pt")
    price = torch.tensor([r["price"] for r in rows], dtype=torch.float32)
    return batch, (price - centre) / spread


train_loader = DataLoader(train_rows, batch_size=BATCH, shuffle=True, collate_fn=collate)
val_loader = DataLoader(val_rows, batch_size=64, collate_fn=collate)
test_loader = DataLoader(test_rows, batch_size=64, collate_fn=collate)

no_decay = [p for n, p in model.named_parameters() if p.ndim == 1]
decay = [p for n, p in model.named_parameters() if p.ndim > 1]
optimizer = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=LR
)
total_steps = EPOCHS * len(train_loader)
scheduler = get_linear_schedule_with_warmup(optimizer, math.ceil(0.1 * total_steps), total_steps)
loss_fn = torch.nn.SmoothL1Loss()


def mean_abs_error(loader):
    """In units of money."""
    model.eval()
    wrong, n = 0.0, 0
    with torch.no_grad():
        for batch, target in loader:
            guess = model(**batch).logits.squeeze(-1)
            wrong += (guess - target).abs().sum().item() * spread
            n += target.numel()
    return wrong / n


best_mae, best_state = float("inf"), None
for epoch in range(1, EPOCHS + 1):
    model.train()
    running = 0.0
    for batch, target in train_loader:
        loss = loss_fn(model(**batch).logits.squeeze(-1), target)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
        optimizer.step()
        scheduler.step()
        model.zero_grad(set_to_none=True)
        running += loss.item() * target.numel()

    mae = mean_abs_error(val_loader)
    if mae < best_mae:
        best_mae = mae
        best_state = {k: v.detach().clone() for k, v in model.state_dict().items()}
    if epoch % 5 == 0 or epoch == 1:
        print(f"epoch {epoch:2d}  loss {running / len(train_rows):.4f}  val MAE {mae:.1f}")

model.load_state_dict(best_state)
model.config.problem_type = "regression"
baseline = sum(abs(r["price"] - centre) for r in test_rows) / len(test_rows)
print(f"test MAE {mean_abs_error(test_loader):.1f}  (always the mean price: {baseline:.1f})")

model.save_pretrained(OUT)
tokenizer.save_pretrained(OUT)
with open(os.path.join(OUT, "scaling.json"), "w") as f:
    json.dump({"centre": centre, "spread": spread}, f)

for row in random.sample(test_rows, 3):
    inputs = tokenizer(row["text"], truncation=True, return_tensors="pt")
    with torch.inference_mode():
        value = model(**inputs).logits.item() * spread + centre
    print(f"{row['price']:5d}  guessed {value:7.1f}   {row['text']}")
