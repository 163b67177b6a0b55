import json
import random

import torch
from torch.utils.data import DataLoader
from transformers import AutoModelForTokenClassification, AutoTokenizer

random.seed(0)
torch.manual_seed(0)

NAMES = ["O", "PLACE", "RIVER", "PERSON"]
tok = AutoTokenizer.from_pretrained("checkpoints/tags")


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def collate(rows):
    """Only the first piece of a word carries its tag, the others get -100."""
    enc = tok([r["words"] for r in rows], is_split_into_words=True, padding=True, truncation=True, max_length=64, return_tensors="pt")
    labels = torch.full_like(enc["input_ids"], -100)
    for i, row in enumerate(rows):
        before = None
        for pos, word in enumerate(enc.word_ids(i)):
            if word is not None and word != before:
                labels[i, pos] = row["tags"][word]
            before = word
    return enc, labels, rows


def f1(pairs):
    """Micro F1 over all words that are, or are said to be, a name."""
    tp = sum(g == p and g > 0 for g, p in pairs)
    said = sum(p > 0 for _, p in pairs)
    gold = sum(g > 0 for g, _ in pairs)
    return 2 * tp / max(said + gold, 1)


@torch.no_grad()
def evaluate(model, loader):
    model.eval()
    loss, n, pairs = 0.0, 0, []
    for enc, labels, rows in loader:
        out = model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], labels=labels)
        loss += out.loss.item() * len(rows)
        n += len(rows)
        best = out.logits.argmax(-1)
        for i, row in enumerate(rows):
            tag_of = {}
            for pos, word in enumerate(enc.word_ids(i)):
                if word is not None:
                    tag_of[word] = best[i, pos].item()
            pairs += [(gold, tag_of[w]) for w, gold in enumerate(row["tags"])]
    return loss / n, f1(pairs), sum(g == p for g, p in pairs) / len(pairs)


train = DataLoader(load("train"), batch_size=16, shuffle=True, collate_fn=collate)
valid = DataLoader(load("validation"), batch_size=64, collate_fn=collate)
test = DataLoader(load("test"), batch_size=64, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained(
    "checkpoints/tags", num_labels=4, id2label=dict(enumerate(NAMES)), label2id={n: i for i, n in enumerate(NAMES)}
)
opt = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)

for epoch in range(6):
    model.train()
    total = 0.0
    for enc, labels, _ in train:
        loss = model(input_ids=enc["input_ids"], attention_mask=enc["attention_mask"], labels=labels).loss
        loss.backward()
        opt.step()
        opt.zero_grad()
        total += loss.item()
    v_loss, v_f1, v_acc = evaluate(model, valid)
    print(f"{epoch + 1:2d} | train {total / len(train):.4f} | valid loss {v_loss:.4f} F1 {v_f1:.3f} words right {v_acc:.3f}")

t_loss, t_f1, t_acc = evaluate(model, test)
print(f"test: loss {t_loss:.4f}  F1 {t_f1:.3f}  words right {t_acc:.3f}")
