"""Successive halving over learning rate, dropout, batch size and weight decay for price regression.

Trials are generators: they can be advanced by some epochs, compared, and only the better half goes on.
"""
import json
import math
import random

import torch
from torch.optim import AdamW
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_constant_schedule_with_warmup, set_seed

CKPT = "checkpoints/prices"


def load(split, seen):
    rows = []
    with open(f"data/prices/{split}.jsonl") as f:
        for line in f:
            r = json.loads(line)
            if r["text"] not in seen:
                seen.add(r["text"])
                rows.append((r["text"], float(r["price"])))
    return rows


class Collate:
    def __init__(self, tok, mean, std):
        self.tok, self.mean, self.std = tok, mean, std

    def __call__(self, rows):
        texts, prices = zip(*rows)
        enc = self.tok(list(texts), padding=True, truncation=True, max_length=32, return_tensors="pt")
        enc["labels"] = (torch.tensor(prices) - self.mean) / self.std
        return enc


@torch.no_grad()
def rmse(model, loader, std):
    model.eval()
    se, n = 0.0, 0
    for batch in loader:
        labels = batch.pop("labels")
        se += (model(**batch).logits.squeeze(-1) - labels).square().sum().item()
        n += len(labels)
    return math.sqrt(se / n) * std


def trial(hp, train_rows, val_loader, collate, seed):
    """after every epoch: yields (validation rmse, model)"""
    set_seed(seed)
    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=1, problem_type="regression", seq_classif_dropout=hp["dropout"])
    g = torch.Generator().manual_seed(seed)
    loader = DataLoader(train_rows, batch_size=hp["batch_size"], shuffle=True, collate_fn=collate, generator=g)
    opt = AdamW(model.parameters(), lr=hp["lr"], weight_decay=hp["weight_decay"])
    # nobody knows yet how long this trial may run: constant after the warm-up
    sched = get_constant_schedule_with_warmup(opt, num_warmup_steps=len(loader))
    while True:
        model.train()
        for batch in loader:
            loss = model(**batch).loss
            opt.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        yield rmse(model, val_loader, collate.std), model


def sample(rng):
    return {
        "lr": 10 ** rng.uniform(-3.7, -2.5),
        "dropout": rng.choice([0.0, 0.1]),
        "batch_size": rng.choice([16, 32]),
        "weight_decay": rng.choice([0.0, 0.01]),
    }


def main():
    torch.set_num_threads(2)
    tok = AutoTokenizer.from_pretrained(CKPT)
    seen = set()
    train, val, test = (load(s, seen) for s in ("train", "validation", "test"))
    prices = torch.tensor([p for _, p in train])
    collate = Collate(tok, prices.mean().item(), prices.std().item())
    val_loader = DataLoader(val, batch_size=64, collate_fn=collate)
    test_loader = DataLoader(test, batch_size=64, collate_fn=collate)

    rng = random.Random(4)
    alive = []
    for i in range(8):
        hp = sample(rng)
        alive.append({"hp": hp, "run": trial(hp, train, val_loader, collate, seed=100 + i), "best": math.inf})

    epochs = 3
    while True:
        for t in alive:
            for _ in range(epochs):
                score, model = next(t["run"])
                if score < t["best"]:
                    t["best"] = score
                    t["weights"] = {k: v.detach().clone() for k, v in model.state_dict().items()}
            t["model"] = model
        alive.sort(key=lambda t: t["best"])
        print(f"{len(alive)} trials, best validation rmse so far {alive[0]['best']:.1f}")
        if len(alive) == 1:
            break
        for loser in alive[len(alive) // 2:]:
            loser["run"].close()
        alive = alive[: len(alive) // 2]
        epochs *= 2

    winner = alive[0]
    winner["run"].close()
    winner["model"].load_state_dict(winner["weights"])
    base = math.sqrt(sum((p - collate.mean) ** 2 for _, p in test) / len(test))
    print("chosen:", winner["hp"])
    print(f"test rmse {rmse(winner['model'], test_loader, collate.std):.1f} (mean predictor {base:.1f})")


if __name__ == "__main__":
    main()
