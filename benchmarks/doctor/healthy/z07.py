# 4-fold cross validation on the ticket data
import json
import torch
import numpy as np
from sklearn.model_selection import StratifiedKFold
from torch.utils.data import DataLoader, TensorDataset
from transformers import AutoModelForSequenceClassification, AutoTokenizer

CKPT = "checkpoints/tickets"
N_FOLDS = 4
N_EPOCHS = 10
LR = 1e-3


def get_model():
    return AutoModelForSequenceClassification.from_pretrained(CKPT, num_labels=4)


def run_epoch(model, dl, opt):
    model.train()
    losses = []
    for ids, mask, y in dl:
        out = model(input_ids=ids, attention_mask=mask, labels=y)
        opt.zero_grad()
        out.loss.backward()
        opt.step()
        losses.append(out.loss.item())
    return np.mean(losses)


@torch.no_grad()
def accuracy(model, dl):
    model.eval()
    ok = n = 0
    for ids, mask, y in dl:
        p = model(input_ids=ids, attention_mask=mask).logits.argmax(1)
        ok += int((p == y).sum())
        n += y.numel()
    return ok / n


torch.manual_seed(1)
rows = []
for part in ("train", "validation"):
    with open(f"data/tickets/{part}.jsonl") as fh:
        rows += [json.loads(x) for x in fh]

tok = AutoTokenizer.from_pretrained(CKPT)
enc = tok([r["text"] for r in rows], padding="max_length", truncation=True, max_length=32, return_tensors="pt")
labels = torch.tensor([r["desk_id"] for r in rows])

scores = []
skf = StratifiedKFold(n_splits=N_FOLDS, shuffle=True, random_state=0)
for fold, (tr, va) in enumerate(skf.split(np.zeros(len(labels)), labels.numpy())):
    model = get_model()
    optimizer = torch.optim.AdamW(model.parameters(), lr=LR)
    tr, va = torch.as_tensor(tr), torch.as_tensor(va)
    tr_dl = DataLoader(TensorDataset(enc["input_ids"][tr], enc["attention_mask"][tr], labels[tr]), 32, shuffle=True)
    va_dl = DataLoader(TensorDataset(enc["input_ids"][va], enc["attention_mask"][va], labels[va]), 64)
    for ep in range(N_EPOCHS):
        loss = run_epoch(model, tr_dl, optimizer)
    acc = accuracy(model, va_dl)
    scores.append(acc)
    print(f"fold {fold}  last train loss {loss:.3f}  accuracy {acc:.3f}")

print(f"mean accuracy {np.mean(scores):.3f} +- {np.std(scores):.3f}")
