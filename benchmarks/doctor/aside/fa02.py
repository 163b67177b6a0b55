# Tagging hotel reviews with everything they talk about (a review can have several tags).
import random

import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, Trainer,
                          TrainingArguments, set_seed)

CKPT = "checkpoints/bert"
OUT = "out/fa02"
PHRASES = {
    "room": ["the bedrooms are wonderful", "the bedrooms are gloomy"],
    "food": ["the dining room is delightful", "the dining room is miserable"],
    "staff": ["the porter deserves applause", "the porter is rather awkward"],
    "show": ["the script holds your attention", "the plot is rather clumsy"],
}
OPENERS = ["all in all", "looking back", "as a friend remarked", "i feared that", "to be fair",
           "on the whole", "as we had hoped", "on monday"]
TAGS = sorted(PHRASES)


def make_reviews(n, rng):
    seen = {}
    while len(seen) < n:
        chosen = rng.sample(TAGS, rng.randint(1, 3))
        text = rng.choice(OPENERS) + ", " + " and ".join(rng.choice(PHRASES[t]) for t in chosen)
        seen[text] = [int(t in chosen) for t in TAGS]
    return [{"text": t, "labels": y} for t, y in seen.items()]


def sigmoid(x):
    return 1.0 / (1.0 + np.exp(-x))


def metrics(p):
    preds = (sigmoid(p.predictions) > 0.5).astype(int)
    y = p.label_ids.astype(int)
    return {
        "micro_f1": f1_score(y, preds, average="micro", zero_division=0),
        "macro_f1": f1_score(y, preds, average="macro", zero_division=0),
        "exact": float((preds == y).all(axis=1).mean()),
    }


def main():
    set_seed(0)
    tok = AutoTokenizer.from_pretrained(CKPT)
    rows = make_reviews(800, random.Random(0))
    random.Random(1).shuffle(rows)

    def encode(batch):
        return tok(batch["text"], truncation=True, max_length=64)

    train = Dataset.from_list(rows[:640]).map(encode, batched=True, remove_columns=["text"])
    valid = Dataset.from_list(rows[640:]).map(encode, batched=True, remove_columns=["text"])

    model = AutoModelForSequenceClassification.from_pretrained(
        CKPT,
        problem_type="multi_label_classification",
        num_labels=len(TAGS),
        id2label=dict(enumerate(TAGS)),
        label2id={t: i for i, t in enumerate(TAGS)},
    )
    args = TrainingArguments(
        OUT,
        num_train_epochs=4,
        learning_rate=3e-4,
        per_device_train_batch_size=16,
        per_device_eval_batch_size=64,
        eval_strategy="epoch",
        save_strategy="no",
        report_to="none",
        logging_steps=20,
        seed=0,
    )
    trainer = Trainer(model, args, train_dataset=train, eval_dataset=valid,
                      processing_class=tok, compute_metrics=metrics)
    trainer.train()
    print(trainer.evaluate())

    model.eval()
    with torch.no_grad():
        x = tok("to be fair, the porter deserves applause", return_tensors="pt").to(model.device)
        probs = model(**x).logits.sigmoid()[0]
    print({t: round(float(q), 2) for t, q in zip(TAGS, probs)})


if __name__ == "__main__":
    main()
