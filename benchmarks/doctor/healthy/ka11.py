"""LoRA without a library: rank-4 updates on query and value, everything else in BERT stays as it was."""
import math
import argparse

import pandas as pd
import torch
from torch import nn
from transformers import BertForSequenceClassification, BertTokenizerFast


class LoRALinear(nn.Module):
    """y = W x + b + (alpha / r) B A dropout(x); B starts at zero, so step 0 is the original layer."""

    def __init__(self, base: nn.Linear, r: int, alpha: float, p: float):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.A = nn.Parameter(torch.empty(r, base.in_features))
        self.B = nn.Parameter(torch.zeros(base.out_features, r))
        nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
        self.scale, self.drop = alpha / r, nn.Dropout(p)

    def forward(self, x):
        return self.base(x) + self.scale * (self.drop(x) @ self.A.T @ self.B.T)

    @torch.no_grad()
    def merged(self) -> nn.Linear:
        self.base.weight += self.scale * self.B @ self.A
        return self.base


def add_lora(model, r, alpha, p):
    model.requires_grad_(False)
    for layer in model.bert.encoder.layer:
        att = layer.attention.self
        att.query = LoRALinear(att.query, r, alpha, p)
        att.value = LoRALinear(att.value, r, alpha, p)
    for part in (model.classifier, model.bert.pooler):
        part.requires_grad_(True)
    return [p for p in model.parameters() if p.requires_grad]


def merge(model):
    for layer in model.bert.encoder.layer:
        att = layer.attention.self
        att.query, att.value = att.query.merged(), att.value.merged()


def encode(tok, df):
    enc = tok(df["sentence"].tolist(), padding="max_length", truncation=True, max_length=48, return_tensors="pt")
    return enc["input_ids"], enc["attention_mask"], torch.from_numpy(df["label"].to_numpy(copy=True))


@torch.no_grad()
def logits_of(model, ids, mask):
    model.eval()
    return torch.cat([model(input_ids=i, attention_mask=m).logits for i, m in zip(ids.split(128), mask.split(128))])


def accuracy(model, data):
    return (logits_of(model, *data[:2]).argmax(-1) == data[2]).float().mean().item()


def main(a):
    torch.manual_seed(a.seed)
    df = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(frac=1.0, random_state=a.seed)
    held_out = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
    tok = BertTokenizerFast.from_pretrained(a.model)
    dev, train, test = (encode(tok, d) for d in (df.iloc[:400], df.iloc[400:], held_out))

    model = BertForSequenceClassification.from_pretrained(a.model, num_labels=2)
    params = add_lora(model, a.rank, a.alpha, a.dropout)
    print(f"{sum(p.numel() for p in params):,} of {sum(p.numel() for p in model.parameters()):,} parameters learn")

    opt = torch.optim.AdamW(params, lr=a.lr)
    per_epoch = math.ceil(len(train[2]) / a.batch)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=per_epoch * a.epochs)
    best, keep = 0.0, None
    for epoch in range(a.epochs):
        model.train()
        for idx in torch.randperm(len(train[2])).split(a.batch):
            ids, mask, y = (t[idx] for t in train)
            loss = nn.functional.cross_entropy(model(input_ids=ids, attention_mask=mask).logits, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            sched.step()
        acc = accuracy(model, dev)
        print(f"epoch {epoch + 1}  last loss {loss.item():.3f}  dev {acc:.3f}")
        if acc > best:      # the learnt part is small: only that is kept
            best, keep = acc, {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}

    unexpected = model.load_state_dict(keep, strict=False).unexpected_keys
    assert not unexpected
    before = logits_of(model, *test[:2])
    merge(model)
    after = logits_of(model, *test[:2])
    print("largest difference after merging:", (before - after).abs().max().item())
    print(f"test accuracy {accuracy(model, test):.3f} (coin 0.5)")


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("--model", default="checkpoints/bert")
    ap.add_argument("--rank", type=int, default=4)
    ap.add_argument("--alpha", type=float, default=8.0)
    ap.add_argument("--dropout", type=float, default=0.05)
    ap.add_argument("--lr", type=float, default=1e-3)
    ap.add_argument("--epochs", type=int, default=6)
    ap.add_argument("--batch", type=int, default=32)
    ap.add_argument("--seed", type=int, default=1)
    main(ap.parse_args())
