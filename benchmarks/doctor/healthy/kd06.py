"""Names in sentences: token classification with Accelerate, span scores counted by hand.

A span is a maximal run of words with the same non-zero tag.  Only the first piece of a word
carries a label.  Beside the model: a table that gives each word its most frequent training tag.
"""
import copy
import json
from collections import Counter, defaultdict

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (AutoModelForTokenClassification, AutoTokenizer,
                          DataCollatorForTokenClassification, get_linear_schedule_with_warmup)

CKPT, EPOCHS, BATCH, LR, N_TAGS = "checkpoints/tags", 12, 16, 1e-3, 4
set_seed(21)
accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained(CKPT)


def load(split, exclude=frozenset()):
    rows, have = [], set(exclude)
    for row in map(json.loads, open(f"data/tags/{split}.jsonl")):
        sent = tuple(row["words"])
        if sent not in have:
            have.add(sent)
            rows.append((sent, row["tags"]))
    return rows


test = load("test")
valid = load("validation", {w for w, _ in test})
train = load("train", {w for w, _ in test + valid})


def encode(words, tags):
    enc = tokenizer(list(words), is_split_into_words=True)
    assert len(enc["input_ids"]) <= 64, "longer than the model's positions"
    labels, previous = [], None
    for w in enc.word_ids():
        labels.append(-100 if w is None or w == previous else tags[w])
        previous = w
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def loader(rows, shuffle):
    return DataLoader([encode(w, t) for w, t in rows], batch_size=BATCH, shuffle=shuffle,
                      collate_fn=DataCollatorForTokenClassification(tokenizer))


def spans(tags):
    found, start = set(), 0
    for i in range(1, len(tags) + 1):
        if i == len(tags) or tags[i] != tags[start]:
            if tags[start] != 0:
                found.add((start, i, tags[start]))
            start = i
    return found


def span_scores(predicted, gold):
    tp = fp = fn = 0
    for p, g in zip(predicted, gold, strict=True):
        p, g = spans(p), spans(g)
        tp, fp, fn = tp + len(p & g), fp + len(p - g), fn + len(g - p)
    div = lambda a, b: a / b if b else 0.0
    return div(tp, tp + fp), div(tp, tp + fn), div(2 * tp, 2 * tp + fp + fn)


@torch.no_grad()
def predict(model, dl):
    model.eval()
    result = []
    for batch in dl:
        best = model(input_ids=batch["input_ids"], attention_mask=batch["attention_mask"]).logits.argmax(-1)
        for row, lab in zip(best, batch["labels"]):
            result.append(row[lab != -100].tolist())
    return result


model = AutoModelForTokenClassification.from_pretrained(CKPT, num_labels=N_TAGS)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
train_dl, valid_dl, test_dl = loader(train, True), loader(valid, False), loader(test, False)
steps = EPOCHS * len(train_dl)
scheduler = get_linear_schedule_with_warmup(optimizer, steps // 10, steps)
model, optimizer, train_dl, valid_dl, test_dl, scheduler = accelerator.prepare(
    model, optimizer, train_dl, valid_dl, test_dl, scheduler)

gold_valid, gold_test = [t for _, t in valid], [t for _, t in test]
best_f1, best_weights = -1.0, None
for epoch in range(EPOCHS):
    model.train()
    total = 0.0
    for batch in train_dl:
        optimizer.zero_grad()
        loss = model(**batch).loss
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        scheduler.step()
        total += loss.item()
    f1 = span_scores(predict(model, valid_dl), gold_valid)[2]
    accelerator.print(f"epoch {epoch + 1:2d}  mean loss {total / len(train_dl):.3f}  validation span F1 {f1:.3f}")
    if f1 > best_f1:
        best_f1, best_weights = f1, copy.deepcopy(accelerator.unwrap_model(model).state_dict())
accelerator.unwrap_model(model).load_state_dict(best_weights)

# ---- the table
counts = defaultdict(Counter)
for words, tags in train:
    for w, t in zip(words, tags):
        counts[w][t] += 1
usual_name = Counter(t for _, ts in train for t in ts if t).most_common(1)[0][0]
table = [[counts[w].most_common(1)[0][0] if w in counts else usual_name for w in words] for words, _ in test]

predicted = predict(model, test_dl)
for name, p in [("all words outside", [[0] * len(t) for t in gold_test]), ("table", table), ("model", predicted)]:
    print("%-18s precision %.3f  recall %.3f  F1 %.3f" % (name, *span_scores(p, gold_test)))

# ---- where the errors are
tally = Counter()
for (words, gold), pred in zip(test, predicted):
    for w, g, p in zip(words, gold, pred):
        if g:
            tally["name known from training" if w in counts else "new name", g == p] += 1
for kind in ("name known from training", "new name"):
    right, wrong = tally[kind, True], tally[kind, False]
    print(f"{kind}: {right} of {right + wrong} tags right")
