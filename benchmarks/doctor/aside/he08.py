"""Tag each reading of a machine's log: the state (4 kinds) follows from the last two readings."""
from dataclasses import dataclass

import torch
import torch.nn as nn
from torch.utils.data import DataLoader, TensorDataset


@dataclass
class Config:
    n_symbols: int = 10
    n_tags: int = 4
    length: int = 20
    hidden: int = 48
    batch: int = 50
    epochs: int = 10
    lr: float = 3e-3
    seed: int = 21


def make_split(n, cfg, gen):
    x = torch.randint(0, cfg.n_symbols, (n, cfg.length), generator=gen)
    previous = torch.zeros_like(x)
    previous[:, 1:] = x[:, :-1]
    tags = (x >= 5).long() * 2 + (previous >= 5).long()
    return TensorDataset(x, tags)


class Tagger(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.embed = nn.Embedding(cfg.n_symbols, 16)
        self.gru = nn.GRU(16, cfg.hidden, batch_first=True)
        self.out = nn.Linear(cfg.hidden, cfg.n_tags)

    def forward(self, x):
        h, _ = self.gru(self.embed(x))
        return self.out(h)              # (batch, time, tags)


class Runner:
    def __init__(self, cfg):
        self.cfg = cfg
        torch.manual_seed(cfg.seed)
        gen = torch.Generator().manual_seed(cfg.seed)
        self.train_data = DataLoader(make_split(3000, cfg, gen), cfg.batch, shuffle=True)
        self.valid_data = DataLoader(make_split(500, cfg, gen), cfg.batch)
        self.model = Tagger(cfg)
        self.opt = torch.optim.Adam(self.model.parameters(), lr=cfg.lr)
        self.loss = nn.CrossEntropyLoss()

    def compute_loss(self, logits, tags):
        # CrossEntropyLoss wants the classes in dimension 1
        b, t, k = logits.shape
        return self.loss(logits.reshape(b, k, t), tags)

    def train_epoch(self):
        self.model.train()
        total = 0.0
        for x, tags in self.train_data:
            self.opt.zero_grad()
            loss = self.compute_loss(self.model(x), tags)
            loss.backward()
            self.opt.step()
            total += loss.item()
        return total / len(self.train_data)

    @torch.no_grad()
    def validate(self):
        self.model.eval()
        right = total = 0
        for x, tags in self.valid_data:
            guess = self.model(x).argmax(dim=-1)
            right += (guess == tags).sum().item()
            total += tags.numel()
        return right / total

    def run(self):
        for epoch in range(1, self.cfg.epochs + 1):
            loss = self.train_epoch()
            print(f"epoch {epoch:2d}: loss {loss:.4f}, tag accuracy {self.validate():.3f}")


if __name__ == "__main__":
    torch.set_num_threads(2)
    Runner(Config()).run()
