import argparse

import numpy as np
from datasets import load_dataset
from sklearn.metrics import f1_score
from transformers import (AutoModelForSequenceClassification, AutoTokenizer,
                          DataCollatorWithPadding, Trainer, TrainingArguments, set_seed)

TAGS = {
    "defect": ["does not start", "makes a strange noise", "stopped after two days", "with a scratch"],
    "delivery": ["never left your warehouse", "without its cable", "not the one on the picture"],
    "polite": ["please help", "thank you", "kind regards"],
    "greeting": ["hello", "hi there", "dear team"],
}


def parse_args():
    p = argparse.ArgumentParser()
    p.add_argument("--checkpoint", default="checkpoints/tickets")
    p.add_argument("--lr", type=float, default=1e-3)
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch_size", type=int, default=16)
    p.add_argument("--output_dir", default="out/ba02")
    return p.parse_args()


def main():
    a = parse_args()
    set_seed(1)
    names = list(TAGS)
    ds = load_dataset("json", data_files={"train": "data/tickets/train.jsonl",
                                          "test": "data/tickets/test.jsonl"})
    tok = AutoTokenizer.from_pretrained(a.checkpoint)

    def encode(row):
        enc = tok(row["text"], truncation=True)
        enc["labels"] = [int(any(p in row["text"] for p in TAGS[n])) for n in names]
        return enc

    ds = ds.map(encode, remove_columns=ds["train"].column_names)
    print(ds["train"][0])

    model = AutoModelForSequenceClassification.from_pretrained(
        a.checkpoint,
        num_labels=len(names),
        problem_type="multi_label_classification",
        id2label=dict(enumerate(names)),
        label2id={n: i for i, n in enumerate(names)},
    )

    def metrics(p):
        probs = 1 / (1 + np.exp(-p.predictions))
        preds = (probs > 0.5).astype(int)
        refs = p.label_ids.astype(int)
        return {"f1_micro": f1_score(refs, preds, average="micro"),
                "f1_macro": f1_score(refs, preds, average="macro"),
                "exact": float((preds == refs).all(axis=1).mean())}

    trainer = Trainer(
        model=model,
        args=TrainingArguments(
            a.output_dir, learning_rate=a.lr, num_train_epochs=a.epochs,
            per_device_train_batch_size=a.batch_size, eval_strategy="epoch",
            save_strategy="no", logging_steps=30, report_to="none"),
        train_dataset=ds["train"],
        eval_dataset=ds["test"],
        data_collator=DataCollatorWithPadding(tok),
        compute_metrics=metrics,
    )
    trainer.train()
    print(trainer.evaluate())


if __name__ == "__main__":
    main()
