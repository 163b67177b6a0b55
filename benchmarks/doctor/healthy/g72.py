"""One encoder, two tasks (sentiment of a sentence, paraphrase of a pair), unfrozen from the top down.

A small home-made "module + fit loop" in the manner of Lightning.
"""
from dataclasses import dataclass, field

import torch
import torch.nn.functional as F
from datasets import load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer


@dataclass
class Config:
    checkpoint: str = "checkpoints/bert"
    rows: int = 800
    batch_size: int = 16
    epochs: int = 4
    head_lr: float = 2e-3
    body_lr: float = 3e-4
    seed: int = 2
    # epoch -> how many of the upper encoder layers may learn (the embeddings never do)
    thaw: dict = field(default_factory=lambda: {0: 0, 1: 1, 2: 2})


class MultiTask(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.body = AutoModel.from_pretrained(cfg.checkpoint, add_pooling_layer=False)
        width = self.body.config.hidden_size
        self.heads = nn.ModuleDict({
            name: nn.Sequential(nn.Linear(2 * width, width), nn.GELU(), nn.Dropout(0.1), nn.Linear(width, 2))
            for name in ("sst2", "mrpc")
        })
        self.register_buffer("mrpc_weight", torch.ones(2))

    def forward(self, task, enc):
        hidden = self.body(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1)
        mean = (hidden * mask).sum(1) / mask.sum(1)
        return self.heads[task](torch.cat([hidden[:, 0], mean], dim=-1))

    def training_step(self, task, enc, y):
        return F.cross_entropy(self(task, enc), y, weight=self.mrpc_weight if task == "mrpc" else None)

    def on_epoch_start(self, epoch):
        if epoch in self.cfg.thaw:
            self.body.requires_grad_(False)
            layers = list(self.body.encoder.layer)
            for layer in layers[len(layers) - self.cfg.thaw[epoch]:]:
                layer.requires_grad_(True)

    def configure_optimizers(self, total):
        # all weights are in from the start; those still frozen have no gradient and are left alone
        opt = torch.optim.AdamW([
            {"params": self.heads.parameters(), "lr": self.cfg.head_lr},
            {"params": self.body.parameters(), "lr": self.cfg.body_lr},
        ])
        return opt, torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.05, total_iters=total)


class Data:
    columns = {"sst2": ("sentence",), "mrpc": ("sentence1", "sentence2")}

    def __init__(self, cfg):
        self.cfg, self.tokenizer = cfg, AutoTokenizer.from_pretrained(cfg.checkpoint)
        self.raw = {name: load_dataset("data/glue", name) for name in self.columns}

    def loader(self, task, split):
        rows = self.raw[task][split]
        if split == "train":
            rows = rows.shuffle(seed=self.cfg.seed).select(range(self.cfg.rows))
        names = self.columns[task]

        def collate(batch):
            texts = [[row[n] for row in batch] for n in names]
            enc = self.tokenizer(*texts, padding=True, truncation=True, max_length=96, return_tensors="pt")
            return enc, torch.tensor([row["label"] for row in batch])

        train = split == "train"
        return DataLoader(rows, batch_size=self.cfg.batch_size if train else 80, shuffle=train, collate_fn=collate)


class Fitter:
    def __init__(self, model, data):
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model, self.data = model.to(self.device), data
        self.train = {t: data.loader(t, "train") for t in data.columns}

    def fit(self):
        cfg, model = self.model.cfg, self.model
        counts = torch.bincount(torch.tensor(self.train["mrpc"].dataset["label"]), minlength=2)
        model.mrpc_weight.copy_((counts.sum() / (2 * counts)).to(self.device))
        per_epoch = min(map(len, self.train.values()))
        opt, sched = model.configure_optimizers(cfg.epochs * per_epoch)
        for epoch in range(cfg.epochs):
            model.on_epoch_start(epoch)
            model.train()
            sums = dict.fromkeys(self.train, 0.0)
            for batches in zip(*self.train.values()):
                opt.zero_grad()
                for task, (enc, y) in zip(self.train, batches):
                    loss = model.training_step(task, enc.to(self.device), y.to(self.device))
                    loss.backward()  # the gradients of both tasks add up
                    sums[task] += loss.item()
                nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                opt.step()
                sched.step()
            live = sum(p.numel() for p in model.parameters() if p.requires_grad)
            print(f"epoch {epoch}: {live:,} weights live, " + ", ".join(f"{t} loss {s / per_epoch:.3f}" for t, s in sums.items()))

    @torch.no_grad()
    def test(self, task, split):
        self.model.eval()
        guess, gold = [], []
        for enc, y in self.data.loader(task, split):
            guess.append(self.model(task, enc.to(self.device)).argmax(-1).cpu())
            gold.append(y)
        guess, gold = torch.cat(guess), torch.cat(gold)
        recall = [(guess[gold == c] == c).float().mean().item() for c in (0, 1)]
        print(f"{task} {split}: accuracy {(guess == gold).float().mean():.3f}, balanced accuracy {sum(recall) / 2:.3f}")


if __name__ == "__main__":
    config = Config()
    torch.manual_seed(config.seed)
    fitter = Fitter(MultiTask(config), Data(config))
    fitter.fit()
    fitter.test("sst2", "validation")
    fitter.test("mrpc", "test")
