"""Tickets with a head of our own on top of the bare DistilBERT."""
from dataclasses import dataclass

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModel, AutoTokenizer


@dataclass
class Settings:
    checkpoint: str = "checkpoints/tickets"
    classes: int = 4
    hidden: int = 64
    dropout: float = 0.5
    lr: float = 5e-4
    batch_size: int = 16
    epochs: int = 4


class TicketData(Dataset):
    def __init__(self, split):
        self.df = pd.read_json(f"data/tickets/{split}.jsonl", lines=True)

    def __len__(self):
        return len(self.df)

    def __getitem__(self, i):
        row = self.df.iloc[i]
        return row["text"], int(row["desk_id"])


class Router(nn.Module):
    def __init__(self, s: Settings):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(s.checkpoint)
        self.head = nn.Sequential(
            nn.Dropout(s.dropout),
            nn.Linear(self.encoder.config.dim, s.hidden),
            nn.ReLU(),
            nn.Dropout(s.dropout),
            nn.Linear(s.hidden, s.classes),
        )

    def forward(self, input_ids, attention_mask):
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        return self.head(states[:, 0])


class Experiment:
    def __init__(self, s):
        torch.manual_seed(4)
        self.s = s
        self.tok = AutoTokenizer.from_pretrained(s.checkpoint)
        self.net = Router(s)
        self.criterion = nn.CrossEntropyLoss()
        self.opt = torch.optim.AdamW(self.net.parameters(), lr=s.lr)
        self.train_dl = DataLoader(TicketData("train"), s.batch_size, shuffle=True, collate_fn=self.collate)
        self.valid_dl = DataLoader(TicketData("validation"), 32, collate_fn=self.collate)

    def collate(self, items):
        texts, labels = zip(*items)
        enc = self.tok(list(texts), padding=True, truncation=True, return_tensors="pt")
        return enc["input_ids"], enc["attention_mask"], torch.tensor(labels)

    def fit(self):
        for epoch in range(self.s.epochs):
            self.net.train()
            for ids, mask, y in self.train_dl:
                self.opt.zero_grad()
                loss = self.criterion(self.net(ids, mask), y)
                loss.backward()
                self.opt.step()
            print(epoch, "loss of the last batch", round(loss.item(), 4), "| valid", self.evaluate())

    @torch.no_grad()
    def evaluate(self):
        good = n = 0
        for ids, mask, y in self.valid_dl:
            good += (self.net(ids, mask).argmax(1) == y).sum().item()
            n += len(y)
        return good / n


if __name__ == "__main__":
    ex = Experiment(Settings())
    ex.fit()
    print("three evaluations of the same model:", [ex.evaluate() for _ in range(3)])
