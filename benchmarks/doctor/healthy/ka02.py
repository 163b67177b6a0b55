"""Sentiment with a tiny BERT, plain PyTorch, gradient accumulation done by the book.

The usual `loss / accumulation_steps` gives rows of a short last micro-batch more weight than the others.
Here every update takes a list of micro-batches and divides the summed loss by the number of rows in all of them.
"""
import math

import pandas as pd
import torch
import torch.nn.functional as F
from transformers import AutoModelForSequenceClassification, AutoTokenizer, get_linear_schedule_with_warmup

SEED, EPOCHS, MICRO, ROWS_PER_UPDATE, LR = 7, 4, 16, 32, 3e-4
torch.manual_seed(SEED)
torch.set_num_threads(2)

labelled = pd.read_parquet("data/glue/sst2/train-00000-of-00001.parquet").sample(frac=1, random_state=SEED)
dev_df, train_df = labelled.iloc[:300], labelled.iloc[300:]
# the official validation file is our test set: nothing is chosen on it
test_df = pd.read_parquet("data/glue/sst2/validation-00000-of-00001.parquet")
assert not set(test_df.sentence) & set(labelled.sentence)

tok = AutoTokenizer.from_pretrained("checkpoints/bert")
net = AutoModelForSequenceClassification.from_pretrained("checkpoints/bert", num_labels=2)


def rows_of(df):
    return list(zip(df.sentence.tolist(), df.label.tolist()))


def to_tensors(rows):
    texts, labels = zip(*rows)
    enc = tok(list(texts), padding=True, truncation=True, max_length=64, return_tensors="pt")
    return enc, torch.tensor(labels)


def updates(rows, generator):
    """One epoch: yields, per optimizer step, the list of its micro-batches."""
    order = torch.randperm(len(rows), generator=generator).tolist()
    for start in range(0, len(order), ROWS_PER_UPDATE):
        chunk = [rows[i] for i in order[start:start + ROWS_PER_UPDATE]]
        yield [chunk[i:i + MICRO] for i in range(0, len(chunk), MICRO)]


@torch.no_grad()
def evaluate(rows):
    net.eval()
    hits, nll = 0, 0.0
    for i in range(0, len(rows), 64):
        enc, y = to_tensors(rows[i:i + 64])
        logits = net(**enc).logits
        hits += (logits.argmax(-1) == y).sum().item()
        nll += F.cross_entropy(logits, y, reduction="sum").item()
    return nll / len(rows), hits / len(rows)


train, dev, test = rows_of(train_df), rows_of(dev_df), rows_of(test_df)
plain = [p for n, p in net.named_parameters() if p.ndim < 2]          # biases and LayerNorm: no decay
decayed = [p for n, p in net.named_parameters() if p.ndim >= 2]
opt = torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=LR)
total = EPOCHS * math.ceil(len(train) / ROWS_PER_UPDATE)
sched = get_linear_schedule_with_warmup(opt, num_warmup_steps=total // 10, num_training_steps=total)

g = torch.Generator().manual_seed(SEED)
best_acc, best_state = -1.0, None
for epoch in range(1, EPOCHS + 1):
    net.train()
    running = 0.0
    for group in updates(train, g):
        n = sum(len(m) for m in group)
        opt.zero_grad(set_to_none=True)
        for micro in group:
            enc, y = to_tensors(micro)
            loss = F.cross_entropy(net(**enc).logits, y, reduction="sum") / n
            loss.backward()
            running += loss.item() * n
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        sched.step()
    dev_loss, dev_acc = evaluate(dev)
    print(f"epoch {epoch}: train {running / len(train):.4f}  dev {dev_loss:.4f}  acc {dev_acc:.3f}")
    if dev_acc > best_acc:
        best_acc, best_state = dev_acc, {k: v.detach().clone() for k, v in net.state_dict().items()}

net.load_state_dict(best_state)
print("test accuracy of the best epoch on dev: %.3f (a coin: 0.5)" % evaluate(test)[1])
