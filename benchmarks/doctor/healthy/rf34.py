# Token classification with an own PyTorch loop; labels aligned to sub-words, -100 elsewhere.
import json, torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer, DataCollatorForTokenClassification,
                          get_linear_schedule_with_warmup, set_seed)

CKPT, N_TAGS, EPOCHS = "checkpoints/tags", 4, 5


def load(split):
    with open(f"data/tags/{split}.jsonl") as f:
        return [json.loads(line) for line in f]


def encode(row, tok):
    enc = tok(row["words"], is_split_into_words=True, truncation=True)
    labels, prev = [], None
    for w in enc.word_ids():
        labels.append(-100 if w is None or w == prev else row["tags"][w])   # first piece of each word
        prev = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


@torch.no_grad()
def f1_and_accuracy(model, loader):
    """Micro F1 over the words that are names (tag > 0 in the truth or in the prediction)."""
    model.eval()
    tp = fp = fn = right = n = 0
    for batch in loader:
        gold = batch["labels"]
        pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        keep = gold != -100
        g, p = gold[keep], pred[keep]
        tp += ((g == p) & (g > 0)).sum().item()
        fp += ((g != p) & (p > 0)).sum().item()
        fn += ((g != p) & (g > 0)).sum().item()
        right += (g == p).sum().item()
        n += len(g)
    return 2 * tp / max(1, 2 * tp + fp + fn), right / n


set_seed(0)
tok = AutoTokenizer.from_pretrained(CKPT)
rows = {s: load(s) for s in ("train", "validation", "test")}
seen = {tuple(r["words"]) for r in rows["train"]}
for s in ("validation", "test"):
    rows[s] = [r for r in rows[s] if tuple(r["words"]) not in seen]
    seen |= {tuple(r["words"]) for r in rows[s]}
collate = DataCollatorForTokenClassification(tok)
loaders = {s: DataLoader([encode(r, tok) for r in rs], batch_size=16, shuffle=s == "train", collate_fn=collate)
           for s, rs in rows.items()}

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=N_TAGS)
optim = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
total = EPOCHS * len(loaders["train"])
sched = get_linear_schedule_with_warmup(optim, int(0.1 * total), total)
for epoch in range(EPOCHS):
    model.train()
    loss_sum = 0.0
    for batch in loaders["train"]:
        loss = model(**batch).loss
        optim.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        sched.step()
        loss_sum += loss.item()
    f1, acc = f1_and_accuracy(model, loaders["validation"])
    print(f"epoch {epoch + 1} loss {loss_sum / len(loaders['train']):.3f} validation F1 {f1:.3f} word accuracy {acc:.3f}")
print("test F1 %.3f, word accuracy %.3f" % f1_and_accuracy(model, loaders["test"]))
