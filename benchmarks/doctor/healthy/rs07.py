"""LoRA by hand: low-rank updates beside the frozen query and value matrices of a small BERT, merged at the end."""
import math

import pandas as pd
import torch
import torch.nn as nn
from transformers import AutoModelForSequenceClassification, AutoTokenizer

torch.manual_seed(7)


class LowRank(nn.Module):
    def __init__(self, base: nn.Linear, rank: int = 8, alpha: float = 16.0):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad_(False)
        self.down = nn.Parameter(torch.empty(rank, base.in_features))
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))  # zero: training starts at the checkpoint's function
        nn.init.kaiming_uniform_(self.down, a=math.sqrt(5))
        self.scale = alpha / rank

    def forward(self, x):
        return self.base(x) + (x @ self.down.T @ self.up.T) * self.scale

    @torch.no_grad()
    def merged(self) -> nn.Linear:
        self.base.weight += self.scale * self.up @ self.down
        return self.base


def swap(module, wrap, names):
    for name, child in module.named_children():
        if name in names:
            setattr(module, name, wrap(child))
        else:
            swap(child, wrap, names)


def main(batch=32, lr=3e-3, epochs=4):
    tok = AutoTokenizer.from_pretrained("checkpoints/bert")
    model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)
    model.requires_grad_(False)
    swap(model, LowRank, {"query", "value"})
    for part in (model.bert.pooler, model.classifier):
        part.requires_grad_(True)
    trainable = [p for p in model.parameters() if p.requires_grad]
    n, m = sum(p.numel() for p in trainable), sum(p.numel() for p in model.parameters())
    print(f"{n:,} of {m:,} weights are trained ({n / m:.1%})")

    df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
    held = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    df = df[~df.sentence.isin(held.sentence)].drop_duplicates("sentence")

    def encode(frame):
        e = tok(frame.sentence.tolist(), padding=True, truncation=True, max_length=40, return_tensors="pt")
        return e["input_ids"], e["attention_mask"], torch.tensor(frame.label.to_numpy())

    X, M, Y = encode(df)
    Xh, Mh, Yh = encode(held)

    @torch.no_grad()
    def logits():
        model.eval()
        return torch.cat([model(input_ids=x, attention_mask=m).logits for x, m in zip(Xh.split(120), Mh.split(120))])

    opt = torch.optim.Adam(trainable, lr=lr)
    steps = epochs * math.ceil(len(Y) / batch)
    sched = torch.optim.lr_scheduler.LinearLR(opt, 1.0, 0.05, total_iters=steps)
    for epoch in range(epochs):
        model.train()
        losses = []
        for take in torch.randperm(len(Y)).split(batch):
            width = int(M[take].sum(1).max())  # no need to compute beyond the longest row of the batch
            out = model(input_ids=X[take, :width], attention_mask=M[take, :width], labels=Y[take])
            opt.zero_grad()
            out.loss.backward()
            nn.utils.clip_grad_norm_(trainable, 1.0)
            opt.step()
            sched.step()
            losses.append(out.loss.item())
        print(f"epoch {epoch}: loss {sum(losses) / len(losses):.3f}")

    before = logits()
    swap(model, lambda m: m.merged(), {"query", "value"})
    after = logits()
    print(f"held-out accuracy {(after.argmax(-1) == Yh).float().mean():.3f}, largest change by merging {(before - after).abs().max():.1e}")


if __name__ == "__main__":
    main()
