"""A little training framework (engine + callbacks) and a multi-task model on top of it:
one BERT encoder, two heads (sentiment on SST-2, paraphrase on MRPC), losses weighted by learned uncertainties."""
from __future__ import annotations

import argparse
import json
import pathlib
import random
from collections import defaultdict
from typing import Callable, Iterable

import pandas as pd
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer

TASKS = {"sst2": ("sentence", None), "mrpc": ("sentence1", "sentence2")}


# ------------------------------------------------------------------ framework
class Callback:
    def on_fit_start(self, engine: "Engine") -> None: ...
    def on_step_end(self, engine: "Engine", task: str, loss: float) -> None: ...
    def on_epoch_end(self, engine: "Engine") -> None: ...
    def on_fit_end(self, engine: "Engine") -> None: ...


class LossMeter(Callback):
    def on_fit_start(self, engine):
        self.values = defaultdict(list)

    def on_step_end(self, engine, task, loss):
        self.values[task].append(loss)

    def on_epoch_end(self, engine):
        means = {t: sum(v) / len(v) for t, v in self.values.items()}
        print(f"epoch {engine.epoch} train " + " ".join(f"{t} {m:.3f}" for t, m in means.items()))
        self.values.clear()


class Validate(Callback):
    def __init__(self, loaders: dict[str, DataLoader]):
        self.loaders = loaders
        self.history: list[dict[str, float]] = []

    def on_epoch_end(self, engine):
        scores = {t: engine.accuracy(t, dl) for t, dl in self.loaders.items()}
        scores["mean"] = sum(scores.values()) / len(scores)
        self.history.append(scores)
        print(f"epoch {engine.epoch} valid " + " ".join(f"{t} {s:.3f}" for t, s in scores.items()))


class KeepBest(Callback):
    def __init__(self, validate: Validate, path: pathlib.Path):
        self.validate, self.path, self.best = validate, path, float("-inf")

    def on_epoch_end(self, engine):
        score = self.validate.history[-1]["mean"]
        if score > self.best:
            self.best = score
            torch.save(engine.model.state_dict(), self.path / "best.pt")

    def on_fit_end(self, engine):
        engine.model.load_state_dict(torch.load(self.path / "best.pt"))
        print(f"restored the best weights, mean accuracy {self.best:.3f}")


class Engine:
    def __init__(self, model: nn.Module, optimizer, scheduler, callbacks: Iterable[Callback], clip: float = 1.0):
        self.model, self.optimizer, self.scheduler = model, optimizer, scheduler
        self.callbacks, self.clip, self.epoch = list(callbacks), clip, 0

    def emit(self, event: str, *args) -> None:
        for cb in self.callbacks:
            getattr(cb, event)(self, *args)

    def fit(self, batches: Callable[[int], Iterable[tuple[str, dict, Tensor]]], epochs: int) -> None:
        self.emit("on_fit_start")
        for self.epoch in range(1, epochs + 1):
            self.model.train()
            for task, enc, y in batches(self.epoch):
                loss, raw = self.model.loss(task, enc, y)
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), self.clip)
                self.optimizer.step()
                self.scheduler.step()
                self.emit("on_step_end", task, raw)
            self.emit("on_epoch_end")
        self.emit("on_fit_end")

    @torch.inference_mode()
    def accuracy(self, task: str, loader: DataLoader) -> float:
        self.model.eval()
        ok = n = 0
        for enc, y in loader:
            ok += (self.model(task, enc).argmax(-1) == y).sum().item()
            n += len(y)
        return ok / n


# ------------------------------------------------------------------ model and data
class MultiTask(nn.Module):
    def __init__(self, path: str):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(path)
        width = self.encoder.config.hidden_size
        self.dropout = nn.Dropout(0.1)
        self.heads = nn.ModuleDict({t: nn.Linear(width, 2) for t in TASKS})
        self.log_var = nn.ParameterDict({t: nn.Parameter(torch.zeros(())) for t in TASKS})

    def forward(self, task: str, enc: dict) -> Tensor:
        return self.heads[task](self.dropout(self.encoder(**enc).pooler_output))

    def loss(self, task: str, enc: dict, y: Tensor) -> tuple[Tensor, float]:
        ce = nn.functional.cross_entropy(self(task, enc), y)
        lv = self.log_var[task]
        return torch.exp(-lv) * ce + 0.5 * lv, ce.item()


class Sentences(Dataset):
    def __init__(self, frame: pd.DataFrame, task: str):
        a, b = TASKS[task]
        self.first = frame[a].tolist()
        self.second = frame[b].tolist() if b else None
        self.labels = frame["label"].tolist()

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.first[i], self.second[i] if self.second else None, self.labels[i]


def make_collate(tok):
    def collate(rows):
        a, b, y = zip(*rows)
        enc = tok(list(a), list(b) if b[0] is not None else None, padding=True, truncation=True, max_length=80,
                  return_tensors="pt")
        return dict(enc), torch.tensor(y)

    return collate


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--rows", type=int, default=800, help="training rows of each task")
    args = ap.parse_args()
    out = pathlib.Path("outputs/j12")
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(0)
    tok = AutoTokenizer.from_pretrained("checkpoints/bert")
    collate = make_collate(tok)
    train, valid = {}, {}
    for task in TASKS:
        tr = pd.read_parquet(f"data/glue/{task}/train-00000-of-00001.parquet")
        va = pd.read_parquet(f"data/glue/{task}/validation-00000-of-00001.parquet")
        train[task] = DataLoader(Sentences(tr[: args.rows], task), 32, shuffle=True, collate_fn=collate)
        valid[task] = DataLoader(Sentences(va, task), 100, collate_fn=collate)

    def batches(epoch):
        """Every batch of every task once, in a random order of tasks."""
        order = [t for t in TASKS for _ in range(len(train[t]))]
        random.Random(epoch).shuffle(order)
        its = {t: iter(train[t]) for t in TASKS}
        for t in order:
            yield (t, *next(its[t]))

    epochs = 2
    model = MultiTask("checkpoints/bert")
    decay = [p for n, p in model.named_parameters() if p.ndim > 1]
    rest = [p for n, p in model.named_parameters() if p.ndim <= 1]
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.01}, {"params": rest, "weight_decay": 0.0}], lr=5e-4)
    total = epochs * sum(map(len, train.values()))
    sched = torch.optim.lr_scheduler.OneCycleLR(opt, 5e-4, total_steps=total, pct_start=0.1)
    validate = Validate(valid)
    engine = Engine(model, opt, sched, [LossMeter(), validate, KeepBest(validate, out)])
    engine.fit(batches, epochs)
    print("task weights", {t: round(torch.exp(-v).item(), 3) for t, v in model.log_var.items()})
    (out / "history.json").write_text(json.dumps(validate.history, indent=1))


if __name__ == "__main__":
    main()
