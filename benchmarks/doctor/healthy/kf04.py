"""Hedonic price model for second-hand advertisements (text -> asking price), Accelerate loop.

Economists' conventions: the price is regressed in standard units, errors are reported in currency units,
next to R2 and the naive forecast (mean price of the estimation sample).
"""
import copy
import json
import math
import os

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from datasets import Dataset
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForSequenceClassification,
    AutoTokenizer,
    DataCollatorWithPadding,
    get_linear_schedule_with_warmup,
)

CFG = dict(ckpt="checkpoints/prices", epochs=25, batch=16, accumulate=2, lr=1e-3, warmup=0.1, clip=1.0, seed=1776)


def load_samples():
    read = lambda s: [json.loads(x) for x in open(f"data/prices/{s}.jsonl", encoding="utf-8")]
    test, holdout, estimation = read("test"), read("validation"), read("train")
    # identical advertisements occur in more than one file: keep each where it is needed most
    known = {a["text"] for a in test}
    holdout = [a for a in holdout if a["text"] not in known]
    known |= {a["text"] for a in holdout}
    estimation = [a for a in estimation if a["text"] not in known]
    return [Dataset.from_list(x) for x in (estimation, holdout, test)]


@torch.no_grad()
def forecast(accelerator, model, loader, mean, sd):
    """Forecast and actual prices in currency units, in the loader's order."""
    model.eval()
    fitted, actual = [], []
    for batch in loader:
        z = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.squeeze(-1)
        z, y = accelerator.gather_for_metrics((z, batch["labels"]))
        fitted.append(z.cpu() * sd + mean)
        actual.append(y.cpu() * sd + mean)
    return torch.cat(fitted), torch.cat(actual)


def mae(fitted, actual):
    return (fitted - actual).abs().mean().item()


def main():
    set_seed(CFG["seed"])
    accelerator = Accelerator(cpu=True, gradient_accumulation_steps=CFG["accumulate"])
    tok = AutoTokenizer.from_pretrained(CFG["ckpt"])
    estimation, holdout, test = load_samples()

    prices = torch.tensor(estimation["price"][:], dtype=torch.float32)
    mean, sd = prices.mean().item(), prices.std().item()
    accelerator.print(f"n = {len(estimation)} / {len(holdout)} / {len(test)}; estimation sample {mean:.0f} +- {sd:.0f}")

    def features(a):
        return {**tok(a["text"], truncation=True), "labels": (a["price"] - mean) / sd}

    sets = [d.map(features, remove_columns=["text", "price"]) for d in (estimation, holdout, test)]
    collate = DataCollatorWithPadding(tok)
    train_dl = DataLoader(sets[0], batch_size=CFG["batch"], shuffle=True, collate_fn=collate)
    hold_dl, test_dl = (DataLoader(d, batch_size=64, collate_fn=collate) for d in sets[1:])

    model = AutoModelForSequenceClassification.from_pretrained(CFG["ckpt"], num_labels=1, problem_type="regression")
    opt = torch.optim.AdamW(model.parameters(), lr=CFG["lr"], weight_decay=0.01)
    updates = math.ceil(len(train_dl) / CFG["accumulate"]) * CFG["epochs"]
    sched = get_linear_schedule_with_warmup(opt, int(CFG["warmup"] * updates), updates)
    # one process, so the prepared scheduler moves once per real update
    model, opt, sched, train_dl, hold_dl, test_dl = accelerator.prepare(model, opt, sched, train_dl, hold_dl, test_dl)

    best, best_state, best_epoch = float("inf"), None, -1
    for epoch in range(CFG["epochs"]):
        model.train()
        running = 0.0
        for batch in train_dl:
            with accelerator.accumulate(model):
                out = model(**batch)
                accelerator.backward(out.loss)
                if accelerator.sync_gradients:
                    accelerator.clip_grad_norm_(model.parameters(), CFG["clip"])
                opt.step()
                sched.step()
                opt.zero_grad()
            running += out.loss.item() * len(batch["labels"])
        err = mae(*forecast(accelerator, model, hold_dl, mean, sd))
        accelerator.print(f"{epoch:3d}  mse(z) {running / len(sets[0]):.4f}  hold-out MAE {err:7.1f}")
        if err < best:
            best, best_epoch = err, epoch
            best_state = copy.deepcopy(accelerator.unwrap_model(model).state_dict())

    accelerator.unwrap_model(model).load_state_dict(best_state)
    fitted, actual = forecast(accelerator, model, test_dl, mean, sd)
    r2 = 1 - ((fitted - actual) ** 2).sum() / ((actual - actual.mean()) ** 2).sum()
    naive = mae(torch.full_like(actual, mean), actual)
    accelerator.print(f"epoch {best_epoch} chosen; test MAE {mae(fitted, actual):.1f}, naive {naive:.1f}, R2 {r2:.3f}")
    if accelerator.is_main_process:
        os.makedirs("out/kf04", exist_ok=True)
        with open("out/kf04/errors.csv", "w") as f:
            f.write("actual,fitted\n" + "".join(f"{a:.0f},{p:.1f}\n" for a, p in zip(actual, fitted)))


if __name__ == "__main__":
    main()
