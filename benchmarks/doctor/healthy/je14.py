# Small ads -> asking price. A DistilBERT body with my own head, and a plain loop:
# no Trainer, no DataLoader, just shuffled index lists.
import json
import math
import os

import numpy as np
import torch
from torch import nn
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CKPT, DATA, OUT = "checkpoints/prices", "data/prices", "out/je14"
EPOCHS, BATCH, LR = 20, 32, 1e-3


def read(split):
    with open(f"{DATA}/{split}.jsonl", encoding="utf-8") as f:
        return [json.loads(line) for line in f]


class PriceModel(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = AutoModel.from_pretrained(CKPT)
        d = self.body.config.hidden_size
        self.head = nn.Sequential(nn.Linear(d, d), nn.GELU(), nn.Linear(d, 1))

    def forward(self, input_ids, attention_mask):
        h = self.body(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        m = attention_mask.unsqueeze(-1).to(h.dtype)
        pooled = (h * m).sum(1) / m.sum(1)               # mean of the real tokens only
        return self.head(pooled).squeeze(-1)


def main():
    torch.manual_seed(0)
    os.makedirs(OUT, exist_ok=True)

    # The same ad text turns up in several files. Test stays whole; validation loses what
    # is in test; training loses what is in either.
    test = read("test")
    in_test = {r["text"] for r in test}
    val = [r for r in read("validation") if r["text"] not in in_test]
    held_out = in_test | {r["text"] for r in val}
    train = [r for r in read("train") if r["text"] not in held_out]
    print(f"{len(train)} / {len(val)} / {len(test)} rows")

    tok = AutoTokenizer.from_pretrained(CKPT)

    def encode(rows):
        enc = tok([r["text"] for r in rows], padding="longest", return_tensors="pt")
        assert enc["input_ids"].shape[1] <= tok.model_max_length     # nothing has to be cut
        prices = torch.tensor([float(r["price"]) for r in rows])
        return enc["input_ids"], enc["attention_mask"], prices

    ids_tr, mask_tr, price_tr = encode(train)
    ids_va, mask_va, price_va = encode(val)
    ids_te, mask_te, price_te = encode(test)
    mean, std = price_tr.mean(), price_tr.std()
    target_tr = (price_tr - mean) / std

    model = PriceModel()
    opt = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
    steps = EPOCHS * math.ceil(len(train) / BATCH)
    sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=steps // 10, num_training_steps=steps)
    loss_fn = nn.SmoothL1Loss()

    @torch.inference_mode()
    def price_of(ids, mask):
        model.eval()
        return torch.cat([model(i, m) for i, m in zip(ids.split(64), mask.split(64))]) * std + mean

    best_mae, best = float("inf"), None
    for epoch in range(EPOCHS):
        model.train()
        total = 0.0
        for rows in torch.randperm(len(train)).split(BATCH):
            loss = loss_fn(model(ids_tr[rows], mask_tr[rows]), target_tr[rows])
            opt.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            sched.step()
            total += loss.item() * len(rows)
        mae = (price_of(ids_va, mask_va) - price_va).abs().mean().item()
        print(f"epoch {epoch:2d}  loss {total / len(train):.4f}  validation MAE {mae:.1f}")
        if mae < best_mae:
            best_mae = mae
            best = {k: v.detach().clone() for k, v in model.state_dict().items()}

    model.load_state_dict(best)
    y, p = price_te.numpy(), price_of(ids_te, mask_te).numpy()
    r2 = 1 - np.sum((y - p) ** 2) / np.sum((y - y.mean()) ** 2)
    # MAE's best constant is the median of the training prices
    const = np.median(price_tr.numpy())
    print(f"test: MAE {np.abs(y - p).mean():.1f} (always {const:.0f}: {np.abs(y - const).mean():.1f}), R2 {r2:.3f}")
    torch.save(model.state_dict(), f"{OUT}/model.pt")


if __name__ == "__main__":
    main()
