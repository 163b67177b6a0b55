# Token tagging with a plain loop. Only the first piece of a word carries its tag, the others -100.
import json

import torch
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, get_linear_schedule_with_warmup,
                          set_seed)

set_seed(1)
CKPT = "checkpoints/tags"
EPOCHS = 30
tok = AutoTokenizer.from_pretrained(CKPT)


def load(split):
    return [json.loads(line) for line in open(f"data/tags/{split}.jsonl", encoding="utf-8")]


def key(row):
    return " ".join(row["words"])


def without(rows, *others):
    seen = {key(r) for other in others for r in other}
    return [r for r in rows if key(r) not in seen]


test = load("test")
dev = without(load("validation"), test)
train = without(load("train"), dev, test)


def encode(row):
    enc = tok(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, last = [], None
    for w in enc.word_ids():
        labels.append(-100 if w is None or w == last else row["tags"][w])
        last = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


collate = DataCollatorForTokenClassification(tok)
train_dl = DataLoader([encode(r) for r in train], batch_size=16, shuffle=True, collate_fn=collate)
dev_dl = DataLoader([encode(r) for r in dev], batch_size=64, collate_fn=collate)
test_dl = DataLoader([encode(r) for r in test], batch_size=64, collate_fn=collate)

model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=4)
optim = torch.optim.AdamW(model.parameters(), lr=1e-3, weight_decay=0.01)
total = EPOCHS * len(train_dl)
sched = get_linear_schedule_with_warmup(optim, num_warmup_steps=total // 10, num_training_steps=total)


@torch.no_grad()
def micro_f1(dl):
    """Micro F1 over the words with a tag other than 0."""
    model.eval()
    tp = fp = fn = 0
    for batch in dl:
        gold = batch["labels"]
        pred = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        real = gold != -100
        g, p = gold[real], pred[real]
        tp += ((p == g) & (g != 0)).sum().item()
        fp += ((p != g) & (p != 0)).sum().item()
        fn += ((p != g) & (g != 0)).sum().item()
    return 2 * tp / max(1, 2 * tp + fp + fn)


best, best_state = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    for batch in train_dl:
        loss = model(**batch).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optim.step()
        sched.step()
        optim.zero_grad()
    f1 = micro_f1(dev_dl)
    if epoch % 3 == 2:
        print(f"epoch {epoch + 1}: last loss {loss.item():.3f}, dev F1 {f1:.3f}")
    if f1 > best:
        best, best_state = f1, {k: v.detach().clone() for k, v in model.state_dict().items()}

model.load_state_dict(best_state)
print(f"dev F1 {best:.3f}, test F1 {micro_f1(test_dl):.3f}")
