"""Tagging the words of a sentence; Accelerate's save_state / load_state keep and bring back the best epoch.

Only the first piece of every word carries a label, the others have -100. Scores are counted on words.
Sentences are new in validation and test; the names in them may be known from other sentences, as they are in use.
"""
import json

import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader
from transformers import (
    AutoModelForTokenClassification,
    AutoTokenizer,
    DataCollatorForTokenClassification,
    get_cosine_schedule_with_warmup,
)

BEST = "out/jd10/best"
EPOCHS = 15
LR = 2e-3

set_seed(23)
accelerator = Accelerator(cpu=True)
tokenizer = AutoTokenizer.from_pretrained("checkpoints/tags")
splits = {}
for name in ("test", "validation", "train"):
    with open(f"data/tags/{name}.jsonl", encoding="utf-8") as fh:
        rows = [json.loads(line) for line in fh]
    # the same sentence may lie in several files: whoever is read later does without it
    taken = {tuple(r["words"]) for earlier in splits.values() for r in earlier}
    splits[name] = [r for r in rows if tuple(r["words"]) not in taken]
accelerator.print({name: len(rows) for name, rows in splits.items()})
n_tags = 1 + max(tag for r in splits["train"] for tag in r["tags"])


def features(row):
    enc = tokenizer(row["words"], is_split_into_words=True, truncation=True, max_length=64)
    labels, previous = [], None
    for word in enc.word_ids():
        labels.append(-100 if word is None or word == previous else row["tags"][word])
        previous = word
    return {"input_ids": enc["input_ids"], "attention_mask": enc["attention_mask"], "labels": labels}


def loader(name, size, shuffle=False):
    return DataLoader(
        [features(r) for r in splits[name]], batch_size=size, shuffle=shuffle,
        collate_fn=DataCollatorForTokenClassification(tokenizer),  # pads labels with -100
    )


model = AutoModelForTokenClassification.from_pretrained("checkpoints/tags", num_labels=n_tags)
optimizer = torch.optim.AdamW(model.parameters(), lr=LR, weight_decay=0.01)
train_dl, val_dl, test_dl = loader("train", 16, True), loader("validation", 64), loader("test", 64)
steps = EPOCHS * len(train_dl)
schedule = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=steps // 10, num_training_steps=steps)
# one process on the CPU, so the number of steps is the same before and after prepare
model, optimizer, train_dl, val_dl, test_dl, schedule = accelerator.prepare(
    model, optimizer, train_dl, val_dl, test_dl, schedule
)


def micro_f1(dl):
    """F1 over words that have a name tag (1..), tag 0 is 'no name'; a wrong kind is a miss and a false find."""
    model.eval()
    tp = fp = fn = 0
    for batch in dl:
        with torch.no_grad():
            guess = model(**batch).logits.argmax(-1)
        gold = batch["labels"]
        guess, gold = guess[gold != -100], gold[gold != -100]
        tp += ((guess == gold) & (gold != 0)).sum().item()
        fp += ((guess != gold) & (guess != 0)).sum().item()
        fn += ((guess != gold) & (gold != 0)).sum().item()
    return 2 * tp / max(2 * tp + fp + fn, 1)


best = -1.0
for epoch in range(EPOCHS):
    model.train()
    words, total = 0, 0.0
    for batch in train_dl:
        loss = model(**batch).loss  # mean over the words of the batch
        accelerator.backward(loss)
        accelerator.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
        n = (batch["labels"] != -100).sum().item()
        words, total = words + n, total + loss.item() * n
    score = micro_f1(val_dl)
    if score > best:
        best = score
        accelerator.save_state(BEST)
    accelerator.print(f"epoch {epoch + 1:2d}: loss per word {total / words:.3f}, validation F1 {score:.3f}")

accelerator.load_state(BEST)
gold = [t for r in splits["test"] for t in r["tags"]]
kind = max(range(1, n_tags), key=[t for r in splits["train"] for t in r["tags"]].count)
hits = gold.count(kind)
names_only = hits / sum(t != 0 for t in gold)  # F1 if all names were found and always got the most frequent kind
accelerator.print(f"best validation F1 {best:.3f}, test F1 {micro_f1(test_dl):.3f}")
accelerator.print(f"names found, kind never told apart: {names_only:.3f}")
