"""One encoder, two tasks: sentiment (SST-2) and paraphrases (MRPC), plain PyTorch loop.

Tasks are drawn in proportion to the root of their size, learning rates fall from the top
layer to the bottom, the word embeddings stay frozen.
"""
import random
import sys
import time
from pathlib import Path
from typing import Dict, Iterator, List

import evaluate
import pandas as pd
import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

ROOT = Path("data/glue")
CHECKPOINT = "checkpoints/bert"
TASKS = {
    "sst2": {"columns": ("sentence", None), "classes": 2},
    "mrpc": {"columns": ("sentence1", "sentence2"), "classes": 2},
}
STEPS, BATCH, TOP_LR, DECAY, SEED = 500, 32, 8e-4, 0.85, 0


def load(task: str, split: str) -> List[dict]:
    frame = pd.read_parquet(ROOT / task / f"{split}-00000-of-00001.parquet")
    a, b = TASKS[task]["columns"]
    second = frame[b] if b else [None] * len(frame)
    return [{"a": x, "b": y, "label": int(l)} for x, y, l in zip(frame[a], second, frame["label"])]


def splits(task: str) -> Dict[str, List[dict]]:
    train = load(task, "train")
    if task == "mrpc":
        return {"train": train, "valid": load(task, "validation"), "test": load(task, "test")}
    # SST-2 has no labelled test: its validation split is the test, some of train the validation
    random.Random(SEED).shuffle(train)
    return {"train": train[240:], "valid": train[:240], "test": load(task, "validation")}


class Collator:
    """A batch comes from one task, so either all rows have a second sentence or none has."""

    def __init__(self, tokenizer):
        self.tokenizer = tokenizer

    def __call__(self, rows):
        first = [r["a"] for r in rows]
        second = [r["b"] for r in rows] if rows[0]["b"] is not None else None
        enc = self.tokenizer(first, second, truncation=True, max_length=96, padding=True, return_tensors="pt")
        return dict(enc), torch.tensor([r["label"] for r in rows])


class TwoHeads(nn.Module):
    def __init__(self, checkpoint: str):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(checkpoint, add_pooling_layer=False)
        width = self.encoder.config.hidden_size
        self.heads = nn.ModuleDict(
            {
                name: nn.Sequential(nn.Dropout(0.1), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, spec["classes"]))
                for name, spec in TASKS.items()
            }
        )
        self.encoder.embeddings.word_embeddings.requires_grad_(False)

    def forward(self, task: str, **inputs):
        hidden = self.encoder(**inputs).last_hidden_state
        return self.heads[task](hidden[:, 0])


def layerwise_groups(model: TwoHeads) -> List[dict]:
    depth = model.encoder.config.num_hidden_layers
    groups = [{"params": list(model.heads.parameters()), "lr": TOP_LR}]
    for i in reversed(range(depth)):
        groups.append({"params": list(model.encoder.encoder.layer[i].parameters()), "lr": TOP_LR * DECAY ** (depth - i)})
    rest = [p for p in model.encoder.embeddings.parameters() if p.requires_grad]
    groups.append({"params": rest, "lr": TOP_LR * DECAY ** (depth + 1)})
    return groups


def forever(loader: DataLoader) -> Iterator:
    while True:
        yield from loader


def score(model: TwoHeads, task: str, loader: DataLoader) -> Dict[str, float]:
    metric = evaluate.load("data/metrics/glue", task)
    model.eval()
    with torch.inference_mode():
        for inputs, labels in loader:
            metric.add_batch(predictions=model(task, **inputs).argmax(-1), references=labels)
    model.train()
    return metric.compute()


def main() -> int:
    random.seed(SEED)
    torch.manual_seed(SEED)
    tokenizer = AutoTokenizer.from_pretrained(CHECKPOINT)
    collate = Collator(tokenizer)
    train, valid, test = {}, {}, {}
    for task in TASKS:
        rows = splits(task)
        train[task] = DataLoader(rows["train"], BATCH, shuffle=True, drop_last=True, collate_fn=collate)
        valid[task] = DataLoader(rows["valid"], 120, collate_fn=collate)
        test[task] = DataLoader(rows["test"], 120, collate_fn=collate)

    model = TwoHeads(CHECKPOINT)
    optimizer = torch.optim.AdamW(layerwise_groups(model), weight_decay=0.01)
    scheduler = get_linear_schedule_with_warmup(optimizer, num_warmup_steps=50, num_training_steps=STEPS)
    criterion = nn.CrossEntropyLoss()

    streams = {t: forever(l) for t, l in train.items()}
    names = list(TASKS)
    sizes = [len(train[t].dataset) ** 0.5 for t in names]
    losses = {t: [] for t in names}
    started = time.time()
    model.train()
    for step in range(1, STEPS + 1):
        task = random.choices(names, weights=sizes)[0]
        inputs, labels = next(streams[task])
        loss = criterion(model(task, **inputs), labels)
        loss.backward()
        nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        optimizer.step()
        scheduler.step()
        optimizer.zero_grad(set_to_none=True)
        losses[task].append(loss.item())
        if step % 125 == 0:
            line = "  ".join(f"{t}: loss {sum(v) / max(1, len(v)):.3f} {score(model, t, valid[t])}" for t, v in losses.items())
            print(f"step {step} ({time.time() - started:.0f}s)  {line}")
            losses = {t: [] for t in names}

    for task in names:
        print(f"{task} test:", {k: round(v, 3) for k, v in score(model, task, test[task]).items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())
