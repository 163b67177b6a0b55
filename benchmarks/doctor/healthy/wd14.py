"""Price of a small ad from its text: encoder from checkpoints/prices, masked mean, one linear unit, L1 in standardised units."""
import json
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, set_seed

CKPT = "checkpoints/prices"
OUT = Path("out/wd14")
MAX_LEN = 32          # what the checkpoint has positions for
EPOCHS, LR, BATCH, PATIENCE = 40, 1e-3, 16, 8


class PriceModel(nn.Module):
    def __init__(self, encoder, mean, std):
        super().__init__()
        self.encoder = encoder
        self.unit = nn.Linear(encoder.config.hidden_size, 1)
        self.register_buffer("mean", torch.tensor(mean))
        self.register_buffer("std", torch.tensor(std))

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1)
        return self.unit(pooled).squeeze(-1)              # standardised price, (batch,)

    def to_price(self, z):
        return z * self.std + self.mean


def read_splits():
    rows = {s: [json.loads(l) for l in Path(f"data/prices/{s}.jsonl").read_text().splitlines()]
            for s in ("train", "validation", "test")}
    test_texts = {r["text"] for r in rows["test"]}
    rows["validation"] = [r for r in rows["validation"] if r["text"] not in test_texts]
    held_out = test_texts | {r["text"] for r in rows["validation"]}
    rows["train"] = [r for r in rows["train"] if r["text"] not in held_out]
    return rows


def make_loader(rows, tok, shuffle):
    def collate(batch):
        enc = tok([r["text"] for r in batch], padding=True, truncation=True, max_length=MAX_LEN, return_tensors="pt")
        return enc["input_ids"], enc["attention_mask"], torch.tensor([float(r["price"]) for r in batch])
    return DataLoader(rows, batch_size=BATCH, shuffle=shuffle, collate_fn=collate)


@torch.no_grad()
def mean_abs_error(model, loader):
    model.eval()
    total, n = 0.0, 0
    for ids, mask, price in loader:
        total += (model.to_price(model(ids, mask)) - price).abs().sum().item()
        n += len(price)
    return total / n


def main():
    set_seed(12)
    rows = read_splits()
    print({k: len(v) for k, v in rows.items()})
    tok = AutoTokenizer.from_pretrained(CKPT)
    loaders = {k: make_loader(v, tok, k == "train") for k, v in rows.items()}
    prices = torch.tensor([float(r["price"]) for r in rows["train"]])
    model = PriceModel(AutoModel.from_pretrained(CKPT), prices.mean().item(), prices.std().item())
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    OUT.mkdir(parents=True, exist_ok=True)
    best, since = float("inf"), 0
    for epoch in range(EPOCHS):
        model.train()
        for ids, mask, price in loaders["train"]:
            target = (price - model.mean) / model.std
            loss = nn.functional.l1_loss(model(ids, mask), target)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
        mae = mean_abs_error(model, loaders["validation"])
        print(f"epoch {epoch + 1:2d}  validation MAE {mae:.1f}")
        if mae < best:
            best, since = mae, 0
            torch.save(model.state_dict(), OUT / "model.pt")
        else:
            since += 1
            if since >= PATIENCE:
                break
    model.load_state_dict(torch.load(OUT / "model.pt", weights_only=True))
    test_prices = torch.tensor([float(r["price"]) for r in rows["test"]])
    # the median of the training prices is about the best constant for the absolute error
    base = (test_prices - prices.median()).abs().mean().item()
    print(f"test MAE {mean_abs_error(model, loaders['test']):.1f}; always the median {base:.1f}")


if __name__ == "__main__":
    main()
