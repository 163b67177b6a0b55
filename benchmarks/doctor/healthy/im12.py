"""Grouped, stratified cross-validation of the ticket classifier. Equal texts always share a fold."""
import json
import statistics
from functools import partial

import numpy as np
import torch
from sklearn.model_selection import StratifiedGroupKFold
from torch.utils.data import DataLoader, Subset
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup, set_seed

CKPT, FOLDS, EPOCHS, BATCH, LR = "checkpoints/tickets", 4, 15, 16, 1.5e-3


def collate(tokenizer, rows):
    batch = tokenizer([r["text"] for r in rows], truncation=True, padding=True, return_tensors="pt")
    batch["labels"] = torch.tensor([r["desk_id"] for r in rows])
    return batch


def fit(model, loader):
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    n = EPOCHS * len(loader)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=n // 10, num_training_steps=n)
    model.train()
    for _ in range(EPOCHS):
        for batch in loader:
            opt.zero_grad()
            model(**batch).loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    hits = [(model(**b).logits.argmax(-1) == b["labels"]) for b in loader]
    return torch.cat(hits).float().mean().item()


def main():
    with open("data/tickets/train.jsonl") as f:
        rows = [json.loads(s) for s in f]
    texts = [r["text"] for r in rows]
    labels = np.array([r["desk_id"] for r in rows])
    tokenizer = AutoTokenizer.from_pretrained(CKPT)
    pack = partial(collate, tokenizer)

    scores = []
    splitter = StratifiedGroupKFold(n_splits=FOLDS, shuffle=True, random_state=0)
    for k, (tr, va) in enumerate(splitter.split(texts, labels, groups=texts)):
        assert not {texts[i] for i in tr} & {texts[i] for i in va}
        set_seed(100 + k)
        # a fresh model, optimizer and schedule in every fold
        model = AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)
        fit(model, DataLoader(Subset(rows, tr.tolist()), batch_size=BATCH, shuffle=True, collate_fn=pack))
        acc = accuracy(model, DataLoader(Subset(rows, va.tolist()), batch_size=64, collate_fn=pack))
        print(f"fold {k}: {len(tr)} / {len(va)} rows, accuracy {acc:.3f}")
        scores.append(acc)

    print(f"cross-validated accuracy {statistics.mean(scores):.3f} +/- {statistics.stdev(scores):.3f}")


if __name__ == "__main__":
    main()
