"""A run that is broken off after two epochs and goes on from its checkpoint file."""
import os
import tempfile

import torch
from datasets import load_dataset
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoConfig, AutoModel, AutoTokenizer

CKPT = "checkpoints/prices"
EPOCHS = 9


class PriceRegressor(nn.Module):
    """Attention pooling over the tokens, then one number."""

    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        dim = encoder.config.dim
        self.attention = nn.Linear(dim, 1)
        self.out = nn.Sequential(nn.Linear(dim, dim), nn.GELU(), nn.Linear(dim, 1))

    def forward(self, input_ids, attention_mask):
        h = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        score = self.attention(h).squeeze(-1).masked_fill(attention_mask == 0, float("-inf"))
        pooled = torch.einsum("bt,btd->bd", score.softmax(-1), h)
        return self.out(pooled).squeeze(-1)


def loaders():
    tok = AutoTokenizer.from_pretrained(CKPT)
    raw = load_dataset("data/prices")

    def collate(rows):
        enc = tok([r["text"] for r in rows], padding=True, truncation=True, return_tensors="pt")
        return enc["input_ids"], enc["attention_mask"], torch.tensor([r["price"] for r in rows], dtype=torch.float32) / 1000

    return DataLoader(raw["train"], 16, shuffle=True, collate_fn=collate), DataLoader(raw["validation"], 80, collate_fn=collate)


def make(pretrained):
    encoder = AutoModel.from_pretrained(CKPT) if pretrained else AutoModel.from_config(AutoConfig.from_pretrained(CKPT))
    model = PriceRegressor(encoder)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    return model, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, step_size=3, gamma=0.5)


def run(model, optimizer, scheduler, first, last, train, valid, path):
    for epoch in range(first, last):
        model.train()
        for ids, mask, price in train:
            optimizer.zero_grad()
            nn.functional.smooth_l1_loss(model(ids, mask), price, beta=0.1).backward()
            optimizer.step()
        scheduler.step()
        model.eval()
        with torch.no_grad():
            errors = torch.cat([(model(i, m) - p).abs() for i, m, p in valid])
        print(f"epoch {epoch}: MAE {1000 * errors.mean():.0f}, rate {scheduler.get_last_lr()[0]:g}")
        state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "scheduler": scheduler.state_dict(), "epoch": epoch}
        torch.save(state, path)


if __name__ == "__main__":
    torch.manual_seed(19)
    train, valid = loaders()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "last.pt")
        run(*make(pretrained=True), 0, 2, train, valid, path)

        state = torch.load(path)
        model, optimizer, scheduler = make(pretrained=False)
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        scheduler.load_state_dict(state["scheduler"])
        run(model, optimizer, scheduler, state["epoch"] + 1, EPOCHS, train, valid, path)
    prices = torch.cat([p for _, _, p in valid])
    print(f"always the mean: MAE {1000 * (prices - prices.mean()).abs().mean():.0f}")
