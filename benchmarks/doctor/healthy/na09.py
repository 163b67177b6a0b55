"""
Sentiment with our own head on a small BERT: masked mean + max pooling, two-layer head.
Stage 1 trains the head on a frozen encoder, stage 2 everything, the encoder with a smaller rate.
"""
import copy
import time

import pandas as pd
import torch
from torch import nn
from torch.utils.data import DataLoader
from transformers import AutoModel, AutoTokenizer, get_linear_schedule_with_warmup

CKPT = "checkpoints/bert"
torch.manual_seed(42)

tok = AutoTokenizer.from_pretrained(CKPT)
full = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(frac=1, random_state=42)
# sst2's own validation file is our test set (there is no labelled test file); we validate on 400 train rows
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
val_df, train_df = full.iloc[:400], full.iloc[400:]


class PooledClassifier(nn.Module):
    def __init__(self, name, n_classes=2, p=0.2):
        super().__init__()
        self.encoder = AutoModel.from_pretrained(name, add_pooling_layer=False)
        d = self.encoder.config.hidden_size
        self.head = nn.Sequential(nn.Dropout(p), nn.Linear(2 * d, d), nn.GELU(), nn.Dropout(p), nn.Linear(d, n_classes))
        self.frozen = False

    def freeze(self, flag):
        self.frozen = flag
        for q in self.encoder.parameters():
            q.requires_grad_(not flag)

    def train(self, mode=True):
        super().train(mode)
        if self.frozen:
            self.encoder.eval()      # a frozen encoder needs no dropout
        return self

    def forward(self, **enc):
        h = self.encoder(**enc).last_hidden_state
        mask = enc["attention_mask"].unsqueeze(-1).bool()
        mean = h.masked_fill(~mask, 0.0).sum(1) / mask.sum(1)
        top = h.masked_fill(~mask, torch.finfo(h.dtype).min).max(1).values
        return self.head(torch.cat([mean, top], dim=-1))


def collate(rows):
    texts, labels = zip(*rows)
    return tok(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt"), torch.tensor(labels)


def loader(df, shuffle=False):
    return DataLoader(list(zip(df.sentence.tolist(), df.label.tolist())), batch_size=32, shuffle=shuffle, collate_fn=collate)


train_dl, val_dl, test_dl = loader(train_df, True), loader(val_df), loader(test_df)
model = PooledClassifier(CKPT)
criterion = nn.CrossEntropyLoss()


@torch.inference_mode()
def evaluate(dl):
    model.eval()
    correct = count = 0
    for enc, y in dl:
        correct += (model(**enc).argmax(-1) == y).sum().item()
        count += len(y)
    return correct / count


best = {"acc": 0.0, "state": None, "where": None}


def run_stage(name, groups, epochs):
    opt = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = epochs * len(train_dl)
    sched = get_linear_schedule_with_warmup(opt, steps // 10, steps)
    for epoch in range(epochs):
        t0, total = time.perf_counter(), 0.0
        model.train()
        for enc, y in train_dl:
            opt.zero_grad()
            loss = criterion(model(**enc), y)
            loss.backward()
            nn.utils.clip_grad_norm_([q for g in opt.param_groups for q in g["params"]], 1.0)
            opt.step()
            sched.step()
            total += loss.item() * len(y)
        acc = evaluate(val_dl)
        print(f"{name} {epoch + 1}/{epochs} loss {total / len(train_df):.4f} val {acc:.4f} ({time.perf_counter() - t0:.1f}s)")
        if acc > best["acc"]:
            best.update(acc=acc, state=copy.deepcopy(model.state_dict()), where=f"{name} {epoch + 1}")


model.freeze(True)
run_stage("head", [{"params": model.head.parameters(), "lr": 1e-3}], epochs=2)
model.freeze(False)
run_stage("all", [{"params": model.encoder.parameters(), "lr": 2e-4}, {"params": model.head.parameters(), "lr": 5e-4}], epochs=5)

model.load_state_dict(best["state"])
share = test_df.label.value_counts(normalize=True).max()
print(f"best: {best['where']}; test accuracy {evaluate(test_dl):.4f} (larger class {share:.2f})")
