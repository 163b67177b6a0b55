# Token tagging on data/tags, plain PyTorch loop.
# Word-level labels go on the first word piece of each word; everything else gets -100.
import json
import os
import random

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset
from transformers import AutoModelForTokenClassification, AutoTokenizer, get_cosine_schedule_with_warmup

SEED = 7
random.seed(SEED)
np.random.seed(SEED)
torch.manual_seed(SEED)

CKPT = "checkpoints/tags"
OUT = "outputs/j02"
EPOCHS = 7
BATCH = 16
os.makedirs(OUT, exist_ok=True)


def read_jsonl(path):
    with open(path, encoding="utf-8") as f:
        return [json.loads(line) for line in f]


tok = AutoTokenizer.from_pretrained(CKPT)
assert tok.is_fast


class TagData(Dataset):
    def __init__(self, rows):
        self.items = []
        for r in rows:
            words, tags = r["words"], r["tags"]
            assert len(words) == len(tags)
            enc = tok(words, is_split_into_words=True, truncation=True, max_length=64)
            labels, last = [], None
            for wid in enc.word_ids():
                if wid is None or wid == last:
                    labels.append(-100)
                else:
                    labels.append(tags[wid])
                last = wid
            self.items.append((enc["input_ids"], labels))

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


def collate(batch):
    longest = max(len(ids) for ids, _ in batch)
    input_ids = torch.full((len(batch), longest), tok.pad_token_id)
    mask = torch.zeros((len(batch), longest), dtype=torch.long)
    labels = torch.full((len(batch), longest), -100)
    for i, (ids, lab) in enumerate(batch):
        input_ids[i, : len(ids)] = torch.tensor(ids)
        mask[i, : len(ids)] = 1
        labels[i, : len(lab)] = torch.tensor(lab)
    return {"input_ids": input_ids, "attention_mask": mask, "labels": labels}


train_rows = read_jsonl("data/tags/train.jsonl")
valid_rows = read_jsonl("data/tags/validation.jsonl")
test_rows = read_jsonl("data/tags/test.jsonl")
seen = {tuple(r["words"]) for r in valid_rows + test_rows}
n = len(train_rows)
train_rows = [r for r in train_rows if tuple(r["words"]) not in seen]
print(f"{n - len(train_rows)} of {n} training sentences are in validation or test too, left out")

train_dl = DataLoader(TagData(train_rows), batch_size=BATCH, shuffle=True, collate_fn=collate)
valid_dl = DataLoader(TagData(valid_rows), batch_size=64, shuffle=False, collate_fn=collate)
test_dl = DataLoader(TagData(test_rows), batch_size=64, shuffle=False, collate_fn=collate)

num_labels = 1 + max(t for r in train_rows for t in r["tags"])
model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=num_labels)
# not needed for a model of this size, but the same script is used for the large ones
model.gradient_checkpointing_enable(gradient_checkpointing_kwargs={"use_reentrant": False})

# smaller steps for the embeddings and the lower layer, no decay on biases and LayerNorms
base_lr = 2e-3
scale = {"distilbert.embeddings": 0.5, "distilbert.transformer.layer.0": 0.7, "distilbert.transformer.layer.1": 0.85}
groups = []
for name, p in model.named_parameters():
    s = next((v for k, v in scale.items() if name.startswith(k)), 1.0)
    wd = 0.0 if p.ndim == 1 else 0.01
    groups.append({"params": [p], "lr": base_lr * s, "weight_decay": wd})
opt = torch.optim.AdamW(groups)
total = EPOCHS * len(train_dl)
sched = get_cosine_schedule_with_warmup(opt, total // 10, total)


@torch.no_grad()
def evaluate(loader):
    model.eval()
    tp = fp = fn = right = count = 0
    for batch in loader:
        labels = batch.pop("labels")
        pred = model(**batch).logits.argmax(-1)
        keep = labels != -100
        y, p = labels[keep], pred[keep]
        right += (y == p).sum().item()
        count += y.numel()
        tp += ((p == y) & (y > 0)).sum().item()
        fp += ((p != y) & (p > 0)).sum().item()
        fn += ((p != y) & (y > 0)).sum().item()
    f1 = 2 * tp / max(1, 2 * tp + fp + fn)
    return right / count, f1


best = -1.0
for epoch in range(1, EPOCHS + 1):
    model.train()
    loss_sum, n_tok = 0.0, 0
    for batch in train_dl:
        opt.zero_grad()
        out = model(**batch)
        out.loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        opt.step()
        sched.step()
        k = (batch["labels"] != -100).sum().item()
        loss_sum += out.loss.item() * k
        n_tok += k
    acc, f1 = evaluate(valid_dl)
    if f1 > best:
        best = f1
        torch.save(model.state_dict(), f"{OUT}/best.pt")
    print(f"epoch {epoch:2d}  train loss {loss_sum / n_tok:.4f}  word acc {acc:.4f}  name F1 {f1:.4f}")

model.load_state_dict(torch.load(f"{OUT}/best.pt"))
print("best epoch, validation: word acc %.4f, name F1 %.4f" % evaluate(valid_dl))
print("best epoch, test:       word acc %.4f, name F1 %.4f" % evaluate(test_dl))
