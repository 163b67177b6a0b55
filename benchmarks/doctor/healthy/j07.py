"""MRPC paraphrases: weighted cross entropy, early stopping with the best weights kept in memory, and a decision
threshold chosen on a development split (1000 rows for training, it has to run on a laptop). The official validation split is touched once, at the very end."""
import copy
import os

os.environ["HF_HOME"] = os.path.abspath("outputs/j07/hf")

import evaluate
import numpy as np
import torch
from datasets import load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, set_seed

set_seed(1234)
name = "checkpoints/bert"
tok = AutoTokenizer.from_pretrained(name)
metric = evaluate.load("data/metrics/glue", "mrpc")

ds = load_dataset(
    "parquet",
    data_files={
        "train": "data/glue/mrpc/train-00000-of-00001.parquet",
        "final": "data/glue/mrpc/validation-00000-of-00001.parquet",
    },
)
split = ds["train"].train_test_split(test_size=0.15, seed=0, stratify_by_column="label")
parts = {"train": split["train"].select(range(1000)), "dev": split["test"], "final": ds["final"]}

keys = {k: {(a, b) for a, b in zip(d["sentence1"], d["sentence2"])} for k, d in parts.items()}
assert not keys["train"] & keys["dev"] and not keys["train"] & keys["final"]


def prep(b):
    enc = tok(b["sentence1"], b["sentence2"], truncation=True, max_length=96)
    enc["labels"] = b["label"]
    return enc


parts = {k: d.map(prep, batched=True, remove_columns=d.column_names) for k, d in parts.items()}
collate = DataCollatorWithPadding(tok)
loaders = {
    k: DataLoader(d, batch_size=32 if k == "train" else 100, shuffle=(k == "train"), collate_fn=collate)
    for k, d in parts.items()
}

counts = np.bincount(parts["train"]["labels"], minlength=2)
weights = torch.tensor(len(parts["train"]) / (2 * counts), dtype=torch.float)
print("class counts", counts, "weights", weights.tolist())
criterion = nn.CrossEntropyLoss(weight=weights)

model = AutoModelForSequenceClassification.from_pretrained(name, num_labels=2)
optimizer = torch.optim.AdamW(model.parameters(), lr=5e-4, weight_decay=0.01)
EPOCHS, PATIENCE = 3, 2
scheduler = torch.optim.lr_scheduler.OneCycleLR(
    optimizer, max_lr=5e-4, total_steps=EPOCHS * len(loaders["train"]), pct_start=0.15
)


@torch.inference_mode()
def probabilities(split):
    model.eval()
    p, y = [], []
    for b in loaders[split]:
        y.append(b.pop("labels"))
        p.append(model(**b).logits.softmax(-1)[:, 1])
    return torch.cat(p).numpy(), torch.cat(y).numpy()


best, best_state, bad = -1.0, None, 0
for epoch in range(EPOCHS):
    model.train()
    losses = []
    for b in loaders["train"]:
        y = b.pop("labels")
        loss = criterion(model(**b).logits, y)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        losses.append(loss.item())
    p, y = probabilities("dev")
    r = metric.compute(predictions=(p > 0.5).astype(int), references=y)
    balanced = 0.5 * ((p[y == 1] > 0.5).mean() + (p[y == 0] <= 0.5).mean())
    print(f"epoch {epoch + 1}: loss {np.mean(losses):.3f}  dev {r}  balanced accuracy {balanced:.3f}")
    if balanced > best:
        best, best_state, bad = balanced, copy.deepcopy(model.state_dict()), 0
    else:
        bad += 1
        if bad == PATIENCE:
            print("early stop")
            break

model.load_state_dict(best_state)
p, y = probabilities("dev")
grid = np.linspace(0.05, 0.95, 91)
accs = [((p > t).astype(int) == y).mean() for t in grid]
threshold = float(grid[int(np.argmax(accs))])
p, y = probabilities("final")
print("threshold from dev:", round(threshold, 2))
print("validation at 0.5:      ", metric.compute(predictions=(p > 0.5).astype(int), references=y))
print("validation at threshold:", metric.compute(predictions=(p > threshold).astype(int), references=y))
print("majority class accuracy:", max(np.mean(y), 1 - np.mean(y)))
