"""Urgent or not?  Few mails are urgent, so the rare class is brought up to the size of the other one."""
import random

import numpy as np
from datasets import Dataset
from sklearn.metrics import classification_report, f1_score
from sklearn.model_selection import train_test_split
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding,
                          Trainer, TrainingArguments, set_seed)

SEED = 77
CKPT = "checkpoints/tickets"

OPEN = "hello|hi there|dear team|good morning|good evening".split("|")
THING = "router toaster tent drill kettle camera heater lamp printer blender radio scale".split()
WHAT = ["does not start", "makes a strange noise", "stopped after two days", "never left your warehouse",
        "arrived with a scratch", "is not the one on the picture", "was charged twice", "came without its cable"]
TAIL = ["please help", "kind regards", "what can i do", "thank you for your time", "i am waiting for an answer"]
# what the service team calls urgent
HOT = {("heater", "does not start"), ("heater", "stopped after two days"), ("heater", "makes a strange noise"),
       ("router", "does not start"), ("router", "stopped after two days"), ("kettle", "makes a strange noise")}


def mails(n, rng):
    every = [(o, t, w, e) for o in OPEN for t in THING for w in WHAT for e in TAIL]
    rows = []
    for o, t, w, e in rng.sample(every, n):
        y = int((t, w) in HOT)
        if rng.random() < 0.04:      # people do not always agree
            y = 1 - y
        rows.append((f"{o} . my {t} {w} . {e}", y))
    return rows


def balance(rows, rng):
    pos = [r for r in rows if r[1] == 1]
    neg = [r for r in rows if r[1] == 0]
    pos = pos + rng.choices(pos, k=len(neg) - len(pos))
    both = pos + neg
    rng.shuffle(both)
    return both


def as_dataset(rows, tok):
    enc = tok([t for t, _ in rows], truncation=True, max_length=32)
    return Dataset.from_dict({**enc, "labels": [y for _, y in rows]})


def f1(p):
    return {"f1": f1_score(p.label_ids, p.predictions.argmax(-1), zero_division=0)}


if __name__ == "__main__":
    set_seed(SEED)
    rng = random.Random(SEED)
    rows = balance(mails(900, rng), rng)
    train_rows, valid_rows = train_test_split(rows, test_size=0.25, random_state=SEED,
                                              stratify=[y for _, y in rows])
    tok = AutoTokenizer.from_pretrained(CKPT)
    train, valid = as_dataset(train_rows, tok), as_dataset(valid_rows, tok)

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT, num_labels=2, id2label={0: "normal", 1: "urgent"}, label2id={"normal": 0, "urgent": 1})
    args = TrainingArguments("out/ii12", num_train_epochs=8, learning_rate=8e-4, warmup_ratio=0.1,
                             per_device_train_batch_size=16, per_device_eval_batch_size=64,
                             eval_strategy="epoch", save_strategy="no", logging_steps=50,
                             report_to="none", use_cpu=True, seed=SEED)
    trainer = Trainer(model, args, DataCollatorWithPadding(tok), train, valid,
                      processing_class=tok, compute_metrics=f1)
    trainer.train()

    out = trainer.predict(valid)
    print(classification_report(out.label_ids, np.argmax(out.predictions, -1),
                                target_names=["normal", "urgent"], zero_division=0))
