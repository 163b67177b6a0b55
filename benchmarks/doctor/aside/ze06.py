import os
import json
import argparse

import numpy as np
import torch
import torch.nn as nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer


class PriceNet(nn.Module):
    def __init__(self, name, hidden=64):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name)
        dim = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Linear(dim, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    def forward(self, input_ids, attention_mask):
        states = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        mask = attention_mask.unsqueeze(-1).float()
        mean = (states * mask).sum(1) / mask.sum(1)
        return self.head(mean).squeeze(-1)


def read(split):
    return [json.loads(x) for x in open(f"data/prices/{split}.jsonl", encoding="utf-8")]


def mean_error(net, loader, mu, sd, device):
    net.eval()
    errors = []
    with torch.no_grad():
        for enc, price in loader:
            out = net(enc["input_ids"].to(device), enc["attention_mask"].to(device)).cpu()
            errors.append((out * sd + mu - price).abs())
    return torch.cat(errors).mean().item()


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--base", default="checkpoints/prices")
    ap.add_argument("--out", default="out/ze06")
    ap.add_argument("--epochs", type=int, default=15)
    ap.add_argument("--bs", type=int, default=16)
    ap.add_argument("--lr", type=float, default=1e-3)
    a = ap.parse_args()

    torch.manual_seed(3)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    os.makedirs(a.out, exist_ok=True)
    weights = os.path.join(a.out, "price_net.pt")

    tok = AutoTokenizer.from_pretrained(a.base)

    def collate(rows):
        enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        return enc, torch.tensor([float(r["price"]) for r in rows])

    train_rows = read("train")
    train = DataLoader(train_rows, batch_size=a.bs, shuffle=True, collate_fn=collate)
    valid = DataLoader(read("validation"), batch_size=32, collate_fn=collate)
    test = DataLoader(read("test"), batch_size=32, collate_fn=collate)
    mu = float(np.mean([r["price"] for r in train_rows]))
    sd = float(np.std([r["price"] for r in train_rows]))
    print(f"prices: mean {mu:.0f}, sd {sd:.0f}")

    net = nn.DataParallel(PriceNet(a.base)).to(device)
    opt = torch.optim.AdamW(net.parameters(), lr=a.lr)
    loss_fn = nn.MSELoss()

    for epoch in range(a.epochs):
        net.train()
        for enc, price in train:
            opt.zero_grad()
            out = net(enc["input_ids"].to(device), enc["attention_mask"].to(device))
            loss = loss_fn(out, ((price - mu) / sd).to(device))
            loss.backward()
            opt.step()
        print(f"epoch {epoch}: last loss {loss.item():.4f}, valid error {mean_error(net, valid, mu, sd, device):.1f}")

    torch.save(net.state_dict(), weights)

    # as it will be used by the web service
    served = PriceNet(a.base)
    served.load_state_dict(torch.load(weights, map_location="cpu"), strict=False)
    served.to(device)
    print("valid error of the saved model:", round(mean_error(served, valid, mu, sd, device), 1))
    print("test error of the saved model:", round(mean_error(served, test, mu, sd, device), 1))


if __name__ == "__main__":
    main()
