"""
Pretraining, then fine-tuning with few labels, in one script.

1. a fresh, small BERT learns masked language modelling on all (unlabelled) training tickets
2. its encoder is fine-tuned with only 200 labelled tickets; the same is done from random weights, to compare
"""
import json
import random
import time
from pathlib import Path

import torch
from torch.utils.data import DataLoader
from transformers import (
    AutoTokenizer,
    BertConfig,
    BertForMaskedLM,
    BertForSequenceClassification,
    DataCollatorForLanguageModeling,
    DataCollatorWithPadding,
    get_scheduler,
)

OUT = Path("outputs/j06")
OUT.mkdir(parents=True, exist_ok=True)
t0 = time.time()
torch.manual_seed(42)


def read(split):
    with open(f"data/tickets/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


valid_rows, test_rows = read("validation"), read("test")
held_out = {r["text"] for r in valid_rows + test_rows}
train_rows = [r for r in read("train") if r["text"] not in held_out]

tok = AutoTokenizer.from_pretrained("checkpoints/tickets")
config = BertConfig(
    vocab_size=len(tok),
    hidden_size=64,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=128,
    max_position_embeddings=32,
    hidden_dropout_prob=0.05,
    attention_probs_dropout_prob=0.05,
    pad_token_id=tok.pad_token_id,
)


def features(rows, labels):
    enc = tok([r["text"] for r in rows], truncation=True, max_length=32, return_special_tokens_mask=not labels)
    out = [{k: v[i] for k, v in enc.items()} for i in range(len(rows))]
    if labels:
        for o, r in zip(out, rows):
            o["labels"] = r["desk_id"]
    return out


# ---------------------------------------------------------------- stage 1: MLM
mlm = BertForMaskedLM(config)
collator = DataCollatorForLanguageModeling(tok, mlm=True, mlm_probability=0.15)
mlm_train = DataLoader(features(train_rows, False), batch_size=32, shuffle=True, collate_fn=collator)
# one fixed masking of the validation texts, so that the numbers can be compared between epochs
fixed = list(DataLoader(features(valid_rows, False), batch_size=80, collate_fn=collator))


@torch.no_grad()
def mlm_loss(model):
    model.eval()
    s = n = 0
    for b in fixed:
        k = (b["labels"] != -100).sum().item()
        s += model(**b).loss.item() * k
        n += k
    return s / n


MLM_EPOCHS = 25
opt = torch.optim.AdamW(mlm.parameters(), lr=2e-3, weight_decay=0.01)
sched = get_scheduler("linear", opt, 50, MLM_EPOCHS * len(mlm_train))
print(f"mlm before: valid loss {mlm_loss(mlm):.3f}")
for e in range(MLM_EPOCHS):
    mlm.train()
    for b in mlm_train:
        loss = mlm(**b).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(mlm.parameters(), 1.0)
        opt.step()
        sched.step()
        opt.zero_grad(set_to_none=True)
    if e % 5 == 4:
        print(f"mlm epoch {e + 1}: valid loss {mlm_loss(mlm):.3f}  [{time.time() - t0:.0f}s]")
mlm.save_pretrained(OUT / "pretrained")
tok.save_pretrained(OUT / "pretrained")

# ---------------------------------------------------------------- stage 2: classification with few labels
few = random.Random(0).sample(train_rows, 200)
num_labels = 1 + max(r["desk_id"] for r in train_rows)
pad = DataCollatorWithPadding(tok)
valid_dl = DataLoader(features(valid_rows, True), batch_size=80, collate_fn=pad)
test_dl = DataLoader(features(test_rows, True), batch_size=80, collate_fn=pad)


@torch.no_grad()
def accuracy(model, loader):
    model.eval()
    ok = n = 0
    for b in loader:
        ok += (model(**b).logits.argmax(-1) == b["labels"]).sum().item()
        n += len(b["labels"])
    return ok / n


def fine_tune(clf, tag, epochs=15):
    loader = DataLoader(features(few, True), batch_size=16, shuffle=True, collate_fn=pad)
    opt = torch.optim.AdamW(clf.parameters(), lr=1e-3, weight_decay=0.01)
    sched = get_scheduler("linear", opt, 10, epochs * len(loader))
    for e in range(epochs):
        clf.train()
        running = 0.0
        for b in loader:
            loss = clf(**b).loss
            loss.backward()
            torch.nn.utils.clip_grad_norm_(clf.parameters(), 1.0)
            opt.step()
            sched.step()
            opt.zero_grad(set_to_none=True)
            running += loss.item()
        if e % 5 == 4:
            print(f"{tag} epoch {e + 1}: train loss {running / len(loader):.3f}  valid acc {accuracy(clf, valid_dl):.3f}")
    return clf


warm = fine_tune(BertForSequenceClassification.from_pretrained(OUT / "pretrained", num_labels=num_labels), "pretrained")
config.num_labels = num_labels
cold = fine_tune(BertForSequenceClassification(config), "from scratch")
print(f"test accuracy: pretrained {accuracy(warm, test_dl):.3f}, from scratch {accuracy(cold, test_dl):.3f}")
