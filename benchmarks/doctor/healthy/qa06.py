"""Price of a small ad from its text: encoder, masked mean pooling, one linear unit.

The target is standardised with mean and spread of the *training* prices; errors are reported in money.
"""
import json
import math
from pathlib import Path

import torch
from torch import nn
from torch.optim.lr_scheduler import LambdaLR
from transformers import AutoModel, AutoTokenizer

CKPT = "checkpoints/prices"
OUT = Path("out/qa06")
EPOCHS, BATCH, PEAK_LR, SEED = 40, 32, 1e-3, 5


class PriceModel(nn.Module):
    def __init__(self, ckpt, mean, std):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(ckpt)
        self.head = nn.Linear(self.encoder.config.hidden_size, 1)
        # buffers travel with the weights, so that a loaded model answers in money again
        self.register_buffer("mean", torch.as_tensor(mean, dtype=torch.float32))
        self.register_buffer("std", torch.as_tensor(std, dtype=torch.float32))

    def forward(self, input_ids, attention_mask):
        hidden = self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(hidden.dtype)
        pooled = (hidden * m).sum(dim=1) / m.sum(dim=1)
        return self.head(pooled).squeeze(-1)           # (batch,), standardised

    @torch.no_grad()
    def price(self, input_ids, attention_mask):
        return self(input_ids, attention_mask) * self.std + self.mean


def read_split(name):
    rows = [json.loads(line) for line in Path(f"data/prices/{name}.jsonl").read_text("utf-8").splitlines()]
    return {r["text"]: float(r["price"]) for r in rows}        # a dict: no text twice


def encode(tok, table):
    enc = tok(list(table), padding=True, truncation=True, max_length=32, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.tensor(list(table.values()))


def batches(tensors, size, generator):
    order = torch.randperm(len(tensors[0]), generator=generator)
    for idx in order.split(size):
        yield tuple(t[idx] for t in tensors)


def warmup_cosine(total, warmup):
    def factor(step):
        if step < warmup:
            return (step + 1) / warmup
        done = (step - warmup) / max(1, total - warmup)
        return 0.5 * (1.0 + math.cos(math.pi * min(1.0, done)))
    return factor


def mae(model, ids, mask, prices):
    model.eval()
    return (model.price(ids, mask) - prices).abs().mean().item()


def main():
    torch.manual_seed(SEED)
    torch.set_num_threads(2)

    test_t = read_split("test")
    val_t = {k: v for k, v in read_split("validation").items() if k not in test_t}
    train_t = {k: v for k, v in read_split("train").items() if k not in test_t and k not in val_t}

    tok = AutoTokenizer.from_pretrained(CKPT)
    train, val, test = (encode(tok, t) for t in (train_t, val_t, test_t))

    model = PriceModel(CKPT, train[2].mean(), train[2].std())
    opt = torch.optim.AdamW(model.parameters(), lr=PEAK_LR, weight_decay=0.01)
    total = EPOCHS * math.ceil(len(train[0]) / BATCH)
    sched = LambdaLR(opt, warmup_cosine(total, total // 10))
    loss_fn = nn.SmoothL1Loss()
    gen = torch.Generator().manual_seed(SEED)

    OUT.mkdir(parents=True, exist_ok=True)
    best = math.inf
    for epoch in range(EPOCHS):
        model.train()
        for ids, mask, price in batches(train, BATCH, gen):
            target = (price - model.mean) / model.std
            loss = loss_fn(model(ids, mask), target)
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
        err = mae(model, *val)
        if err < best:
            best = err
            torch.save(model.state_dict(), OUT / "best.pt")
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1:3d}  validation MAE {err:8.1f}  best {best:8.1f}")

    model.load_state_dict(torch.load(OUT / "best.pt", weights_only=True))
    guess = train[2].median()
    print(f"test MAE {mae(model, *test):.1f}   median price as a guess {(test[2] - guess).abs().mean():.1f}")


if __name__ == "__main__":
    main()
