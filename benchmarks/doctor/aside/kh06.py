import time

import pandas as pd
import torch
from torch.utils.data import DataLoader, TensorDataset
from transformers import BertForSequenceClassification, BertTokenizerFast, get_linear_schedule_with_warmup

# paraphrase or not (mrpc), bare PyTorch loop
torch.manual_seed(0)
torch.set_num_threads(2)

EPOCHS, BATCH, LR, MAXLEN = 4, 32, 3e-4, 96

tokenizer = BertTokenizerFast.from_pretrained("checkpoints/bert")
model = BertForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def tensors(split):
    df = pd.read_parquet(f"data/glue/mrpc/{split}-00000-of-00001.parquet")
    enc = tokenizer(
        df["sentence1"].tolist(),
        df["sentence2"].tolist(),
        padding="max_length",
        truncation=True,
        max_length=MAXLEN,
        return_tensors="pt",
    )
    labels = torch.tensor(df["label"].to_numpy().copy())
    return TensorDataset(enc["input_ids"], enc["token_type_ids"], enc["attention_mask"], labels)


train_loader = DataLoader(tensors("train"), batch_size=BATCH, shuffle=True)
valid_loader = DataLoader(tensors("validation"), batch_size=100)

decay = [p for n, p in model.named_parameters() if p.ndim > 1]
no_decay = [p for n, p in model.named_parameters() if p.ndim <= 1]
optim = torch.optim.AdamW(
    [{"params": decay, "weight_decay": 0.01}, {"params": no_decay, "weight_decay": 0.0}], lr=LR
)
steps = EPOCHS * len(train_loader)
sched = get_linear_schedule_with_warmup(optim, steps // 10, steps)


@torch.no_grad()
def evaluate():
    model.eval()
    tp = fp = fn = right = n = 0
    for ids, segments, mask, y in valid_loader:
        p = model(ids, segments, mask).logits.argmax(dim=1)
        right += (p == y).sum().item()
        n += len(y)
        tp += ((p == 1) & (y == 1)).sum().item()
        fp += ((p == 1) & (y == 0)).sum().item()
        fn += ((p == 0) & (y == 1)).sum().item()
    return right / n, 2 * tp / max(2 * tp + fp + fn, 1)


started = time.time()
for epoch in range(1, EPOCHS + 1):
    model.train()
    total = 0.0
    for ids, segments, mask, y in train_loader:
        optim.zero_grad()
        loss = model(ids, segments, mask, labels=y).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        sched.step()
        total += loss.item()
    acc, f1 = evaluate()
    print(
        f"epoch {epoch}  train loss {total / len(train_loader):.4f}  "
        f"valid acc {acc:.4f}  f1 {f1:.4f}  ({time.time() - started:.0f}s)"
    )
print("always 'paraphrase' would give acc 0.68, f1 0.81")
