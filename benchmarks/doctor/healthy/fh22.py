"""Sentiment with the tiny BERT: first the head alone, then the whole model with a smaller rate for the encoder."""
import numpy as np
import pandas as pd
import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

torch.manual_seed(14)
HEAD_EPOCHS, ALL_EPOCHS, BATCH = 1, 4, 32

frame = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet")
check = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
frame = frame[~frame.sentence.isin(check.sentence)].drop_duplicates("sentence").sample(frac=1.0, random_state=14)
# GLUE keeps the labels of its test rows to itself: 300 training rows are set aside for choosing, the official
# validation rows are the final check
dev, fit = frame.iloc[:300], frame.iloc[300:]

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
model = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def batches(df, shuffle=False):
    rows = list(zip(df.sentence, df.label))

    def collate(part):
        enc = tok([s for s, _ in part], padding=True, truncation=True, max_length=64, return_tensors="pt")
        enc["labels"] = torch.tensor([int(l) for _, l in part])
        return enc

    return DataLoader(rows, batch_size=BATCH, shuffle=shuffle, collate_fn=collate)


def accuracy(loader):
    model.eval()
    right = []
    with torch.no_grad():
        for b in loader:
            right.append((model(**b).logits.argmax(-1) == b["labels"]).numpy())
    return float(np.concatenate(right).mean())


train, dev_loader, check_loader = batches(fit, shuffle=True), batches(dev), batches(check)


def run_epoch(opt, sched, frozen):
    model.train()
    if frozen:
        model.bert.eval()  # nothing is learnt there yet, so no dropout there either
    total = 0.0
    for b in train:
        loss = model(**b).loss
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([p for p in model.parameters() if p.requires_grad], 1.0)
        opt.step()
        sched.step()
        total += loss.item()
    return total / len(train)


# stage 1: only the classifier
for p in model.bert.parameters():
    p.requires_grad_(False)
opt = torch.optim.AdamW(model.classifier.parameters(), lr=2e-3)
sched = torch.optim.lr_scheduler.ConstantLR(opt, factor=1.0, total_iters=1)
for e in range(HEAD_EPOCHS):
    print(f"head  {e}: loss {run_epoch(opt, sched, frozen=True):.4f}, dev {accuracy(dev_loader):.4f}")

# stage 2: everything, with an optimizer that knows the thawed parameters
for p in model.bert.parameters():
    p.requires_grad_(True)
opt = torch.optim.AdamW([{"params": model.bert.parameters(), "lr": 5e-4},
                         {"params": model.classifier.parameters(), "lr": 1e-3}], weight_decay=0.01)
steps = ALL_EPOCHS * len(train)
sched = get_linear_schedule_with_warmup(opt, steps // 10, steps)

best, kept = 0.0, None
for e in range(ALL_EPOCHS):
    loss, acc = run_epoch(opt, sched, frozen=False), accuracy(dev_loader)
    print(f"whole {e}: loss {loss:.4f}, dev {acc:.4f}")
    if acc > best:
        best, kept = acc, {k: v.clone() for k, v in model.state_dict().items()}
model.load_state_dict(kept)
print("official validation rows:", round(accuracy(check_loader), 4))
