"""Which topics does a hotel review speak of? Several can be right at once."""
import random
from dataclasses import dataclass

import numpy as np
import torch
from datasets import Dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer, DataCollatorWithPadding, Trainer,
                          TrainingArguments, set_seed)


@dataclass
class Cfg:
    ckpt: str = "checkpoints/bert"
    out: str = "out/gb10"
    n: int = 1400
    epochs: int = 6
    lr: float = 5e-4
    batch: int = 32
    threshold: float = 0.5


TOPICS = {
    "room": ["the bed was too soft", "our room had a fine view", "the bathroom was clean", "we slept badly"],
    "food": ["breakfast was cold", "the soup tasted great", "dinner came late", "the cook knows his trade"],
    "staff": ["the porter was rude", "reception was helpful", "nobody answered the bell", "the waiter smiled"],
    "price": ["it was far too expensive", "good value for money", "the bill was wrong", "cheap for this town"],
}
FILLER = ["we came in june", "it was our second stay", "my sister chose it", "we travelled by train",
          "it rained all week", "we were four people", "the children came too", "we may return"]


def generate(n):
    rows, seen = [], set()
    while len(rows) < n:
        chosen = [t for t in TOPICS if random.random() < 0.4]
        parts = [random.choice(TOPICS[t]) for t in chosen] + random.sample(FILLER, 2)
        random.shuffle(parts)
        text = " . ".join(parts)
        if text in seen:
            continue
        seen.add(text)
        rows.append({"text": text, "labels": [1 if t in chosen else 0 for t in TOPICS]})
    return rows


def main(cfg):
    set_seed(8)
    tok = AutoTokenizer.from_pretrained(cfg.ckpt)
    names = list(TOPICS)
    model = AutoModelForSequenceClassification.from_pretrained(
        cfg.ckpt,
        num_labels=len(names),
        problem_type="multi_label_classification",
        id2label=dict(enumerate(names)),
        label2id={t: i for i, t in enumerate(names)},
    )

    ds = Dataset.from_list(generate(cfg.n)).train_test_split(test_size=0.2, seed=8)
    ds = ds.map(lambda b: tok(b["text"], truncation=True, max_length=128), batched=True, remove_columns=["text"])

    def scores(p):
        prob = torch.sigmoid(torch.from_numpy(p.predictions)).numpy()
        guess = (prob > cfg.threshold).astype(int)
        truth = p.label_ids.astype(int)
        return {"f1_micro": f1_score(truth, guess, average="micro", zero_division=0),
                "f1_macro": f1_score(truth, guess, average="macro", zero_division=0),
                "all_right": float(np.all(truth == guess, axis=1).mean())}

    args = TrainingArguments(
        output_dir=cfg.out, num_train_epochs=cfg.epochs, learning_rate=cfg.lr,
        per_device_train_batch_size=cfg.batch, per_device_eval_batch_size=64, warmup_ratio=0.1,
        eval_strategy="epoch", save_strategy="no", logging_steps=35, report_to="none", use_cpu=True)
    trainer = Trainer(model=model, args=args, train_dataset=ds["train"], eval_dataset=ds["test"],
                      data_collator=DataCollatorWithPadding(tok), processing_class=tok, compute_metrics=scores)
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main(Cfg())
